import { PARTITION_TARGET_PER_SECOND } from '../target.ts';
import { countText, numberText, secondText, shareText } from '../words.ts';
import type { DiagnosisView, Finding, FindingId } from './finding.ts';
import { upperOutliers } from './outliers.ts';
import { confidenceOf } from './statistics.ts';
import { activeCounts, activeRows, cellsOf, rowName, rowNameInside } from './view.ts';

/** Share of the target from which a row is hot whatever the others do. */
const HOT_SHARE = 0.8;
/** Below this share of all rows one row of the map burdens nobody, however quiet the others are. */
const LEAST_SHARE = 0.02;
/** Entities on the map, at least: of fewer nothing is hot. */
const LEAST_COUNT = 200;

export interface HotWords {
  readonly id: FindingId;
  readonly title: string;
  readonly advice: string;
}

/** The stretch of columns in which a row is at or above a count, and its highest cell. */
function hotSpan(counts: Uint32Array, least: number): { from: number; to: number; max: number } {
  let from = -1;
  let to = 0;
  let max = 0;
  for (const [at, count] of counts.entries()) {
    if (count > max) max = count;
    if (count < least) continue;
    if (from < 0) from = at;
    to = at + 1;
  }
  return { from: Math.max(0, from), to, max };
}

function overTarget(view: DiagnosisView, row: number, words: HotWords): Finding | undefined {
  // A few rows in a thousandth of a second are no rate.
  if (view.cellSeconds < 1) return undefined;
  const target = PARTITION_TARGET_PER_SECOND * view.cellSeconds;
  const { from, to, max } = hotSpan(activeCounts(view, row), target * HOT_SHARE);
  if (max < target * HOT_SHARE) return undefined;
  const first = view.active.from;
  const cells = cellsOf(view, { from: first + from, to: first + to }, [row]);
  const share = (view.rowTotals[row] ?? 0) / view.total;
  return {
    id: words.id,
    title: `${words.title} ${view.labels[row] ?? row}`,
    sentence: `${rowName(view, row)} reached ${shareText(max / target)} of the target of ${countText(PARTITION_TARGET_PER_SECOND)} entities/s between ${secondText(cells.from)} and ${secondText(cells.to)}; it holds ${shareText(share)} of all rows.`,
    confidence: max >= target ? 0.95 : 0.8,
    severity: 'fault',
    cells: [cells],
    advice: words.advice,
  };
}

function besideOthers(view: DiagnosisView, rows: readonly number[], words: HotWords): readonly Finding[] {
  if (view.total < LEAST_COUNT) return [];
  return upperOutliers(rows.map((row) => view.rowTotals[row] ?? 0)).flatMap(({ index, times, lnP }) => {
    const row = rows[index] ?? 0;
    const share = (view.rowTotals[row] ?? 0) / view.total;
    if (share < LEAST_SHARE) return [];
    return [
      {
        id: words.id,
        title: `${words.title} ${view.labels[row] ?? row}`,
        sentence: `${rowName(view, row)} holds ${shareText(share)} of ${countText(view.total)} rows, ${numberText(times)} times the median of ${rows.length} used ones.`,
        confidence: confidenceOf(lnP, 1),
        severity: 'fault',
        cells: [cellsOf(view, view.active, [row])],
        advice: `${words.advice} Look at who writes ${rowNameInside(view, row)}.`,
      },
    ];
  });
}

/** Rows of the map that are hot: near the per-partition target, or far above all others. */
export function hotRows(view: DiagnosisView, words: HotWords): readonly Finding[] {
  const rows = activeRows(view);
  const absolute = rows.map((row) => overTarget(view, row, words)).filter((found) => found !== undefined);
  return absolute.length > 0 ? absolute : besideOthers(view, rows, words);
}
