import type { ReactNode } from 'react';

import type { ServerRow } from '../generated/contract';
import { Badge, State, Table, type Column } from '../shared/components';
import { useWireWord, useWords } from '../shared/words';
import { serverMark } from './states';

interface ServerTableProps {
  rows: readonly ServerRow[];
  selected: string | undefined;
  onSelect: (row: ServerRow) => void;
  empty: ReactNode;
}

/** Every server with its state. */
export function ServerTable({ rows, selected, onSelect, empty }: ServerTableProps) {
  const words = useWords();
  const wire = useWireWord();
  const columns: Column<ServerRow>[] = [
    {
      key: 'id',
      header: words('tools.server'),
      width: 'minmax(8rem, 1fr)',
      cell: (row) => (
        <>
          <strong>{row.id}</strong>
          {row.built_in && <Badge>{words('tools.built-in')}</Badge>}
        </>
      ),
      order: (row) => row.id,
    },
    {
      key: 'state',
      header: words('tools.state'),
      width: '8rem',
      cell: (row) => <State mark={serverMark(row.state)}>{wire('server.state', row.state)}</State>,
      order: (row) => row.state,
    },
    {
      key: 'tools',
      header: words('tools.count'),
      width: '5rem',
      align: 'end',
      cell: (row) => row.tools,
      order: (row) => row.tools,
    },
  ];
  return (
    <Table
      label={words('tools.servers')}
      columns={columns}
      rows={rows}
      rowKey={(row) => row.id}
      selected={selected ?? ''}
      onOpen={onSelect}
      minWidth="20rem"
      empty={empty}
    />
  );
}
