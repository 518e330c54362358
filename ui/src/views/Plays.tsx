import { useNavigate, useSearch } from '@tanstack/react-router';
import { ListVideo, MousePointerClick } from 'lucide-react';

import { useCompanyId, useRead } from '../client';
import type { PlayRow, RunRow } from '../generated/contract';
import { CheckPlay } from '../plays/CheckPlay';
import { PlayPage } from '../plays/PlayPage';
import { RunTable } from '../plays/RunTable';
import {
  Button,
  Empty,
  ErrorNote,
  Loading,
  Panel,
  Screen,
  Table,
  Tabs,
  type Column,
} from '../shared/components';
import { useWords } from '../shared/words';
import styles from './Tools.module.css';

const TABS = ['library', 'runs', 'check'] as const;
type Tab = (typeof TABS)[number];

/** The plays that can be run, the runs that were, and the check of a file. */
export function Plays() {
  const words = useWords();
  const company = useCompanyId();
  const navigate = useNavigate();
  const search = useSearch({ strict: false });
  const tab = TABS.find((one) => one === search.tab) ?? 'library';
  const runs = useRead('play.runs', { company });
  const show = (next: { tab?: Tab; play?: string }) =>
    void navigate({ to: '/plays', search: next, replace: true });
  const openRun = (run: RunRow) => void navigate({ to: '/plays/runs/$run', params: { run: run.id } });
  const count = runs.data?.length ?? 0;
  return (
    <Screen fill title={words('plays.title')} lead={words('plays.lead')}>
      <Tabs<Tab>
        fill
        label={words('plays.tabs')}
        value={tab}
        onChange={(next) => show({ tab: next })}
        tabs={[
          {
            value: 'library',
            label: words('plays.tab.library'),
            panel: (
              <Library
                company={company}
                chosen={search.play}
                onChoose={(row) => show({ tab: 'library', play: row.id })}
                onStarted={openRun}
              />
            ),
          },
          {
            value: 'runs',
            label: `${words('plays.tab.runs')} ${count}`,
            panel: <Runs company={company} onOpen={openRun} onLibrary={() => show({ tab: 'library' })} />,
          },
          {
            value: 'check',
            label: words('plays.tab.check'),
            panel: <CheckPlay company={company} onStarted={openRun} />,
          },
        ]}
      />
    </Screen>
  );
}

interface LibraryProps {
  company: string;
  chosen: string | undefined;
  onChoose: (row: PlayRow) => void;
  onStarted: (run: RunRow) => void;
}

function Library({ company, chosen, onChoose, onStarted }: LibraryProps) {
  const words = useWords();
  const plays = useRead('play.list', {});
  if (plays.isPending) return <Loading />;
  if (plays.error !== null) return <ErrorNote failure={plays.error} onRetry={() => void plays.refetch()} />;
  const play = plays.data.find((row) => row.id === chosen) ?? plays.data[0];
  const columns: Column<PlayRow>[] = [
    {
      key: 'title',
      header: words('plays.play'),
      width: 'minmax(12rem, 1fr)',
      cell: (row) => (
        <span className={styles.two}>
          <strong>{row.title}</strong>
          <span>{row.id}</span>
        </span>
      ),
      order: (row) => row.title,
    },
    {
      key: 'palette',
      header: words('plays.palette.role'),
      width: '5rem',
      align: 'end',
      cell: (row) => row.palette.length,
      order: (row) => row.palette.length,
    },
  ];
  return (
    <div className={styles.columns}>
      <Panel flush fill>
        <Table
          label={words('plays.tab.library')}
          columns={columns}
          rows={plays.data}
          rowKey={(row) => row.id}
          selected={play?.id ?? ''}
          onOpen={onChoose}
          rowHeight={2.75}
          minWidth="18rem"
          empty={
            <Empty title={words('plays.empty')} icon={<ListVideo />}>
              {words('plays.empty.what')}
            </Empty>
          }
        />
      </Panel>
      <div className={styles.side}>
        {play === undefined ? (
          <Panel fill>
            <Empty title={words('plays.pick')} icon={<MousePointerClick />} />
          </Panel>
        ) : (
          <PlayPage key={play.id} company={company} play={play} onStarted={onStarted} />
        )}
      </div>
    </div>
  );
}

interface RunsProps {
  company: string;
  onOpen: (run: RunRow) => void;
  onLibrary: () => void;
}

function Runs({ company, onOpen, onLibrary }: RunsProps) {
  const words = useWords();
  const runs = useRead('play.runs', { company });
  if (runs.isPending) return <Loading />;
  if (runs.error !== null) return <ErrorNote failure={runs.error} onRetry={() => void runs.refetch()} />;
  return (
    <Panel flush fill>
      <RunTable
        rows={runs.data}
        onOpen={onOpen}
        empty={
          <Empty
            title={words('plays.runs.empty')}
            icon={<ListVideo />}
            action={
              <Button look="primary" onClick={onLibrary}>
                {words('plays.runs.start')}
              </Button>
            }
          >
            {words('plays.runs.empty.what')}
          </Empty>
        }
      />
    </Panel>
  );
}
