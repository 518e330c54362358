import { ScrollText } from 'lucide-react';
import { useState } from 'react';

import { useRead } from '../client';
import type { RecordRow } from '../generated/contract';
import {
  Clock,
  Dialog,
  Digest,
  Empty,
  ErrorNote,
  Json,
  KeyValue,
  Loading,
  Note,
  Panel,
  Table,
  type Column,
} from '../shared/components';
import { useWords } from '../shared/words';

/** Every record that speaks of one person, and who made it. */
export function History({ company, employee }: { company: string; employee: string }) {
  const words = useWords();
  const history = useRead('employee.history', { company, employee });
  const [open, setOpen] = useState<RecordRow>();
  const columns: Column<RecordRow>[] = [
    {
      key: 'seq',
      header: words('history.seq'),
      width: '5rem',
      align: 'end',
      cell: (row) => row.seq,
      order: (row) => row.seq,
    },
    {
      key: 'at',
      header: words('history.at'),
      width: '10rem',
      cell: (row) => <Clock at={row.at} day />,
      order: (row) => row.at,
    },
    {
      key: 'kind',
      header: words('history.kind'),
      width: 'minmax(10rem, 1fr)',
      cell: (row) => <code>{row.kind}</code>,
      order: (row) => row.kind,
    },
    {
      key: 'actor',
      header: words('history.actor'),
      width: 'minmax(8rem, 1fr)',
      cell: (row) => <span>{row.actor}</span>,
      order: (row) => row.actor,
    },
    {
      key: 'body',
      header: words('history.body'),
      width: 'minmax(12rem, 2fr)',
      cell: (row) => <code>{row.body === null ? '' : JSON.stringify(row.body)}</code>,
    },
  ];
  if (history.isPending) return <Loading />;
  if (history.error !== null) {
    return <ErrorNote failure={history.error} onRetry={() => void history.refetch()} />;
  }
  return (
    <>
      <Panel flush fill>
        <Table
          label={words('person.tab.history')}
          columns={columns}
          rows={history.data}
          rowKey={(row) => String(row.seq)}
          onOpen={setOpen}
          selected={open === undefined ? undefined : String(open.seq)}
          empty={<Empty title={words('history.empty')} icon={<ScrollText />} />}
        />
      </Panel>
      <Dialog
        open={open !== undefined}
        onOpenChange={(shown) => {
          if (!shown) setOpen(undefined);
        }}
        place="side"
        title={open === undefined ? '' : words('history.record', { seq: open.seq })}
        lead={<code>{open?.kind}</code>}
      >
        {open !== undefined && <Facts row={open} />}
      </Dialog>
    </>
  );
}

function Facts({ row }: { row: RecordRow }) {
  const words = useWords();
  return (
    <>
      <KeyValue
        items={[
          [words('history.at'), <Clock key="at" at={row.at} day />],
          [words('history.actor'), row.actor],
          [words('history.subject'), row.subject],
          [words('history.hash'), <Digest key="hash" hex={row.hash} length={24} />],
        ]}
      />
      {row.body === null ? (
        <Note>{words('history.redacted')}</Note>
      ) : (
        <Json value={row.body} label={words('history.body')} />
      )}
    </>
  );
}
