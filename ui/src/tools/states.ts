import type { Mark } from '../shared/components';

/** The mark of a server's state. */
export function serverMark(state: string): Mark {
  switch (state) {
    case 'ready':
      return 'done';
    case 'starting':
      return 'working';
    case 'degraded':
    case 'quarantined':
      return 'waiting';
    case 'failed':
      return 'failed';
    default:
      return 'gone';
  }
}

/** The mark of a tool's state. */
export function toolMark(state: string): Mark {
  return state === 'ready' ? 'done' : state === 'quarantined' ? 'waiting' : 'gone';
}

/** Whether a text can be the id of a server. */
export function isServerId(text: string): boolean {
  return /^[a-z0-9][a-z0-9-]{0,62}$/.test(text);
}
