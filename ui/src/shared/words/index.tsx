import { createContext, use, useEffect, useMemo, useState, type ReactNode } from 'react';
import { IntlProvider, useIntl, type IntlShape } from 'react-intl';

import { catalogue, type Language, type WordKey } from './catalogue';

export type { Language, WordKey } from './catalogue';

/** What is put into a text. */
export type Values = Record<string, string | number>;

/** Gives a text in the language of the reader. */
export type Words = (key: WordKey, values?: Values) => string;

const KEPT = 'bailiwick.language';
const LanguageContext = createContext<{ language: Language; choose(language: Language): void } | null>(null);

/** Gives everything below it the reader's language: the one chosen last, else the system's. */
export function WordsProvider({ children }: { children: ReactNode }) {
  const [language, setLanguage] = useState<Language>(firstLanguage);
  useEffect(() => {
    document.documentElement.lang = language;
  }, [language]);
  const value = useMemo(
    () => ({
      language,
      choose(next: Language) {
        localStorage.setItem(KEPT, next);
        setLanguage(next);
      },
    }),
    [language],
  );
  return (
    <LanguageContext value={value}>
      <IntlProvider locale={language} defaultLocale="en" messages={catalogue[language]}>
        {children}
      </IntlProvider>
    </LanguageContext>
  );
}

/** The language and how to change it. */
export function useLanguage() {
  const value = use(LanguageContext);
  if (value === null) throw new Error('no words above this component');
  return value;
}

/** The texts. */
export function useWords(): Words {
  const intl = useIntl();
  return useMemo(() => wordsOf(intl), [intl]);
}

/**
 * The text for a word that came over the wire, such as a code or a state: the word itself where the
 * catalogue does not know it.
 */
export function useWireWord(): (family: string, word: string) => string {
  const words = useWords();
  return useMemo(
    () => (family, word) => {
      const key = `${family}.${word}`;
      return isKey(key) ? words(key) : word;
    },
    [words],
  );
}

function isKey(key: string): key is WordKey {
  return key in catalogue.en;
}

function wordsOf(intl: IntlShape): Words {
  return (key, values) => intl.formatMessage({ id: key }, values);
}

function firstLanguage(): Language {
  const kept = localStorage.getItem(KEPT) ?? navigator.language.slice(0, 2);
  return kept === 'de' ? 'de' : 'en';
}
