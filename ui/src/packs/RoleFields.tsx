import type { FieldRow, JsonValue } from '../generated/contract';
import { useWireWord, useWords } from '../shared/words';
import styles from './RoleFields.module.css';

/** In the order of how much the runtime does with a field. */
const STATUSES = ['enforced', 'scored', 'read', 'told', 'descriptive', 'identity'];

/** What a role says, field by field, by what becomes of it: enforced, scored, read, told. */
export function RoleFields({ fields }: { fields: readonly FieldRow[] }) {
  const wire = useWireWord();
  const words = useWords();
  const others = [...new Set(fields.map((row) => row.status))].filter((status) => !STATUSES.includes(status));
  return (
    <div className={styles.fields}>
      {[...STATUSES, ...others].map((status) => {
        const rows = fields.filter((row) => row.status === status);
        if (rows.length === 0) return null;
        const stated = rows.filter((row) => row.value !== undefined).length;
        return (
          <section key={status}>
            <header className={styles.head}>
              <h3>{wire('field.status', status)}</h3>
              <span>{words('field.stated', { stated, all: rows.length })}</span>
              <p>{wire('field.status.what', status)}</p>
            </header>
            <dl className={styles.rows}>
              {rows.map((row) => (
                <div key={row.field}>
                  <dt>
                    <code>{row.field}</code>
                  </dt>
                  <dd>
                    <Value value={row.value} />
                    <span className={styles.meaning}>{row.meaning}</span>
                  </dd>
                </div>
              ))}
            </dl>
          </section>
        );
      })}
    </div>
  );
}

/** Unset, empty and a list are three things and look like three. */
function Value({ value }: { value: JsonValue | undefined }) {
  const words = useWords();
  if (value === undefined || value === null) {
    return <em className={styles.unset}>{words('field.unset')}</em>;
  }
  if (Array.isArray(value)) {
    if (value.length === 0) return <em className={styles.unset}>{words('field.empty')}</em>;
    return (
      <span className={styles.list}>
        {value.map((item, index) => (
          <code key={index}>{typeof item === 'string' ? item : JSON.stringify(item)}</code>
        ))}
      </span>
    );
  }
  if (typeof value === 'object') {
    return <code className={styles.object}>{JSON.stringify(value)}</code>;
  }
  return <span className={styles.scalar}>{String(value)}</span>;
}
