import type { WireEvent } from '../generated/contract';
import { asFailure, Refused, unavailable, type Transport } from './transport';

/** The way to the host from a browser, over loopback HTTP. */
export const browser: Transport = {
  read: (method, params) => post('/api/read', { method, params }),
  act: (method, params, requestId) => post('/api/act', { method, params, request_id: requestId }),
  watch(since, watcher) {
    let last = since;
    let source: EventSource | undefined;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let ended = false;

    const open = () => {
      source = new EventSource(`/api/watch?since=${last}`);
      source.onopen = () => watcher.onLine(true);
      source.onmessage = (message: MessageEvent<string>) => {
        const event = JSON.parse(message.data) as WireEvent;
        last = Math.max(last, event.order);
        watcher.onEvent(event);
      };
      source.onerror = () => {
        source?.close();
        if (ended) return;
        watcher.onLine(false);
        timer = setTimeout(open, 1000);
      };
    };
    open();
    return () => {
      ended = true;
      clearTimeout(timer);
      source?.close();
    };
  },
};

/**
 * Exchanges the one-time token in the address for a cookie and takes it out of the address. A token that was
 * used before is no fault as long as the cookie that it was exchanged for is still there: the next request
 * tells.
 */
export async function openSession(): Promise<void> {
  const token = new URLSearchParams(location.hash.slice(1)).get('token');
  if (token === null) return;
  history.replaceState(null, '', location.pathname + location.search);
  await post('/api/session', { token }).catch(() => undefined);
}

async function post<Reply>(path: string, body: unknown): Promise<Reply> {
  let response: Response;
  try {
    response = await fetch(path, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      credentials: 'same-origin',
      body: JSON.stringify(body),
    });
  } catch {
    throw new Refused({
      ...unavailable('the host does not answer'),
      hint: 'start it again: bailiwick serve',
    });
  }
  const text = await response.text();
  const reply: unknown = text === '' ? null : parse(text);
  if (!response.ok) throw new Refused(failureOf(response.status, reply));
  return reply as Reply;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

function failureOf(status: number, reply: unknown) {
  if (status === 401 && reply === null) {
    return {
      ...unavailable('this page has no session with the host'),
      hint: 'open the address that bailiwick serve printed',
    };
  }
  return reply === null ? unavailable(`the host answered with status ${status}`) : asFailure(reply);
}
