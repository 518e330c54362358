import { Link, useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { KeyRound, Pause, Play, Users, Wrench } from 'lucide-react';
import { useState } from 'react';

import { Explanation } from '../authority/Explanation';
import { GrantForm } from '../authority/GrantForm';
import { Grants } from '../authority/Grants';
import { ToolVerdicts } from '../authority/ToolVerdicts';
import { useAct, useCompanyId, useRead } from '../client';
import type { EmployeeView } from '../generated/contract';
import { CharterText } from '../org/CharterText';
import { History } from '../org/History';
import { PeopleTable } from '../org/PeopleTable';
import { standing } from '../org/people';
import {
  Badge,
  Button,
  buttonClass,
  Clock,
  Empty,
  ErrorNote,
  Loading,
  Note,
  Panel,
  Screen,
  State,
  Tabs,
  Tooltip,
  useToast,
} from '../shared/components';
import { useWireWord, useWords } from '../shared/words';
import styles from './Person.module.css';

/** One person: what they may do and why, what the model is told, what happened. */
export function Person() {
  const company = useCompanyId();
  const { employee } = useParams({ from: '/people/$employee' });
  const person = useRead('employee.show', { company, employee }, { keepPrevious: true });
  if (person.isPending) {
    return (
      <Screen title="…">
        <Panel>
          <Loading />
        </Panel>
      </Screen>
    );
  }
  if (person.error !== null) return <Missing failure={person.error} onRetry={() => void person.refetch()} />;
  return <Shown key={person.data.id} company={company} person={person.data} />;
}

function Missing({ failure, onRetry }: Parameters<typeof ErrorNote>[0]) {
  const words = useWords();
  return (
    <Screen title={words('error.title')}>
      <ErrorNote
        failure={failure}
        {...(onRetry === undefined ? {} : { onRetry })}
        action={
          <Link className={buttonClass()} to="/organization" search={{}}>
            {words('nav.organization')}
          </Link>
        }
      />
    </Screen>
  );
}

function Shown({ company, person }: { company: string; person: EmployeeView }) {
  const wire = useWireWord();
  const words = useWords();
  const { mark, family, word } = standing(person);
  const human = person.kind === 'human';
  return (
    <Screen
      fill
      title={
        <span className={styles.title}>
          {person.name}
          <Badge>{words(human ? 'employee.human' : 'employee.agent')}</Badge>
          {person.run_id !== null && <Badge>{words('employee.contractor')}</Badge>}
        </span>
      }
      lead={
        <span className={styles.lead}>
          {person.title}
          <State mark={mark}>{wire(family, word)}</State>
        </span>
      }
      actions={!human && person.state !== 'released' && <Suspend company={company} person={person} />}
    >
      <Facts person={person} />
      {human ? <Human company={company} person={person} /> : <Agent company={company} person={person} />}
    </Screen>
  );
}

function Facts({ person }: { person: EmployeeView }) {
  const words = useWords();
  const wire = useWireWord();
  const { manager } = person;
  const facts: [string, React.ReactNode][] = [
    [
      words('person.manager'),
      manager === null ? (
        words('person.manager.none')
      ) : (
        <Link to="/people/$employee" params={{ employee: manager.id }} search={{}}>
          {manager.name}
        </Link>
      ),
    ],
    [words('person.reports'), person.reports.length],
    [words('person.level'), wire('level', person.level)],
    ...(person.role_id === null
      ? []
      : ([
          [words('person.tools'), words('organization.of', { tools: person.tools, of: person.tools_of })],
          [words('person.role'), <code key="role">{person.role_id}</code>],
          [words('person.pack'), `${person.pack_id ?? ''} ${person.pack_version ?? ''}`],
          [words('person.budget'), person.budget.toFixed(2)],
        ] as [string, React.ReactNode][])),
    [words('person.hired'), <Clock key="hired" at={person.hired_at} day />],
  ];
  return (
    <dl className={styles.facts}>
      {facts.map(([label, value]) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

function Suspend({ company, person }: { company: string; person: EmployeeView }) {
  const words = useWords();
  const say = useToast();
  const suspend = useAct('employee.suspend');
  const resume = useAct('employee.resume');
  const params = { company, employee: person.id };
  const failure = suspend.error ?? resume.error;
  return (
    <>
      {failure !== null && <ErrorNote failure={failure} />}
      {person.state === 'suspended' ? (
        <Button
          icon={<Play aria-hidden />}
          busy={resume.isPending}
          onClick={() =>
            resume.mutate(params, { onSuccess: () => say(words('person.resumed', { name: person.name })) })
          }
        >
          {words('person.resume')}
        </Button>
      ) : (
        <Tooltip text={words('person.suspend.what')}>
          <Button
            icon={<Pause aria-hidden />}
            busy={suspend.isPending}
            onClick={() =>
              suspend.mutate(params, {
                onSuccess: () => say(words('person.suspended', { name: person.name })),
              })
            }
          >
            {words('person.suspend')}
          </Button>
        </Tooltip>
      )}
    </>
  );
}

const TABS = ['authority', 'grants', 'charter', 'reports', 'history'] as const;
type Tab = (typeof TABS)[number];

function Agent({ company, person }: { company: string; person: EmployeeView }) {
  const words = useWords();
  const navigate = useNavigate();
  const search = useSearch({ strict: false });
  const tab = TABS.find((one) => one === search.tab) ?? 'authority';
  const tool = search.tool;
  const [pattern, setPattern] = useState<string>();
  const show = (next: { tab?: Tab; tool?: string | undefined }) =>
    void navigate({
      to: '/people/$employee',
      params: { employee: person.id },
      search: { tab, tool, ...next },
      replace: true,
    });
  return (
    <>
      <Tabs<Tab>
        fill
        label={words('person.tabs')}
        value={tab}
        onChange={(next) => show({ tab: next, tool: undefined })}
        tabs={[
          {
            value: 'authority',
            label: words('person.tab.authority'),
            panel: (
              <Authority
                company={company}
                employee={person.id}
                tool={tool}
                onExplain={(next) => show({ tool: next })}
                onGrant={() => setPattern('')}
              />
            ),
          },
          {
            value: 'grants',
            label: words('person.tab.grants'),
            panel: <Grants company={company} employee={person.id} onGrant={() => setPattern('')} />,
          },
          {
            value: 'charter',
            label: words('person.tab.charter'),
            panel: <CharterText company={company} employee={person.id} />,
          },
          {
            value: 'reports',
            label: `${words('person.tab.reports')} ${person.reports.length}`,
            panel: <Reports person={person} />,
          },
          {
            value: 'history',
            label: words('person.tab.history'),
            panel: <History company={company} employee={person.id} />,
          },
        ]}
      />
      <Explanation
        company={company}
        employee={person.id}
        tool={tab === 'authority' ? tool : undefined}
        onClose={() => show({ tool: undefined })}
        onGrant={setPattern}
      />
      <GrantForm
        company={company}
        employee={person.id}
        name={person.name}
        pattern={pattern}
        onClose={() => setPattern(undefined)}
      />
    </>
  );
}

interface AuthorityProps {
  company: string;
  employee: string;
  tool: string | undefined;
  onExplain: (tool: string) => void;
  onGrant: () => void;
}

function Authority({ company, employee, tool, onExplain, onGrant }: AuthorityProps) {
  const words = useWords();
  const tools = useRead('employee.tools', { company, employee });
  if (tools.isPending) return <Loading rows={12} />;
  if (tools.error !== null) return <ErrorNote failure={tools.error} onRetry={() => void tools.refetch()} />;
  return (
    <ToolVerdicts
      tools={tools.data}
      selected={tool}
      onExplain={onExplain}
      actions={
        <Button icon={<KeyRound aria-hidden />} onClick={onGrant}>
          {words('authority.grant')}
        </Button>
      }
      empty={
        <Empty
          title={words('authority.empty')}
          icon={<Wrench />}
          action={
            <Link className={buttonClass('primary')} to="/tools">
              {words('nav.tools')}
            </Link>
          }
        >
          {words('authority.empty.what')}
        </Empty>
      }
    />
  );
}

function Reports({ person }: { person: EmployeeView }) {
  const words = useWords();
  const navigate = useNavigate();
  return (
    <Panel flush fill>
      <PeopleTable
        rows={person.reports}
        everybody={[person, ...person.reports]}
        onOpen={(row) => void navigate({ to: '/people/$employee', params: { employee: row.id }, search: {} })}
        empty={
          <Empty
            title={words('person.reports.none', { name: person.name })}
            icon={<Users />}
            action={
              <Link className={buttonClass('primary')} to="/hire" search={{}}>
                {words('organization.hire')}
              </Link>
            }
          >
            {words('person.reports.none.what', { name: person.name })}
          </Empty>
        }
      />
    </Panel>
  );
}

type HumanTab = 'reports' | 'history';

function Human({ company, person }: { company: string; person: EmployeeView }) {
  const words = useWords();
  const [tab, setTab] = useState<HumanTab>('reports');
  return (
    <>
      <Note>{words('person.human')}</Note>
      <Tabs<HumanTab>
        fill
        label={words('person.tabs')}
        value={tab}
        onChange={setTab}
        tabs={[
          {
            value: 'reports',
            label: `${words('person.tab.reports')} ${person.reports.length}`,
            panel: <Reports person={person} />,
          },
          {
            value: 'history',
            label: words('person.tab.history'),
            panel: <History company={company} employee={person.id} />,
          },
        ]}
      />
    </>
  );
}
