import { writerName } from '../../keys/forms/agentRowKey.ts';
import { countText, numberText, shareText } from '../../words.ts';
import type { DiagnosisView, Finding, FindingId } from './finding.ts';
import { phrase } from './phrase.ts';
import { upperOutliers } from './outliers.ts';
import { confidenceOf } from './statistics.ts';
import {
  activeCounts,
  activeRows,
  cellsOf,
  isNearTarget,
  partitionTarget,
  rowName,
  rowNameInside,
  rowsName,
  rowsNamed,
  totalWords,
} from './view.ts';

/** From this share of the target on, a row is hot regardless of the others. */
const HOT_SHARE = 0.8;
/** Below this share of all entities a row is no problem, however quiet the others are. */
const LEAST_SHARE = 0.02;
/** With fewer entities on the map, nothing is hot. */
const LEAST_COUNT = 200;
/** Up to this many hot rows get a finding each; more are joined into one. */
const MOST_ALONE = 3;

export interface HotWords {
  readonly id: FindingId;
  readonly title: string;
  readonly advice: string;
}

/** The columns from the first to the last one with at least `least` entities, and the highest count. `from` is -1 if there is none. */
function hotSpan(counts: Uint32Array, least: number): { from: number; to: number; max: number } {
  let from = -1;
  let to = 0;
  let max = 0;
  for (let at = 0; at < counts.length; at++) {
    const count = counts[at] as number;
    if (count > max) max = count;
    if (count < least) continue;
    if (from < 0) from = at;
    to = at + 1;
  }
  return { from, to, max };
}

/** A row near or above the target of a partition, and the grid columns in which it is. */
export interface HotLoad {
  readonly row: number;
  readonly from: number;
  readonly to: number;
  /** Entities in its highest cell, and entities that are 100 % of the target in a cell. */
  readonly max: number;
  readonly target: number;
}

/** A row's load, if it is near or above the target. */
export function hotLoad(view: DiagnosisView, row: number): HotLoad | undefined {
  // Columns below a second are too short for a rate.
  if (view.cellSeconds < 1) return undefined;
  const target = partitionTarget(view) * view.cellSeconds;
  const { from, to, max } = hotSpan(activeCounts(view, row), target * HOT_SHARE);
  const first = view.active.from;
  return max < target * HOT_SHARE ? undefined : { row, from: first + from, to: first + to, max, target };
}

function overTarget(view: DiagnosisView, load: HotLoad, words: HotWords): Finding {
  const { row, max, target } = load;
  const cells = cellsOf(view, load, [row]);
  const share = (view.rowTotals[row] as number) / view.total;
  return {
    id: words.id,
    title: `${words.title} ${view.labels[row] as string}`,
    figure: `${shareText(max / target)} of target`,
    sentence: phrase`${rowName(view, row)} reached ${shareText(max / target)} of the target of ${countText(partitionTarget(view))} entities/s between ${cells.from} and ${cells.to}; it holds ${shareText(share)} of all rows.${writerWords(view, row)}`,
    confidence: max >= target ? 0.95 : 0.8,
    severity: 'fault',
    cells: [cells],
    advice: words.advice,
  };
}

/** " Front_IN_37 wrote all rows of prefix 37.": who wrote at least half of the rows, if that is known; else ''. */
function writerWords(view: DiagnosisView, row: number): string {
  const { facts, labels, rowTotals } = view;
  const own = (facts.writers ?? []).filter(({ group }) => group === labels[row]);
  const most = own.reduce((best, one) => (one.rows > (best?.rows ?? 0) ? one : best), own[0]);
  if (most === undefined || most.rows * 2 < (rowTotals[row] as number)) return '';
  const share = most.rows / (rowTotals[row] as number);
  return ` ${writerName(most.label)} wrote ${share >= 1 ? 'all' : `${shareText(share)} of the`} rows of ${rowNameInside(view, row)}.`;
}

function besideOthers(view: DiagnosisView, rows: readonly number[], words: HotWords): readonly Finding[] {
  if (view.total < LEAST_COUNT) return [];
  const columns = view.active.to - view.active.from;
  return upperOutliers(rows.map((row) => view.rowTotals[row] as number)).flatMap(({ index, times, lnP }) => {
    const row = rows[index] as number;
    const share = (view.rowTotals[row] as number) / view.total;
    if (share < LEAST_SHARE) return [];
    const peak = Math.max(...activeCounts(view, row)) / Math.max(1, view.cellSeconds);
    const ofTarget = shareText(peak / partitionTarget(view));
    const isNear = isNearTarget(view, peak);
    return [
      {
        id: words.id,
        title: `${words.title} ${view.labels[row] as string}`,
        figure: `${numberText(times)} × median`,
        sentence: phrase`${rowName(view, row)} holds ${shareText(share)} of ${totalWords(view)}, ${numberText(times)} times the median of the ${rows.length} with rows.${writerWords(view, row)}`,
        confidence: confidenceOf(lnP),
        severity: isNear ? 'fault' : 'note',
        cells: [cellsOf(view, view.active, [row])],
        advice: isNear
          ? `${words.advice} Check who writes ${rowNameInside(view, row)}.`
          : `${columns === 1 ? 'About' : 'At most'} ${numberText(peak)} rows/s, ${ofTarget} of the target of one partition: its keys can stay.`,
      },
    ];
  });
}

/** Reports rows of the map that are hot: near the target of a partition, or far above all others. */
export function hotRows(view: DiagnosisView, words: HotWords): readonly Finding[] {
  const rows = activeRows(view);
  const absolute = rows.map((row) => hotLoad(view, row)).filter((load) => load !== undefined);
  if (absolute.length === 0) return besideOthers(view, rows, words);
  return absolute.length > MOST_ALONE
    ? [together(view, absolute, words)]
    : absolute.map((load) => overTarget(view, load, words));
}

/** One finding for many hot rows, such as a front that moves through partitions. */
function together(view: DiagnosisView, loads: readonly HotLoad[], words: HotWords): Finding {
  const hot = loads.map((load) => overTarget(view, load, words));
  const rows = loads.map(({ row }) => row);
  const cells = hot.flatMap((finding) => finding.cells);
  return {
    id: words.id,
    title: `${words.title} ${view.labels[rows[0] as number] as string} and ${hot.length - 1} more`,
    sentence: phrase`${hot.length} of ${activeRows(view).length} ${rowsName(view)} reached ${shareText(HOT_SHARE)} of the target of ${countText(partitionTarget(view))} entities/s or more: ${rowsNamed(view, rows)}.`,
    confidence: Math.max(...hot.map(({ confidence }) => confidence)),
    severity: 'fault',
    cells,
    advice: words.advice,
  };
}
