import { KeyRound } from 'lucide-react';

import { useAct, useRead } from '../client';
import type { Grant } from '../generated/contract';
import {
  Badge,
  Button,
  Clock,
  Empty,
  ErrorNote,
  Loading,
  Panel,
  Table,
  Verdict,
  type Column,
} from '../shared/components';
import { useWireWord, useWords } from '../shared/words';

interface GrantsProps {
  company: string;
  employee: string;
  onGrant: () => void;
}

/** The rules that were written for one employee, those taken back too. */
export function Grants({ company, employee, onGrant }: GrantsProps) {
  const words = useWords();
  const wire = useWireWord();
  const grants = useRead('authority.grants', { company, employee });
  const revoke = useAct('authority.revoke');
  const columns: Column<Grant>[] = [
    {
      key: 'effect',
      header: words('grant.effect'),
      width: '7rem',
      cell: (row) => <Verdict verdict={row.effect} />,
    },
    {
      key: 'pattern',
      header: words('grant.pattern'),
      width: 'minmax(10rem, 1.2fr)',
      cell: (row) => <code>{row.pattern}</code>,
      order: (row) => row.pattern,
    },
    {
      key: 'layer',
      header: words('authority.column.layer'),
      width: '7rem',
      cell: (row) => wire('layer', row.layer),
    },
    {
      key: 'note',
      header: words('grant.note'),
      width: 'minmax(10rem, 1.6fr)',
      cell: (row) => <span title={row.note}>{row.note}</span>,
    },
    {
      key: 'by',
      header: words('grant.by'),
      width: 'minmax(8rem, 1fr)',
      cell: (row) => <span>{row.granted_by}</span>,
      order: (row) => row.granted_by,
    },
    {
      key: 'at',
      header: words('grant.at'),
      width: '10rem',
      cell: (row) => <Clock at={row.granted_at} day />,
      order: (row) => row.granted_at,
    },
    {
      key: 'state',
      header: <span className="visually-hidden">{words('grant.revoke')}</span>,
      width: '7.5rem',
      align: 'end',
      cell: (row) =>
        row.revoked ? (
          <Badge>{words('grant.revoked')}</Badge>
        ) : (
          <Button
            look="quiet"
            busy={revoke.isPending && revoke.variables.grant === row.id}
            onClick={() => revoke.mutate({ company, grant: row.id })}
          >
            {words('grant.revoke')}
          </Button>
        ),
    },
  ];
  if (grants.isPending) return <Loading />;
  if (grants.error !== null) {
    return <ErrorNote failure={grants.error} onRetry={() => void grants.refetch()} />;
  }
  return (
    <>
      {revoke.error !== null && <ErrorNote failure={revoke.error} />}
      <Panel flush fill>
        <Table
          label={words('person.tab.grants')}
          columns={columns}
          rows={grants.data}
          rowKey={(row) => row.id}
          rowHeight={2.375}
          empty={
            <Empty
              title={words('grant.empty')}
              icon={<KeyRound />}
              action={
                <Button look="primary" onClick={onGrant}>
                  {words('authority.grant')}
                </Button>
              }
            >
              {words('grant.empty.what')}
            </Empty>
          }
        />
      </Panel>
    </>
  );
}
