import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { ShieldCheck } from 'lucide-react';
import { useId, useMemo, useState } from 'react';

import { DecisionStory } from '../authority/DecisionStory';
import { useCompanyId, useRead, useViolations } from '../client';
import type { Violation } from '../generated/contract';
import {
  Button,
  buttonClass,
  Dialog,
  Empty,
  ErrorNote,
  Loading,
  Panel,
  Screen,
  SearchInput,
  Segmented,
  Select,
  TextInput,
  Toolbar,
} from '../shared/components';
import { useWireWord, useWords } from '../shared/words';
import { ViolationFacts } from '../violations/ViolationFacts';
import { toolOf, ViolationTable } from '../violations/ViolationTable';
import styles from './Violations.module.css';

/** The causes that can be filtered by. */
const CODES = [
  'denied_by_rule',
  'not_listed',
  'hard_denied',
  'quarantined',
  'unknown_tool',
  'ambiguous_entry',
  'employee_suspended',
  'approval_declined',
  'approval_expired',
  'policy_unavailable',
] as const;

interface Filters {
  server: string;
  code: string;
  employee: string;
}

/** Every refused attempt, newest first, live, and why it was refused. */
export function Violations() {
  const words = useWords();
  const company = useCompanyId();
  const search = useSearch({ strict: false });
  const navigate = useNavigate();
  const filters: Filters = {
    server: search.server ?? '',
    code: search.code ?? '',
    employee: search.employee ?? '',
  };
  const [byCause, setByCause] = useState(false);
  const [query, setQuery] = useState('');
  const [open, setOpen] = useState<Violation>();
  const list = useViolations({
    company,
    ...(filters.server === '' ? {} : { server: filters.server }),
    ...(filters.code === '' ? {} : { code: filters.code }),
    ...(filters.employee === '' ? {} : { employee: filters.employee }),
  });
  const rows = useMemo(() => matching(list.rows ?? [], query), [list.rows, query]);
  const filtered = query !== '' || Object.values(filters).some((value) => value !== '');
  const change = (next: Partial<Filters>) =>
    void navigate({ to: '/violations', search: present({ ...filters, ...next }), replace: true });
  const clear = () => {
    setQuery('');
    change({ server: '', code: '', employee: '' });
  };
  return (
    <Screen
      fill
      title={words('violations.title')}
      lead={words('violations.lead')}
      actions={
        list.rows !== undefined && (
          <span className={styles.count} role="status">
            {words('violations.loaded', { count: rows.length, more: list.more ? 'yes' : 'no' })}
          </span>
        )
      }
    >
      <Toolbar>
        <Segmented
          label={words('violations.by')}
          value={byCause ? 'cause' : 'time'}
          onChange={(by) => setByCause(by === 'cause')}
          choices={[
            { value: 'time', label: words('violations.by.time') },
            { value: 'cause', label: words('violations.by.cause') },
          ]}
        />
        <SearchInput label={words('violations.search')} value={query} onChange={setQuery} />
        <FilterFields company={company} filters={filters} onChange={change} />
        {filtered && (
          <Button look="quiet" onClick={clear}>
            {words('violations.filter.clear')}
          </Button>
        )}
      </Toolbar>
      {list.failure !== null && <ErrorNote failure={list.failure} onRetry={list.retry} />}
      {list.rows === undefined && list.failure === null && <Loading rows={12} />}
      {list.rows !== undefined && (
        <Panel flush fill>
          <ViolationTable
            rows={rows}
            byCause={byCause}
            selected={open?.id}
            onOpen={setOpen}
            onEnd={list.next}
            empty={filtered ? <Unmatched onClear={clear} /> : <Nothing />}
          />
        </Panel>
      )}
      <Sheet row={open} onClose={() => setOpen(undefined)} />
    </Screen>
  );
}

interface FilterFieldsProps {
  company: string;
  filters: Filters;
  onChange: (next: Partial<Filters>) => void;
}

