import { Tabs as Radix } from 'radix-ui';
import type { ReactNode } from 'react';

import styles from './Tabs.module.css';

interface TabsProps<Value extends string> {
  label: string;
  value: Value;
  onChange(value: NoInfer<Value>): void;
  tabs: readonly { value: NoInfer<Value>; label: ReactNode; panel: ReactNode }[];
  /** Whether the open panel takes the height there is. */
  fill?: boolean;
}

/** Several views of one thing, one at a time. */
export function Tabs<Value extends string>({ label, value, onChange, tabs, fill = false }: TabsProps<Value>) {
  return (
    <Radix.Root
      className={`${styles.tabs} ${fill ? styles.fill : ''}`}
      value={value}
      onValueChange={(next) => onChange(next as Value)}
    >
      <Radix.List className={styles.list} aria-label={label}>
        {tabs.map((tab) => (
          <Radix.Trigger key={tab.value} className={styles.tab} value={tab.value}>
            {tab.label}
          </Radix.Trigger>
        ))}
      </Radix.List>
      {tabs.map((tab) => (
        <Radix.Content key={tab.value} className={styles.panel} value={tab.value}>
          {tab.panel}
        </Radix.Content>
      ))}
    </Radix.Root>
  );
}
