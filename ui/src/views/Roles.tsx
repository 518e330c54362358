import { useRead } from '../client';
import type { RoleRow } from '../generated/contract';
import { Empty, ErrorNote, Loading, Panel, Screen, Table, type Column } from '../shared/components';
import { useWords } from '../shared/words';

/** The packs and their roles. */
export function Roles() {
  const words = useWords();

  const list = useRead('role.list', {});
  const columns: Column<RoleRow>[] = [
    {
      key: 'id',
      header: words('roles.role'),
      width: 'minmax(8rem, 1fr)',
      cell: (row) => <span>{row.id}</span>,
    },
    {
      key: 'name',
      header: words('organization.column.title'),
      width: 'minmax(8rem, 1fr)',
      cell: (row) => <span>{row.name}</span>,
    },
    {
      key: 'summary',
      header: words('roles.summary'),
      width: 'minmax(8rem, 1fr)',
      cell: (row) => <span>{row.summary}</span>,
    },
  ];
  return (
    <Screen fill title={words('roles.title')}>
      {list.isPending && <Loading />}
      {list.error !== null && <ErrorNote failure={list.error} onRetry={() => void list.refetch()} />}
      {list.data !== undefined && (
        <Panel flush fill>
          <Table
            label={words('roles.title')}
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
