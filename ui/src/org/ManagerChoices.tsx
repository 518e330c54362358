import { useMemo, useState } from 'react';

import type { ManagerChoice } from '../generated/contract';
import {
  Badge,
  Empty,
  Panel,
  SearchInput,
  Spread,
  StateMark,
  Table,
  Toolbar,
  type Column,
} from '../shared/components';
import { useWireWord, useWords } from '../shared/words';
import styles from './ManagerChoices.module.css';
import { search } from './people';

interface ManagerChoicesProps {
  choices: readonly ManagerChoice[];
  selected: string | undefined;
  onSelect: (id: string) => void;
}

/** Who may be the manager; those whom a rule forbids are shown with the reason when asked for. */
export function ManagerChoices({ choices, selected, onSelect }: ManagerChoicesProps) {
  const words = useWords();
  const wire = useWireWord();
  const [query, setQuery] = useState('');
  const [all, setAll] = useState(false);
  const forbidden = choices.filter((choice) => choice.forbidden !== undefined).length;
  const rows = useMemo(() => shownChoices(choices, query, all), [choices, query, all]);
  const columns: Column<ManagerChoice>[] = [
    {
      key: 'chosen',
      header: <span className="visually-hidden">{words('hire.manager.chosen')}</span>,
      width: '2rem',
      cell: (row) => (row.employee.id === selected ? <StateMark mark="done" /> : null),
    },
    {
      key: 'name',
      header: words('organization.column.name'),
      width: 'minmax(9rem, 1fr)',
      cell: (row) => <strong>{row.employee.name}</strong>,
    },
    {
      key: 'title',
      header: words('organization.column.title'),
      width: 'minmax(9rem, 1.2fr)',
      cell: (row) => <span>{row.employee.title}</span>,
    },
    {
      key: 'level',
      header: words('organization.column.level'),
      width: 'minmax(8rem, 0.8fr)',
      cell: (row) => <span className={styles.quiet}>{wire('level', row.employee.level)}</span>,
    },
    {
      key: 'why',
      header: words('hire.manager.rules'),
      width: 'minmax(12rem, 1.6fr)',
      cell: (row) =>
        row.forbidden === undefined ? (
          row.suggested && <Badge strong>{words('hire.manager.suggested')}</Badge>
        ) : (
          <span className={styles.quiet} title={row.forbidden}>
            {words('hire.manager.forbidden', { why: row.forbidden })}
          </span>
        ),
    },
  ];
  return (
    <>
      <Toolbar>
        <SearchInput label={words('organization.search')} value={query} onChange={setQuery} />
        <Spread />
        {forbidden > 0 && (
          <label className={styles.check}>
            <input type="checkbox" checked={all} onChange={(event) => setAll(event.target.checked)} />
            {words('hire.manager.all', { count: forbidden })}
          </label>
        )}
      </Toolbar>
      <Panel flush fill>
        <Table
          label={words('hire.manager')}
          columns={columns}
          rows={rows}
          rowKey={(row) => row.employee.id}
          selected={selected ?? ''}
          onOpen={(row) => {
            if (row.forbidden === undefined) onSelect(row.employee.id);
          }}
          empty={
            <Empty title={words(query === '' ? 'hire.manager.none' : 'state.nomatch')}>
              {query === '' && words('hire.manager.none.what')}
            </Empty>
          }
        />
      </Panel>
    </>
  );
}

function shownChoices(choices: readonly ManagerChoice[], query: string, all: boolean): ManagerChoice[] {
  const fitting = new Set(
    search(
      choices.map((choice) => choice.employee),
      query,
    ),
  );
  const order = (choice: ManagerChoice) => (choice.forbidden !== undefined ? 2 : choice.suggested ? 0 : 1);
  return choices
    .filter((choice) => fitting.has(choice.employee) && (all || choice.forbidden === undefined))
    .sort((a, b) => order(a) - order(b));
}
