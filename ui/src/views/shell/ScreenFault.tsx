import { useRouter, type ErrorComponentProps } from '@tanstack/react-router';

import { Button, Empty, Exact, Screen } from '../../shared/components';
import { useWords } from '../../shared/words';

/** A screen that broke: the others still work. */
export function ScreenFault({ error, reset }: ErrorComponentProps) {
  const words = useWords();
  return (
    <Screen title={words('error.title')} lead={words('error.screen')}>
      <p>{words('error.screen.next')}</p>
      <Exact text={error instanceof Error ? error.message : String(error)} />
      <div>
        <Button look="primary" onClick={reset}>
          {words('action.retry')}
        </Button>
      </div>
    </Screen>
  );
}

/** An address that leads nowhere. */
export function ScreenMissing() {
  const words = useWords();
  const router = useRouter();
  return (
    <Empty
      title={words('error.address')}
      action={
        <Button look="primary" onClick={() => void router.navigate({ to: '/organization', search: {} })}>
          {words('nav.organization')}
        </Button>
      }
    />
  );
}
