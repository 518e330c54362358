import { QueryClient } from '@tanstack/react-query';
import { describe, expect, it } from 'vitest';

import type { LedgerEntry, Violation, WireEvent } from '../generated/contract';
import { entry, violation } from '../test/world';
import { fold, KEPT_ROWS, withEntries, withViolations } from './fold';

function event(kind: string, payload: unknown): WireEvent {
  return { seq: 1, order: 1, at: '', company_id: null, kind, payload } as WireEvent;
}

describe('violations', () => {
  it('come in newest first', () => {
    const rows = withViolations([violation(1)], [violation(2), violation(3)]);
    expect(rows.map((row) => row.id)).toEqual([violation(3).id, violation(2).id, violation(1).id]);
  });

  it('that repeat stay one row and take the new count', () => {
    const again = { ...violation(1), count: 40 };
    const rows = withViolations([violation(2), violation(1)], [again]);
    expect(rows).toHaveLength(2);
    expect(rows[1]?.count).toBe(40);
  });

  it('do not grow without end', () => {
    const many = Array.from({ length: KEPT_ROWS + 500 }, (_, index) => violation(index));
    expect(withViolations([], many)).toHaveLength(KEPT_ROWS);
  });

  it('reach only the lists whose filter they fit', () => {
    const client = new QueryClient();
    const fresh = violation(7);
    client.setQueryData(['violation.list', { server: fresh.server_id }], []);
    client.setQueryData(['violation.list', { server: 'another' }], []);
    client.setQueryData(['violation.list', {}], { pages: [[]], pageParams: [undefined] });
    fold(client, [event('authority.violation', fresh)]);
    expect(client.getQueryData<Violation[]>(['violation.list', { server: fresh.server_id }])).toHaveLength(1);
    expect(client.getQueryData<Violation[]>(['violation.list', { server: 'another' }])).toHaveLength(0);
    expect(client.getQueryData<{ pages: Violation[][] }>(['violation.list', {}])?.pages[0]).toHaveLength(1);
  });
});

describe('ledger entries', () => {
  it('are added once, in order', () => {
    const rows = withEntries([entry(1), entry(2)], [entry(2), entry(3)]);
    expect(rows.map((row) => row.seq)).toEqual([1, 2, 3]);
  });

  it('go to their own run', () => {
    const client = new QueryClient();
    client.setQueryData(['play.ledger', { run: 'run-1', since: 0 }], []);
    client.setQueryData(['play.ledger', { run: 'run-2', since: 0 }], []);
    fold(client, [event('ledger.entry', entry(1))]);
    expect(client.getQueryData<LedgerEntry[]>(['play.ledger', { run: 'run-1', since: 0 }])).toHaveLength(1);
    expect(client.getQueryData<LedgerEntry[]>(['play.ledger', { run: 'run-2', since: 0 }])).toHaveLength(0);
  });
});

describe('answers', () => {
  it('about authority are old after a change of policy', () => {
    const old = fold(new QueryClient(), [event('policy.changed', { employee_id: 'x' })]);
    expect(old?.has('employee.tools')).toBe(true);
    expect(old?.has('authority.explain')).toBe(true);
  });

  it('are all old where events were missed', () => {
    expect(fold(new QueryClient(), [event('resync', {})])).toBeUndefined();
  });

  it('are all old after an event that this version does not know', () => {
    expect(fold(new QueryClient(), [event('something.new', {})])).toBeUndefined();
  });
});
