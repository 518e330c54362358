import type { ReactNode } from 'react';

import type { Violation } from '../generated/contract';
import { Ago, Badge, Table, type Column } from '../shared/components';
import { useWireWord, useWords } from '../shared/words';
import styles from './ViolationTable.module.css';

interface ViolationTableProps {
  rows: readonly Violation[];
  byCause: boolean;
  selected: string | undefined;
  onOpen: (row: Violation) => void;
  onEnd: () => void;
  empty: ReactNode;
}

const causeOf = (row: Violation) => row.code;

/** Refused attempts, one row each, however often the same was tried. */
export function ViolationTable({ rows, byCause, selected, onOpen, onEnd, empty }: ViolationTableProps) {
  const words = useWords();
  const wire = useWireWord();
  const columns: Column<Violation>[] = [
    {
      key: 'at',
      header: words('violations.column.at'),
      width: '7rem',
      cell: (row) => <Ago at={row.at} />,
      order: (row) => row.at,
    },
    {
      key: 'who',
      header: words('violations.column.who'),
      width: 'minmax(9rem, 1.1fr)',
      cell: (row) => <strong>{row.employee_name}</strong>,
      order: (row) => row.employee_name,
    },
    {
      key: 'tool',
      header: words('violations.column.tool'),
      width: 'minmax(10rem, 1.3fr)',
      cell: (row) => <code>{toolOf(row)}</code>,
      order: toolOf,
    },
    {
      key: 'cause',
      header: words('violations.column.cause'),
      width: 'minmax(13rem, 2fr)',
      cell: (row) => <span title={row.code}>{wire('code', row.code)}</span>,
      order: (row) => row.code,
    },
    {
      key: 'layer',
      header: words('violations.column.layer'),
      width: '7rem',
      cell: (row) => (
        <span className={styles.quiet}>
          {row.decision.layer === null ? '–' : wire('layer', row.decision.layer)}
        </span>
      ),
      order: (row) => row.decision.layer ?? '',
    },
    {
      key: 'channel',
      header: words('violations.column.channel'),
      width: 'minmax(7rem, 0.8fr)',
      cell: (row) => <span className={styles.quiet}>{row.client ?? wire('channel', row.channel)}</span>,
      order: (row) => row.channel,
    },
    {
      key: 'count',
      header: words('violations.column.count'),
      width: '5rem',
      align: 'end',
      cell: (row) => (row.count > 1 ? <Badge strong>× {row.count}</Badge> : row.count),
      order: (row) => row.count,
    },
  ];
  const heading = (code: string, members: readonly Violation[]) => (
    <>
      <strong>{wire('code', code)}</strong>
      <code>{code}</code>
      <span>
        {words('violations.heading', {
          rows: members.length,
          times: members.reduce((sum, row) => sum + row.count, 0),
        })}
      </span>
    </>
  );
  return (
    <Table
      label={words('violations.table')}
      columns={columns}
      rows={rows}
      rowKey={(row) => row.id}
      selected={selected ?? ''}
      onOpen={onOpen}
      onEnd={onEnd}
      empty={empty}
      {...(byCause ? { group: { of: causeOf, heading } } : {})}
    />
  );
}

/** The tool of an attempt, `server/tool`. */
export function toolOf(row: Violation): string {
  return `${row.server_id}/${row.tool_name}`;
}
