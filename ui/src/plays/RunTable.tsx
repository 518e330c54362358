import type { ReactNode } from 'react';

import type { RunRow } from '../generated/contract';
import { Badge, Clock, State, Table, useNow, type Column } from '../shared/components';
import { useWireWord, useWords } from '../shared/words';
import { seconds, workMark } from './states';

interface RunTableProps {
  rows: readonly RunRow[];
  onOpen: (row: RunRow) => void;
  empty: ReactNode;
}

/** Every run with its state and what was spent. */
export function RunTable({ rows, onOpen, empty }: RunTableProps) {
  const words = useWords();
  const wire = useWireWord();
  const now = useNow(1000);
  const columns: Column<RunRow>[] = [
    {
      key: 'title',
      header: words('plays.play'),
      width: 'minmax(12rem, 2fr)',
      cell: (row) => (
        <>
          <strong>{row.title}</strong>
          {row.rehearsal && <Badge>{words('plays.rehearsal')}</Badge>}
        </>
      ),
      order: (row) => row.title,
    },
    {
      key: 'state',
      header: words('plays.column.state'),
      width: '9rem',
      cell: (row) => <State mark={workMark(row.state)}>{wire('run.state', row.state)}</State>,
      order: (row) => row.state,
    },
    {
      key: 'started',
      header: words('plays.column.started'),
      width: '10rem',
      cell: (row) => <Clock at={row.started_at} day />,
      order: (row) => row.started_at,
    },
    {
      key: 'took',
      header: words('plays.column.took'),
      width: '5rem',
      align: 'end',
      cell: (row) => words('run.seconds', { seconds: seconds(row.started_at, row.ended_at, now) }),
    },
    {
      key: 'accepted',
      header: words('plays.column.accepted'),
      width: '6.5rem',
      align: 'end',
      cell: (row) => row.accepted,
      order: (row) => row.accepted,
    },
    {
      key: 'dropped',
      header: words('plays.column.dropped'),
      width: '6rem',
      align: 'end',
      cell: (row) => row.dropped,
      order: (row) => row.dropped,
    },
    {
      key: 'roles',
      header: words('plays.new-roles'),
      width: '6rem',
      align: 'end',
      cell: (row) => words('run.budget.roles.of', { used: row.palette_consumed, max: row.palette_max }),
    },
    {
      key: 'spawns',
      header: words('plays.spawns'),
      width: '6rem',
      align: 'end',
      cell: (row) => words('run.budget.roles.of', { used: row.spawns_used, max: row.spawns_max }),
    },
  ];
  return (
    <Table
      label={words('plays.runs')}
      columns={columns}
      rows={rows}
      rowKey={(row) => row.id}
      onOpen={onOpen}
      minWidth="58rem"
      empty={empty}
    />
  );
}
