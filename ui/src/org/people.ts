import type { EmployeeRow } from '../generated/contract';
import type { Mark, TreeNode } from '../shared/components';

/** An employee with those who report to them. */
export type Node = TreeNode<EmployeeRow>;

/** The levels, highest first. */
export const LEVELS = [
  'board',
  'officer',
  'senior-management',
  'management',
  'supervisor',
  'lead',
  'ic',
  'system',
] as const;

/** The place of a level, 0 for the highest; unknown ones come last. */
export function rank(level: string): number {
  const index = (LEVELS as readonly string[]).indexOf(level);
  return index < 0 ? LEVELS.length : index;
}

/**
 * The reporting lines as trees. Who has no manager, or one that is not in the list, stands at the top; of a
 * circle, which the host never writes, nobody is lost: its first member becomes a top.
 */
export function forest(people: readonly EmployeeRow[]): Node[] {
  const nodes = new Map<string, Node>(
    people.map((item) => [item.id, { key: item.id, name: item.name, item, children: [] }]),
  );
  const roots: Node[] = [];
  for (const node of nodes.values()) {
    const manager = nodes.get(node.item.manager_id ?? '');
    if (manager === undefined || leadsTo(nodes, manager, node)) roots.push(node);
    else manager.children.push(node);
  }
  for (const node of nodes.values()) node.children.sort(byRankAndName);
  return roots.sort(byRankAndName);
}

/** Whether following the managers from `from` ends in a circle whose first member is `to`. */
function leadsTo(nodes: ReadonlyMap<string, Node>, from: Node, to: Node): boolean {
  const seen = new Set<string>();
  for (let node: Node | undefined = from; node !== undefined; node = nodes.get(node.item.manager_id ?? '')) {
    if (node === to) return [...seen].every((id) => id >= to.key);
    if (seen.has(node.key)) return false;
    seen.add(node.key);
  }
  return false;
}

/** The people whose name, title or role has every word of the query. */
export function search(people: readonly EmployeeRow[], query: string): EmployeeRow[] {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean);
  if (words.length === 0) return [...people];
  return people.filter((row) => {
    const text = `${row.name} ${row.title} ${row.role_id ?? ''} ${row.level}`.toLowerCase();
    return words.every((word) => text.includes(word));
  });
}

/** What an employee does now, as a mark and as a word of the catalogue. */
export function standing(row: EmployeeRow): { mark: Mark; family: string; word: string } {
  if (row.state === 'suspended') return { mark: 'suspended', family: 'employee.state', word: row.state };
  if (row.state === 'released') return { mark: 'gone', family: 'employee.state', word: row.state };
  if (row.state === 'proposed') return { mark: 'waiting', family: 'employee.state', word: row.state };
  if (row.activity === 'working') return { mark: 'working', family: 'employee.activity', word: row.activity };
  if (row.activity === 'waiting') return { mark: 'waiting', family: 'employee.activity', word: row.activity };
  return { mark: 'idle', family: 'employee.activity', word: row.activity };
}

/** What a large chart shows first: the fewest levels below the top that make at least some of a picture. */
export function foldedAtFirst(roots: readonly Node[], most = 60): Set<string> {
  const folded = new Set<string>();
  let shown = roots.length;
  let level: readonly Node[] = roots;
  while (level.length > 0) {
    const next = level.flatMap((node) => node.children);
    if (shown + next.length > most) {
      for (const node of level) if (node.children.length > 0) folded.add(node.key);
      for (const node of next) foldBelow(node, folded);
      return folded;
    }
    shown += next.length;
    level = next;
  }
  return folded;
}

function foldBelow(top: Node, folded: Set<string>): void {
  const waiting = [top];
  for (let node = waiting.pop(); node !== undefined; node = waiting.pop()) {
    if (node.children.length > 0) folded.add(node.key);
    waiting.push(...node.children);
  }
}

function byRankAndName(a: Node, b: Node): number {
  return rank(a.item.level) - rank(b.item.level) || a.name.localeCompare(b.name);
}
