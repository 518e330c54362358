import { useState, type FormEvent } from 'react';

import { useRead } from '../client';
import type { PackReport } from '../generated/contract';
import { Badge, Button, Diagnostics, ErrorNote, Field, Note, Panel, TextInput } from '../shared/components';
import { useWords } from '../shared/words';
import styles from './Packs.module.css';

/** Checks a folder of roles and shows every fault with its place. */
export function CheckFolder() {
  const words = useWords();
  const [path, setPath] = useState('');
  const [asked, setAsked] = useState<string>();
  const report = useRead('pack.check', { path: asked ?? '' }, { enabled: asked !== undefined });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const next = path.trim();
    if (next === asked) void report.refetch();
    else if (next !== '') setAsked(next);
  };
  return (
    <div className={styles.packs}>
      <Panel>
        <form className={styles.form} onSubmit={submit}>
          <p className={styles.what}>{words('check.what')}</p>
          <Field label={words('check.path')}>
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
      {asked !== undefined && report.data !== undefined && report.error === null && (
        <Report report={report.data} />
      )}
    </div>
  );
}

function Report({ report }: { report: PackReport }) {
  const words = useWords();
  const errors = report.diagnostics.filter((one) => one.severity === 'error').length;
  return (
    <Panel>
      <div className={styles.packs} role="status">
        <p className={styles.counts}>
          <strong>{words('check.result', { found: report.found, valid: report.valid })}</strong>
          <span>{words('check.counts', { errors, warnings: report.diagnostics.length - errors })}</span>
        </p>
        {report.diagnostics.length === 0 ? (
          <Note>{words('check.clean')}</Note>
        ) : (
          <Diagnostics diagnostics={report.diagnostics} />
        )}
        {report.roles.length > 0 && (
          <div>
            <h3>{words('check.roles')}</h3>
            <p className={styles.roles}>
              {report.roles.map((role) => (
                <Badge key={role.id}>{role.id}</Badge>
              ))}
            </p>
          </div>
        )}
      </div>
    </Panel>
  );
}
