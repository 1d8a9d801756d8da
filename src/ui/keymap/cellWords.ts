import { type Cell, type CellGrid, cellAt, columnsTime } from '../../core/keyspace/map/cellGrid.ts';
import type { HeatScale } from '../../core/keyspace/map/scale.ts';
import { formatCount, formatPlural, formatShare } from '../format.ts';
import { windowWords } from '../heatmap/heatWords.ts';
import type { MapPoint } from './viewport.ts';

/** All that is said of one cell. */
export interface KeyCellFacts {
  readonly label: string;
  readonly window: { readonly from: bigint; readonly to: bigint };
  readonly cell: Cell;
  /** "1,204 rows", "about 1,200 rows (± 80)", "not asked". */
  readonly countWords: string;
  /** "20.1 rows/s, 1 % of target"; undefined where nothing was counted. */
  readonly rateWords: string | undefined;
}

const RATE = new Intl.NumberFormat('en-US', { maximumSignificantDigits: 3 });

function countWords({ state, count, standardError }: Cell): string {
  switch (state) {
    case 'zero':
      return 'no rows';
    case 'counted':
      return formatPlural(count, 'row');
    case 'estimated':
      return `about ${formatCount(count)} rows (\u00b1 ${formatCount(Math.ceil(standardError))}), an estimate`;
    default:
      return count === 0 ? state : `${formatPlural(count, 'row')} so far, ${state}`;
  }
}

export function keyCellFacts(
  grid: CellGrid,
  labels: readonly string[],
  at: MapPoint,
  scale: HeatScale,
): KeyCellFacts {
  const cell = cellAt(grid, at.row, at.column);
  const rate = cell.count / scale.cellSeconds;
  const share = cell.count / scale.targetCount;
  return {
    label: labels[at.row] ?? `row ${at.row}`,
    window: columnsTime(grid, { from: at.column, to: at.column + 1 }),
    cell,
    countWords: countWords(cell),
    rateWords: cell.count === 0 ? undefined : `${RATE.format(rate)} rows/s, ${formatShare(share)} of target`,
  };
}

/** For screen readers: one sentence. */
export function keyCellSentence(facts: KeyCellFacts, timeZone: string | undefined): string {
  const rate = facts.rateWords === undefined ? '' : `, ${facts.rateWords}`;
  return `${facts.label}, ${windowWords(facts.window, timeZone)}: ${facts.countWords}${rate}`;
}
