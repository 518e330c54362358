import { Play, ShieldCheck, Square } from 'lucide-react';
import { useState } from 'react';

import { useAct, useRead } from '../client';
import type { ServerRow } from '../generated/contract';
import {
  Badge,
  Button,
  Empty,
  ErrorNote,
  Exact,
  KeyValue,
  Loading,
  Note,
  Panel,
  State,
  Tabs,
} from '../shared/components';
import { useWireWord, useWords } from '../shared/words';
import { ApproveTools } from './ApproveTools';
import styles from './ServerPage.module.css';
import { serverMark } from './states';
import { ToolTable } from './ToolTable';

/** One server: state and why, how it is started, its tools, its log. */
export function ServerPage({ company, server }: { company: string; server: ServerRow }) {
  const words = useWords();
  const wire = useWireWord();
  const [tab, setTab] = useState<'tools' | 'log'>('tools');
  const [approving, setApproving] = useState(false);
  return (
    <Panel
      fill
      title={
        <span className={styles.title}>
          {server.id}
          <State mark={serverMark(server.state)}>{wire('server.state', server.state)}</State>
          {server.built_in && <Badge>{words('tools.built-in')}</Badge>}
        </span>
      }
      aside={!server.built_in && <Switch company={company} server={server} />}
    >
      <div className={styles.page}>
        {server.reason !== undefined && (
          <Note>
            {words('tools.reason')}: {server.reason}
          </Note>
        )}
        {!server.built_in && (
          <KeyValue
            items={[
              [words('tools.command'), <code key="command">{server.command.map(quoted).join(' ')}</code>],
              [
                words('tools.variables'),
                server.variables.length === 0 ? (
                  words('tools.variables.none')
                ) : (
                  <code key="variables">{server.variables.join(' ')}</code>
                ),
              ],
            ]}
          />
        )}
        {server.quarantined > 0 && (
          <div className={styles.waiting}>
            <p>{words('tools.approve.what', { count: server.quarantined })}</p>
            <Button icon={<ShieldCheck aria-hidden />} onClick={() => setApproving(true)}>
              {words('tools.approve')}
            </Button>
          </div>
        )}
        <Tabs
          fill
          label={words('tools.tabs')}
          value={tab}
          onChange={setTab}
          tabs={[
            {
              value: 'tools',
              label: `${words('tools.tab.tools')} ${server.tools}`,
              panel: <ToolTable company={company} server={server.id} />,
            },
            {
              value: 'log',
              label: words('tools.tab.log'),
              panel: <Log company={company} server={server.id} />,
            },
          ]}
        />
      </div>
      <ApproveTools
        company={company}
        server={server.id}
        open={approving}
        onClose={() => setApproving(false)}
      />
    </Panel>
  );
}

function Switch({ company, server }: { company: string; server: ServerRow }) {
  const words = useWords();
  const start = useAct('server.start');
  const stop = useAct('server.stop');
  const params = { company, server: server.id };
  const runs = ['ready', 'starting', 'degraded', 'quarantined'].includes(server.state);
  const failure = start.error ?? stop.error;
  return (
    <>
      {failure !== null && <ErrorNote failure={failure} />}
      {runs ? (
        <Button
          icon={<Square aria-hidden />}
          busy={stop.isPending}
          onClick={() => {
            start.reset();
            stop.mutate(params);
          }}
        >
          {words('tools.stop')}
        </Button>
      ) : (
        <Button
          icon={<Play aria-hidden />}
          busy={start.isPending}
          onClick={() => {
            stop.reset();
            start.mutate(params);
          }}
        >
          {words('tools.start')}
        </Button>
      )}
    </>
  );
}

function Log({ company, server }: { company: string; server: string }) {
  const words = useWords();
  const log = useRead('server.log', { company, server });
  if (log.isPending) return <Loading rows={4} />;
  if (log.error !== null) return <ErrorNote failure={log.error} onRetry={() => void log.refetch()} />;
  if (log.data.length === 0) return <Empty title={words('tools.log.empty')} />;
  return <Exact text={log.data.join('\n')} label={words('tools.log', { server })} />;
}

/** An argument as it could be typed, so that blanks are seen. */
function quoted(argument: string): string {
  return /^[\w@%+=:,./-]+$/.test(argument) ? argument : `'${argument.replaceAll("'", `'\\''`)}'`;
}
