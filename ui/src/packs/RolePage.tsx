import { useState, type ReactNode } from 'react';

import { useRead } from '../client';
import {
  Badge,
  ErrorNote,
  Exact,
  Loading,
  Markdown,
  Panel,
  Segmented,
  Tabs,
  Toolbar,
} from '../shared/components';
import { useWireWord, useWords } from '../shared/words';
import { RoleFields } from './RoleFields';
import styles from './RolePage.module.css';

/** One role: its fields by what becomes of them, and what the model is told. */
export function RolePage({ role, action }: { role: string; action?: ReactNode }) {
  const words = useWords();
  const wire = useWireWord();
  const view = useRead('role.show', { role }, { keepPrevious: true });
  const [tab, setTab] = useState<'fields' | 'body'>('fields');
  if (view.isPending) {
    return (
      <Panel fill>
        <Loading rows={10} />
      </Panel>
    );
  }
  if (view.error !== null) return <ErrorNote failure={view.error} onRetry={() => void view.refetch()} />;
  const shown = view.data;
  return (
    <Panel
      fill
      title={shown.name}
      aside={
        <>
          <Badge>{wire('level', shown.level)}</Badge>
          <Badge>
            {shown.id} {shown.version}
          </Badge>
          {action}
        </>
      }
    >
      <div className={styles.page}>
        <p>{shown.summary}</p>
        <Tabs
          label={words('role.tabs')}
          value={tab}
          onChange={setTab}
          tabs={[
            { value: 'fields', label: words('role.fields'), panel: <RoleFields fields={shown.fields} /> },
            { value: 'body', label: words('role.body'), panel: <Body text={shown.body} /> },
          ]}
        />
        <p className={styles.file}>{shown.file}</p>
      </div>
    </Panel>
  );
}

function Body({ text }: { text: string }) {
  const words = useWords();
  const [view, setView] = useState<'read' | 'exact'>('read');
  return (
    <>
      <Toolbar>
        <Segmented
          label={words('charter.view')}
          value={view}
          onChange={setView}
          choices={[
            { value: 'read', label: words('charter.read') },
            { value: 'exact', label: words('charter.exact') },
          ]}
        />
        <span className={styles.file}>{words('role.body.what')}</span>
      </Toolbar>
      {view === 'read' ? <Markdown text={text} /> : <Exact text={text} label={words('role.body')} />}
    </>
  );
}
