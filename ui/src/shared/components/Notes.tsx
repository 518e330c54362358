import { CircleAlert, Info } from 'lucide-react';
import type { ReactNode } from 'react';

import type { WireFailure } from '../../generated/contract';
import { useWireWord, useWords } from '../words';
import { Button } from './Button';
import styles from './Notes.module.css';

interface EmptyProps {
  title: string;
  /** What belongs here. */
  children?: ReactNode;
  /** The button that fills it. */
  action?: ReactNode;
  icon?: ReactNode;
}

/** A place with nothing in it: says what belongs there and has the button that fills it. */
export function Empty({ title, children, action, icon }: EmptyProps) {
  return (
    <div className={styles.empty}>
      {icon !== undefined && (
        <div className={styles.sign} aria-hidden>
          {icon}
        </div>
      )}
      <h2>{title}</h2>
      {children !== undefined && <p>{children}</p>}
      {action !== undefined && <div className={styles.actions}>{action}</div>}
    </div>
  );
}

/** An answer that is on its way: quiet bars in place of rows. */
export function Loading({ rows = 6 }: { rows?: number }) {
  const words = useWords();
  return (
    <div className={styles.loading} role="status">
      <span className="visually-hidden">{words('state.loading')}</span>
      {Array.from({ length: rows }, (_, index) => (
        <div key={index} className={styles.bar} style={{ width: `${86 - ((index * 17) % 45)}%` }} />
      ))}
    </div>
  );
}

interface ErrorNoteProps {
  failure: WireFailure;
  /** Asks again. */
  onRetry?: () => void;
  /** What else can be done about it. */
  action?: ReactNode;
}

/** What went wrong, in the user's words, and what to do next. */
export function ErrorNote({ failure, onRetry, action }: ErrorNoteProps) {
  const words = useWords();
  const wire = useWireWord();
  return (
    <div className={styles.error} role="alert">
      <CircleAlert aria-hidden />
      <div className={styles.said}>
        <strong>{wire('error', failure.code)}</strong>
        <p>{failure.message}</p>
        {failure.hint !== undefined && <p className={styles.hint}>→ {failure.hint}</p>}
        {failure.details !== undefined && failure.details.length > 0 && (
          <ul className={styles.details}>
            {failure.details.map((detail, index) => (
              <li key={index}>{detail}</li>
            ))}
          </ul>
        )}
        {(onRetry !== undefined || action !== undefined) && (
          <div className={styles.actions}>
            {onRetry !== undefined && <Button onClick={onRetry}>{words('action.retry')}</Button>}
            {action}
          </div>
        )}
      </div>
    </div>
  );
}

/** A remark that is no fault. */
export function Note({ children }: { children: ReactNode }) {
  return (
    <div className={styles.note}>
      <Info aria-hidden />
      <div>{children}</div>
    </div>
  );
}
