import type { EmployeeRow } from '../generated/contract';
import { State, Tree } from '../shared/components';
import { useWireWord, useWords } from '../shared/words';
import { standing, type Node } from './people';
import styles from './People.module.css';

interface PeopleTreeProps {
  roots: readonly Node[];
  folded: ReadonlySet<string>;
  onFold(key: string, folded: boolean): void;
  onOpen(row: EmployeeRow): void;
}

/** The reporting lines as a tree that a screen reader can follow. */
export function PeopleTree({ roots, folded, onFold, onOpen }: PeopleTreeProps) {
  const words = useWords();
  const wire = useWireWord();
  return (
    <Tree
      label={words('organization.tree')}
      roots={roots}
      folded={folded}
      onFold={onFold}
      onOpen={onOpen}
      render={(row) => {
        const { mark, family, word } = standing(row);
        return (
          <>
            <strong>{row.name}</strong>
            <span className={styles.title}>{row.title}</span>
            <State mark={mark}>{wire(family, word)}</State>
            <span className={styles.end}>
              {row.kind === 'human'
                ? words('employee.human')
                : words('organization.tools', { tools: row.tools, of: row.tools_of })}
            </span>
          </>
        );
      }}
    />
  );
}
