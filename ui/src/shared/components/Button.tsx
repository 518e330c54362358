import type { ButtonHTMLAttributes, ReactNode } from 'react';

import styles from './Button.module.css';

/** How much a button asks for attention. One `primary` a view at most. */
export type ButtonLook = 'primary' | 'plain' | 'quiet';

interface ButtonProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  look?: ButtonLook;
  icon?: ReactNode;
  /** Under way: cannot be pressed again, and says so. */
  busy?: boolean;
}

/** Does one thing, which its text names. */
export function Button({
  look = 'plain',
  icon,
  busy = false,
  disabled,
  children,
  className,
  ...rest
}: ButtonProps) {
  return (
    <button
      type="button"
      {...rest}
      className={`${buttonClass(look)} ${className ?? ''}`}
      disabled={disabled === true || busy}
      aria-busy={busy || undefined}
    >
      {busy ? <span className={styles.turning} aria-hidden /> : icon}
      {children}
    </button>
  );
}

/** The same look for a link that leads to where something is done. */
export function buttonClass(look: ButtonLook = 'plain'): string {
  return `${styles.button} ${styles[look]}`;
}

interface IconButtonProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  /** What it does, read aloud and shown on hover. */
  label: string;
  children: ReactNode;
}

/** A button that is only a sign. */
export function IconButton({ label, children, className, ...rest }: IconButtonProps) {
  return (
    <button
      type="button"
      aria-label={label}
      title={label}
      {...rest}
      className={`${styles.button} ${styles.icon} ${className ?? ''}`}
    >
      {children}
    </button>
  );
}
