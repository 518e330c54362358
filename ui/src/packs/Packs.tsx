import { Package } from 'lucide-react';
import { useState, type FormEvent } from 'react';

import { useAct, useRead } from '../client';
import type { PackRow, PackVerified } from '../generated/contract';
import {
  Badge,
  Button,
  Clock,
  Digest,
  Empty,
  ErrorNote,
  Field,
  KeyValue,
  Loading,
  Note,
  Panel,
  Table,
  TextInput,
  useToast,
  type Column,
} from '../shared/components';
import { useWords } from '../shared/words';
import styles from './Packs.module.css';

/** The installed packs with their signatures, and the way to install another. */
export function Packs() {
  const words = useWords();
  const packs = useRead('pack.list', {});
  const columns: Column<PackRow>[] = [
    {
      key: 'pack',
      header: words('packs.column.pack'),
      width: 'minmax(10rem, 1.2fr)',
      cell: (row) => (
        <>
          <strong>{row.id}</strong>
          {row.broken !== undefined && <Badge strong>{words('packs.broken')}</Badge>}
          {row.broken === undefined && row.current && <Badge>{words('packs.current')}</Badge>}
        </>
      ),
      order: (row) => row.id,
    },
    { key: 'version', header: words('packs.column.version'), width: '6rem', cell: (row) => row.version },
    {
      key: 'publisher',
      header: words('packs.column.publisher'),
      width: 'minmax(7rem, 1fr)',
      cell: (row) => <span>{row.publisher}</span>,
      order: (row) => row.publisher,
    },
    {
      key: 'key',
      header: words('packs.column.key'),
      width: '11rem',
      cell: (row) => <Digest hex={row.fingerprint} length={14} />,
    },
    {
      key: 'published',
      header: words('packs.column.published'),
      width: '10rem',
      cell: (row) => <Clock at={row.published} day />,
      order: (row) => row.published,
    },
    {
      key: 'installed',
      header: words('packs.column.installed'),
      width: '10rem',
      cell: (row) => <Clock at={row.installed_at} day />,
      order: (row) => row.installed_at,
    },
    {
      key: 'coverage',
      header: words('packs.column.coverage'),
      width: '9rem',
      align: 'end',
      cell: (row) => words('packs.coverage', { some: row.roles_with_tools, all: row.roles }),
      order: (row) => row.roles_with_tools,
    },
  ];
  return (
    <div className={styles.packs}>
      {packs.isPending && <Loading />}
      {packs.error !== null && <ErrorNote failure={packs.error} onRetry={() => void packs.refetch()} />}
      {packs.data
        ?.filter((row) => row.broken !== undefined)
        .map((row) => (
          <ErrorNote
            key={`${row.id} ${row.version}`}
            failure={{ code: 'unavailable', message: `${row.id} ${row.version}: ${row.broken ?? ''}` }}
          />
        ))}
      {packs.data !== undefined && (
        <Panel flush>
          <Table
            natural
            label={words('packs.table')}
            columns={columns}
            rows={packs.data}
            rowKey={(row) => `${row.id} ${row.version}`}
            rowHeight={2.375}
            empty={
              <Empty title={words('packs.empty')} icon={<Package />}>
                {words('packs.empty.what')}
              </Empty>
            }
          />
        </Panel>
      )}
      <Install />
    </div>
  );
}

function Install() {
  const words = useWords();
  const [path, setPath] = useState('');
  const [asked, setAsked] = useState<string>();
  const verified = useRead('pack.verify', { path: asked ?? '' }, { enabled: asked !== undefined });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const next = path.trim();
    if (next === asked) void verified.refetch();
    else if (next !== '') setAsked(next);
  };
  return (
    <Panel title={words('packs.install')}>
      <form className={styles.form} onSubmit={submit}>
        <Field label={words('packs.path')} hint={words('packs.path.hint')}>
          {(control) => (
            <TextInput
              {...control}
              value={path}
              onChange={(event) => {
                setPath(event.target.value);
                setAsked(undefined);
              }}
            />
          )}
        </Field>
        <div>
          <Button type="submit" busy={verified.isFetching} disabled={path.trim() === ''}>
            {words('packs.verify')}
          </Button>
        </div>
        {asked !== undefined && verified.error !== null && <ErrorNote failure={verified.error} />}
        {asked !== undefined && verified.data !== undefined && verified.error === null && (
          <Verified path={asked} pack={verified.data} onDone={() => setAsked(undefined)} />
        )}
      </form>
    </Panel>
  );
}

function Verified({ path, pack, onDone }: { path: string; pack: PackVerified; onDone: () => void }) {
  const words = useWords();
  const say = useToast();
  const install = useAct('pack.install');
  const name = `${pack.id} ${pack.version}`;
  return (
    <>
      <Note>{words('packs.verified', { files: pack.files })}</Note>
      <KeyValue
        items={[
          [words('packs.column.pack'), name],
          [words('packs.column.publisher'), pack.publisher],
          [words('packs.column.key'), <Digest key="key" hex={pack.fingerprint} length={64} />],
          [words('packs.column.published'), <Clock key="published" at={pack.published} day />],
          ...(pack.caveat === undefined ? [] : [[words('packs.caveat'), pack.caveat] as const]),
        ]}
      />
      {install.error !== null && <ErrorNote failure={install.error} />}
      <div>
        <Button
          look="primary"
          busy={install.isPending}
          onClick={() =>
            install.mutate(
              { path },
              {
                onSuccess: (row) => {
                  say(words('packs.installed', { pack: `${row.id} ${row.version}` }));
                  onDone();
                },
              },
            )
          }
        >
          {words('packs.install.go', { pack: name })}
        </Button>
      </div>
    </>
  );
}
