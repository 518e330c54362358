import { Tooltip as Radix } from 'radix-ui';
import type { ReactElement, ReactNode } from 'react';

import styles from './Tooltip.module.css';

/** One for the whole window. */
export const TooltipProvider = Radix.Provider;

/** More about a control, on hover and on focus. Never the only place where something stands. */
export function Tooltip({ text, children }: { text: ReactNode; children: ReactElement }) {
  return (
    <Radix.Root>
      <Radix.Trigger asChild>{children}</Radix.Trigger>
      <Radix.Portal>
        <Radix.Content className={styles.tip} sideOffset={5} collisionPadding={8}>
          {text}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}
