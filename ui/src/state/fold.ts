import type { InfiniteData, QueryClient } from '@tanstack/react-query';

import type { LedgerEntry, ReadMethod, Violation, ViolationList, WireEvent } from '../generated/contract';

/** Rows that a list keeps in memory while it grows by events; older ones are asked for again. */
export const KEPT_ROWS = 2_000;

/** Which answers an event makes old. */
const MAKES_OLD: Record<Exclude<WireEvent['kind'], 'resync'>, readonly ReadMethod[]> = {
  'authority.violation': ['audit.list', 'employee.history'],
  'ledger.entry': ['play.runs', 'play.show'],
  'run.changed': ['play.runs', 'play.show', 'employee.list'],
  'server.changed': [
    'server.list',
    'server.tools',
    'server.log',
    'employee.tools',
    'employee.list',
    'employee.show',
    'employee.plan',
    'authority.explain',
  ],
  'approval.requested': ['approval.list', 'employee.list', 'employee.show'],
  'approval.answered': ['approval.list', 'employee.list', 'employee.show'],
  'employee.changed': [
    'employee.list',
    'employee.show',
    'employee.tools',
    'employee.managers',
    'employee.plan',
    'employee.charter',
    'employee.history',
    'authority.explain',
    'company.list',
  ],
  'company.changed': ['company.list', 'company.starters'],
  'pack.changed': ['pack.list', 'pack.publishers', 'role.list', 'role.show', 'company.starters', 'play.list'],
  'policy.changed': [
    'employee.tools',
    'employee.list',
    'employee.show',
    'employee.plan',
    'employee.history',
    'authority.explain',
    'authority.grants',
  ],
  'window.raise': [],
};

/**
 * Puts events into the kept answers.
 *
 * Returns the methods whose answers are old now; nothing where all are: the host has no longer what was
 * missed, or speaks of a kind that this version does not know.
 */
export function fold(client: QueryClient, events: readonly WireEvent[]): Set<ReadMethod> | undefined {
  const old = new Set<ReadMethod>();
  const violations: Violation[] = [];
  const entries: LedgerEntry[] = [];
  for (const event of events) {
    if (!knows(event.kind)) return undefined;
    for (const method of MAKES_OLD[event.kind]) old.add(method);
    if (event.kind === 'authority.violation') violations.push(event.payload);
    if (event.kind === 'ledger.entry') entries.push(event.payload);
  }
  if (violations.length > 0) addViolations(client, violations);
  if (entries.length > 0) addEntries(client, entries);
  return old;
}

function knows(kind: string): kind is keyof typeof MAKES_OLD {
  return kind in MAKES_OLD;
}

/** Newest first, one row a violation: a repeated one comes again under its id with a higher count. */
export function withViolations(rows: readonly Violation[], incoming: readonly Violation[]): Violation[] {
  const byId = new Map<string, Violation>();
  for (const violation of incoming) byId.set(violation.id, violation);
  const kept = rows.map((row) => {
    const again = byId.get(row.id);
    byId.delete(row.id);
    return again ?? row;
  });
  return [...[...byId.values()].reverse(), ...kept].slice(0, KEPT_ROWS);
}

/** In the order of their numbers; what is there already stays. */
export function withEntries(rows: readonly LedgerEntry[], incoming: readonly LedgerEntry[]): LedgerEntry[] {
  const last = rows.at(-1)?.seq ?? 0;
  const fresh = incoming.filter((entry) => entry.seq > last);
  return fresh.length === 0 ? [...rows] : [...rows, ...fresh];
}

function addViolations(client: QueryClient, incoming: Violation[]): void {
  for (const [key, data] of client.getQueriesData<unknown>({ queryKey: ['violation.list'] })) {
    const asked = (key[1] ?? {}) as ViolationList;
    const fitting = incoming.filter((violation) => fits(violation, asked));
    if (fitting.length === 0 || data === undefined) continue;
    client.setQueryData(key, withNewest(data, fitting));
  }
}

function withNewest(data: unknown, incoming: Violation[]): unknown {
  if (Array.isArray(data)) return withViolations(data as Violation[], incoming);
  const { pages, pageParams } = data as InfiniteData<Violation[]>;
  const known = new Map(incoming.map((violation) => [violation.id, violation]));
  const older = pages.slice(1).map((page) =>
    page.map((row) => {
      const again = known.get(row.id);
      known.delete(row.id);
      return again ?? row;
    }),
  );
  return { pages: [withViolations(pages[0] ?? [], [...known.values()]), ...older], pageParams };
}

function fits(violation: Violation, asked: ViolationList): boolean {
  return (
    (asked.company === undefined || asked.company === violation.company_id) &&
    (asked.employee === undefined ||
      asked.employee === violation.employee_id ||
      asked.employee === violation.employee_name) &&
    (asked.server === undefined || asked.server === violation.server_id) &&
    (asked.code === undefined || asked.code === violation.code)
  );
}

function addEntries(client: QueryClient, incoming: LedgerEntry[]): void {
  for (const [key, data] of client.getQueriesData<LedgerEntry[]>({ queryKey: ['play.ledger'] })) {
    const run = (key[1] as { run?: string } | undefined)?.run;
    const fitting = incoming.filter((entry) => entry.run_id === run);
    if (fitting.length > 0 && data !== undefined) client.setQueryData(key, withEntries(data, fitting));
  }
}
