import { useParams } from '@tanstack/react-router';

import { useRead } from '../client';
import type { LedgerEntry } from '../generated/contract';
import { Clock, Empty, ErrorNote, Loading, Panel, Screen, Table, type Column } from '../shared/components';
import { useWords } from '../shared/words';

/** One run: its operations and its ledger, live. */
export function Run() {
  const words = useWords();
  const { run } = useParams({ from: '/plays/runs/$run' });
  const view = useRead('play.show', { run });
  const ledger = useRead('play.ledger', { run, since: 0 });
  const columns: Column<LedgerEntry>[] = [
    { key: 'seq', header: '#', width: '4rem', align: 'end', cell: (row) => row.seq },
    { key: 'at', header: words('plays.at'), width: '6rem', cell: (row) => <Clock at={row.at} /> },
    {
      key: 'assignee',
      header: words('roles.column.role'),
      width: 'minmax(8rem, 1fr)',
      cell: (row) => <span>{row.assignee}</span>,
    },
    {
      key: 'outcome',
      header: words('plays.outcome'),
      width: '8rem',
      cell: (row) => <span>{row.outcome}</span>,
    },
    {
      key: 'reason',
      header: words('plays.reason'),
      width: 'minmax(8rem, 1fr)',
      cell: (row) => <span>{row.reason}</span>,
    },
  ];
  return (
    <Screen fill title={view.data?.row.title ?? run} lead={view.data?.objective}>
      {ledger.isPending && <Loading />}
      {ledger.error !== null && <ErrorNote failure={ledger.error} onRetry={() => void ledger.refetch()} />}
      {ledger.data !== undefined && (
        <Panel title={words('plays.ledger')} flush fill>
          <Table
            label={words('plays.ledger')}
            columns={columns}
            rows={ledger.data}
            rowKey={(row) => String(row.seq)}
            empty={<Empty title={words('state.empty')} />}
          />
        </Panel>
      )}
    </Screen>
  );
}
