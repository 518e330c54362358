import { useRead } from '../client';
import type { PlayRow } from '../generated/contract';
import { Empty, ErrorNote, Loading, Panel, Screen, Table, type Column } from '../shared/components';
import { useWords } from '../shared/words';

/** The plays that can be run. */
export function Plays() {
  const words = useWords();

  const list = useRead('play.list', {});
  const columns: Column<PlayRow>[] = [
    {
      key: 'title',
      header: words('plays.play'),
      width: 'minmax(8rem, 1fr)',
      cell: (row) => <span>{row.title}</span>,
    },
    {
      key: 'objective',
      header: words('plays.objective'),
      width: 'minmax(8rem, 1fr)',
      cell: (row) => <span>{row.objective}</span>,
    },
  ];
  return (
    <Screen fill title={words('plays.title')}>
      {list.isPending && <Loading />}
      {list.error !== null && <ErrorNote failure={list.error} onRetry={() => void list.refetch()} />}
      {list.data !== undefined && (
        <Panel flush fill>
          <Table
            label={words('plays.title')}
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
