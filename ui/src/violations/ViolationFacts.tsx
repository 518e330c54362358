import type { Violation } from '../generated/contract';
import { Clock, Digest, Json, KeyValue } from '../shared/components';
import { useWireWord, useWords } from '../shared/words';
import { toolOf } from './ViolationTable';

/** Who tried what, when, by which way, with which arguments. */
export function ViolationFacts({ row }: { row: Violation }) {
  const words = useWords();
  const wire = useWireWord();
  const facts: [string, React.ReactNode][] = [
    [words('violations.column.at'), <Clock key="at" at={row.at} day />],
    [words('violations.column.who'), row.employee_name],
    [
      words('violations.column.tool'),
      <span key="tool">
        <code>{toolOf(row)}</code> ({wire('phase', row.phase)})
      </span>,
    ],
    [words('violations.column.count'), words('violations.times', { count: row.count })],
    [words('violations.column.channel'), wire('channel', row.channel)],
    ...optional(words('violations.client'), row.client),
    ...optional(
      words('violations.role'),
      row.role_id === null ? null : `${row.role_id} ${row.pack_version ?? ''}`,
    ),
    ...optional(words('violations.run'), row.run_id),
    ...optional(words('violations.operation'), row.operation_id),
    [words('violations.digest'), <Digest key="digest" hex={row.arguments_digest} length={24} />],
    [words('violations.id'), <code key="id">{row.id}</code>],
  ];
  return (
    <>
      <KeyValue items={facts} />
      <section>
        <h3>{words('violations.arguments')}</h3>
        <Json value={row.arguments_redacted} label={words('violations.arguments')} />
      </section>
    </>
  );
}

function optional(label: string, value: string | null): [string, React.ReactNode][] {
  return value === null ? [] : [[label, value]];
}
