import type { Node } from './people';

/** The size of a box and the room between boxes. *Units:* pixels before zooming. */
export const BOX = { width: 188, height: 56, gapX: 20, gapY: 44, stackGap: 10, indent: 18 } as const;

/** People below each other in one column, where nobody of them leads anybody in sight. */
const COLUMN = 8;

/** One box in its place. */
export interface Placed {
  node: Node;
  x: number;
  y: number;
  depth: number;
  /** The place of the manager in the list of boxes; -1 at the top. */
  parent: number;
  /** Whether it stands in a column below its manager rather than in a row. */
  stacked: boolean;
  folded: boolean;
}

/** The whole picture. */
export interface Layout {
  boxes: Placed[];
  width: number;
  height: number;
}

interface Block {
  node: Node;
  width: number;
  folded: boolean;
  /** Who leads somebody in sight, side by side. */
  wide: Block[];
  /** Who leads nobody in sight, in columns. */
  stack: Node[];
}

/**
 * Puts the people in sight into a tidy picture. Leaders stand side by side; those who lead nobody stand in
 * columns of eight below their manager, so that a wide company stays readable.
 */
export function layout(roots: readonly Node[], folded: ReadonlySet<string>): Layout {
  const boxes: Placed[] = [];
  let x = 0;
  for (const root of roots) {
    const block = measure(root, folded);
    place(block, x, boxes);
    x += block.width + BOX.gapX * 2;
  }
  const width = boxes.reduce((most, box) => Math.max(most, box.x + BOX.width), 0);
  const height = boxes.reduce((most, box) => Math.max(most, box.y + BOX.height), 0);
  return { boxes, width, height };
}

function measure(node: Node, folded: ReadonlySet<string>): Block {
  const isFolded = folded.has(node.key);
  const children = isFolded ? [] : node.children;
  const leads = (child: Node) => child.children.length > 0 && !folded.has(child.key);
  const anyLeads = children.some(leads);
  const stack = anyLeads ? children.filter((child) => !leads(child)) : children;
  const inRow = !anyLeads && children.length <= 3;
  const wide = inRow
    ? children.map((child) => measure(child, folded))
    : children.filter((child) => anyLeads && leads(child)).map((child) => measure(child, folded));
  const shownStack = inRow ? [] : stack;
  const width = Math.max(BOX.width, rowWidth(wide, shownStack.length));
  return { node, width, folded: isFolded, wide, stack: shownStack };
}

function rowWidth(wide: readonly Block[], stacked: number): number {
  const parts = wide.map((block) => block.width);
  if (stacked > 0) parts.push(stackWidth(stacked));
  return parts.reduce((sum, part) => sum + part, 0) + BOX.gapX * Math.max(0, parts.length - 1);
}

function stackWidth(count: number): number {
  const columns = Math.ceil(count / COLUMN);
  return columns * (BOX.width + BOX.indent) + (columns - 1) * BOX.gapX;
}

interface Waiting {
  block: Block;
  x: number;
  y: number;
  depth: number;
  parent: number;
}

function place(top: Block, left: number, boxes: Placed[]): void {
  const waiting: Waiting[] = [{ block: top, x: left, y: 0, depth: 0, parent: -1 }];
  for (let at = waiting.pop(); at !== undefined; at = waiting.pop()) {
    const { block, x, y, depth, parent } = at;
    const { node, folded } = block;
    const centre = x + (block.width - BOX.width) / 2;
    const self = boxes.push({ node, x: centre, y, depth, parent, stacked: false, folded }) - 1;
    const below = y + BOX.height + BOX.gapY;
    let next = x + (block.width - rowWidth(block.wide, block.stack.length)) / 2;
    for (const child of block.wide) {
      waiting.push({ block: child, x: next, y: below, depth: depth + 1, parent: self });
      next += child.width + BOX.gapX;
    }
    placeStack(block.stack, next, below, depth + 1, self, boxes);
  }
}

function placeStack(
  stack: readonly Node[],
  left: number,
  top: number,
  depth: number,
  parent: number,
  boxes: Placed[],
): void {
  const rows = Math.min(COLUMN, stack.length);
  stack.forEach((node, index) => {
    const column = Math.floor(index / rows);
    boxes.push({
      node,
      x: left + BOX.indent + column * (BOX.width + BOX.indent + BOX.gapX),
      y: top + (index % rows) * (BOX.height + BOX.stackGap),
      depth,
      parent,
      stacked: true,
      folded: node.children.length > 0,
    });
  });
}

/** The line from a manager to a report. */
export function connector(from: Placed, to: Placed): string {
  const startX = from.x + BOX.width / 2;
  const startY = from.y + BOX.height;
  const middle = startY + BOX.gapY / 2;
  if (to.stacked) {
    const rail = to.x - BOX.indent + 4;
    return `M${startX} ${startY}V${middle}H${rail}V${to.y + BOX.height / 2}H${to.x}`;
  }
  return `M${startX} ${startY}V${middle}H${to.x + BOX.width / 2}V${to.y}`;
}
