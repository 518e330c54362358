import { CircleX, TriangleAlert } from 'lucide-react';

import type { Diagnostic } from '../../generated/contract';
import { useWords } from '../words';
import styles from './Diagnostics.module.css';

/** What a check found, file by file, each with its place and what to do. */
export function Diagnostics({ diagnostics }: { diagnostics: readonly Diagnostic[] }) {
  const words = useWords();
  const files = [...new Set(diagnostics.map((one) => one.file))];
  return (
    <div className={styles.files}>
      {files.map((file) => (
        <section key={file}>
          <h2>
            <code>{file}</code>
          </h2>
          <ul>
            {diagnostics
              .filter((one) => one.file === file)
              .map((one, index) => (
                <li key={index} data-severity={one.severity}>
                  {one.severity === 'error' ? <CircleX aria-hidden /> : <TriangleAlert aria-hidden />}
                  <span className={styles.place}>
                    {one.line}:{one.column}
                  </span>
                  <div>
                    <p>
                      <strong>
                        {words(one.severity === 'error' ? 'diagnostic.error' : 'diagnostic.warning')}
                      </strong>{' '}
                      {one.message}
                    </p>
                    {one.help !== null && <p className={styles.help}>→ {one.help}</p>}
                  </div>
                  <code className={styles.code}>{one.code}</code>
                </li>
              ))}
          </ul>
        </section>
      ))}
    </div>
  );
}
