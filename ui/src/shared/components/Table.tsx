import { useVirtualizer } from '@tanstack/react-virtual';
import { ArrowDown, ArrowUp } from 'lucide-react';
import { useId, useMemo, useRef, useState, type KeyboardEvent, type ReactNode } from 'react';

import { useWords } from '../words';
import styles from './Table.module.css';

/** One column. */
export interface Column<Row> {
  key: string;
  header: ReactNode;
  /** A CSS grid track, such as `12rem` or `minmax(8rem, 2fr)`. */
  width: string;
  cell: (row: Row) => ReactNode;
  /** What rows are ordered by when this column's head is pressed. */
  order?: (row: Row) => string | number;
  align?: 'start' | 'end';
}

interface TableProps<Row> {
  label: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  rowKey: (row: Row) => string;
  /** Enter or a click on a row. */
  onOpen?: (row: Row) => void;
  /** The row that is open beside the table. */
  selected?: string | undefined;
  /** What stands in place of rows when there are none. */
  empty: ReactNode;
  /** Height of a row in rem. */
  rowHeight?: number;
  /** Called when the end comes into sight, to ask for the next page. */
  onEnd?: () => void;
  /** Puts rows that belong together below one heading, in the order of their first row. */
  group?: { of: (row: Row) => string; heading: (key: string, rows: readonly Row[]) => ReactNode };
  /** Whether the table is as high as its rows, up to 30rem, instead of filling its panel. */
  natural?: boolean;
  /** Below this width the table scrolls sideways. */
  minWidth?: string;
}

/** One line of a grouped table: a heading or a row. */
type Line<Row> = { heading: string; rows: Row[] } | { heading: null; row: Row };

/**
 * Rows and columns. Only the rows in sight are drawn, so that any number of them stays smooth. Arrow keys,
 * Page, Home and End move the active row, Enter opens it.
 */
export function Table<Row>(props: TableProps<Row>) {
  const {
    label,
    columns,
    rows,
    rowKey,
    onOpen,
    selected,
    empty,
    rowHeight = 2,
    onEnd,
    natural = false,
    group,
    minWidth = '44rem',
  } = props;
  const words = useWords();
  const id = useId();
  const scroller = useRef<HTMLDivElement>(null);
  const [sort, setSort] = useState<{ key: string; down: boolean } | null>(null);
  const [active, setActive] = useState<string | null>(null);
  const sorted = useMemo(() => sortRows(rows, columns, sort), [rows, columns, sort]);
  const lines = useMemo(() => linesOf(sorted, group?.of), [sorted, group?.of]);
  const rowPixels = rowHeight * remPixels();
  const headingPixels = 2 * remPixels();
  const virtual = useVirtualizer({
    count: lines.length,
    getScrollElement: () => scroller.current,
    estimateSize: (index) => ((lines[index]?.heading ?? null) === null ? rowPixels : headingPixels),
    getItemKey: (index) => keyOfLine(lines[index], rowKey, index),
    overscan: 12,
    initialRect: { width: 800, height: 600 },
    onChange: (instance) => {
      const last = instance.getVirtualItems().at(-1);
      if (last !== undefined && last.index >= lines.length - 20) onEnd?.();
    },
  });
  const isAt = (line: Line<Row>, key: string | null | undefined) =>
    line.heading === null && rowKey(line.row) === key;
  const activeIndex = Math.max(
    0,
    lines.findIndex((line) => isAt(line, active ?? selected)),
  );

  const moveTo = (index: number) => {
    const to = Math.min(Math.max(index, 0), lines.length - 1);
    const step = to < activeIndex ? -1 : 1;
    for (let place = to; place >= 0 && place < lines.length; place += step) {
      const line = lines[place];
      if (line === undefined || line.heading !== null) continue;
      setActive(rowKey(line.row));
      virtual.scrollToIndex(place, { align: 'auto' });
      return;
    }
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.target !== scroller.current) return;
    const line = lines[activeIndex];
    if (event.key === 'Enter' && line?.heading === null && onOpen !== undefined) {
      onOpen(line.row);
      event.preventDefault();
      return;
    }
    const page = Math.max(1, Math.floor((scroller.current?.clientHeight ?? 400) / rowPixels) - 2);
    const target = keyTarget(event.key, active === null ? -1 : activeIndex, page, lines.length);
    if (target === undefined) return;
    moveTo(target);
    event.preventDefault();
  };

  const tracks = columns.map((column) => column.width).join(' ');
  return (
    <div
      className={`${styles.scroller} ${natural ? styles.natural : ''}`}
      ref={scroller}
      role="grid"
      aria-label={label}
      aria-rowcount={lines.length + 1}
      aria-colcount={columns.length}
      aria-activedescendant={sorted.length > 0 && active !== null ? `${id}-${activeIndex}` : undefined}
      tabIndex={0}
      onKeyDown={onKeyDown}
    >
      <div
        className={styles.head}
        role="row"
        aria-rowindex={1}
        style={{ gridTemplateColumns: tracks, minWidth }}
      >
        {columns.map((column) => (
          <HeadCell key={column.key} column={column} sort={sort} onSort={setSort} words={words} />
        ))}
      </div>
      {sorted.length === 0 ? (
        <div role="row">
          <div role="gridcell" aria-colspan={columns.length}>
            {empty}
          </div>
        </div>
      ) : (
        <div className={styles.rows} role="rowgroup" style={{ height: virtual.getTotalSize(), minWidth }}>
          {virtual.getVirtualItems().map((item) => {
            const line = lines[item.index];
            if (line === undefined) return null;
            if (line.heading !== null) {
              return (
                <div
                  key={`heading ${line.heading}`}
                  className={styles.heading}
                  role="row"
                  aria-rowindex={item.index + 2}
                  style={{ height: headingPixels, transform: `translateY(${item.start}px)` }}
                >
                  <div role="gridcell" aria-colspan={columns.length}>
                    {group?.heading(line.heading, line.rows)}
                  </div>
                </div>
              );
            }
            const { row } = line;
            const key = rowKey(row);
            return (
              <div
                key={key}
                id={`${id}-${item.index}`}
                className={styles.row}
                role="row"
                aria-rowindex={item.index + 2}
                aria-selected={selected === undefined ? undefined : key === selected}
                data-active={key === active || undefined}
                data-open={onOpen !== undefined || undefined}
                style={{
                  gridTemplateColumns: tracks,
                  height: rowPixels,
                  transform: `translateY(${item.start}px)`,
                }}
                onClick={(event) => {
                  if ((event.target as HTMLElement).closest('button, a, input, select') !== null) return;
                  setActive(key);
                  onOpen?.(row);
                }}
              >
                {columns.map((column) => (
                  <div key={column.key} className={styles.cell} role="gridcell" data-align={column.align}>
                    {column.cell(row)}
                  </div>
                ))}
              </div>
            );
          })}
        </div>
      )}
    </div>
  );
}

