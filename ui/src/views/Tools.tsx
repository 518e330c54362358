import { useCompanyId, useRead } from '../client';
import type { ServerRow } from '../generated/contract';
import { Empty, ErrorNote, Loading, Panel, Screen, Table, type Column } from '../shared/components';
import { useWords } from '../shared/words';

/** The servers of the company and their tools. */
export function Tools() {
  const words = useWords();
  const company = useCompanyId();
  const list = useRead('server.list', { company });
  const columns: Column<ServerRow>[] = [
    {
      key: 'id',
      header: words('tools.server'),
      width: 'minmax(8rem, 1fr)',
      cell: (row) => <span>{row.id}</span>,
    },
    {
      key: 'state',
      header: words('organization.column.state'),
      width: 'minmax(8rem, 1fr)',
      cell: (row) => <span>{row.state}</span>,
    },
    {
      key: 'tools',
      header: words('organization.column.tools'),
      width: 'minmax(8rem, 1fr)',
      cell: (row) => <span>{row.tools}</span>,
    },
  ];
  return (
    <Screen fill title={words('tools.title')}>
      {list.isPending && <Loading />}
      {list.error !== null && <ErrorNote failure={list.error} onRetry={() => void list.refetch()} />}
      {list.data !== undefined && (
        <Panel flush fill>
          <Table
            label={words('tools.title')}
            columns={columns}
            rows={list.data}
            rowKey={(row) => row.id}
            empty={<Empty title={words('state.empty')} />}
          />
        </Panel>
      )}
    </Screen>
  );
}
