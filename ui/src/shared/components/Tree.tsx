import { useVirtualizer } from '@tanstack/react-virtual';
import { ChevronRight } from 'lucide-react';
import { useId, useMemo, useRef, useState, type KeyboardEvent, type ReactNode } from 'react';

import { remPixels } from './Table';
import styles from './Tree.module.css';

/** One thing in a tree, with what stands below it. */
export interface TreeNode<Item> {
  key: string;
  /** What typing letters finds. */
  name: string;
  item: Item;
  children: TreeNode<Item>[];
}

interface TreeProps<Item> {
  label: string;
  roots: readonly TreeNode<Item>[];
  /** Keys of what is folded. */
  folded: ReadonlySet<string>;
  onFold(key: string, folded: boolean): void;
  render: (item: Item) => ReactNode;
  onOpen?: (item: Item) => void;
  selected?: string | undefined;
}

interface Line<Item> {
  node: TreeNode<Item>;
  depth: number;
  parent: number;
  position: number;
  siblings: number;
}

/**
 * A tree as the ARIA practices describe it: Up and Down move, Right unfolds or goes in, Left folds or goes
 * out, Home, End, letters, Enter opens. Only the lines in sight are drawn.
 */
export function Tree<Item>({ label, roots, folded, onFold, render, onOpen, selected }: TreeProps<Item>) {
  const id = useId();
  const scroller = useRef<HTMLDivElement>(null);
  const typed = useRef({ text: '', at: 0 });
  const [active, setActive] = useState<string | null>(null);
  const lines = useMemo(() => flatten(roots, folded), [roots, folded]);
  const rowPixels = 2 * remPixels();
  const virtual = useVirtualizer({
    count: lines.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowPixels,
    overscan: 12,
    initialRect: { width: 800, height: 600 },
  });
  const found = lines.findIndex((line) => line.node.key === (active ?? selected));
  const activeIndex = Math.max(0, found);

  const moveTo = (index: number) => {
    const line = lines[Math.min(Math.max(index, 0), lines.length - 1)];
    if (line === undefined) return;
    setActive(line.node.key);
    virtual.scrollToIndex(lines.indexOf(line), { align: 'auto' });
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const line = lines[activeIndex];
    if (line === undefined || event.ctrlKey || event.metaKey || event.altKey) return;
    const { node, parent } = line;
    const isFolded = folded.has(node.key);
    switch (event.key) {
      case 'ArrowDown':
        moveTo(active === null ? 0 : activeIndex + 1);
        break;
      case 'ArrowUp':
        moveTo(activeIndex - 1);
        break;
      case 'Home':
        moveTo(0);
        break;
      case 'End':
        moveTo(lines.length - 1);
        break;
      case 'ArrowRight':
        if (node.children.length === 0) return;
        if (isFolded) onFold(node.key, false);
        else moveTo(activeIndex + 1);
        break;
      case 'ArrowLeft':
        if (node.children.length > 0 && !isFolded) onFold(node.key, true);
        else if (parent >= 0) moveTo(parent);
        break;
      case 'Enter':
        onOpen?.(node.item);
        break;
      case ' ':
        if (node.children.length > 0) onFold(node.key, !isFolded);
        break;
      default:
        if (event.key.length !== 1) return;
        moveTo(find(lines, activeIndex, spell(typed.current, event.key)));
    }
    event.preventDefault();
  };

  return (
    <div
      className={styles.tree}
      ref={scroller}
      role="tree"
      aria-label={label}
      aria-activedescendant={lines.length > 0 ? `${id}-${activeIndex}` : undefined}
      tabIndex={0}
      onKeyDown={onKeyDown}
      onFocus={() => {
        if (active === null) moveTo(activeIndex);
      }}
    >
      <div className={styles.lines} role="presentation" style={{ height: virtual.getTotalSize() }}>
        {virtual.getVirtualItems().map((item) => {
          const line = lines[item.index];
          if (line === undefined) return null;
          const { node, depth, position, siblings } = line;
          const parent = node.children.length > 0;
          const isFolded = folded.has(node.key);
          return (
            <div
              key={node.key}
              id={`${id}-${item.index}`}
              className={styles.line}
              role="treeitem"
              aria-level={depth + 1}
              aria-posinset={position}
              aria-setsize={siblings}
              aria-expanded={parent ? !isFolded : undefined}
              aria-selected={node.key === selected}
              data-active={item.index === activeIndex || undefined}
              style={{
                height: rowPixels,
                transform: `translateY(${item.start}px)`,
                paddingInlineStart: `${0.5 + depth * 1.25}rem`,
              }}
              onClick={() => {
                setActive(node.key);
                onOpen?.(node.item);
              }}
            >
              <span
                className={styles.fold}
                data-folded={isFolded || undefined}
                aria-hidden
                onClick={(event) => {
                  event.stopPropagation();
                  if (parent) onFold(node.key, !isFolded);
                }}
              >
                {parent && <ChevronRight />}
              </span>
              {render(node.item)}
            </div>
          );
        })}
      </div>
    </div>
  );
}

/** The lines in sight, in order. */
export function flatten<Item>(roots: readonly TreeNode<Item>[], folded: ReadonlySet<string>): Line<Item>[] {
  const lines: Line<Item>[] = [];
  const waiting = levelOf(roots, 0, -1);
  for (let line = waiting.pop(); line !== undefined; line = waiting.pop()) {
    const index = lines.push(line) - 1;
    if (folded.has(line.node.key)) continue;
    for (const child of levelOf(line.node.children, line.depth + 1, index)) waiting.push(child);
  }
  return lines;
}

function levelOf<Item>(nodes: readonly TreeNode<Item>[], depth: number, parent: number): Line<Item>[] {
  const level = nodes.map((node, index) => ({
    node,
    depth,
    parent,
    position: index + 1,
    siblings: nodes.length,
  }));
  return level.reverse();
}

function spell(typed: { text: string; at: number }, letter: string): string {
  const now = Date.now();
  typed.text = now - typed.at > 700 ? letter : typed.text + letter;
  typed.at = now;
  return typed.text.toLowerCase();
}

function find<Item>(lines: readonly Line<Item>[], from: number, text: string): number {
  for (let step = text.length > 1 ? 0 : 1; step <= lines.length; step += 1) {
    const index = (from + step) % lines.length;
    if (lines[index]?.node.name.toLowerCase().startsWith(text) === true) return index;
  }
  return from;
}
