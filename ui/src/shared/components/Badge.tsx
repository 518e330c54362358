import { Ban, Check, CircleHelp } from 'lucide-react';
import type { ReactNode } from 'react';

import { useWireWord, useWords } from '../words';
import styles from './Badge.module.css';

/** A short word beside something: a state, a kind, a version. */
export function Badge({ children, strong = false }: { children: ReactNode; strong?: boolean }) {
  return <span className={`${styles.badge} ${strong ? styles.strong : ''}`}>{children}</span>;
}

const SIGNS = { allow: Check, ask: CircleHelp, deny: Ban } as const;

function isVerdict(verdict: string): verdict is keyof typeof SIGNS {
  return verdict in SIGNS;
}

/** Allow, ask or deny: by sign, word and colour. */
export function Verdict({ verdict }: { verdict: string | null }) {
  const words = useWords();
  const wire = useWireWord();
  if (verdict === null) return <span className={styles.none}>{words('verdict.none')}</span>;
  if (!isVerdict(verdict)) return <Badge>{verdict}</Badge>;
  const Sign = SIGNS[verdict];
  return (
    <span className={`${styles.verdict} ${styles[verdict]}`}>
      <Sign aria-hidden />
      {wire('verdict', verdict)}
    </span>
  );
}

/** Which mark a state gets; the shape tells it, not the colour. */
export type Mark = 'idle' | 'working' | 'waiting' | 'suspended' | 'gone' | 'done' | 'failed';

/** A state's mark with its word. */
export function State({ mark, children }: { mark: Mark; children: ReactNode }) {
  return (
    <span className={styles.state}>
      <StateMark mark={mark} />
      {children}
    </span>
  );
}

/** The mark alone, where the word stands elsewhere. */
export function StateMark({ mark }: { mark: Mark }) {
  return (
    <svg className={styles.mark} data-mark={mark} viewBox="0 0 12 12" aria-hidden>
      {DRAWN[mark]}
    </svg>
  );
}

const DRAWN: Record<Mark, ReactNode> = {
  idle: <circle cx="6" cy="6" r="3.25" fill="none" stroke="currentColor" strokeWidth="1.5" />,
  working: <circle cx="6" cy="6" r="4" fill="currentColor" />,
  waiting: (
    <>
      <circle cx="6" cy="6" r="4.25" fill="none" stroke="currentColor" strokeWidth="1.5" />
      <path d="M6 3.6V6l1.7 1.1" fill="none" stroke="currentColor" strokeWidth="1.4" />
    </>
  ),
  suspended: <path d="M3 2h2v8H3zM7 2h2v8H7z" fill="currentColor" />,
  gone: <path d="M2.5 6h7" stroke="currentColor" strokeWidth="1.75" />,
  done: <path d="M2 6.4 4.8 9 10 3.2" fill="none" stroke="currentColor" strokeWidth="1.75" />,
  failed: <path d="m2.6 2.6 6.8 6.8m0-6.8L2.6 9.4" stroke="currentColor" strokeWidth="1.75" />,
};
