import { useId, type ReactNode } from 'react';

import styles from './Panel.module.css';

interface ScreenProps {
  title: ReactNode;
  /** One line of what is to be seen. */
  lead?: ReactNode;
  /** What can be done here, at the right of the title. */
  actions?: ReactNode;
  /** Whether the body fills the window and scrolls inside, as a long table does. */
  fill?: boolean;
  children: ReactNode;
}

/** One screen: title, actions, body. */
export function Screen({ title, lead, actions, fill = false, children }: ScreenProps) {
  return (
    <div className={`${styles.screen} ${fill ? styles.fill : ''}`}>
      <header className={styles.head}>
        <div className={styles.title}>
          <h1>{title}</h1>
          {lead !== undefined && <div className={styles.lead}>{lead}</div>}
        </div>
        {actions !== undefined && <div className={styles.actions}>{actions}</div>}
      </header>
      <div className={styles.body}>{children}</div>
    </div>
  );
}

interface PanelProps {
  title?: ReactNode;
  /** Beside the title, at the right. */
  aside?: ReactNode;
  /** Without room around the body, for tables. */
  flush?: boolean;
  /** Takes what height there is and lets the body scroll. */
  fill?: boolean;
  children: ReactNode;
  className?: string;
}

/** Things that belong together. */
export function Panel({ title, aside, flush = false, fill = false, children, className }: PanelProps) {
  const id = useId();
  return (
    <section
      className={`${styles.panel} ${fill ? styles.panelFill : ''} ${className ?? ''}`}
      aria-labelledby={title !== undefined ? id : undefined}
    >
      {(title !== undefined || aside !== undefined) && (
        <header className={styles.panelHead}>
          {title !== undefined && <h2 id={id}>{title}</h2>}
          {aside !== undefined && <div className={styles.aside}>{aside}</div>}
        </header>
      )}
      <div className={flush ? styles.flush : styles.padded}>{children}</div>
    </section>
  );
}

/** Searches and filters above what they filter. */
export function Toolbar({ children }: { children: ReactNode }) {
  return <div className={styles.toolbar}>{children}</div>;
}

/** Takes the room that is left in a toolbar. */
export function Spread() {
  return <div className={styles.spread} />;
}

interface KeyValueProps {
  items: readonly (readonly [label: string, value: ReactNode])[];
}

/** Facts: what they are called and what they are. */
export function KeyValue({ items }: KeyValueProps) {
  return (
    <dl className={styles.facts}>
      {items.map(([label, value]) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
