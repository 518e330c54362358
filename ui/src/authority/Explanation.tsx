import { useState, type FormEvent } from 'react';

import { useRead } from '../client';
import type { JsonValue } from '../generated/contract';
import { Button, Dialog, ErrorNote, Field, Loading, TextArea } from '../shared/components';
import { useWords } from '../shared/words';
import { DecisionStory } from './DecisionStory';

interface ExplanationProps {
  company: string;
  employee: string;
  /** The tool, `server/tool`; nothing closes the sheet. */
  tool: string | undefined;
  onClose: () => void;
  onGrant: (tool: string) => void;
}

/** Why one employee may or may not call one tool, beside the list. */
export function Explanation({ company, employee, tool, onClose, onGrant }: ExplanationProps) {
  const words = useWords();
  return (
    <Dialog
      open={tool !== undefined}
      onOpenChange={(open) => {
        if (!open) onClose();
      }}
      place="side"
      title={<code>{tool}</code>}
      foot={
        tool !== undefined && <Button onClick={() => onGrant(tool)}>{words('authority.grant.this')}</Button>
      }
    >
      {tool !== undefined && <Story key={tool} company={company} employee={employee} tool={tool} />}
    </Dialog>
  );
}

function Story({ company, employee, tool }: { company: string; employee: string; tool: string }) {
  const words = useWords();
  const [args, setArgs] = useState<JsonValue>();
  const explained = useRead(
    'authority.explain',
    { company, employee, tool, ...(args === undefined ? {} : { arguments: args }) },
    { keepPrevious: true },
  );
  return (
    <>
      {explained.isPending && <Loading rows={8} />}
      {explained.error !== null && (
        <ErrorNote failure={explained.error} onRetry={() => void explained.refetch()} />
      )}
      {explained.data !== undefined && (
        <DecisionStory sentence={explained.data.sentence} decision={explained.data} />
      )}
      <details>
        <summary>{words('authority.try')}</summary>
        <Arguments onTry={setArgs} />
      </details>
    </>
  );
}

/** Asks the same question for arguments: nothing is called. */
function Arguments({ onTry }: { onTry: (value: JsonValue) => void }) {
  const words = useWords();
  const [text, setText] = useState('{}');
  const [wrong, setWrong] = useState(false);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const value = readObject(text);
    setWrong(value === undefined);
    if (value !== undefined) onTry(value);
  };
  return (
    <form onSubmit={submit}>
      <Field
        label={words('authority.try.arguments')}
        hint={words('authority.try.hint')}
        error={wrong ? words('authority.try.wrong') : undefined}
      >
        {(control) => (
          <TextArea {...control} value={text} onChange={(event) => setText(event.target.value)} />
        )}
      </Field>
      <p>
        <Button type="submit">{words('authority.try.go')}</Button>
      </p>
    </form>
  );
}

function readObject(text: string): JsonValue | undefined {
  try {
    const value = JSON.parse(text) as JsonValue;
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? value : undefined;
  } catch {
    return undefined;
  }
}
