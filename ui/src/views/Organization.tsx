import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { ListTree, Network, Table2, UserPlus, Users } from 'lucide-react';
import { useMemo, useState } from 'react';

import { useCompanyId, useRead } from '../client';
import type { EmployeeRow } from '../generated/contract';
import { Chart } from '../org/Chart';
import { foldedAtFirst, forest, search, type Node } from '../org/people';
import { PeopleTable } from '../org/PeopleTable';
import { PeopleTree } from '../org/PeopleTree';
import {
  Button,
  buttonClass,
  Empty,
  ErrorNote,
  Loading,
  Panel,
  Screen,
  SearchInput,
  Segmented,
  Spread,
  Toolbar,
} from '../shared/components';
import { useWords } from '../shared/words';

const VIEWS = ['chart', 'tree', 'table'] as const;
type View = (typeof VIEWS)[number];

/** Who works here, who reports to whom, and what each of them does now. */
export function Organization() {
  const words = useWords();
  const company = useCompanyId();
  const navigate = useNavigate();
  const asked = useSearch({ strict: false }).view;
  const view: View = VIEWS.find((one) => one === asked) ?? 'chart';
  const people = useRead('employee.list', { company, all: false });
  const [query, setQuery] = useState('');
  const count = (fits: (row: EmployeeRow) => boolean) => people.data?.filter(fits).length ?? 0;
  return (
    <Screen
      fill
      title={words('organization.title')}
      lead={
        people.data !== undefined &&
        words('organization.lead', {
          people: people.data.length,
          working: count((row) => row.activity === 'working' && row.state === 'active'),
          waiting: count((row) => row.activity === 'waiting' && row.state === 'active'),
          suspended: count((row) => row.state === 'suspended'),
        })
      }
      actions={
        <Link className={buttonClass('primary')} to="/hire" search={{}}>
          <UserPlus aria-hidden />
          {words('organization.hire')}
        </Link>
      }
    >
      {people.isPending && (
        <Panel>
          <Loading rows={10} />
        </Panel>
      )}
      {people.error !== null && <ErrorNote failure={people.error} onRetry={() => void people.refetch()} />}
      {people.data !== undefined && (
        <People
          everybody={people.data}
          view={view}
          onView={(next) => void navigate({ to: '/organization', search: { view: next }, replace: true })}
          query={query}
          onQuery={setQuery}
        />
      )}
    </Screen>
  );
}

interface PeopleProps {
  everybody: EmployeeRow[];
  view: View;
  onView: (view: View) => void;
  query: string;
  onQuery: (query: string) => void;
}

function People({ everybody, view, onView, query, onQuery }: PeopleProps) {
  const words = useWords();
  const navigate = useNavigate();
  const roots = useMemo(() => forest(everybody), [everybody]);
  const found = useMemo(() => search(everybody, query), [everybody, query]);
  const searching = query.trim() !== '';
  const folds = useFolds(roots);
  const wayTo = useMemo(
    () => (searching ? abovesOf(found, everybody) : undefined),
    [searching, found, everybody],
  );
  const shown = useMemo(() => opened(folds.folded, wayTo), [folds.folded, wayTo]);
  const foundKeys = useMemo(
    () => (searching ? new Set(found.map((row) => row.id)) : undefined),
    [searching, found],
  );
  const open = (row: EmployeeRow) =>
    void navigate({ to: '/people/$employee', params: { employee: row.id }, search: {} });
  const nobody = everybody.every((row) => row.kind === 'human');
  const views = [
    { value: 'chart', label: words('organization.view.chart'), icon: <Network aria-hidden /> },
    { value: 'tree', label: words('organization.view.tree'), icon: <ListTree aria-hidden /> },
    { value: 'table', label: words('organization.view.table'), icon: <Table2 aria-hidden /> },
  ] as const;
  return (
    <>
      <Toolbar>
        <Segmented label={words('organization.view')} value={view} choices={views} onChange={onView} />
        <SearchInput label={words('organization.search')} value={query} onChange={onQuery} />
        {searching && <span role="status">{words('organization.found', { count: found.length })}</span>}
        <Spread />
        {view !== 'table' && (
          <>
            <Button look="quiet" onClick={folds.foldAll}>
              {words('organization.fold')}
            </Button>
            <Button look="quiet" onClick={folds.unfoldAll}>
              {words('organization.unfold')}
            </Button>
          </>
        )}
      </Toolbar>
      <Panel flush fill>
        {nobody && view !== 'table' ? (
          <Nobody />
        ) : view === 'chart' ? (
          <Chart roots={roots} folded={shown} onFold={folds.onFold} found={foundKeys} onOpen={open} />
        ) : view === 'tree' ? (
          <PeopleTree roots={roots} folded={shown} onFold={folds.onFold} onOpen={open} />
        ) : (
          <PeopleTable
            rows={found}
            everybody={everybody}
            onOpen={open}
            empty={searching ? <Unmatched onClear={() => onQuery('')} /> : <Nobody />}
          />
        )}
      </Panel>
    </>
  );
}

function Nobody() {
  const words = useWords();
  return (
    <Empty
      title={words('organization.empty')}
      icon={<Users />}
      action={
        <Link className={buttonClass('primary')} to="/hire" search={{}}>
          {words('organization.hire')}
        </Link>
      }
    >
      {words('organization.empty.what')}
    </Empty>
  );
}

function Unmatched({ onClear }: { onClear: () => void }) {
  const words = useWords();
  return (
    <Empty
      title={words('state.nomatch')}
      action={<Button onClick={onClear}>{words('state.nomatch.next')}</Button>}
    />
  );
}

/** What is folded: at first what makes a picture that can be read, then what the reader did. */
function useFolds(roots: readonly Node[]) {
  const [own, setOwn] = useState<ReadonlySet<string>>();
  const first = useMemo(() => foldedAtFirst(roots), [roots]);
  const folded = own ?? first;
  return {
    folded,
    onFold(key: string, fold: boolean) {
      const next = new Set(folded);
      if (fold) next.add(key);
      else next.delete(key);
      setOwn(next);
    },
    foldAll: () => setOwn(new Set(leaders(roots).filter((key) => !roots.some((root) => root.key === key)))),
    unfoldAll: () => setOwn(new Set()),
  };
}

function leaders(roots: readonly Node[]): string[] {
  const keys: string[] = [];
  const waiting = [...roots];
  for (let node = waiting.pop(); node !== undefined; node = waiting.pop()) {
    if (node.children.length > 0) keys.push(node.key);
    waiting.push(...node.children);
  }
  return keys;
}

/** Everybody above those who were found, so that the way to them is open. At most the first fifty. */
function abovesOf(found: readonly EmployeeRow[], everybody: readonly EmployeeRow[]): Set<string> {
  const byId = new Map(everybody.map((row) => [row.id, row]));
  const above = new Set<string>();
  for (const row of found.slice(0, 50)) {
    for (let id = row.manager_id; id !== null && !above.has(id); id = byId.get(id)?.manager_id ?? null) {
      above.add(id);
    }
  }
  return above;
}

function opened(folded: ReadonlySet<string>, way: ReadonlySet<string> | undefined): ReadonlySet<string> {
  return way === undefined ? folded : new Set([...folded].filter((key) => !way.has(key)));
}
