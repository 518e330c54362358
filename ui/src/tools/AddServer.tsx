import { Plus, X } from 'lucide-react';
import { useState, type FormEvent } from 'react';

import { useAct } from '../client';
import { Button, Dialog, ErrorNote, Field, IconButton, TextInput, useToast } from '../shared/components';
import { useWords } from '../shared/words';
import styles from './AddServer.module.css';
import { isServerId } from './states';

interface AddServerProps {
  company: string;
  open: boolean;
  onClose: () => void;
  onAdded: (server: string) => void;
}

/** Adds a server: its id, program, arguments one by one, variables. No shell line anywhere. */
export function AddServer({ company, open, onClose, onAdded }: AddServerProps) {
  const words = useWords();
  return (
    <Dialog
      open={open}
      onOpenChange={(shown) => {
        if (!shown) onClose();
      }}
      title={words('tools.add.title')}
      lead={words('tools.add.lead')}
    >
      {open && <Form company={company} onClose={onClose} onAdded={onAdded} />}
    </Dialog>
  );
}

interface Variable {
  name: string;
  value: string;
}

function Form({ company, onClose, onAdded }: Omit<AddServerProps, 'open'>) {
  const words = useWords();
  const say = useToast();
  const add = useAct('server.add');
  const [id, setId] = useState('');
  const [program, setProgram] = useState('');
  const [args, setArgs] = useState<string[]>(['']);
  const [variables, setVariables] = useState<Variable[]>([]);
  const [tried, setTried] = useState(false);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (!isServerId(id) || program.trim() === '') return;
    const given = variables.filter((one) => one.name.trim() !== '');
    add.mutate(
      {
        company,
        id,
        command: [program.trim(), ...args.filter((one) => one !== '')],
        env: Object.fromEntries(given.map((one) => [one.name.trim(), one.value])),
      },
      {
        onSuccess: (row) => {
          say(words('tools.added', { server: row.id }));
          onAdded(row.id);
        },
      },
    );
  };
  return (
    <form className={styles.form} onSubmit={submit} noValidate>
      <Field
        label={words('tools.add.id')}
        hint={words('tools.add.id.hint')}
        error={tried && !isServerId(id) ? words('tools.add.id.wrong') : undefined}
        required
      >
        {(control) => (
          <TextInput
            {...control}
            placeholder="files"
            value={id}
            onChange={(event) => setId(event.target.value)}
          />
        )}
      </Field>
      <Field label={words('tools.add.command')} hint={words('tools.add.command.hint')} required>
        {(control) => (
          <TextInput
            {...control}
            className={styles.code}
            placeholder="npx"
            value={program}
            onChange={(event) => setProgram(event.target.value)}
          />
        )}
      </Field>
      <Arguments args={args} onChange={setArgs} />
      <Variables variables={variables} onChange={setVariables} />
      {add.error !== null && <ErrorNote failure={add.error} />}
      <div className={styles.foot}>
        <Button look="quiet" onClick={onClose}>
          {words('action.cancel')}
        </Button>
        <Button type="submit" look="primary" busy={add.isPending}>
          {words('tools.add.go')}
        </Button>
      </div>
    </form>
  );
}

function Arguments({ args, onChange }: { args: string[]; onChange: (args: string[]) => void }) {
  const words = useWords();
  return (
    <fieldset className={styles.list}>
      <legend>{words('tools.add.arguments')}</legend>
      {args.map((argument, index) => (
        <div key={index} className={styles.line}>
          <TextInput
            className={styles.code}
            aria-label={words('tools.add.argument', { number: index + 1 })}
            value={argument}
            onChange={(event) => onChange(args.map((one, at) => (at === index ? event.target.value : one)))}
          />
          <IconButton
            label={words('tools.add.remove')}
            onClick={() => onChange(args.filter((_, at) => at !== index))}
          >
            <X aria-hidden />
          </IconButton>
        </div>
      ))}
      <Button look="quiet" icon={<Plus aria-hidden />} onClick={() => onChange([...args, ''])}>
        {words('tools.add.argument.more')}
      </Button>
    </fieldset>
  );
}

function Variables({ variables, onChange }: { variables: Variable[]; onChange: (all: Variable[]) => void }) {
  const words = useWords();
  const change = (index: number, next: Partial<Variable>) =>
    onChange(variables.map((one, at) => (at === index ? { ...one, ...next } : one)));
  return (
    <fieldset className={styles.list}>
      <legend>{words('tools.add.env')}</legend>
      {variables.map((variable, index) => (
        <div key={index} className={styles.line}>
          <TextInput
            className={styles.code}
            placeholder="NAME"
            aria-label={words('tools.add.env.name', { number: index + 1 })}
            value={variable.name}
            onChange={(event) => change(index, { name: event.target.value })}
          />
          <TextInput
            className={styles.code}
            type="password"
            aria-label={words('tools.add.env.value', { number: index + 1 })}
            value={variable.value}
            onChange={(event) => change(index, { value: event.target.value })}
          />
          <IconButton
            label={words('tools.add.remove')}
            onClick={() => onChange(variables.filter((_, at) => at !== index))}
          >
            <X aria-hidden />
          </IconButton>
        </div>
      ))}
      <Button
        look="quiet"
        icon={<Plus aria-hidden />}
        onClick={() => onChange([...variables, { name: '', value: '' }])}
      >
        {words('tools.add.env.more')}
      </Button>
      {variables.length > 0 && <p>{words('tools.add.env.hint')}</p>}
    </fieldset>
  );
}
