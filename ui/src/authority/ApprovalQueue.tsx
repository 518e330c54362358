import { Inbox } from 'lucide-react';
import { useState } from 'react';

import { useAct, useRead } from '../client';
import type { ApprovalRow } from '../generated/contract';
import {
  Button,
  buttonClass,
  Clock,
  Dialog,
  Empty,
  ErrorNote,
  Json,
  Loading,
  TextInput,
  useNow,
  useToast,
} from '../shared/components';
import { useWireWord, useWords } from '../shared/words';
import styles from './ApprovalQueue.module.css';

/** Who waits for an answer, with the count always in sight; the place where it is answered. */
export function ApprovalQueue({ company }: { company: string }) {
  const words = useWords();
  const [open, setOpen] = useState(false);
  const waiting = useRead('approval.list', { company, waiting: true });
  const count = waiting.data?.length ?? 0;
  return (
    <>
      <button
        type="button"
        className={`${buttonClass(count > 0 ? 'plain' : 'quiet')} ${styles.trigger}`}
        title={words('approvals.count', { count })}
        onClick={() => setOpen(true)}
      >
        <Inbox aria-hidden />
        {words('approvals.button')}
        <span className={styles.count} data-some={count > 0 || undefined}>
          {count}
        </span>
      </button>
      <span className="visually-hidden" role="status">
        {count > 0 && words('approvals.count', { count })}
      </span>
      <Dialog open={open} onOpenChange={setOpen} place="side" title={words('approvals.title')}>
        {waiting.isPending && <Loading rows={3} />}
        {waiting.error !== null && (
          <ErrorNote failure={waiting.error} onRetry={() => void waiting.refetch()} />
        )}
        {waiting.data?.length === 0 && (
          <Empty title={words('approvals.empty')} icon={<Inbox />}>
            {words('approvals.empty.what')}
          </Empty>
        )}
        {waiting.data?.map((row) => (
          <Question key={row.id} row={row} />
        ))}
      </Dialog>
    </>
  );
}

/** One call that waits: who, which tool, all of its arguments, and the two answers. */
function Question({ row }: { row: ApprovalRow }) {
  const words = useWords();
  const wire = useWireWord();
  const say = useToast();
  const answer = useAct('approval.answer');
  const [why, setWhy] = useState('');
  const send = (verdict: 'allow' | 'deny') => {
    answer.mutate(
      { id: row.id, answer: verdict, why },
      { onSuccess: (done) => say(words('approvals.answered', { answer: wire('approval', done.state) })) },
    );
  };
  return (
    <article className={styles.question} aria-label={`${row.employee_name}: ${row.tool}`}>
      <header>
        <p>{words('approvals.asks', { name: row.employee_name })}</p>
        <h3>
          <code>{row.tool}</code>
        </h3>
      </header>
      <p>
        <span className={styles.label}>{words('approvals.why')}</span> {row.why}
      </p>
      <div>
        <p className={styles.label}>{words('approvals.arguments')}</p>
        <Json value={row.arguments} label={words('approvals.arguments')} />
      </div>
      <Deadline at={row.deadline} />
      <TextInput
        aria-label={words('approvals.reason')}
        placeholder={words('approvals.reason')}
        value={why}
        onChange={(event) => setWhy(event.target.value)}
      />
      {answer.error !== null && <ErrorNote failure={answer.error} />}
      <div className={styles.answers}>
        <Button onClick={() => send('allow')} busy={answer.isPending && answer.variables.answer === 'allow'}>
          {words('approvals.allow')}
        </Button>
        <Button onClick={() => send('deny')} busy={answer.isPending && answer.variables.answer === 'deny'}>
          {words('approvals.deny')}
        </Button>
      </div>
    </article>
  );
}

function Deadline({ at }: { at: string }) {
  const words = useWords();
  const seconds = Math.ceil((Date.parse(at) - useNow(1000)) / 1000);
  const left =
    seconds <= 0
      ? words('time.over')
      : seconds < 120
        ? words('time.left', { seconds })
        : words('time.left.minutes', { minutes: Math.floor(seconds / 60) });
  return (
    <p className={styles.deadline}>
      {words('approvals.deadline')} <Clock at={at} /> ({left})
    </p>
  );
}
