import { Maximize, Minus, Plus } from 'lucide-react';
import {
  useCallback,
  useEffect,
  useId,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
  type KeyboardEvent,
  type PointerEvent,
} from 'react';

import type { EmployeeRow } from '../generated/contract';
import { IconButton } from '../shared/components';
import { useWireWord, useWords } from '../shared/words';
import styles from './Chart.module.css';
import { ChartBox } from './ChartBox';
import { BOX, connector, layout, type Placed } from './layout';
import { standing, type Node } from './people';

interface ChartProps {
  roots: readonly Node[];
  folded: ReadonlySet<string>;
  onFold(key: string, folded: boolean): void;
  /** Who was searched for; the others are dimmed. Nothing where nothing is searched. */
  found: ReadonlySet<string> | undefined;
  onOpen(row: EmployeeRow): void;
}

interface Sight {
  x: number;
  y: number;
  zoom: number;
}

const ZOOM = { least: 0.2, most: 2, step: 1.25 } as const;
const EDGE = 32;

/** The reporting lines as a picture. Only what is in sight is drawn. */
export function Chart({ roots, folded, onFold, found, onOpen }: ChartProps) {
  const words = useWords();
  const wire = useWireWord();
  const id = useId();
  const frame = useRef<HTMLDivElement>(null);
  const size = useSize(frame);
  const picture = useMemo(() => layout(roots, folded), [roots, folded]);
  const [sight, setSight] = useState<Sight>();
  const [active, setActive] = useState<string | null>(null);
  const fit = useCallback(() => fitting(picture.width, picture.height, size), [picture, size]);
  const shown = sight ?? fit();
  const visible = useMemo(() => inSight(picture.boxes, shown, size), [picture, shown, size]);
  const activeIndex = Math.max(
    0,
    picture.boxes.findIndex((box) => box.node.key === active),
  );

  const reveal = (box: Placed) => {
    setActive(box.node.key);
    setSight(revealing(box, shown, size));
  };
  const zoomBy = useCallback(
    (factor: number, at?: { x: number; y: number }) => {
      setSight((now) => zoomed(now ?? fit(), factor, at ?? { x: size.width / 2, y: size.height / 2 }));
    },
    [fit, size],
  );
  useWheel(frame, zoomBy, (dx, dy) =>
    setSight((now) => {
      const from = now ?? fit();
      return { ...from, x: from.x - dx, y: from.y - dy };
    }),
  );
  const drag = useDrag(shown, setSight);
  useFoundInSight(found, picture.boxes, (box) => setSight(revealing(box, shown, size)));

  const onKeyDown = (event: KeyboardEvent) => {
    const box = picture.boxes[activeIndex];
    if (box === undefined || event.ctrlKey || event.metaKey || event.altKey) return;
    const parent = box.node.children.length > 0;
    const step = neighbour(picture.boxes, activeIndex, event.key);
    if (step !== undefined) reveal(step);
    else if (event.key === 'Enter') onOpen(box.node.item);
    else if (event.key === ' ' && parent) onFold(box.node.key, !folded.has(box.node.key));
    else if (event.key === '+') zoomBy(ZOOM.step);
    else if (event.key === '-') zoomBy(1 / ZOOM.step);
    else if (event.key === '0') setSight(undefined);
    else return;
    event.preventDefault();
  };

  return (
    <div className={styles.frame} ref={frame}>
      <svg
        className={styles.chart}
        role="tree"
        aria-label={words('organization.chart')}
        aria-activedescendant={picture.boxes.length > 0 && active !== null ? `${id}-${active}` : undefined}
        tabIndex={0}
        onKeyDown={onKeyDown}
        onFocus={() => {
          const first = picture.boxes[0];
          if (active === null && first !== undefined) setActive(first.node.key);
        }}
        {...drag}
      >
        <g transform={`translate(${shown.x} ${shown.y}) scale(${shown.zoom})`}>
          <g className={styles.lines} aria-hidden>
            {visible.lines.map(({ from, to }) => (
              <path key={to.node.key} d={connector(from, to)} />
            ))}
          </g>
          {visible.boxes.map((box) => {
            const { family, word } = standing(box.node.item);
            return (
              <ChartBox
                key={box.node.key}
                id={`${id}-${box.node.key}`}
                box={box}
                active={box.node.key === active}
                dimmed={found !== undefined && !found.has(box.node.key)}
                state={wire(family, word)}
                onOpen={onOpen}
                onFold={onFold}
              />
            );
          })}
        </g>
      </svg>
      <div className={styles.tools}>
        <IconButton label={words('organization.zoom.in')} onClick={() => zoomBy(ZOOM.step)}>
          <Plus aria-hidden />
        </IconButton>
        <IconButton label={words('organization.zoom.out')} onClick={() => zoomBy(1 / ZOOM.step)}>
          <Minus aria-hidden />
        </IconButton>
        <IconButton label={words('organization.zoom.fit')} onClick={() => setSight(undefined)}>
          <Maximize aria-hidden />
        </IconButton>
        <span>{Math.round(shown.zoom * 100)} %</span>
      </div>
    </div>
  );
}

