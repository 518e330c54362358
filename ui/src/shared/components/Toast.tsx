import { Toast as Radix } from 'radix-ui';
import { createContext, use, useCallback, useState, type ReactNode } from 'react';

import { useWords } from '../words';
import styles from './Toast.module.css';

interface Said {
  id: number;
  text: string;
}

const ToastContext = createContext<((text: string) => void) | null>(null);
let next = 0;

/** Shows short remarks on what was done. Faults are never said this way: they stay where they arose. */
export function ToastProvider({ children }: { children: ReactNode }) {
  const words = useWords();
  const [said, setSaid] = useState<Said[]>([]);
  const say = useCallback((text: string) => {
    next += 1;
    const id = next;
    setSaid((all) => [...all.slice(-2), { id, text }]);
  }, []);
  return (
    <ToastContext value={say}>
      <Radix.Provider duration={5000} swipeDirection="left">
        {children}
        {said.map(({ id, text }) => (
          <Radix.Root
            key={id}
            className={styles.toast}
            onOpenChange={(open) => {
              if (!open) setSaid((all) => all.filter((one) => one.id !== id));
            }}
          >
            <Radix.Description>{text}</Radix.Description>
            <Radix.Close className={styles.close}>{words('action.close')}</Radix.Close>
          </Radix.Root>
        ))}
        <Radix.Viewport className={styles.viewport} />
      </Radix.Provider>
    </ToastContext>
  );
}

/** Says in a corner what was done. */
export function useToast(): (text: string) => void {
  const say = use(ToastContext);
  if (say === null) throw new Error('no toasts above this component');
  return say;
}
