import { useCompanyId, useRead } from '../client';
import type { Violation } from '../generated/contract';
import { Empty, ErrorNote, Loading, Panel, Screen, Table, type Column } from '../shared/components';
import { useWords } from '../shared/words';

/** Every refused attempt, newest first, live. */
export function Violations() {
  const words = useWords();
  const company = useCompanyId();
  const list = useRead('violation.list', { company });
  const columns: Column<Violation>[] = [
    {
      key: 'who',
      header: words('organization.column.name'),
      width: 'minmax(8rem, 1fr)',
      cell: (row) => <span>{row.employee_name}</span>,
    },
    {
      key: 'tool',
      header: words('violations.tool'),
      width: 'minmax(8rem, 1fr)',
      cell: (row) => <span>{`${row.server_id}/${row.tool_name}`}</span>,
    },
    {
      key: 'code',
      header: words('violations.code'),
      width: 'minmax(8rem, 1fr)',
      cell: (row) => <span>{row.code}</span>,
    },
  ];
  return (
    <Screen fill title={words('violations.title')}>
      {list.isPending && <Loading />}
      {list.error !== null && <ErrorNote failure={list.error} onRetry={() => void list.refetch()} />}
      {list.data !== undefined && (
        <Panel flush fill>
          <Table
            label={words('violations.title')}
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
