import { useNavigate } from '@tanstack/react-router';
import { Command } from 'cmdk';
import { Languages, Plus, SunMoon, UserPlus, UserRound, type LucideIcon } from 'lucide-react';
import { Dialog as Radix } from 'radix-ui';
import { useMemo, useState } from 'react';

import { useCurrentCompany, useRead } from '../../client';
import type { EmployeeRow } from '../../generated/contract';
import { switchTheme } from '../../shared/theme';
import { useLanguage, useWords } from '../../shared/words';
import { navigation } from '../navigation';
import styles from './CommandPalette.module.css';

/** People shown at once; typing on narrows them down. */
const PEOPLE = 40;

interface Entry {
  key: string;
  label: string;
  aside?: string;
  icon: LucideIcon;
  run: () => void;
}

/** Every screen, person and action by name. */
export function CommandPalette({ open, onOpenChange }: { open: boolean; onOpenChange(open: boolean): void }) {
  const words = useWords();
  return (
    <Radix.Root open={open} onOpenChange={onOpenChange}>
      <Radix.Portal>
        <div className={styles.shade} />
        <Radix.Content className={styles.palette} aria-describedby={undefined}>
          <Radix.Title className="visually-hidden">{words('palette.title')}</Radix.Title>
          <Entries onDone={() => onOpenChange(false)} />
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}

function Entries({ onDone }: { onDone: () => void }) {
  const words = useWords();
  const navigate = useNavigate();
  const [query, setQuery] = useState('');
  const screens = useScreens();
  const actions = useActions();
  const { rows, more } = usePeople(query);
  const fits = (entry: Entry) => matches(entry.label, query);
  const shownScreens = screens.filter(fits);
  const shownActions = actions.filter(fits);
  const choose = (run: () => void) => () => {
    onDone();
    run();
  };
  return (
    <Command label={words('palette.title')} shouldFilter={false} loop>
      <Command.Input value={query} onValueChange={setQuery} placeholder={words('palette.placeholder')} />
      <Command.List label={words('palette.title')}>
        <Command.Empty>{words('palette.none')}</Command.Empty>
        {shownScreens.length > 0 && (
          <Command.Group heading={words('palette.screens')}>
            {shownScreens.map((entry) => (
              <Line key={entry.key} entry={entry} onSelect={choose(entry.run)} />
            ))}
          </Command.Group>
        )}
        {shownActions.length > 0 && (
          <Command.Group heading={words('palette.actions')}>
            {shownActions.map((entry) => (
              <Line key={entry.key} entry={entry} onSelect={choose(entry.run)} />
            ))}
          </Command.Group>
        )}
        {rows.length > 0 && (
          <Command.Group heading={words('palette.people')}>
            {rows.map((row) => (
              <Line
                key={row.id}
                entry={{
                  key: row.id,
                  label: row.name,
                  aside: row.title,
                  icon: UserRound,
                  run: () => undefined,
                }}
                onSelect={choose(
                  () => void navigate({ to: '/people/$employee', params: { employee: row.id }, search: {} }),
                )}
              />
            ))}
          </Command.Group>
        )}
      </Command.List>
      {more > 0 && <p className={styles.more}>{words('palette.more', { count: more })}</p>}
    </Command>
  );
}

function Line({ entry, onSelect }: { entry: Entry; onSelect: () => void }) {
  const Icon = entry.icon;
  return (
    <Command.Item value={entry.key} onSelect={onSelect}>
      <Icon aria-hidden />
      <span className={styles.label}>{entry.label}</span>
      {entry.aside !== undefined && <span className={styles.aside}>{entry.aside}</span>}
    </Command.Item>
  );
}

function useScreens(): Entry[] {
  const words = useWords();
  const navigate = useNavigate();
  return navigation
    .flatMap((group) => group.screens)
    .map((destination) => ({
      key: `screen ${destination.to}`,
      label: words(destination.label),
      icon: destination.icon,
      run: () => void navigate({ to: destination.to }),
    }));
}

function useActions(): Entry[] {
  const words = useWords();
  const navigate = useNavigate();
  const { language, choose } = useLanguage();
  return [
    {
      key: 'act hire',
      label: words('palette.action.hire'),
      icon: UserPlus,
      run: () => void navigate({ to: '/hire', search: {} }),
    },
    {
      key: 'act found',
      label: words('palette.action.found'),
      icon: Plus,
      run: () => void navigate({ to: '/welcome' }),
    },
    { key: 'act theme', label: words('palette.action.theme'), icon: SunMoon, run: switchTheme },
    {
      key: 'act language',
      label: words('palette.action.language'),
      icon: Languages,
      run: () => choose(language === 'en' ? 'de' : 'en'),
    },
  ];
}

function usePeople(query: string): { rows: EmployeeRow[]; more: number } {
  const { company } = useCurrentCompany();
  const people = useRead(
    'employee.list',
    { company: company?.id, all: false },
    { enabled: company !== undefined },
  );
  return useMemo(() => {
    const fitting = (people.data ?? []).filter(
      (row) => matches(row.name, query) || matches(row.title, query),
    );
    return { rows: fitting.slice(0, PEOPLE), more: Math.max(0, fitting.length - PEOPLE) };
  }, [people.data, query]);
}

/** Whether every word of the query stands somewhere in the text. */
function matches(text: string, query: string): boolean {
  const lower = text.toLowerCase();
  return query
    .toLowerCase()
    .split(/\s+/)
    .every((word) => lower.includes(word));
}