interface HeadCellProps<Row> {
  column: Column<Row>;
  sort: { key: string; down: boolean } | null;
  onSort: (sort: { key: string; down: boolean } | null) => void;
  words: ReturnType<typeof useWords>;
}

function HeadCell<Row>({ column, sort, onSort, words }: HeadCellProps<Row>) {
  const on = sort?.key === column.key;
  const down = on && sort.down;
  const sorted = on ? (down ? 'descending' : 'ascending') : 'none';
  return (
    <div
      className={styles.headCell}
      role="columnheader"
      data-align={column.align}
      aria-sort={column.order === undefined ? undefined : sorted}
    >
      {column.order === undefined ? (
        column.header
      ) : (
        <button
          type="button"
          className={styles.sort}
          onClick={() => onSort(on && down ? null : { key: column.key, down: on })}
        >
          {column.header}
          {on && (down ? <ArrowDown aria-hidden /> : <ArrowUp aria-hidden />)}
          {on && (
            <span className="visually-hidden">{words(down ? 'table.sorted.down' : 'table.sorted.up')}</span>
          )}
        </button>
      )}
    </div>
  );
}

function keyOfLine<Row>(line: Line<Row> | undefined, rowKey: (row: Row) => string, index: number): string {
  if (line === undefined) return String(index);
  return line.heading === null ? `row ${rowKey(line.row)}` : `heading ${line.heading}`;
}

function linesOf<Row>(rows: readonly Row[], groupOf: ((row: Row) => string) | undefined): Line<Row>[] {
  if (groupOf === undefined) return rows.map((row) => ({ heading: null, row }));
  const groups = new Map<string, Row[]>();
  for (const row of rows) {
    const members = groups.get(groupOf(row));
    if (members === undefined) groups.set(groupOf(row), [row]);
    else members.push(row);
  }
  return [...groups].flatMap(([heading, members]) => [
    { heading, rows: members },
    ...members.map((row) => ({ heading: null, row })),
  ]);
}

function sortRows<Row>(
  rows: readonly Row[],
  columns: readonly Column<Row>[],
  sort: { key: string; down: boolean } | null,
): readonly Row[] {
  const order = columns.find((column) => column.key === sort?.key)?.order;
  if (sort === null || order === undefined) return rows;
  const sign = sort.down ? -1 : 1;
  const keyed = rows.map((row) => ({ row, by: order(row) }));
  keyed.sort((a, b) => sign * compare(a.by, b.by));
  return keyed.map(({ row }) => row);
}

const COLLATOR = new Intl.Collator(undefined, { numeric: true });

function compare(a: string | number, b: string | number): number {
  if (typeof a === 'number' && typeof b === 'number') return a - b;
  return COLLATOR.compare(String(a), String(b));
}

/** The row that a key leads to. */
export function keyTarget(key: string, at: number, page: number, count: number): number | undefined {
  switch (key) {
    case 'ArrowDown':
      return at + 1;
    case 'ArrowUp':
      return Math.max(0, at - 1);
    case 'PageDown':
      return at + page;
    case 'PageUp':
      return Math.max(0, at - page);
    case 'Home':
      return 0;
    case 'End':
      return count - 1;
    default:
      return undefined;
  }
}

/** How many pixels a rem has now; larger text makes rows higher. */
export function remPixels(): number {
  return parseFloat(getComputedStyle(document.documentElement).fontSize) || 16;
}
