import { useMemo, useState, type ReactNode } from 'react';

import type { ToolVerdict } from '../generated/contract';
import {
  Button,
  Empty,
  Panel,
  SearchInput,
  Segmented,
  Spread,
  Table,
  Toolbar,
  Verdict,
  type Column,
} from '../shared/components';
import { useWireWord, useWords } from '../shared/words';
import styles from './ToolVerdicts.module.css';

interface ToolVerdictsProps {
  tools: readonly ToolVerdict[];
  /** The tool that is explained now, `server/tool`. */
  selected?: string | undefined;
  onExplain?: (tool: string) => void;
  /** What else can be done, at the right of the filters. */
  actions?: ReactNode;
  empty: ReactNode;
}

type Shown = 'all' | 'allow' | 'ask' | 'deny';

const groupByServer = (row: ToolVerdict) => row.server;

/** Every tool, grouped by server: its verdict, the layer that decided, and why. */
export function ToolVerdicts({ tools, selected, onExplain, actions, empty }: ToolVerdictsProps) {
  const words = useWords();
  const [shown, setShown] = useState<Shown>('all');
  const [query, setQuery] = useState('');
  const count = (verdict: string) => tools.filter((row) => row.verdict === verdict).length;
  const rows = useMemo(() => filtered(tools, shown, query), [tools, shown, query]);
  const columns = useColumns(onExplain);
  const choice = (value: Shown, label: string, many: number) => ({ value, label: `${label} ${many}` });
  return (
    <>
      <Toolbar>
        <Segmented
          label={words('authority.filter')}
          value={shown}
          onChange={setShown}
          choices={[
            choice('all', words('authority.all'), tools.length),
            choice('allow', words('verdict.allow'), count('allow')),
            choice('ask', words('verdict.ask'), count('ask')),
            choice('deny', words('verdict.deny'), count('deny')),
          ]}
        />
        <SearchInput label={words('authority.search')} value={query} onChange={setQuery} />
        <Spread />
        {actions}
      </Toolbar>
      <Panel flush fill>
        <Table
          label={words('authority.table')}
          columns={columns}
          rows={rows}
          rowKey={nameOf}
          selected={selected}
          {...(onExplain === undefined ? {} : { onOpen: (row: ToolVerdict) => onExplain(nameOf(row)) })}
          group={{
            of: groupByServer,
            heading: (server, members) => <Heading server={server} rows={members} />,
          }}
          empty={
            tools.length === 0 ? (
              empty
            ) : (
              <Empty
                title={words('state.nomatch')}
                action={
                  <Button
                    onClick={() => {
                      setQuery('');
                      setShown('all');
                    }}
                  >
                    {words('state.nomatch.next')}
                  </Button>
                }
              />
            )
          }
        />
      </Panel>
    </>
  );
}

function Heading({ server, rows }: { server: string; rows: readonly ToolVerdict[] }) {
  const words = useWords();
  const open = rows.filter((row) => row.verdict !== 'deny').length;
  return (
    <>
      <strong>{server}</strong>
      <span>{words('authority.open', { open, all: rows.length })}</span>
    </>
  );
}

function useColumns(onExplain: ((tool: string) => void) | undefined): Column<ToolVerdict>[] {
  const words = useWords();
  const wire = useWireWord();
  const columns: Column<ToolVerdict>[] = [
    {
      key: 'tool',
      header: words('authority.column.tool'),
      width: 'minmax(12rem, 1.3fr)',
      cell: (row) => (
        <>
          <code className={styles.tool}>{row.name}</code>
          {row.title !== null && row.title !== row.name && <span className={styles.title}>{row.title}</span>}
        </>
      ),
      order: (row) => row.name,
    },
    {
      key: 'verdict',
      header: words('authority.column.verdict'),
      width: '7rem',
      cell: (row) => <Verdict verdict={row.verdict} />,
      order: (row) => row.verdict,
    },
    {
      key: 'layer',
      header: words('authority.column.layer'),
      width: '7.5rem',
      cell: (row) => <span>{row.layer === null ? '–' : wire('layer', row.layer)}</span>,
      order: (row) => row.layer ?? '',
    },
    {
      key: 'why',
      header: words('authority.column.why'),
      width: 'minmax(14rem, 2fr)',
      cell: (row) => (
        <span className={styles.why} title={row.why}>
          {row.why}
        </span>
      ),
    },
  ];
  if (onExplain === undefined) return columns;
  return [
    ...columns,
    {
      key: 'explain',
      header: <span className="visually-hidden">{words('authority.column.explain')}</span>,
      width: '4.5rem',
      align: 'end',
      cell: (row) => (
        <button type="button" className={styles.explain} tabIndex={-1} onClick={() => onExplain(nameOf(row))}>
          {words('authority.why')}
          <span className="visually-hidden"> {nameOf(row)}</span>
        </button>
      ),
    },
  ];
}

function nameOf(row: ToolVerdict): string {
  return `${row.server}/${row.name}`;
}

function filtered(tools: readonly ToolVerdict[], shown: Shown, query: string): ToolVerdict[] {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean);
  return tools.filter((row) => {
    if (shown !== 'all' && row.verdict !== shown) return false;
    const text = `${nameOf(row)} ${row.title ?? ''} ${row.layer ?? ''} ${row.pattern ?? ''}`.toLowerCase();
    return words.every((word) => text.includes(word));
  });
}
