import { KeyRound } from 'lucide-react';
import { useState, type FormEvent } from 'react';

import { useAct, useRead } from '../client';
import type { Publisher } from '../generated/contract';
import {
  Badge,
  Button,
  Clock,
  Digest,
  Empty,
  ErrorNote,
  Field,
  Loading,
  Panel,
  Table,
  TextArea,
  TextInput,
  useToast,
  type Column,
} from '../shared/components';
import { useWords } from '../shared/words';
import styles from './Packs.module.css';

/** Whose signatures count, and the way to trust another key. */
export function Trust() {
  const words = useWords();
  const publishers = useRead('pack.publishers', {});
  const columns: Column<Publisher>[] = [
    {
      key: 'name',
      header: words('trust.name'),
      width: 'minmax(9rem, 1fr)',
      cell: (row) => <strong>{row.name}</strong>,
      order: (row) => row.name,
    },
    {
      key: 'key',
      header: words('trust.key'),
      width: 'minmax(14rem, 3fr)',
      cell: (row) => <Digest hex={row.fingerprint} length={64} />,
    },
    {
      key: 'since',
      header: words('trust.since'),
      width: '12rem',
      cell: (row) =>
        row.added_at === undefined ? (
          <Badge>{words('trust.built-in')}</Badge>
        ) : (
          <Clock at={row.added_at} day />
        ),
    },
  ];
  return (
    <div className={styles.packs}>
      {publishers.isPending && <Loading rows={3} />}
      {publishers.error !== null && (
        <ErrorNote failure={publishers.error} onRetry={() => void publishers.refetch()} />
      )}
      {publishers.data !== undefined && (
        <Panel flush>
          <Table
            natural
            label={words('trust.table')}
            columns={columns}
            rows={publishers.data}
            rowKey={(row) => row.fingerprint}
            rowHeight={2.375}
            empty={<Empty title={words('trust.empty')} icon={<KeyRound />} />}
          />
        </Panel>
      )}
      <Add />
    </div>
  );
}

function Add() {
  const words = useWords();
  const say = useToast();
  const trust = useAct('pack.trust');
  const [name, setName] = useState('');
  const [pem, setPem] = useState('');
  const submit = (event: FormEvent) => {
    event.preventDefault();
    trust.mutate(
      { name: name.trim(), pem },
      {
        onSuccess: (row) => {
          say(words('trust.added', { name: row.name, fingerprint: row.fingerprint }));
          setName('');
          setPem('');
        },
      },
    );
  };
  return (
    <Panel title={words('trust.add')}>
      <form className={styles.form} onSubmit={submit}>
        <p className={styles.what}>{words('trust.what')}</p>
        <Field label={words('trust.add.name')} required>
          {(control) => (
            <TextInput {...control} value={name} onChange={(event) => setName(event.target.value)} />
          )}
        </Field>
        <Field label={words('trust.add.pem')} required>
          {(control) => (
            <TextArea
              {...control}
              placeholder="-----BEGIN PUBLIC KEY-----"
              value={pem}
              onChange={(event) => setPem(event.target.value)}
            />
          )}
        </Field>
        {trust.error !== null && <ErrorNote failure={trust.error} />}
        <div>
          <Button type="submit" busy={trust.isPending} disabled={name.trim() === '' || pem.trim() === ''}>
            {words('trust.add.go')}
          </Button>
        </div>
      </form>
    </Panel>
  );
}
