import { Check, Copy } from 'lucide-react';
import { useEffect, useState } from 'react';
import ReactMarkdown, { type Components } from 'react-markdown';
import rehypeSanitize from 'rehype-sanitize';
import remarkGfm from 'remark-gfm';

import type { JsonValue } from '../../generated/contract';
import { useWords } from '../words';
import { IconButton } from './Button';
import styles from './Text.module.css';

/** Text exactly as it is: a prompt, a log, arguments. */
export function Exact({ text, copy = true, label }: { text: string; copy?: boolean; label?: string }) {
  return (
    <div className={styles.exact}>
      <pre tabIndex={0} role="group" aria-label={label ?? 'text'}>
        {text}
      </pre>
      {copy && (
        <div className={styles.copy}>
          <CopyButton text={text} />
        </div>
      )}
    </div>
  );
}

/** A JSON value, indented. */
export function Json({ value, label }: { value: JsonValue; label?: string }) {
  return <Exact text={JSON.stringify(value, null, 2)} label={label ?? 'JSON'} />;
}

/** A long hexadecimal digest, cut in sight, whole on hover and when copied. */
export function Digest({ hex, length = 16 }: { hex: string; length?: number }) {
  return (
    <span className={styles.digest}>
      <code title={hex}>{hex.length > length ? `${hex.slice(0, length)}…` : hex}</code>
      <CopyButton text={hex} />
    </span>
  );
}

/** Puts a text on the clipboard. */
export function CopyButton({ text }: { text: string }) {
  const words = useWords();
  const [copied, setCopied] = useState(false);
  useEffect(() => {
    if (!copied) return undefined;
    const timer = setTimeout(() => setCopied(false), 1500);
    return () => clearTimeout(timer);
  }, [copied]);
  return (
    <IconButton
      label={words(copied ? 'action.copied' : 'action.copy')}
      onClick={() => {
        void navigator.clipboard?.writeText(text).then(() => setCopied(true));
      }}
    >
      {copied ? <Check aria-hidden /> : <Copy aria-hidden />}
    </IconButton>
  );
}

/** Markdown of others: sanitized, no images, links only after a question. */
export function Markdown({ text }: { text: string }) {
  const words = useWords();
  const components: Components = {
    img: ({ alt }) => <em>{words('markdown.image', { alt: alt ?? '' })}</em>,
    a: ({ href, children }) => (
      <a
        href={href}
        rel="noreferrer noopener"
        target="_blank"
        onClick={(event) => {
          if (!window.confirm(words('markdown.link', { href: href ?? '' }))) event.preventDefault();
        }}
      >
        {children}
      </a>
    ),
    h1: ({ children }) => <h3>{children}</h3>,
    h2: ({ children }) => <h3>{children}</h3>,
    h3: ({ children }) => <h4>{children}</h4>,
  };
  return (
    <div className={styles.markdown}>
      <ReactMarkdown remarkPlugins={[remarkGfm]} rehypePlugins={[rehypeSanitize]} components={components}>
        {text}
      </ReactMarkdown>
    </div>
  );
}
