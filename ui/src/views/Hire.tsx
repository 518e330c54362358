import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { ArrowLeft, ArrowRight, MousePointerClick, UserPlus, Wrench } from 'lucide-react';
import { useState, type ReactNode } from 'react';

import { ToolVerdicts } from '../authority/ToolVerdicts';
import { useAct, useCompanyId, useRead } from '../client';
import type { HirePlan } from '../generated/contract';
import { ManagerChoices } from '../org/ManagerChoices';
import { RoleCatalogue } from '../packs/RoleCatalogue';
import { RolePage } from '../packs/RolePage';
import {
  Button,
  buttonClass,
  Digest,
  Empty,
  ErrorNote,
  Field,
  KeyValue,
  Loading,
  Panel,
  Screen,
  TextInput,
  useToast,
} from '../shared/components';
import { useWireWord, useWords } from '../shared/words';
import styles from './Hire.module.css';

type Step = 'role' | 'who' | 'plan';

/** Hires somebody: the role, the name and the manager, and a last page of what will be created. */
export function Hire() {
  const { role } = useSearch({ strict: false });
  const [step, setStep] = useState<Step>('role');
  const [name, setName] = useState('');
  const [manager, setManager] = useState<string>();
  const [why, setWhy] = useState('');
  const at: Step = role === undefined ? 'role' : step;
  if (role === undefined || at === 'role') {
    return <ChooseRole role={role} onNext={() => setStep('who')} />;
  }
  if (at === 'who') {
    return (
      <Who
        role={role}
        name={name}
        onName={setName}
        manager={manager}
        onManager={setManager}
        why={why}
        onWhy={setWhy}
        onBack={() => setStep('role')}
        onNext={() => setStep('plan')}
      />
    );
  }
  return (
    <Plan role={role} name={name.trim()} manager={manager} why={why.trim()} onBack={() => setStep('who')} />
  );
}

const STEPS = ['role', 'who', 'plan'] as const;

interface FrameProps {
  step: Step;
  actions: ReactNode;
  children: ReactNode;
}

function Frame({ step, actions, children }: FrameProps) {
  const words = useWords();
  return (
    <Screen
      fill
      title={words('hire.title')}
      lead={
        <ol className={styles.steps} aria-label={words('hire.steps')}>
          {STEPS.map((one, index) => (
            <li key={one} aria-current={one === step ? 'step' : undefined}>
              <span>{index + 1}</span>
              {words(`hire.step.${one}`)}
            </li>
          ))}
        </ol>
      }
      actions={actions}
    >
      {children}
    </Screen>
  );
}

function ChooseRole({ role, onNext }: { role: string | undefined; onNext: () => void }) {
  const words = useWords();
  const navigate = useNavigate();
  const roles = useRead('role.list', {});
  return (
    <Frame
      step="role"
      actions={
        <Button look="primary" disabled={role === undefined} onClick={onNext}>
          {words('hire.choose')}
          <ArrowRight aria-hidden />
        </Button>
      }
    >
      {roles.isPending && <Loading rows={12} />}
      {roles.error !== null && <ErrorNote failure={roles.error} onRetry={() => void roles.refetch()} />}
      {roles.data !== undefined && (
        <div className={styles.columns}>
          <RoleCatalogue
            roles={roles.data.filter((row) => row.level !== 'system')}
            selected={role}
            onSelect={(row) => void navigate({ to: '/hire', search: { role: row.id }, replace: true })}
          />
          <div className={styles.side}>
            {role === undefined ? (
              <Panel fill>
                <Empty title={words('hire.pick')} icon={<MousePointerClick />} />
              </Panel>
            ) : (
              <RolePage role={role} />
            )}
          </div>
        </div>
      )}
    </Frame>
  );
}

interface WhoProps {
  role: string;
  name: string;
  onName: (name: string) => void;
  manager: string | undefined;
  onManager: (id: string) => void;
  why: string;
  onWhy: (why: string) => void;
  onBack: () => void;
  onNext: () => void;
}