function useSize(frame: React.RefObject<HTMLDivElement | null>) {
  const [size, setSize] = useState({ width: 1000, height: 600 });
  useLayoutEffect(() => {
    const element = frame.current;
    if (element === null) return undefined;
    const measure = () => setSize({ width: element.clientWidth, height: element.clientHeight });
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, [frame]);
  return size;
}

/** The wheel moves the picture; with Ctrl, or by pinching, it zooms. */
function useWheel(
  frame: React.RefObject<HTMLDivElement | null>,
  zoomBy: (factor: number, at: { x: number; y: number }) => void,
  moveBy: (dx: number, dy: number) => void,
) {
  const act = useRef({ zoomBy, moveBy });
  useEffect(() => {
    act.current = { zoomBy, moveBy };
  });
  useEffect(() => {
    const element = frame.current;
    if (element === null) return undefined;
    const onWheel = (event: WheelEvent) => {
      event.preventDefault();
      if (!event.ctrlKey && !event.metaKey) {
        act.current.moveBy(event.deltaX, event.deltaY);
        return;
      }
      const edge = element.getBoundingClientRect();
      const at = { x: event.clientX - edge.left, y: event.clientY - edge.top };
      act.current.zoomBy(Math.exp(-event.deltaY / 300), at);
    };
    element.addEventListener('wheel', onWheel, { passive: false });
    return () => element.removeEventListener('wheel', onWheel);
  }, [frame]);
}

function useDrag(shown: Sight, setSight: (sight: Sight) => void) {
  const from = useRef<{ x: number; y: number; sight: Sight } | null>(null);
  const end = () => {
    from.current = null;
  };
  return {
    onPointerDown(event: PointerEvent<SVGSVGElement>) {
      if (event.button !== 0 || (event.target as Element).closest('[role="treeitem"]') !== null) return;
      event.currentTarget.setPointerCapture(event.pointerId);
      from.current = { x: event.clientX, y: event.clientY, sight: shown };
    },
    onPointerMove(event: PointerEvent<SVGSVGElement>) {
      const start = from.current;
      if (start === null) return;
      const { sight } = start;
      setSight({ ...sight, x: sight.x + event.clientX - start.x, y: sight.y + event.clientY - start.y });
    },
    onPointerUp: end,
    onPointerCancel: end,
  };
}

/** Brings the first who was found into sight, once for each search. */
function useFoundInSight(
  found: ReadonlySet<string> | undefined,
  boxes: readonly Placed[],
  reveal: (box: Placed) => void,
) {
  const last = useRef<ReadonlySet<string> | undefined>(undefined);
  useEffect(() => {
    if (found === last.current) return;
    last.current = found;
    const first = found === undefined ? undefined : boxes.find((box) => found.has(box.node.key));
    if (first !== undefined) reveal(first);
  });
}

function fitting(width: number, height: number, size: { width: number; height: number }): Sight {
  const room = { width: size.width - EDGE * 2, height: size.height - EDGE * 2 };
  const zoom = Math.min(1, Math.max(0.55, Math.min(room.width / width, room.height / height)));
  return {
    zoom,
    x: (size.width - width * zoom) / 2,
    y: Math.max(EDGE, Math.min(EDGE * 2, (size.height - height * zoom) / 2)),
  };
}

function zoomed(sight: Sight, factor: number, at: { x: number; y: number }): Sight {
  const zoom = Math.min(ZOOM.most, Math.max(ZOOM.least, sight.zoom * factor));
  const grown = zoom / sight.zoom;
  return { zoom, x: at.x - (at.x - sight.x) * grown, y: at.y - (at.y - sight.y) * grown };
}

function revealing(box: Placed, sight: Sight, size: { width: number; height: number }): Sight {
  const left = box.x * sight.zoom + sight.x;
  const top = box.y * sight.zoom + sight.y;
  const right = left + BOX.width * sight.zoom;
  const bottom = top + BOX.height * sight.zoom;
  const pull = (low: number, high: number, room: number) =>
    low < EDGE ? EDGE - low : high > room - EDGE ? room - EDGE - high : 0;
  return {
    ...sight,
    x: sight.x + pull(left, right, size.width),
    y: sight.y + pull(top, bottom, size.height),
  };
}

function inSight(boxes: readonly Placed[], sight: Sight, size: { width: number; height: number }) {
  const left = -sight.x / sight.zoom - BOX.width;
  const top = -sight.y / sight.zoom - BOX.height;
  const right = (size.width - sight.x) / sight.zoom;
  const bottom = (size.height - sight.y) / sight.zoom;
  const lines: { from: Placed; to: Placed }[] = [];
  const seen: Placed[] = [];
  for (const box of boxes) {
    if (box.x >= left && box.x <= right && box.y >= top && box.y <= bottom) seen.push(box);
    const from = boxes[box.parent];
    if (from === undefined) continue;
    const [low, high] = [Math.min(from.x, box.x), Math.max(from.x, box.x) + BOX.width];
    if (high >= left && low <= right && box.y >= top && from.y <= bottom) lines.push({ from, to: box });
  }
  return { boxes: seen, lines };
}

/** Where an arrow key leads: up to the manager, down to the first report, sideways within one height. */
function neighbour(boxes: readonly Placed[], at: number, key: string): Placed | undefined {
  const box = boxes[at];
  if (box === undefined) return undefined;
  const siblings = boxes
    .filter((other) => other.parent === box.parent)
    .sort((a, b) => a.x - b.x || a.y - b.y);
  const place = siblings.indexOf(box);
  switch (key) {
    case 'ArrowUp':
      return box.stacked && siblings[place - 1]?.x === box.x ? siblings[place - 1] : boxes[box.parent];
    case 'ArrowDown': {
      const reports = boxes.filter((other) => other.parent === at).sort((a, b) => a.x - b.x || a.y - b.y);
      return reports[0] ?? (siblings[place + 1]?.x === box.x ? siblings[place + 1] : undefined);
    }
    case 'ArrowLeft':
      return siblings.slice(0, place).findLast((other) => other.x < box.x);
    case 'ArrowRight':
      return siblings.slice(place + 1).find((other) => other.x > box.x);
    case 'Home':
      return boxes[0];
    default:
      return undefined;
  }
}
