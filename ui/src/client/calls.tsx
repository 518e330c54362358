import {
  keepPreviousData,
  QueryClient,
  useInfiniteQuery,
  useMutation,
  useQuery,
  type UseMutationResult,
  type UseQueryResult,
} from '@tanstack/react-query';
import { createContext, use, useMemo, useRef, type ReactNode } from 'react';

import type { ActMethod, Methods, ReadMethod, Violation, WireFailure } from '../generated/contract';
import { asFailure, type Transport } from '../platform';
import { newRequestId } from './request-id';

const TransportContext = createContext<Transport | null>(null);

/** Gives everything below it the way to the host. */
export function TransportProvider({ transport, children }: { transport: Transport; children: ReactNode }) {
  return <TransportContext value={transport}>{children}</TransportContext>;
}

/** The way to the host. */
export function useTransport(): Transport {
  const transport = use(TransportContext);
  if (transport === null) throw new Error('no transport above this component');
  return transport;
}

/** The key under which an answer is kept: the method first, so that an event can name a whole family. */
export function keyOf<M extends ReadMethod>(method: M, params: Methods[M]['params']) {
  return [method, params] as const;
}

/** How a look-up behaves. */
export interface ReadOptions {
  /** Whether to ask at all; yes by default. */
  enabled?: boolean;
  /** Whether the last answer stays on the screen while the parameters change. */
  keepPrevious?: boolean;
}

/** Asks the host and keeps the answer until an event says that it changed. */
export function useRead<M extends ReadMethod>(
  method: M,
  params: Methods[M]['params'],
  { enabled = true, keepPrevious = false }: ReadOptions = {},
): UseQueryResult<Methods[M]['reply'], WireFailure> {
  const transport = useTransport();
  return useQuery<Methods[M]['reply'], WireFailure>({
    queryKey: keyOf(method, params),
    queryFn: () => transport.read(method, params).catch(rethrow),
    enabled,
    ...(keepPrevious ? { placeholderData: keepPreviousData } : {}),
  });
}

/** A list that is read page by page, newest first. */
export interface Pages<Row> {
  rows: Row[] | undefined;
  failure: WireFailure | null;
  /** Whether older rows are there to be asked for. */
  more: boolean;
  /** Asks for the next page. */
  next(): void;
  retry(): void;
}

const PAGE = 100;

/** Reads the violations that fit, a page at a time; new ones come in at the top by themselves. */
export function useViolations(asked: Methods['violation.list']['params']): Pages<Violation> {
  const transport = useTransport();
  const query = useInfiniteQuery({
    queryKey: keyOf('violation.list', asked),
    queryFn: ({ pageParam }) =>
      transport
        .read('violation.list', { ...asked, limit: PAGE, ...(pageParam === '' ? {} : { before: pageParam }) })
        .catch(rethrow),
    initialPageParam: '',
    getNextPageParam: (page: Violation[]) => (page.length < PAGE ? undefined : page.at(-1)?.id),
    placeholderData: keepPreviousData,
  });
  const rows = useMemo(() => query.data?.pages.flat(), [query.data]);
  return {
    rows,
    failure: query.error === null ? null : asFailure(query.error),
    more: query.hasNextPage,
    next: () => {
      if (query.hasNextPage && !query.isFetchingNextPage) void query.fetchNextPage();
    },
    retry: () => void query.refetch(),
  };
}

/**
 * Acts. One attempt has one request id: the same parameters sent again after a failure of the line keep
 * it, so that the host does not act twice.
 */
export function useAct<M extends ActMethod>(
  method: M,
): UseMutationResult<Methods[M]['reply'], WireFailure, Methods[M]['params']> {
  const transport = useTransport();
  const attempt = useRef<{ sent: string; id: string } | null>(null);
  return useMutation<Methods[M]['reply'], WireFailure, Methods[M]['params']>({
    mutationKey: [method],
    mutationFn: async (params) => {
      const sent = JSON.stringify(params);
      if (attempt.current?.sent !== sent) attempt.current = { sent, id: newRequestId() };
      try {
        const reply = await transport.act(method, params, attempt.current.id);
        attempt.current = null;
        return reply;
      } catch (error) {
        const failure = asFailure(error);
        if (failure.code !== 'unavailable') attempt.current = null;
        throw failure;
      }
    },
  });
}

/** The store of answers. They are fresh until an event invalidates them. */
export function newQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: Infinity,
        gcTime: 10 * 60_000,
        refetchOnWindowFocus: false,
        refetchOnReconnect: false,
        retry: (count, failure) => count < 2 && asFailure(failure).code === 'unavailable',
        retryDelay: (count) => 250 * 2 ** count,
      },
      mutations: { retry: false },
    },
  });
}

function rethrow(error: unknown): never {
  throw asFailure(error);
}
