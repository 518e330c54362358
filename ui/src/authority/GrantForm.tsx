import { Ban, Check, CircleHelp } from 'lucide-react';
import { useState, type FormEvent } from 'react';

import { useAct } from '../client';
import { Button, Dialog, ErrorNote, Field, Segmented, TextInput, useToast } from '../shared/components';
import { useWords } from '../shared/words';
import styles from './GrantForm.module.css';

interface GrantFormProps {
  company: string;
  employee: string;
  name: string;
  /** The pattern to begin with; nothing keeps the form closed. */
  pattern: string | undefined;
  onClose: () => void;
}

/** Writes a rule for one employee. What it opened or closed is said when the store has it. */
export function GrantForm({ company, employee, name, pattern, onClose }: GrantFormProps) {
  const words = useWords();
  return (
    <Dialog
      open={pattern !== undefined}
      onOpenChange={(open) => {
        if (!open) onClose();
      }}
      title={words('grant.title', { name })}
      lead={words('grant.lead')}
    >
      {pattern !== undefined && (
        <Form company={company} employee={employee} first={pattern} onDone={onClose} />
      )}
    </Dialog>
  );
}

type Effect = 'allow' | 'ask' | 'deny';

interface FormProps {
  company: string;
  employee: string;
  first: string;
  onDone: () => void;
}

function Form({ company, employee, first, onDone }: FormProps) {
  const words = useWords();
  const say = useToast();
  const grant = useAct('authority.grant');
  const [effect, setEffect] = useState<Effect>('ask');
  const [pattern, setPattern] = useState(first);
  const [note, setNote] = useState('');
  const send = (confirm: boolean) => {
    grant.mutate(
      { company, employee, effect, pattern: pattern.trim(), note: note.trim(), confirm },
      {
        onSuccess: (made) => {
          say(words('grant.done', { pattern: made.pattern, count: made.changes.length }));
          onDone();
        },
      },
    );
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    send(false);
  };
  const sure = grant.error?.code === 'confirm';
  return (
    <form className={styles.form} onSubmit={submit}>
      <Segmented
        label={words('grant.effect')}
        value={effect}
        onChange={(next) => {
          setEffect(next);
          grant.reset();
        }}
        choices={[
          { value: 'allow', label: words('verdict.allow'), icon: <Check aria-hidden /> },
          { value: 'ask', label: words('verdict.ask'), icon: <CircleHelp aria-hidden /> },
          { value: 'deny', label: words('verdict.deny'), icon: <Ban aria-hidden /> },
        ]}
      />
      <p className={styles.meaning}>{words(`grant.effect.${effect}`)}</p>
      <Field label={words('grant.pattern')} hint={words('grant.pattern.hint')} required>
        {(control) => (
          <TextInput
            {...control}
            className={styles.pattern}
            value={pattern}
            onChange={(event) => {
              setPattern(event.target.value);
              grant.reset();
            }}
          />
        )}
      </Field>
      <Field label={words('grant.note')} hint={words('grant.note.hint')}>
        {(control) => (
          <TextInput {...control} value={note} onChange={(event) => setNote(event.target.value)} />
        )}
      </Field>
      {grant.error !== null && (
        <ErrorNote
          failure={grant.error}
          action={
            sure && (
              <Button busy={grant.isPending} onClick={() => send(true)}>
                {words('action.confirm')}
              </Button>
            )
          }
        />
      )}
      <div className={styles.foot}>
        <Button look="quiet" onClick={onDone}>
          {words('action.cancel')}
        </Button>
        <Button type="submit" look="primary" busy={grant.isPending} disabled={pattern.trim() === '' || sure}>
          {words('grant.write')}
        </Button>
      </div>
    </form>
  );
}
