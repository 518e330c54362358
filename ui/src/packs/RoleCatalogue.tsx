import { BookOpen } from 'lucide-react';
import { useMemo, useState } from 'react';

import type { RoleRow } from '../generated/contract';
import {
  Badge,
  Button,
  Empty,
  Panel,
  SearchInput,
  Segmented,
  Table,
  Toolbar,
  type Column,
} from '../shared/components';
import { useWireWord, useWords } from '../shared/words';
import styles from './RoleCatalogue.module.css';

interface RoleCatalogueProps {
  roles: readonly RoleRow[];
  selected: string | undefined;
  onSelect: (role: RoleRow) => void;
}

type By = 'department' | 'level' | 'pack';

const LEVELS = ['board', 'officer', 'senior-management', 'management', 'supervisor', 'lead', 'ic', 'system'];

/** Every installed role, by department, level or pack, with a search over all that is said of it. */
export function RoleCatalogue({ roles, selected, onSelect }: RoleCatalogueProps) {
  const words = useWords();
  const wire = useWireWord();
  const [by, setBy] = useState<By>('department');
  const [query, setQuery] = useState('');
  const rows = useMemo(() => ordered(matching(roles, query), by), [roles, query, by]);
  const group = useMemo(() => ({ of: (row: RoleRow) => groupOf(row, by) }), [by]);
  const columns: Column<RoleRow>[] = [
    {
      key: 'name',
      header: words('roles.column.role'),
      width: 'minmax(10rem, 1fr)',
      cell: (row) => (
        <span className={styles.role}>
          <strong>{row.name}</strong>
          <span title={row.summary}>{row.summary}</span>
        </span>
      ),
    },
    {
      key: 'level',
      header: words('roles.column.level'),
      width: '10.5rem',
      cell: (row) => (
        <>
          <span className={styles.quiet}>{wire('level', row.level)}</span>
          {!row.states_tools && <Badge>{words('roles.no-tools')}</Badge>}
        </>
      ),
    },
  ];
  const heading = (key: string, members: readonly RoleRow[]) => (
    <>
      <strong>{by === 'level' ? wire('level', key) : key === '' ? words('roles.no-department') : key}</strong>
      <span>{members.length}</span>
    </>
  );
  return (
    <div className={styles.catalogue}>
      <Toolbar>
        <SearchInput
          label={words('roles.search')}
          value={query}
          onChange={setQuery}
          className={styles.search}
        />
        <Segmented<By>
          label={words('roles.by')}
          value={by}
          onChange={setBy}
          choices={[
            { value: 'department', label: words('roles.by.department') },
            { value: 'level', label: words('roles.by.level') },
            { value: 'pack', label: words('roles.by.pack') },
          ]}
        />
      </Toolbar>
      <Panel flush fill>
        <Table
          label={words('roles.catalogue')}
          columns={columns}
          rows={rows}
          rowKey={(row) => row.id}
          rowHeight={2.75}
          minWidth="24rem"
          selected={selected ?? ''}
          onOpen={onSelect}
          group={{ of: group.of, heading }}
          empty={
            query === '' ? (
              <Empty title={words('roles.none')} icon={<BookOpen />}>
                {words('roles.none.what')}
              </Empty>
            ) : (
              <Empty
                title={words('state.nomatch')}
                action={<Button onClick={() => setQuery('')}>{words('state.nomatch.next')}</Button>}
              />
            )
          }
        />
      </Panel>
    </div>
  );
}

function groupOf(row: RoleRow, by: By): string {
  if (by === 'level') return row.level;
  return by === 'department' ? row.department : (row.id.split('/')[0] ?? '');
}

function matching(roles: readonly RoleRow[], query: string): RoleRow[] {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean);
  return roles.filter((row) => {
    const text = `${row.id} ${row.name} ${row.department} ${row.level} ${row.summary}`.toLowerCase();
    return words.every((word) => text.includes(word));
  });
}

function ordered(rows: RoleRow[], by: By): RoleRow[] {
  const rank = (row: RoleRow) => LEVELS.indexOf(row.level);
  return rows.sort((a, b) => {
    const groups =
      by === 'level'
        ? rank(a) - rank(b)
        : Number(groupOf(a, by) === '') - Number(groupOf(b, by) === '') ||
          groupOf(a, by).localeCompare(groupOf(b, by));
    return groups || rank(a) - rank(b) || a.name.localeCompare(b.name);
  });
}