function FilterFields({ company, filters, onChange }: FilterFieldsProps) {
  const words = useWords();
  const wire = useWireWord();
  const servers = useRead('server.list', { company });
  return (
    <>
      <Person company={company} employee={filters.employee} onChange={onChange} />
      <Select
        className={styles.select}
        aria-label={words('violations.filter.server')}
        value={filters.server}
        onChange={(event) => onChange({ server: event.target.value })}
      >
        <option value="">{words('violations.filter.server.all')}</option>
        {servers.data?.map((row) => (
          <option key={row.id} value={row.id}>
            {row.id}
          </option>
        ))}
      </Select>
      <Select
        className={styles.select}
        aria-label={words('violations.filter.code')}
        value={filters.code}
        onChange={(event) => onChange({ code: event.target.value })}
      >
        <option value="">{words('violations.filter.code.all')}</option>
        {CODES.map((code) => (
          <option key={code} value={code}>
            {wire('code', code)}
          </option>
        ))}
      </Select>
    </>
  );
}

/** A person by name, with all names to choose from while typing. */
function Person({
  company,
  employee,
  onChange,
}: {
  company: string;
  employee: string;
  onChange: (next: Partial<Filters>) => void;
}) {
  const words = useWords();
  const id = useId();
  const people = useRead('employee.list', { company, all: true });
  const chosen = people.data?.find((row) => row.id === employee)?.name ?? '';
  const [text, setText] = useState<string>();
  return (
    <>
      <TextInput
        className={styles.select}
        list={id}
        aria-label={words('violations.filter.person')}
        placeholder={words('violations.filter.person.all')}
        value={text ?? chosen}
        onChange={(event) => {
          const typed = event.target.value;
          const row = people.data?.find((one) => one.name === typed);
          setText(row === undefined && typed !== '' ? typed : undefined);
          if (row !== undefined) onChange({ employee: row.id });
          else if (typed === '') onChange({ employee: '' });
        }}
        onBlur={() => setText(undefined)}
      />
      <datalist id={id}>
        {people.data
          ?.filter((row) => row.kind === 'agent')
          .map((row) => (
            <option key={row.id} value={row.name} />
          ))}
      </datalist>
    </>
  );
}

/** One attempt whole: the decision with every rule, the facts, and where to go from here. */
function Sheet({ row, onClose }: { row: Violation | undefined; onClose: () => void }) {
  const words = useWords();
  return (
    <Dialog
      open={row !== undefined}
      onOpenChange={(open) => {
        if (!open) onClose();
      }}
      place="side"
      title={row === undefined ? '' : <code>{toolOf(row)}</code>}
      lead={row?.employee_name}
      foot={
        row !== undefined && (
          <>
            {row.run_id !== null && (
              <Link className={buttonClass('quiet')} to="/plays/runs/$run" params={{ run: row.run_id }}>
                {words('violations.open.run')}
              </Link>
            )}
            <Link
              className={buttonClass()}
              to="/people/$employee"
              params={{ employee: row.employee_id }}
              search={{ tab: 'authority', tool: toolOf(row) }}
            >
              {words('violations.open.rule')}
            </Link>
          </>
        )
      }
    >
      {row !== undefined && (
        <>
          <DecisionStory decision={row.decision} />
          <h2>{words('violations.facts')}</h2>
          <ViolationFacts row={row} />
        </>
      )}
    </Dialog>
  );
}

function Nothing() {
  const words = useWords();
  return (
    <Empty
      title={words('violations.empty')}
      icon={<ShieldCheck />}
      action={
        <Link className={buttonClass('primary')} to="/plays">
          {words('violations.empty.do')}
        </Link>
      }
    >
      {words('violations.empty.what')}
    </Empty>
  );
}

function Unmatched({ onClear }: { onClear: () => void }) {
  const words = useWords();
  return (
    <Empty
      title={words('state.nomatch')}
      action={<Button onClick={onClear}>{words('violations.filter.clear')}</Button>}
    />
  );
}

function present(filters: Filters): Partial<Filters> {
  return Object.fromEntries(Object.entries(filters).filter(([, value]) => value !== ''));
}

function matching(rows: readonly Violation[], query: string): readonly Violation[] {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean);
  if (words.length === 0) return rows;
  return rows.filter((row) => {
    const text = [row.employee_name, toolOf(row), row.code, row.decision.layer, row.run_id, row.client].join(
      ' ',
    );
    const lower = text.toLowerCase();
    return words.every((word) => lower.includes(word));
  });
}
