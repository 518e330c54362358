import type { ReactNode } from 'react';

import type { EmployeeRow } from '../generated/contract';
import { State, Table, type Column } from '../shared/components';
import { useWireWord, useWords } from '../shared/words';
import { rank, standing } from './people';
import styles from './People.module.css';

interface PeopleTableProps {
  rows: readonly EmployeeRow[];
  /** Everybody, to name the managers of `rows`. */
  everybody: readonly EmployeeRow[];
  onOpen(row: EmployeeRow): void;
  empty: ReactNode;
}

/** Everybody, one a line, to be ordered by any column. */
export function PeopleTable({ rows, everybody, onOpen, empty }: PeopleTableProps) {
  const words = useWords();
  const wire = useWireWord();
  const names = new Map(everybody.map((row) => [row.id, row.name]));
  const managerOf = (row: EmployeeRow) => names.get(row.manager_id ?? '') ?? '';
  const columns: Column<EmployeeRow>[] = [
    {
      key: 'name',
      header: words('organization.column.name'),
      width: 'minmax(9rem, 1.4fr)',
      cell: (row) => <strong>{row.name}</strong>,
      order: (row) => row.name,
    },
    {
      key: 'title',
      header: words('organization.column.title'),
      width: 'minmax(10rem, 1.6fr)',
      cell: (row) => <span>{row.title}</span>,
      order: (row) => row.title,
    },
    {
      key: 'level',
      header: words('organization.column.level'),
      width: 'minmax(10rem, 1fr)',
      cell: (row) => <span className={styles.quiet}>{wire('level', row.level)}</span>,
      order: (row) => rank(row.level),
    },
    {
      key: 'manager',
      header: words('organization.column.manager'),
      width: 'minmax(8rem, 1.2fr)',
      cell: (row) => <span className={styles.quiet}>{managerOf(row)}</span>,
      order: managerOf,
    },
    {
      key: 'state',
      header: words('organization.column.state'),
      width: 'minmax(11.5rem, 1fr)',
      cell: (row) => {
        const { mark, family, word } = standing(row);
        return <State mark={mark}>{wire(family, word)}</State>;
      },
      order: (row) => standing(row).word,
    },
    {
      key: 'tools',
      header: words('organization.column.tools'),
      width: '6rem',
      align: 'end',
      cell: (row) =>
        row.kind === 'human' ? (
          <span className={styles.quiet}>{words('employee.human')}</span>
        ) : (
          <span>{words('organization.of', { tools: row.tools, of: row.tools_of })}</span>
        ),
      order: (row) => (row.kind === 'human' ? -1 : row.tools),
    },
    {
      key: 'pack',
      header: words('organization.column.pack'),
      width: 'minmax(7.5rem, 1fr)',
      cell: (row) => (
        <span className={styles.quiet}>
          {row.pack_id === null ? '' : `${row.pack_id} ${row.pack_version}`}
        </span>
      ),
      order: (row) => `${row.pack_id} ${row.pack_version}`,
    },
  ];
  return (
    <Table
      label={words('organization.table')}
      columns={columns}
      rows={rows}
      rowKey={(row) => row.id}
      onOpen={onOpen}
      empty={empty}
    />
  );
}
