import type { ActMethod, Methods, ReadMethod, WireEvent, WireFailure } from '../generated/contract';

/** Ends a watch. */
export type Unwatch = () => void;

/** What a watch tells its owner. */
export interface Watcher {
  /** One committed fact. */
  onEvent(event: WireEvent): void;
  /** The line to the host came up, or went down. */
  onLine(up: boolean): void;
}

/** The way to the host: the window and the browser each have one. */
export interface Transport {
  /** Asks something that changes nothing. */
  read<M extends ReadMethod>(method: M, params: Methods[M]['params']): Promise<Methods[M]['reply']>;
  /** Acts. The host answers each request id once. */
  act<M extends ActMethod>(
    method: M,
    params: Methods[M]['params'],
    requestId: string,
  ): Promise<Methods[M]['reply']>;
  /** Follows the events after `since`; comes back by itself and asks for what it missed. */
  watch(since: number, watcher: Watcher): Unwatch;
}

/** A typed no of the host, thrown by every transport. */
export class Refused extends Error {
  readonly failure: WireFailure;

  constructor(failure: WireFailure) {
    super(failure.message);
    this.name = 'Refused';
    this.failure = failure;
  }
}

/** Reads whatever was thrown or sent as a failure. */
export function asFailure(value: unknown): WireFailure {
  if (value instanceof Refused) return value.failure;
  if (isFailure(value)) return value;
  if (value instanceof Error) return unavailable(value.message);
  return unavailable(typeof value === 'string' ? value : 'the host did not answer');
}

/** The host cannot be reached. */
export function unavailable(message: string): WireFailure {
  return { code: 'unavailable', message };
}

function isFailure(value: unknown): value is WireFailure {
  if (typeof value !== 'object' || value === null) return false;
  const { code, message } = value as Partial<WireFailure>;
  return typeof code === 'string' && typeof message === 'string';
}
