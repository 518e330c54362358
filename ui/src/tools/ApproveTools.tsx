import { useAct, useRead } from '../client';
import { Button, Dialog, ErrorNote, Loading, useToast } from '../shared/components';
import { useWords } from '../shared/words';
import styles from './ServerPage.module.css';

interface ApproveToolsProps {
  company: string;
  server: string;
  open: boolean;
  onClose: () => void;
}

/** Shows what a server offers and pins it when a person approves. */
export function ApproveTools({ company, server, open, onClose }: ApproveToolsProps) {
  const words = useWords();
  const say = useToast();
  const tools = useRead('server.tools', { company, server }, { enabled: open });
  const approve = useAct('server.approve');
  const waiting = tools.data?.filter((row) => row.state === 'quarantined') ?? [];
  const go = () => {
    approve.mutate(
      { company, server },
      {
        onSuccess: (rows) => {
          const ready = rows.filter((row) => row.state !== 'quarantined').length;
          say(words('tools.approved', { server, count: ready }));
          onClose();
        },
      },
    );
  };
  return (
    <Dialog
      open={open}
      onOpenChange={(shown) => {
        if (!shown) onClose();
      }}
      place="wide"
      title={words('tools.approve.title', { server })}
      lead={words('tools.approve.lead')}
      foot={
        <>
          <Button look="quiet" onClick={onClose}>
            {words('action.cancel')}
          </Button>
          <Button look="primary" busy={approve.isPending} disabled={waiting.length === 0} onClick={go}>
            {words('tools.approve.go', { count: waiting.length })}
          </Button>
        </>
      }
    >
      {tools.isPending && <Loading />}
      {tools.error !== null && <ErrorNote failure={tools.error} onRetry={() => void tools.refetch()} />}
      {approve.error !== null && <ErrorNote failure={approve.error} />}
      <ul className={styles.offered}>
        {waiting.map((row) => (
          <li key={row.name}>
            <code>{row.name}</code>
            <p>{row.description}</p>
          </li>
        ))}
      </ul>
    </Dialog>
  );
}
