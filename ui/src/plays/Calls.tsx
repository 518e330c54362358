import { Phone } from 'lucide-react';

import type { CallRow } from '../generated/contract';
import { Clock, Empty, Table, Verdict, type Column } from '../shared/components';
import { useWireWord, useWords } from '../shared/words';

/** The calls of a run that were decided, in order. */
export function Calls({ calls }: { calls: readonly CallRow[] }) {
  const words = useWords();
  const wire = useWireWord();
  const columns: Column<{ row: CallRow; index: number }>[] = [
    {
      key: 'at',
      header: words('ledger.at'),
      width: '6rem',
      cell: ({ row }) => <Clock at={row.at} />,
      order: ({ index }) => index,
    },
    {
      key: 'who',
      header: words('violations.column.who'),
      width: 'minmax(8rem, 1fr)',
      cell: ({ row }) => <strong>{row.employee_name}</strong>,
      order: ({ row }) => row.employee_name,
    },
    {
      key: 'tool',
      header: words('violations.column.tool'),
      width: 'minmax(9rem, 1.2fr)',
      cell: ({ row }) => <code>{row.tool}</code>,
      order: ({ row }) => row.tool,
    },
    {
      key: 'verdict',
      header: words('authority.column.verdict'),
      width: '6.5rem',
      cell: ({ row }) => <Verdict verdict={row.verdict} />,
      order: ({ row }) => row.verdict,
    },
    {
      key: 'why',
      header: words('authority.column.why'),
      width: 'minmax(10rem, 1.6fr)',
      cell: ({ row }) => <span title={row.code}>{wire('code', row.code)}</span>,
    },
  ];
  return (
    <Table
      label={words('run.calls')}
      columns={columns}
      rows={calls.map((row, index) => ({ row, index }))}
      rowKey={({ index }) => String(index)}
      minWidth="36rem"
      empty={<Empty title={words('run.calls.empty')} icon={<Phone />} />}
    />
  );
}
