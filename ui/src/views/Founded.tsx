import { Link, useNavigate } from '@tanstack/react-router';
import { Network, Play, Plug, UserPlus } from 'lucide-react';
import { useState } from 'react';

import { useAct, useRead } from '../client';
import type { CompanyRow, PlayRow } from '../generated/contract';
import { StarterPreview } from '../org/StarterPreview';
import {
  Button,
  buttonClass,
  ErrorNote,
  Field,
  KeyValue,
  Loading,
  Panel,
  Screen,
  TextInput,
} from '../shared/components';
import { useWords } from '../shared/words';
import styles from './Welcome.module.css';

/** A company that was just founded: who and what is there, and the first thing to try. */
export function Founded({ company }: { company: CompanyRow }) {
  const words = useWords();
  const people = useRead('employee.list', { company: company.id, all: false });
  const servers = useRead('server.list', { company: company.id });
  const plays = useRead('play.list', {});
  const play = plays.data?.find((row) => row.rehearsal);
  const nameOf = new Map(people.data?.map((row) => [row.id, row.name]));
  const members = (people.data ?? [])
    .filter((row) => row.kind === 'agent')
    .map((row) => ({
      name: row.name,
      role: row.role_id ?? '',
      title: row.title,
      manager: nameOf.get(row.manager_id ?? '') ?? '',
    }));
  return (
    <Screen
      title={words('welcome.founded', { name: company.name })}
      lead={words('welcome.founded.lead', {
        people: people.data?.length ?? 0,
        tools: (servers.data ?? []).reduce((sum, row) => sum + row.tools, 0),
        servers: servers.data?.length ?? 0,
      })}
    >
      <div className={styles.columns}>
        <div className={styles.side}>
          <Panel title={words('welcome.next')}>
            {plays.isPending && <Loading rows={3} />}
            {plays.error !== null && <ErrorNote failure={plays.error} onRetry={() => void plays.refetch()} />}
            {play !== undefined && <FirstPlay company={company.id} play={play} />}
            {plays.data !== undefined && play === undefined && <p>{words('welcome.next.none')}</p>}
          </Panel>
          <Panel title={words('welcome.then')}>
            <div className={styles.actions}>
              <Link className={buttonClass()} to="/organization" search={{}}>
                <Network aria-hidden />
                {words('welcome.then.organization')}
              </Link>
              <Link className={buttonClass()} to="/hire" search={{}}>
                <UserPlus aria-hidden />
                {words('welcome.then.hire')}
              </Link>
              <Link className={buttonClass()} to="/tools">
                <Plug aria-hidden />
                {words('welcome.then.tools')}
              </Link>
            </div>
          </Panel>
        </div>
        <div className={styles.side}>
          <Panel title={words('nav.organization')}>
            {people.isPending ? (
              <Loading rows={7} />
            ) : (
              <StarterPreview
                members={members}
                top={people.data?.find((row) => row.kind === 'human' && row.manager_id === null)?.name}
              />
            )}
          </Panel>
          <Panel title={words('welcome.tools')}>
            <KeyValue
              items={(servers.data ?? []).map((row) => [
                row.id,
                words('welcome.server.tools', { count: row.tools }),
              ])}
            />
          </Panel>
        </div>
      </div>
    </Screen>
  );
}

function FirstPlay({ company, play }: { company: string; play: PlayRow }) {
  const words = useWords();
  const navigate = useNavigate();
  const run = useAct('play.run');
  const [inputs, setInputs] = useState<Record<string, string>>(() =>
    Object.fromEntries(
      play.inputs
        .filter((input) => input.required)
        .map((input) => [input.id, words('welcome.input.default')]),
    ),
  );
  const start = () => {
    run.mutate(
      { company, play: play.id, inputs, rehearse: true },
      { onSuccess: (row) => void navigate({ to: '/plays/runs/$run', params: { run: row.id } }) },
    );
  };
  return (
    <div className={styles.play}>
      <div>
        <h3>{play.title}</h3>
        <p>{words('welcome.next.what')}</p>
      </div>
      {play.inputs.map((input) => (
        <Field key={input.id} label={words('welcome.input', { id: input.id })} required={input.required}>
          {(control) => (
            <TextInput
              {...control}
              value={inputs[input.id] ?? ''}
              onChange={(event) => setInputs({ ...inputs, [input.id]: event.target.value })}
            />
          )}
        </Field>
      ))}
      {run.error !== null && <ErrorNote failure={run.error} />}
      <div>
        <Button look="primary" icon={<Play aria-hidden />} busy={run.isPending} onClick={start}>
          {words('welcome.next.run')}
        </Button>
      </div>
    </div>
  );
}
