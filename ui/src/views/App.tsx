import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { useState, type ReactNode } from 'react';

import { CompanyProvider, newQueryClient, TransportProvider, useRead, type Transport } from '../client';
import type { WireFailure } from '../generated/contract';
import { ErrorNote, Loading, ToastProvider, TooltipProvider } from '../shared/components';
import { WordsProvider } from '../shared/words';
import { EventsProvider } from '../state';
import styles from './App.module.css';
import { newRouter } from './routes';

/** The whole interface, over one way to the host. */
export function App({ transport }: { transport: Transport }) {
  const [client] = useState(newQueryClient);
  return (
    <WordsProvider>
      <QueryClientProvider client={client}>
        <TransportProvider transport={transport}>
          <TooltipProvider delayDuration={350}>
            <ToastProvider>
              <Start />
            </ToastProvider>
          </TooltipProvider>
        </TransportProvider>
      </QueryClientProvider>
    </WordsProvider>
  );
}

/** What is shown when there is no way to the host. */
export function Unreachable({ failure }: { failure: WireFailure }) {
  return (
    <WordsProvider>
      <Middle>
        <ErrorNote failure={failure} onRetry={() => location.reload()} />
      </Middle>
    </WordsProvider>
  );
}

/** Asks where the host stands, so that nothing is missed between the first answers and the first event. */
function Start() {
  const status = useRead('installation.status', {});
  const companies = useRead('company.list', {}, { enabled: status.isSuccess });
  const failure = status.error ?? companies.error;
  if (failure !== null && (status.data === undefined || companies.data === undefined)) {
    const retry = () => {
      void status.refetch();
      void companies.refetch();
    };
    return (
      <Middle>
        <ErrorNote failure={failure} onRetry={retry} />
      </Middle>
    );
  }
  if (status.data === undefined || companies.data === undefined) {
    return (
      <Middle>
        <Loading rows={4} />
      </Middle>
    );
  }
  return <Running since={status.data.seq} companies={companies.data} />;
}

function Running({
  since,
  companies,
}: {
  since: number;
  companies: Parameters<typeof CompanyProvider>[0]['companies'];
}) {
  const [first] = useState(since);
  const [router] = useState(newRouter);
  return (
    <EventsProvider since={first}>
      <CompanyProvider companies={companies}>
        <RouterProvider router={router} />
      </CompanyProvider>
    </EventsProvider>
  );
}

function Middle({ children }: { children: ReactNode }) {
  return (
    <main className={styles.middle}>
      <div>{children}</div>
    </main>
  );
}
