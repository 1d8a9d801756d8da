import { countText, numberText, secondText } from '../words.ts';
import type { DiagnosisRule, DiagnosisView, Finding } from './finding.ts';
import { confidenceOf, isSignificant, lnAbove, median, neighbourDispersion } from './statistics.ts';
import { activeCounts, activeRows, arePassing, cellsOf, rowNameInside } from './view.ts';

/** From this multiple of what lies before and after. */
const LEAST_TIMES = 4;
const LEAST_COUNT = 50;
/** Columns on either side that tell the usual rate, at least. */
const LEAST_SIDE = 8;
/** Rows whose bursts are looked for on their own: the largest ones. */
const MOST_ROWS = 200;
const MOST_BURSTS = 3;

interface Burst {
  readonly from: number;
  readonly to: number;
  readonly count: number;
  readonly times: number;
  readonly lnP: number;
}

/** Widths 1, 2, 4 ... up to an eighth of all. */
function widthsOf(columns: number): readonly number[] {
  const widths: number[] = [];
  for (let width = 1; width <= columns / 8; width *= 2) widths.push(width);
  return widths;
}

/** The usual rate beside a stretch: the busier side counts, so that a rising morning is no burst. */
function rateBeside(counts: ArrayLike<number>, from: number, to: number): number {
  const side = Math.max(LEAST_SIDE, 2 * (to - from));
  const part = (start: number, end: number) =>
    Array.from({ length: Math.max(0, end - start) }, (_, at) => counts[start + at] ?? 0);
  const before = part(Math.max(0, from - side), from);
  const after = part(to, Math.min(counts.length, to + side));
  return Math.max(median(before), median(after));
}

function burstsIn(counts: ArrayLike<number>, places: number): readonly Burst[] {
  const columns = counts.length;
  const sums = new Float64Array(columns + 1);
  for (let at = 0; at < columns; at++) sums[at + 1] = (sums[at] ?? 0) + (counts[at] ?? 0);
  const usual = (sums[columns] ?? 0) / Math.max(1, columns);
  // Counts that vary more than Poisson ones have rates that do: mean^2 / size is the variance of those.
  const extra = neighbourDispersion(counts) - 1;
  const sizeOf = (width: number) =>
    extra <= 0 ? Number.POSITIVE_INFINITY : (usual / extra) * Math.sqrt(width);
  const found: Burst[] = [];
  for (const width of widthsOf(columns)) {
    for (let from = 0; from + width <= columns; from += Math.max(1, width >> 1)) {
      const count = (sums[from + width] ?? 0) - (sums[from] ?? 0);
      if (count < LEAST_COUNT || count < LEAST_TIMES * usual * width) continue;
      const rate = Math.max(usual, rateBeside(counts, from, from + width));
      const times = count / (rate * width);
      // Twice the usual rate is still usual: tested against that.
      const lnP = lnAbove(count, 2 * rate * width, sizeOf(width));
      if (times >= LEAST_TIMES && isSignificant(lnP, places))
        found.push({ from, to: from + width, count, times, lnP });
    }
  }
  return withoutOverlaps(found);
}

/** The clearest of those that share columns. */
function withoutOverlaps(bursts: readonly Burst[]): readonly Burst[] {
  const kept: Burst[] = [];
  for (const burst of bursts.toSorted((a, b) => a.lnP - b.lnP)) {
    if (kept.every(({ from, to }) => burst.to <= from || burst.from >= to)) kept.push(burst);
  }
  return kept;
}

function findingOf(view: DiagnosisView, burst: Burst, row: number | undefined, places: number): Finding {
  const { from: first } = view.active;
  const columns = { from: first + burst.from, to: first + burst.to };
  const cells = row === undefined ? cellsOf(view, columns) : cellsOf(view, columns, [row]);
  const where = row === undefined ? '' : ` of ${rowNameInside(view, row)}`;
  const seconds = (burst.to - burst.from) * view.cellSeconds;
  return {
    id: 'burst',
    title: row === undefined ? 'Burst' : `Burst${where}`,
    sentence: `${countText(burst.count)} rows${where} from ${secondText(cells.from)} to ${secondText(cells.to)} (${numberText(burst.count / seconds)} rows/s), ${numberText(burst.times)} times the rate around it.`,
    confidence: confidenceOf(burst.lnP, places),
    severity: 'note',
    cells: [cells],
    advice:
      'Look at what was written then; if it recurs, let writers spread it out before they reach the target.',
  };
}

/** A short stretch far above what lies before and after it, of all rows together or of one alone. */
export const burst: DiagnosisRule = {
  id: 'burst',
  title: 'Burst',
  find: (view) => {
    if (!view.isWhole) return [];
    const { active, columnTotals } = view;
    const columns = active.to - active.from;
    const rows = activeRows(view)
      .toSorted((a, b) => (view.rowTotals[b] ?? 0) - (view.rowTotals[a] ?? 0))
      .slice(0, MOST_ROWS);
    const places = columns * 4 * (rows.length + 1);
    const ofAll = burstsIn(columnTotals.subarray(active.from, active.to), places);
    if (ofAll.length > MOST_BURSTS) return [];
    if (ofAll.length > 0) return ofAll.map((found) => findingOf(view, found, undefined, places));
    if (arePassing(view)) return [];
    return rows
      .map((row) => ({ row, bursts: burstsIn(activeCounts(view, row), places) }))
      .filter(({ bursts }) => bursts.length > 0 && bursts.length <= MOST_BURSTS)
      .flatMap(({ row, bursts }) => bursts.map((found) => findingOf(view, found, row, places)))
      .slice(0, MOST_BURSTS);
  },
};
