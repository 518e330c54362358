import { Play } from 'lucide-react';
import { useState, type FormEvent } from 'react';

import { useAct } from '../client';
import type { PlayRow, RunRow } from '../generated/contract';
import { Badge, Button, ErrorNote, Field, Note, Panel, TextInput } from '../shared/components';
import { useWireWord, useWords } from '../shared/words';
import styles from './PlayPage.module.css';

interface PlayPageProps {
  company: string;
  play: PlayRow;
  /** What `play.run` takes, where it is a file and not the play's id. */
  path?: string;
  onStarted: (run: RunRow) => void;
}

/** One play: what it is for, who may take part, and how to start it. */
export function PlayPage({ company, play, path, onStarted }: PlayPageProps) {
  const words = useWords();
  return (
    <Panel
      fill
      title={play.title}
      aside={
        <>
          <Badge>{words(play.rehearsal ? 'plays.rehearsal' : 'plays.rehearsal.none')}</Badge>
          <Badge>{play.id}</Badge>
        </>
      }
    >
      <div className={styles.page}>
        <p>{play.objective}</p>
        <Start company={company} play={play} path={path} onStarted={onStarted} />
        <Palette play={play} />
      </div>
    </Panel>
  );
}

function Start({ company, play, path, onStarted }: PlayPageProps) {
  const words = useWords();
  const run = useAct('play.run');
  const [inputs, setInputs] = useState<Record<string, string>>({});
  const missing = play.inputs.some((input) => input.required && (inputs[input.id] ?? '').trim() === '');
  const submit = (event: FormEvent) => {
    event.preventDefault();
    run.mutate({ company, play: path ?? play.id, inputs, rehearse: true }, { onSuccess: onStarted });
  };
  if (!play.rehearsal) return <Note>{words('plays.start.none')}</Note>;
  return (
    <form className={styles.form} onSubmit={submit}>
      {play.inputs.map((input) => (
        <Field key={input.id} label={input.id} required={input.required}>
          {(control) => (
            <TextInput
              {...control}
              value={inputs[input.id] ?? ''}
              onChange={(event) => setInputs({ ...inputs, [input.id]: event.target.value })}
            />
          )}
        </Field>
      ))}
      <p className={styles.quiet}>{words('plays.start.what')}</p>
      {run.error !== null && <ErrorNote failure={run.error} />}
      <div>
        <Button
          type="submit"
          look="primary"
          icon={<Play aria-hidden />}
          busy={run.isPending}
          disabled={missing}
        >
          {words('plays.start')}
        </Button>
      </div>
    </form>
  );
}

function Palette({ play }: { play: PlayRow }) {
  const words = useWords();
  const wire = useWireWord();
  return (
    <section>
      <h3>{words('plays.palette')}</h3>
      <p className={styles.quiet}>
        {words('plays.limits', { roles: play.max_new_roles, spawns: play.max_spawn })}
      </p>
      <table className={styles.palette}>
        <thead>
          <tr>
            <th scope="col">{words('plays.palette.role')}</th>
            <th scope="col">{words('plays.palette.disposition')}</th>
            <th scope="col">{words('plays.palette.modes')}</th>
          </tr>
        </thead>
        <tbody>
          {play.palette.map((row) => (
            <tr key={row.role}>
              <td>
                <code>{row.role}</code>
              </td>
              <td>{wire('disposition', row.disposition)}</td>
              <td>{row.modes.length === 0 ? '–' : row.modes.join(', ')}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
