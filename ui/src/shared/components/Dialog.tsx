import { X } from 'lucide-react';
import { Dialog as Radix } from 'radix-ui';
import type { ReactNode } from 'react';

import { useWords } from '../words';
import { IconButton } from './Button';
import styles from './Dialog.module.css';

interface DialogProps {
  open: boolean;
  onOpenChange(open: boolean): void;
  title: ReactNode;
  /** One line below the title. */
  lead?: ReactNode;
  /** `side` is a sheet at the right edge, for what is read beside a list. */
  place?: 'middle' | 'wide' | 'side';
  /** Buttons at the end. */
  foot?: ReactNode;
  children: ReactNode;
}

/**
 * Something that is done or read before going on. Escape closes it; the focus stays inside and goes back.
 * The shade is ours: Radix's own inserts a style element, which the content policy refuses.
 */
export function Dialog({ open, onOpenChange, title, lead, place = 'middle', foot, children }: DialogProps) {
  const words = useWords();
  return (
    <Radix.Root open={open} onOpenChange={onOpenChange}>
      <Radix.Portal>
        <div className={styles.shade} data-place={place} />
        <Radix.Content
          className={styles.dialog}
          data-place={place}
          onOpenAutoFocus={place === 'side' ? focusTop : focusField}
          {...(lead === undefined ? { 'aria-describedby': undefined } : {})}
        >
          <header className={styles.head}>
            <div className={styles.title}>
              <Radix.Title asChild>
                <h2>{title}</h2>
              </Radix.Title>
              {lead !== undefined && (
                <Radix.Description asChild>
                  <div className={styles.lead}>{lead}</div>
                </Radix.Description>
              )}
            </div>
            <Radix.Close asChild>
              <IconButton label={words('action.close')}>
                <X aria-hidden />
              </IconButton>
            </Radix.Close>
          </header>
          {/* What is read is scrolled by keyboard; a form without a foot has fields to move through. */}
          <div
            className={styles.body}
            tabIndex={foot !== undefined || place === 'side' ? 0 : undefined}
            role="group"
          >
            {children}
          </div>
          {foot !== undefined && <footer className={styles.foot}>{foot}</footer>}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}

/** Typing begins in the first field. */
function focusField(event: Event): void {
  const content = event.currentTarget as HTMLElement;
  const field = content.querySelector<HTMLElement>('input:not([type="radio"]), textarea, select');
  event.preventDefault();
  (field ?? content).focus();
}

/** Reading begins at the top. */
function focusTop(event: Event): void {
  event.preventDefault();
  (event.currentTarget as HTMLElement).focus();
}
