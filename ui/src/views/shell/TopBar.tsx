import { Moon, Search } from 'lucide-react';
import { Popover } from 'radix-ui';
import { useId } from 'react';

import { ApprovalQueue } from '../../authority/ApprovalQueue';
import { useCurrentCompany } from '../../client';
import { Segmented } from '../../shared/components';
import { useTheme, type Theme } from '../../shared/theme';
import { useLanguage, useWords, type Language } from '../../shared/words';
import styles from './TopBar.module.css';

/** The search, the approvals that wait, and how things look. On every screen. */
export function TopBar({ onPalette }: { onPalette: () => void }) {
  const words = useWords();
  const { company } = useCurrentCompany();
  return (
    <header className={styles.bar}>
      <button type="button" className={styles.search} onClick={onPalette}>
        <Search aria-hidden />
        <span>{words('top.search')}</span>
        <kbd>{navigator.platform.startsWith('Mac') ? '⌘K' : 'Ctrl K'}</kbd>
      </button>
      <div className={styles.right}>
        {company !== undefined && <ApprovalQueue company={company.id} />}
        <Appearance />
      </div>
    </header>
  );
}

const LANGUAGES: readonly { value: Language; label: string }[] = [
  { value: 'en', label: 'English' },
  { value: 'de', label: 'Deutsch' },
];

function Appearance() {
  const words = useWords();
  const { theme, choose } = useTheme();
  const language = useLanguage();
  const id = useId();
  const themes: readonly { value: Theme; label: string }[] = [
    { value: 'system', label: words('appearance.theme.system') },
    { value: 'light', label: words('appearance.theme.light') },
    { value: 'dark', label: words('appearance.theme.dark') },
  ];
  return (
    <Popover.Root>
      <Popover.Trigger
        className={styles.icon}
        aria-label={words('top.appearance')}
        title={words('top.appearance')}
      >
        <Moon aria-hidden />
      </Popover.Trigger>
      <Popover.Portal>
        <Popover.Content className={styles.menu} align="end" sideOffset={6} aria-labelledby={id}>
          <h2 id={id}>{words('top.appearance')}</h2>
          <p>{words('appearance.theme')}</p>
          <Segmented label={words('appearance.theme')} value={theme} choices={themes} onChange={choose} />
          <p>{words('appearance.language')}</p>
          <Segmented
            label={words('appearance.language')}
            value={language.language}
            choices={LANGUAGES}
            onChange={language.choose}
          />
        </Popover.Content>
      </Popover.Portal>
    </Popover.Root>
  );
}
