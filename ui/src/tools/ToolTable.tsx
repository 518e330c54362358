import { Wrench } from 'lucide-react';
import { useMemo, useState } from 'react';

import { useRead } from '../client';
import type { ToolRow } from '../generated/contract';
import {
  Button,
  Dialog,
  Digest,
  Empty,
  ErrorNote,
  Exact,
  Json,
  KeyValue,
  Loading,
  Note,
  SearchInput,
  State,
  Table,
  type Column,
} from '../shared/components';
import { useWireWord, useWords } from '../shared/words';
import styles from './ServerPage.module.css';
import { toolMark } from './states';

/** The tools of one server, each with its pin; the definition opens beside. */
export function ToolTable({ company, server }: { company: string; server: string }) {
  const words = useWords();
  const wire = useWireWord();
  const tools = useRead('server.tools', { company, server });
  const [query, setQuery] = useState('');
  const [open, setOpen] = useState<ToolRow>();
  const rows = useMemo(() => matching(tools.data ?? [], query), [tools.data, query]);
  const columns: Column<ToolRow>[] = [
    {
      key: 'name',
      header: words('tools.column.name'),
      width: 'minmax(9rem, 1fr)',
      cell: (row) => <code>{row.name}</code>,
      order: (row) => row.name,
    },
    {
      key: 'state',
      header: words('tools.column.state'),
      width: '9.5rem',
      cell: (row) => <State mark={toolMark(row.state)}>{wire('tool.state', row.state)}</State>,
      order: (row) => row.state,
    },
    {
      key: 'description',
      header: words('tools.column.description'),
      width: 'minmax(10rem, 2fr)',
      cell: (row) => <span className={styles.quiet}>{row.description}</span>,
    },
    {
      key: 'pin',
      header: words('tools.column.pin'),
      width: '6.5rem',
      cell: (row) => <code title={row.pin}>{row.pin.slice(0, 10)}</code>,
    },
  ];
  if (tools.isPending) return <Loading />;
  if (tools.error !== null) return <ErrorNote failure={tools.error} onRetry={() => void tools.refetch()} />;
  return (
    <>
      {tools.data.length > 8 && (
        <SearchInput label={words('tools.search')} value={query} onChange={setQuery} />
      )}
      <div className={styles.table}>
        <Table
          label={words('tools.tab.tools')}
          columns={columns}
          rows={rows}
          rowKey={(row) => row.name}
          selected={open?.name ?? ''}
          onOpen={setOpen}
          minWidth="34rem"
          empty={
            query === '' ? (
              <Empty title={words('tools.none')} icon={<Wrench />}>
                {words('tools.none.what')}
              </Empty>
            ) : (
              <Empty
                title={words('state.nomatch')}
                action={<Button onClick={() => setQuery('')}>{words('state.nomatch.next')}</Button>}
              />
            )
          }
        />
      </div>
      <Dialog
        open={open !== undefined}
        onOpenChange={(shown) => {
          if (!shown) setOpen(undefined);
        }}
        place="side"
        title={
          <code>
            {server}/{open?.name}
          </code>
        }
        lead={words('tools.definition')}
      >
        {open !== undefined && <Definition tool={open} />}
      </Dialog>
    </>
  );
}

function Definition({ tool }: { tool: ToolRow }) {
  const words = useWords();
  const wire = useWireWord();
  return (
    <>
      <KeyValue
        items={[
          [
            words('tools.column.state'),
            <State key="state" mark={toolMark(tool.state)}>
              {wire('tool.state', tool.state)}
            </State>,
          ],
          ...(tool.reason === undefined ? [] : [[words('tools.reason'), tool.reason] as const]),
          ...(tool.title === null ? [] : [[words('tools.column.name'), tool.title] as const]),
          [words('tools.pin'), <Digest key="pin" hex={tool.pin} length={24} />],
        ]}
      />
      <Note>{words('tools.untrusted')}</Note>
      <Exact text={tool.description} label={words('tools.column.description')} />
      <section>
        <h3>{words('tools.schema')}</h3>
        <Json value={tool.input_schema} label={words('tools.schema')} />
      </section>
    </>
  );
}

function matching(tools: readonly ToolRow[], query: string): readonly ToolRow[] {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean);
  return tools.filter((row) => {
    const text = `${row.name} ${row.title ?? ''} ${row.description}`.toLowerCase();
    return words.every((word) => text.includes(word));
  });
}
