import { Link, useParams } from '@tanstack/react-router';
import { Square } from 'lucide-react';
import { useState } from 'react';

import { useAct, useRead } from '../client';
import type { RunRow, RunView } from '../generated/contract';
import { LedgerTable } from '../ledger/LedgerTable';
import { Calls } from '../plays/Calls';
import { Operations } from '../plays/Operations';
import { seconds, workMark } from '../plays/states';
import {
  Badge,
  Button,
  buttonClass,
  Clock,
  ErrorNote,
  Loading,
  Panel,
  Screen,
  State,
  Tabs,
  useNow,
} from '../shared/components';
import { useWireWord, useWords } from '../shared/words';
import styles from './Run.module.css';

/** One run, live: its operations, its spawn ledger, both budgets, its calls. */
export function Run() {
  const words = useWords();
  const { run } = useParams({ from: '/plays/runs/$run' });
  const view = useRead('play.show', { run });
  if (view.isPending) {
    return (
      <Screen title={words('plays.tab.runs')}>
        <Panel>
          <Loading rows={10} />
        </Panel>
      </Screen>
    );
  }
  if (view.error !== null) {
    return (
      <Screen title={words('plays.tab.runs')}>
        <ErrorNote
          failure={view.error}
          onRetry={() => void view.refetch()}
          action={
            <Link className={buttonClass()} to="/plays" search={{ tab: 'runs' }}>
              {words('plays.tab.runs')}
            </Link>
          }
        />
      </Screen>
    );
  }
  return <Shown view={view.data} />;
}

function Shown({ view }: { view: RunView }) {
  const words = useWords();
  const wire = useWireWord();
  const { row } = view;
  return (
    <Screen
      fill
      title={
        <span className={styles.title}>
          {row.title}
          {row.rehearsal && <Badge>{words('plays.rehearsal')}</Badge>}
        </span>
      }
      lead={
        <span className={styles.title}>
          <State mark={workMark(row.state)}>{wire('run.state', row.state)}</State>
          {view.objective}
        </span>
      }
      actions={
        <>
          <Link className={buttonClass('quiet')} to="/plays" search={{ tab: 'library', play: row.play }}>
            {words('run.again')}
          </Link>
          {row.state === 'running' && <Stop run={row.id} />}
        </>
      }
    >
      {row.detail !== undefined && row.detail !== '' && <p className={styles.detail}>{row.detail}</p>}
      <Budgets row={row} />
      <div className={styles.columns}>
        <Panel title={`${words('run.operations')} ${view.operations.length}`} flush fill>
          <Operations run={row.id} operations={view.operations} />
        </Panel>
        <Happened view={view} />
      </div>
    </Screen>
  );
}

function Happened({ view }: { view: RunView }) {
  const words = useWords();
  const [tab, setTab] = useState<'ledger' | 'calls'>('ledger');
  const ledger = useRead('play.ledger', { run: view.row.id, since: 0 });
  return (
    <Tabs
      fill
      label={words('run.tabs')}
      value={tab}
      onChange={setTab}
      tabs={[
        {
          value: 'ledger',
          label: `${words('ledger.title')} ${ledger.data?.length ?? ''}`,
          panel: (
            <>
              {ledger.isPending && <Loading />}
              {ledger.error !== null && (
                <ErrorNote failure={ledger.error} onRetry={() => void ledger.refetch()} />
              )}
              {ledger.data !== undefined && (
                <Panel flush fill>
                  <LedgerTable entries={ledger.data} />
                </Panel>
              )}
            </>
          ),
        },
        {
          value: 'calls',
          label: `${words('run.calls')} ${view.calls.length}`,
          panel: (
            <Panel flush fill>
              <Calls calls={view.calls} />
            </Panel>
          ),
        },
      ]}
    />
  );
}

/** What was spent of both budgets, and how it went. */
function Budgets({ row }: { row: RunRow }) {
  const words = useWords();
  const now = useNow(1000);
  return (
    <dl className={styles.budgets}>
      <Budget label={words('run.budget.roles')} used={row.palette_consumed} max={row.palette_max} />
      <Budget label={words('run.budget.spawns')} used={row.spawns_used} max={row.spawns_max} />
      <div>
        <dt>{words('run.accepted')}</dt>
        <dd>{row.accepted}</dd>
      </div>
      <div>
        <dt>{words('run.dropped')}</dt>
        <dd>{row.dropped}</dd>
      </div>
      <div>
        <dt>{words('run.started')}</dt>
        <dd>
          <Clock at={row.started_at} day />
        </dd>
      </div>
      <div>
        <dt>{words('run.took')}</dt>
        <dd>{words('run.seconds', { seconds: seconds(row.started_at, row.ended_at, now) })}</dd>
      </div>
    </dl>
  );
}

function Budget({ label, used, max }: { label: string; used: number; max: number }) {
  const words = useWords();
  return (
    <div>
      <dt>{label}</dt>
      <dd className={styles.budget}>
        {words('run.budget.roles.of', { used, max })}
        <meter min={0} max={Math.max(max, 1)} value={used} aria-label={label} />
      </dd>
    </div>
  );
}

function Stop({ run }: { run: string }) {
  const words = useWords();
  const stop = useAct('play.stop');
  return (
    <>
      {stop.error !== null && <ErrorNote failure={stop.error} />}
      <Button icon={<Square aria-hidden />} busy={stop.isPending} onClick={() => stop.mutate({ run })}>
        {words('run.stop')}
      </Button>
    </>
  );
}
