import { useNavigate, useSearch } from '@tanstack/react-router';
import { MousePointerClick, Plug, Plus } from 'lucide-react';

import { useCompanyId, useRead } from '../client';
import { Button, Empty, ErrorNote, Loading, Panel, Screen } from '../shared/components';
import { useWords } from '../shared/words';
import { AddServer } from '../tools/AddServer';
import { ServerPage } from '../tools/ServerPage';
import { ServerTable } from '../tools/ServerTable';
import styles from './Tools.module.css';

/** The servers with their state, and what each of them offers. */
export function Tools() {
  const words = useWords();
  const company = useCompanyId();
  const navigate = useNavigate();
  const search = useSearch({ strict: false });
  const servers = useRead('server.list', { company });
  const chosen = servers.data?.find((row) => row.id === search.server) ?? servers.data?.[0];
  const show = (next: { server?: string | undefined; add?: string | undefined }) =>
    void navigate({ to: '/tools', search: next, replace: true });
  const add = (
    <Button
      look="primary"
      icon={<Plus aria-hidden />}
      onClick={() => show({ server: search.server, add: 'yes' })}
    >
      {words('tools.add')}
    </Button>
  );
  return (
    <Screen
      fill
      title={words('tools.title')}
      lead={
        servers.data !== undefined &&
        words('tools.lead', {
          tools: servers.data.reduce((sum, row) => sum + row.tools, 0),
          servers: servers.data.length,
          waiting: servers.data.reduce((sum, row) => sum + row.quarantined, 0),
        })
      }
      actions={add}
    >
      {servers.isPending && <Loading />}
      {servers.error !== null && <ErrorNote failure={servers.error} onRetry={() => void servers.refetch()} />}
      {servers.data !== undefined && (
        <div className={styles.columns}>
          <Panel flush fill>
            <ServerTable
              rows={servers.data}
              selected={chosen?.id}
              onSelect={(row) => show({ server: row.id })}
              empty={
                <Empty title={words('tools.empty')} icon={<Plug />}>
                  {words('tools.empty.what')}
                </Empty>
              }
            />
          </Panel>
          <div className={styles.side}>
            {chosen === undefined ? (
              <Panel fill>
                <Empty title={words('tools.pick')} icon={<MousePointerClick />} />
              </Panel>
            ) : (
              <ServerPage key={chosen.id} company={company} server={chosen} />
            )}
          </div>
        </div>
      )}
      <AddServer
        company={company}
        open={search.add === 'yes'}
        onClose={() => show({ server: search.server })}
        onAdded={(server) => show({ server })}
      />
    </Screen>
  );
}
