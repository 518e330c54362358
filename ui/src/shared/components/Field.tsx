import { Search, X } from 'lucide-react';
import {
  useId,
  type InputHTMLAttributes,
  type ReactNode,
  type Ref,
  type SelectHTMLAttributes,
  type TextareaHTMLAttributes,
} from 'react';

import { useWords } from '../words';
import styles from './Field.module.css';

/** What a control gets from the field around it. */
export interface FieldControl {
  id: string;
  'aria-describedby': string | undefined;
  'aria-invalid': true | undefined;
  required: boolean;
}

interface FieldProps {
  label: string;
  hint?: ReactNode;
  error?: string | undefined;
  required?: boolean;
  children: (control: FieldControl) => ReactNode;
}

/** A control with its name, what belongs there, and what is wrong with it. */
export function Field({ label, hint, error, required = false, children }: FieldProps) {
  const id = useId();
  const words = useWords();
  const said = [hint !== undefined ? `${id}-hint` : '', error !== undefined ? `${id}-error` : ''];
  return (
    <div className={styles.field}>
      <label className={styles.label} htmlFor={id}>
        {label}
        {required && <span className={styles.required}>{words('field.required')}</span>}
      </label>
      {children({
        id,
        'aria-describedby': said.filter(Boolean).join(' ') || undefined,
        'aria-invalid': error !== undefined ? true : undefined,
        required,
      })}
      {hint !== undefined && (
        <p className={styles.hint} id={`${id}-hint`}>
          {hint}
        </p>
      )}
      {error !== undefined && (
        <p className={styles.error} id={`${id}-error`} role="alert">
          {error}
        </p>
      )}
    </div>
  );
}

/** One line of text. */
export function TextInput({ className, ...rest }: InputHTMLAttributes<HTMLInputElement>) {
  return (
    <input
      type="text"
      autoComplete="off"
      spellCheck={false}
      {...rest}
      className={`${styles.input} ${className ?? ''}`}
    />
  );
}

/** Several lines of text. */
export function TextArea({ className, ...rest }: TextareaHTMLAttributes<HTMLTextAreaElement>) {
  return (
    <textarea spellCheck={false} {...rest} className={`${styles.input} ${styles.area} ${className ?? ''}`} />
  );
}

/** One of a few. */
export function Select({ className, ...rest }: SelectHTMLAttributes<HTMLSelectElement>) {
  return <select {...rest} className={`${styles.input} ${styles.select} ${className ?? ''}`} />;
}

interface SearchInputProps {
  label: string;
  value: string;
  onChange(value: string): void;
  placeholder?: string;
  ref?: Ref<HTMLInputElement>;
  className?: string;
}

/** A search that filters as one types; Escape clears it. */
export function SearchInput({ label, value, onChange, placeholder, ref, className }: SearchInputProps) {
  const words = useWords();
  return (
    <div className={`${styles.search} ${className ?? ''}`} role="search">
      <Search aria-hidden />
      <input
        ref={ref}
        type="text"
        aria-label={label}
        placeholder={placeholder ?? label}
        autoComplete="off"
        spellCheck={false}
        value={value}
        onChange={(event) => onChange(event.target.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Escape' || value === '') return;
          event.stopPropagation();
          onChange('');
        }}
      />
      {value !== '' && (
        <button type="button" aria-label={words('action.clear')} onClick={() => onChange('')}>
          <X aria-hidden />
        </button>
      )}
    </div>
  );
}

interface SegmentedProps<Choice extends string> {
  label: string;
  value: Choice;
  choices: readonly { value: NoInfer<Choice>; label: string; icon?: ReactNode }[];
  onChange(value: NoInfer<Choice>): void;
}

/** One of very few, all in sight. */
export function Segmented<Choice extends string>({
  label,
  value,
  choices,
  onChange,
}: SegmentedProps<Choice>) {
  const name = useId();
  return (
    <div className={styles.segmented} role="radiogroup" aria-label={label}>
      {choices.map((choice) => (
        <label key={choice.value} className={styles.segment} data-on={choice.value === value || undefined}>
          <input
            type="radio"
            className="visually-hidden"
            name={name}
            checked={choice.value === value}
            onChange={() => onChange(choice.value)}
          />
          {choice.icon}
          {choice.label}
        </label>
      ))}
    </div>
  );
}