function Who({ role, name, onName, manager, onManager, why, onWhy, onBack, onNext }: WhoProps) {
  const words = useWords();
  const company = useCompanyId();
  const managers = useRead('employee.managers', { company, role });
  const [tried, setTried] = useState(false);
  const suggested = managers.data?.filter((choice) => choice.suggested && choice.forbidden === undefined);
  const chosen = manager ?? (suggested?.length === 1 ? suggested[0]?.employee.id : undefined);
  const nameless = name.trim() === '';
  const elsewhere =
    suggested !== undefined &&
    chosen !== undefined &&
    !suggested.some((choice) => choice.employee.id === chosen);
  const unexplained = elsewhere && suggested.length > 0 && why.trim() === '';
  const next = () => {
    setTried(true);
    if (nameless || chosen === undefined || unexplained) return;
    onManager(chosen);
    onNext();
  };
  return (
    <Frame
      step="who"
      actions={
        <>
          <Button icon={<ArrowLeft aria-hidden />} onClick={onBack}>
            {words('action.back')}
          </Button>
          <Button look="primary" onClick={next}>
            {words('action.next')}
            <ArrowRight aria-hidden />
          </Button>
        </>
      }
    >
      <form
        className={styles.name}
        onSubmit={(event) => {
          event.preventDefault();
          next();
        }}
      >
        <Field
          label={words('hire.name')}
          hint={words('hire.name.hint')}
          error={tried && nameless ? words('hire.name.missing') : undefined}
          required
        >
          {(control) => (
            <TextInput {...control} autoFocus value={name} onChange={(event) => onName(event.target.value)} />
          )}
        </Field>
        {elsewhere && (
          <Field
            label={words('hire.why')}
            hint={words('hire.why.hint')}
            error={tried && unexplained ? words('hire.why.missing') : undefined}
            required={suggested.length > 0}
          >
            {(control) => (
              <TextInput {...control} value={why} onChange={(event) => onWhy(event.target.value)} />
            )}
          </Field>
        )}
      </form>
      <h2>{words('hire.manager')}</h2>
      {tried && chosen === undefined && (
        <p role="alert" className={styles.missing}>
          {words('hire.manager.missing')}
        </p>
      )}
      {managers.isPending && <Loading rows={8} />}
      {managers.error !== null && (
        <ErrorNote failure={managers.error} onRetry={() => void managers.refetch()} />
      )}
      {managers.data !== undefined && (
        <ManagerChoices choices={managers.data} selected={chosen} onSelect={onManager} />
      )}
    </Frame>
  );
}

interface PlanProps {
  role: string;
  name: string;
  manager: string | undefined;
  why: string;
  onBack: () => void;
}

function Plan({ role, name, manager, why, onBack }: PlanProps) {
  const words = useWords();
  const say = useToast();
  const navigate = useNavigate();
  const company = useCompanyId();
  const asked = { company, role, name, ...(manager === undefined ? {} : { manager }) };
  const plan = useRead('employee.plan', asked);
  const hire = useAct('employee.hire');
  const go = (digest: string) => {
    hire.mutate(
      { ...asked, ...(why === '' ? {} : { why }), digest },
      {
        onSuccess: (row) => {
          say(words('hire.done', { name: row.name }));
          void navigate({ to: '/people/$employee', params: { employee: row.id }, search: {} });
        },
      },
    );
  };
  return (
    <Frame
      step="plan"
      actions={
        <>
          <Button icon={<ArrowLeft aria-hidden />} onClick={onBack}>
            {words('action.back')}
          </Button>
          <Button
            look="primary"
            icon={<UserPlus aria-hidden />}
            busy={hire.isPending}
            disabled={plan.data === undefined}
            onClick={() => {
              if (plan.data !== undefined) go(plan.data.digest);
            }}
          >
            {words('hire.go')}
          </Button>
        </>
      }
    >
      {hire.error !== null && <ErrorNote failure={hire.error} onRetry={() => void plan.refetch()} />}
      {plan.isPending && <Loading rows={12} />}
      {plan.error !== null && <ErrorNote failure={plan.error} onRetry={() => void plan.refetch()} />}
      {plan.data !== undefined && <Planned plan={plan.data} />}
    </Frame>
  );
}

function Planned({ plan }: { plan: HirePlan }) {
  const words = useWords();
  const wire = useWireWord();
  const open = plan.tools.filter((row) => row.verdict !== 'deny').length;
  const ask = plan.tools.filter((row) => row.verdict === 'ask').length;
  return (
    <div className={styles.planned}>
      <Panel title={words('hire.plan.what')}>
        <div className={styles.facts}>
          <p>{words('hire.plan.lead')}</p>
          <KeyValue
            items={[
              [words('hire.name'), <strong key="name">{plan.name}</strong>],
              [words('hire.plan.company'), plan.company],
              [
                words('hire.plan.role'),
                <span key="role">
                  {plan.title} <code>{plan.role}</code>
                </span>,
              ],
              [words('hire.plan.version'), plan.pack_version],
              [words('hire.plan.publisher'), plan.publisher],
              [words('hire.plan.level'), wire('level', plan.level)],
              [words('hire.plan.manager'), `${plan.manager.name}, ${plan.manager.title}`],
              [words('hire.plan.budget'), plan.budget.toFixed(2)],
              [
                words('hire.plan.tools'),
                words('hire.plan.tools.count', { open, all: plan.tools.length, ask }),
              ],
              [words('hire.plan.digest'), <Digest key="digest" hex={plan.digest} />],
            ]}
          />
        </div>
      </Panel>
      <div className={styles.side}>
        <ToolVerdicts
          tools={plan.tools}
          empty={
            <Empty
              title={words('hire.plan.empty')}
              icon={<Wrench />}
              action={
                <Link className={buttonClass()} to="/tools">
                  {words('nav.tools')}
                </Link>
              }
            />
          }
        />
      </div>
    </div>
  );
}
