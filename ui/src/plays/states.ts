import type { Mark } from '../shared/components';

/** The mark of a run's or an operation's state. */
export function workMark(state: string): Mark {
  switch (state) {
    case 'running':
    case 'provisioning':
      return 'working';
    case 'waiting':
    case 'blocked':
      return 'waiting';
    case 'succeeded':
    case 'completed':
    case 'done':
      return 'done';
    case 'failed':
    case 'dropped':
      return 'failed';
    case 'stopped':
    case 'cancelled':
    case 'skipped':
    case 'interrupted':
      return 'gone';
    default:
      return 'idle';
  }
}

/** How long something took, in seconds with one place; until `now` while it runs. */
export function seconds(from: string, to: string | null, now: number): number {
  const end = to === null ? now : Date.parse(to);
  return Math.max(0, Math.round((end - Date.parse(from)) / 100) / 10);
}
