import { useNavigate, useSearch } from '@tanstack/react-router';
import { useState, type FormEvent } from 'react';

import { useAct, useCurrentCompany, useRead } from '../client';
import type { CompanyRow, Starter } from '../generated/contract';
import { StarterPreview } from '../org/StarterPreview';
import {
  Button,
  Digest,
  ErrorNote,
  Field,
  KeyValue,
  Loading,
  Panel,
  Screen,
  TextInput,
} from '../shared/components';
import { useWords } from '../shared/words';
import { Founded } from './Founded';
import styles from './Welcome.module.css';

/** Founds a company in one page; afterwards shows what is there and the first thing to try. */
export function Welcome() {
  const { founded } = useSearch({ strict: false });
  const { companies } = useCurrentCompany();
  const row = companies.find((company) => company.id === founded);
  return row === undefined ? <Found /> : <Founded company={row} />;
}

/** The chosen starter's id; empty for none. */
const NONE = '';

function Found() {
  const words = useWords();
  const starters = useRead('company.starters', {});
  const [chosen, setChosen] = useState<string>();
  const starter =
    chosen === NONE ? undefined : (starters.data?.find((one) => one.id === chosen) ?? starters.data?.[0]);
  return (
    <Screen title={words('welcome.title')} lead={words('welcome.lead')}>
      <div className={styles.columns}>
        <Panel>
          <FoundForm
            starters={starters.data ?? []}
            starter={starter}
            onChoose={setChosen}
            ready={!starters.isPending}
          />
          {starters.error !== null && (
            <ErrorNote failure={starters.error} onRetry={() => void starters.refetch()} />
          )}
        </Panel>
        <div className={styles.side}>
          <Panel title={words('welcome.preview')}>
            {starters.isPending ? <Loading rows={7} /> : <StarterPreview members={starter?.members ?? []} />}
          </Panel>
          {starter !== undefined && <Trust starter={starter} />}
          <Panel title={words('welcome.tools')}>
            <KeyValue
              items={[
                ['org', words('welcome.tools.org')],
                ['workspace', words('welcome.tools.workspace')],
              ]}
            />
            <p className={styles.remark}>{words('welcome.unlisted')}</p>
          </Panel>
        </div>
      </div>
    </Screen>
  );
}

function Trust({ starter }: { starter: Starter }) {
  const words = useWords();
  return (
    <Panel title={words('welcome.trust')}>
      <KeyValue
        items={[
          [words('welcome.trust.pack'), starter.pack],
          [words('welcome.trust.publisher'), starter.publisher],
          [words('welcome.trust.key'), <Digest key="key" hex={starter.fingerprint} length={24} />],
        ]}
      />
      <p className={styles.remark}>{words('welcome.trust.verified')}</p>
    </Panel>
  );
}

interface FoundFormProps {
  starters: Starter[];
  starter: Starter | undefined;
  onChoose: (id: string) => void;
  ready: boolean;
}

function FoundForm({ starters, starter, onChoose, ready }: FoundFormProps) {
  const words = useWords();
  const found = useFound();
  const roles = useRead('role.list', {});
  const [name, setName] = useState('');
  const [workspace, setWorkspace] = useState('');
  const [tried, setTried] = useState(false);
  const missing = tried && name.trim() === '';
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (name.trim() === '') return;
    void found.go({
      name: name.trim(),
      ...(starter === undefined ? {} : { starter: starter.id }),
      ...(workspace.trim() === '' ? {} : { workspace: workspace.trim() }),
    });
  };
  return (
    <form className={styles.form} onSubmit={submit} noValidate>
      <Field
        label={words('welcome.name')}
        hint={words('welcome.name.hint')}
        error={missing ? words('welcome.name.missing') : undefined}
        required
      >
        {(control) => (
          <TextInput {...control} autoFocus value={name} onChange={(event) => setName(event.target.value)} />
        )}
      </Field>
      <Field label={words('welcome.workspace')} hint={words('welcome.workspace.hint')}>
        {(control) => (
          <TextInput {...control} value={workspace} onChange={(event) => setWorkspace(event.target.value)} />
        )}
      </Field>
      <fieldset className={styles.starters}>
        <legend>{words('welcome.start')}</legend>
        {starters.map((one) => (
          <Choice
            key={one.id}
            title={one.title}
            text={words('welcome.start.people', { count: one.members.length })}
            on={one.id === starter?.id}
            onChoose={() => onChoose(one.id)}
          />
        ))}
        <Choice
          title={words('welcome.start.none')}
          text={words('welcome.start.none.what', { count: roles.data?.length ?? 0 })}
          on={starter === undefined && ready}
          onChoose={() => onChoose(NONE)}
        />
      </fieldset>
      {found.error !== null && <ErrorNote failure={found.error} />}
      <div>
        <Button type="submit" look="primary" busy={found.busy} disabled={!ready}>
          {words('welcome.found')}
        </Button>
      </div>
    </form>
  );
}

interface ChoiceProps {
  title: string;
  text: string;
  on: boolean;
  onChoose: () => void;
}

function Choice({ title, text, on, onChoose }: ChoiceProps) {
  return (
    <label className={styles.choice} data-on={on || undefined}>
      <input type="radio" name="starter" checked={on} onChange={onChoose} />
      <span>
        <strong>{title}</strong>
        <span>{text}</span>
      </span>
    </label>
  );
}

/** Founds, then shows the new company once the list knows it. */
function useFound() {
  const act = useAct('company.found');
  const companies = useRead('company.list', {});
  const { choose } = useCurrentCompany();
  const navigate = useNavigate();
  return {
    busy: act.isPending,
    error: act.error,
    async go(params: Parameters<typeof act.mutateAsync>[0]) {
      let row: CompanyRow;
      try {
        row = await act.mutateAsync(params);
      } catch {
        return;
      }
      await companies.refetch();
      choose(row.id);
      await navigate({ to: '/welcome', search: { founded: row.id } });
    },
  };
}
