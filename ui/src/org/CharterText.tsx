import { useState } from 'react';

import { useRead } from '../client';
import { ErrorNote, Exact, Loading, Markdown, Panel, Segmented, Spread, Toolbar } from '../shared/components';
import { useWords } from '../shared/words';
import styles from './CharterText.module.css';

/** The prompt of one person, exactly as the model gets it. */
export function CharterText({ company, employee }: { company: string; employee: string }) {
  const words = useWords();
  const charter = useRead('employee.charter', { company, employee });
  const [view, setView] = useState<'exact' | 'read'>('exact');
  if (charter.isPending) return <Loading />;
  if (charter.error !== null) {
    return <ErrorNote failure={charter.error} onRetry={() => void charter.refetch()} />;
  }
  const { prompt } = charter.data;
  return (
    <>
      <Toolbar>
        <Segmented
          label={words('charter.view')}
          value={view}
          onChange={setView}
          choices={[
            { value: 'exact', label: words('charter.exact') },
            { value: 'read', label: words('charter.read') },
          ]}
        />
        <span className={styles.quiet}>{words('charter.what')}</span>
        <Spread />
        <span className={styles.quiet}>{words('charter.length', { count: prompt.length })}</span>
      </Toolbar>
      {view === 'exact' ? (
        <div className={styles.exact}>
          <Exact text={prompt} label={words('person.tab.charter')} />
        </div>
      ) : (
        <Panel fill>
          <Markdown text={prompt} />
        </Panel>
      )}
    </>
  );
}
