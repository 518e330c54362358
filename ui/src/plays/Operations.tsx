import { Waypoints } from 'lucide-react';
import { useMemo, useState } from 'react';

import { useRead } from '../client';
import type { OperationRow } from '../generated/contract';
import { Empty, ErrorNote, Exact, Loading, State, Tree, type TreeNode } from '../shared/components';
import { useWireWord, useWords } from '../shared/words';
import styles from './Operations.module.css';
import { workMark } from './states';

/** The operations of a run: who asked for whom, what each does now. */
export function Operations({ run, operations }: { run: string; operations: readonly OperationRow[] }) {
  const words = useWords();
  const wire = useWireWord();
  const [folded, setFolded] = useState<ReadonlySet<string>>(new Set());
  const [open, setOpen] = useState<string>();
  const roots = useMemo(() => forest(operations), [operations]);
  const names = useMemo(() => new Map(operations.map((row) => [row.id, row.employee_name])), [operations]);
  const shown = operations.find((row) => row.id === open);
  if (operations.length === 0) {
    return <Empty title={words('run.operations.empty')} icon={<Waypoints />} />;
  }
  return (
    <>
      <Tree
        label={words('run.operations')}
        roots={roots}
        folded={folded}
        onFold={(key, fold) => {
          const next = new Set(folded);
          if (fold) next.add(key);
          else next.delete(key);
          setFolded(next);
        }}
        selected={open}
        onOpen={(row) => setOpen(row.id === open ? undefined : row.id)}
        render={(row) => (
          <>
            <State mark={workMark(row.state)}>
              <span className="visually-hidden">{wire('operation.state', row.state)}</span>
              <strong>{row.employee_name}</strong>
            </State>
            <span className={styles.what}>{row.instruction}</span>
          </>
        )}
      />
      {shown !== undefined && (
        <div className={styles.detail}>
          <p>
            <State mark={workMark(shown.state)}>{wire('operation.state', shown.state)}</State>{' '}
            <code>{shown.role}</code>
          </p>
          <p>{shown.instruction}</p>
          {shown.depends.length > 0 && (
            <p className={styles.what}>
              {words('run.operations.depends', {
                names: shown.depends.map((id) => names.get(id) ?? id).join(', '),
              })}
            </p>
          )}
          <Prompt key={shown.id} run={run} operation={shown.id} state={shown.state} />
          {shown.result !== null && <p className={styles.result}>{shown.result}</p>}
        </div>
      )}
    </>
  );
}

/** What the operation's model was told when it began, read when it is opened. */
function Prompt({ run, operation, state }: { run: string; operation: string; state: string }) {
  const words = useWords();
  const [open, setOpen] = useState(false);
  const told = useRead('play.prompt', { run, operation }, { enabled: open && state !== 'queued' });
  return (
    <details open={open} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary className={styles.summary}>{words('run.operations.prompt')}</summary>
      {state === 'queued' ? (
        <p className={styles.what}>{words('run.operations.prompt.later')}</p>
      ) : told.error !== null ? (
        <ErrorNote failure={told.error} onRetry={() => void told.refetch()} />
      ) : told.data === undefined ? (
        <Loading />
      ) : told.data.prompt === null ? (
        <p className={styles.what}>{words('run.operations.prompt.none')}</p>
      ) : (
        <Exact text={told.data.prompt} label={words('run.operations.prompt')} />
      )}
    </details>
  );
}

function forest(operations: readonly OperationRow[]): TreeNode<OperationRow>[] {
  const nodes = new Map<string, TreeNode<OperationRow>>(
    operations.map((item) => [item.id, { key: item.id, name: item.employee_name, item, children: [] }]),
  );
  const roots: TreeNode<OperationRow>[] = [];
  for (const node of nodes.values()) {
    const parent = nodes.get(node.item.parent ?? '');
    if (parent === undefined || parent === node) roots.push(node);
    else parent.children.push(node);
  }
  return roots;
}
