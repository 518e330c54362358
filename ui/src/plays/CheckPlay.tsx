import { useState, type FormEvent } from 'react';

import { useRead } from '../client';
import type { RunRow } from '../generated/contract';
import { Button, Diagnostics, ErrorNote, Field, Panel, TextInput } from '../shared/components';
import { useWords } from '../shared/words';
import { PlayPage } from './PlayPage';
import styles from './PlayPage.module.css';

/** Checks a play file, shows all faults with their places, and starts it where there are none. */
export function CheckPlay({ company, onStarted }: { company: string; onStarted: (run: RunRow) => void }) {
  const words = useWords();
  const [path, setPath] = useState('');
  const [asked, setAsked] = useState<string>();
  const report = useRead('play.check', { path: asked ?? '' }, { enabled: asked !== undefined });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const next = path.trim();
    if (next === asked) void report.refetch();
    else if (next !== '') setAsked(next);
  };
  const shown = asked !== undefined && report.error === null ? report.data : undefined;
  return (
    <>
      <Panel>
        <form className={styles.page} onSubmit={submit}>
          <p className={styles.quiet}>{words('plays.check.what')}</p>
          <Field label={words('plays.check.path')}>
            {(control) => (
              <TextInput {...control} value={path} onChange={(event) => setPath(event.target.value)} />
            )}
          </Field>
          <div>
            <Button type="submit" busy={report.isFetching} disabled={path.trim() === ''}>
              {words(path.trim() === asked ? 'check.again' : 'check.go')}
            </Button>
          </div>
        </form>
      </Panel>
      {asked !== undefined && report.error !== null && <ErrorNote failure={report.error} />}
      {shown !== undefined && (
        <Panel title={words(shown.valid ? 'plays.check.valid' : 'plays.check.invalid')}>
          {shown.diagnostics.length === 0 ? (
            <p>{words('check.clean')}</p>
          ) : (
            <Diagnostics diagnostics={shown.diagnostics} />
          )}
        </Panel>
      )}
      {asked !== undefined && shown?.valid === true && shown.play !== undefined && (
        <PlayPage company={company} play={shown.play} path={asked} onStarted={onStarted} />
      )}
    </>
  );
}
