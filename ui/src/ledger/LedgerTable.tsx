import { ScrollText } from 'lucide-react';
import { useMemo, useState } from 'react';

import type { LedgerEntry } from '../generated/contract';
import { Badge, Clock, Dialog, Empty, KeyValue, State, Table, type Column } from '../shared/components';
import { useWireWord, useWords } from '../shared/words';
import styles from './LedgerTable.module.css';

/** Every request for a helper, newest first, accepted and dropped alike. */
export function LedgerTable({ entries }: { entries: readonly LedgerEntry[] }) {
  const words = useWords();
  const [open, setOpen] = useState<LedgerEntry>();
  const newestFirst = useMemo(() => entries.toReversed(), [entries]);
  const columns = useColumns();
  return (
    <>
      <Table
        label={words('ledger.title')}
        columns={columns}
        rows={newestFirst}
        rowKey={(row) => String(row.seq)}
        selected={open === undefined ? '' : String(open.seq)}
        onOpen={setOpen}
        rowHeight={2.75}
        minWidth="40rem"
        empty={
          <Empty title={words('ledger.empty')} icon={<ScrollText />}>
            {words('ledger.what')}
          </Empty>
        }
      />
      <Dialog
        open={open !== undefined}
        onOpenChange={(shown) => {
          if (!shown) setOpen(undefined);
        }}
        place="side"
        title={open === undefined ? '' : words('ledger.entry', { seq: open.seq })}
      >
        {open !== undefined && <Entry entry={open} />}
      </Dialog>
    </>
  );
}

function useColumns(): Column<LedgerEntry>[] {
  const words = useWords();
  const wire = useWireWord();
  return [
    {
      key: 'seq',
      header: '#',
      width: '2.5rem',
      align: 'end',
      cell: (row) => row.seq,
      order: (row) => row.seq,
    },
    { key: 'at', header: words('ledger.at'), width: '5.25rem', cell: (row) => <Clock at={row.at} /> },
    {
      key: 'assignee',
      header: words('ledger.assignee'),
      width: 'minmax(7.5rem, 1fr)',
      cell: (row) => (
        <span className={styles.two}>
          <strong>{row.assignee ?? words('ledger.assignee.own')}</strong>
          <Asker row={row} />
        </span>
      ),
      order: (row) => row.assignee ?? '',
    },
    {
      key: 'outcome',
      header: words('ledger.outcome'),
      width: '6.25rem',
      cell: (row) => (
        <State mark={row.outcome === 'accepted' ? 'done' : 'failed'}>{wire('outcome', row.outcome)}</State>
      ),
      order: (row) => row.outcome,
    },
    {
      key: 'why',
      header: words('ledger.why'),
      width: 'minmax(8rem, 1.6fr)',
      cell: (row) => (
        <span className={styles.two}>
          <span title={row.reason ?? undefined}>
            {row.reason === null ? row.detail : wire('reason', row.reason)}
          </span>
          {row.reason !== null && <span>{row.detail}</span>}
        </span>
      ),
      order: (row) => row.reason ?? '',
    },
    {
      key: 'roles',
      header: words('ledger.roles'),
      width: '5rem',
      align: 'end',
      cell: (row) => <NewRoles row={row} />,
    },
    {
      key: 'spawns',
      header: words('ledger.spawns'),
      width: '4.5rem',
      align: 'end',
      cell: (row) => words('ledger.count', { consumed: row.spawns.used, max: row.spawns.max }),
    },
    {
      key: 'waited',
      header: words('ledger.waited'),
      width: '4.5rem',
      align: 'end',
      cell: (row) => words('ledger.waited.ms', { ms: row.waited_ms }),
      order: (row) => row.waited_ms,
    },
  ];
}

function NewRoles({ row }: { row: LedgerEntry }) {
  const words = useWords();
  const { consumed, reserved, max } = row.palette;
  return reserved > 0
    ? words('ledger.reserved', { consumed, reserved, max })
    : words('ledger.count', { consumed, max });
}

function Asker({ row }: { row: LedgerEntry }) {
  const words = useWords();
  return (
    <span>
      {words('ledger.asker')} {row.requester_role ?? words('ledger.asker.plan')}
      {row.requester_seat && ` · ${words('ledger.seat')}`}
    </span>
  );
}

function Entry({ entry }: { entry: LedgerEntry }) {
  const words = useWords();
  const wire = useWireWord();
  const dash = '–';
  return (
    <KeyValue
      items={[
        [words('ledger.at'), <Clock key="at" at={entry.at} day />],
        [
          words('ledger.outcome'),
          <State key="outcome" mark={entry.outcome === 'accepted' ? 'done' : 'failed'}>
            {wire('outcome', entry.outcome)}
          </State>,
        ],
        [
          words('ledger.why'),
          entry.reason === null ? (
            dash
          ) : (
            <span key="why">
              {wire('reason', entry.reason)} <code>{entry.reason}</code>
            </span>
          ),
        ],
        [words('ledger.detail'), entry.detail === '' ? dash : entry.detail],
        [words('ledger.assignee'), entry.assignee ?? words('ledger.assignee.own')],
        [
          words('ledger.asker'),
          <span key="asker">
            {entry.requester_role ?? words('ledger.asker.plan')}{' '}
            {entry.requester_seat && <Badge>{words('ledger.seat')}</Badge>}
          </span>,
        ],
        [words('ledger.emitter'), entry.emitter_operation ?? dash],
        [words('ledger.child'), entry.child_operation ?? dash],
        [words('ledger.roles'), <NewRoles key="roles" row={entry} />],
        [
          words('ledger.spawns'),
          words('ledger.count', { consumed: entry.spawns.used, max: entry.spawns.max }),
        ],
        [words('ledger.waited'), words('ledger.waited.ms', { ms: entry.waited_ms })],
      ]}
    />
  );
}
