import type { EmployeeRow } from '../generated/contract';
import { useWords } from '../shared/words';
import styles from './Chart.module.css';
import { BOX, type Placed } from './layout';
import { standing } from './people';

interface ChartBoxProps {
  id: string;
  box: Placed;
  active: boolean;
  dimmed: boolean;
  /** What the employee does now, in words. */
  state: string;
  onOpen(row: EmployeeRow): void;
  onFold(key: string, folded: boolean): void;
}

/** One person: name, title, what they do, how many tools, and what is folded below. */
export function ChartBox({ id, box, active, dimmed, state, onOpen, onFold }: ChartBoxProps) {
  const words = useWords();
  const { node, folded } = box;
  const row = node.item;
  const { mark } = standing(row);
  const reports = node.children.length;
  const tools =
    row.kind === 'human' ? '' : words('organization.tools', { tools: row.tools, of: row.tools_of });
  const human = row.kind === 'human';
  return (
    <g
      id={id}
      className={styles.box}
      role="treeitem"
      aria-level={box.depth + 1}
      aria-expanded={reports > 0 ? !folded : undefined}
      aria-selected={active}
      transform={`translate(${box.x} ${box.y})`}
      data-active={active || undefined}
      data-dimmed={dimmed || undefined}
      data-state={row.state}
      data-contractor={row.run_id !== null || undefined}
      onClick={() => onOpen(row)}
    >
      <title>{`${row.name}, ${row.title}, ${state}${tools === '' ? '' : `, ${tools}`}`}</title>
      <rect className={styles.frameBox} width={BOX.width} height={BOX.height} rx={human ? 27 : 6} />
      <ChartMark mark={mark} x={human ? 18 : 12} />
      <text className={styles.name} x={human ? 36 : 30} y={23}>
        {cut(row.name, human ? 18 : 21)}
      </text>
      <text className={styles.title} x={human ? 36 : 30} y={40}>
        {cut(row.title, human ? 22 : 18)}
      </text>
      {!human && (
        <text className={styles.count} x={BOX.width - 10} y={40} textAnchor="end">
          {row.tools}/{row.tools_of}
        </text>
      )}
      {reports > 0 && (
        <g
          className={styles.fold}
          transform={`translate(${BOX.width / 2} ${BOX.height})`}
          onClick={(event) => {
            event.stopPropagation();
            onFold(node.key, !folded);
          }}
        >
          <rect x={-17} y={-9} width={34} height={18} rx={9} />
          <text textAnchor="middle" y={4}>
            {folded ? `+${reports}` : '−'}
          </text>
        </g>
      )}
    </g>
  );
}

function ChartMark({ mark, x }: { mark: ReturnType<typeof standing>['mark']; x: number }) {
  return (
    <g className={styles.mark} data-mark={mark} transform={`translate(${x} 13)`}>
      {mark === 'working' && <circle cx="6" cy="6" r="4" />}
      {mark === 'idle' && <circle cx="6" cy="6" r="3.25" data-hollow />}
      {mark === 'waiting' && (
        <>
          <circle cx="6" cy="6" r="4.5" data-hollow />
          <path d="M6 3.4V6l1.8 1.2" data-hollow />
        </>
      )}
      {mark === 'suspended' && <path d="M2.5 1.5h2.5v9H2.5zM7 1.5h2.5v9H7z" />}
      {mark === 'gone' && <path d="M2 6h8" data-hollow />}
    </g>
  );
}

function cut(text: string, most: number): string {
  return text.length > most ? `${text.slice(0, most - 1)}…` : text;
}
