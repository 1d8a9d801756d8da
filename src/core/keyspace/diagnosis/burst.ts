import { countText, numberText, secondsText } from '../../words.ts';
import { besideOf, sideOf } from './besideRate.ts';
import { sharpened } from './edges.ts';
import type { DiagnosisRule, DiagnosisView, Finding } from './finding.ts';
import type { HighLevel } from './highLevel.ts';
import { levelOfAll, levelOfRow } from './loadLevels.ts';
import { lnBeyond, type Spread, spreadOf } from './ownNull.ts';
import { phrase } from './phrase.ts';
import { areEven } from './rhythm.ts';
import { confidenceOf, isSignificant, median, type Sum, summing } from './statistics.ts';
import { activeCounts, activeRows, arePassing, cellsOf, rowNameInside, rowsNamed } from './view.ts';

/** A burst has at least this multiple of the rate on either side. */
const LEAST_TIMES = 4;
/** Up to this multiple the rate still counts as usual; the significance test starts from here. */
const STILL_USUAL = 1.5;
const LEAST_COUNT = 50;
/** Bursts of single rows are searched only in this many of the largest rows. */
const MOST_ROWS = 200;
/** Up to this many bursts get a finding each; more are joined into one. */
const MOST_ALONE = 3;
/** Significance level. A burst is only a note, so one false note in a thousand maps is acceptable. */
const LN_ALPHA = Math.log(1e-3);
const LEAST_COLUMNS = 16;
/** Each turn can double the width of a burst. The search starts from one column. */
const MOST_TURNS = 6;
/** Variance of the median of normal values, relative to that of their mean (pi / 2). */
const MEDIAN_NOISE = 1.57;
/** With at least this many windows, one or two outliers do not move the quantiles, so none is left out. */
const MANY_WINDOWS = 60;

interface Burst {
  readonly row: number | undefined;
  readonly from: number;
  readonly to: number;
  readonly count: number;
  readonly times: number;
  readonly lnP: number;
  /** True if the usual rate around the burst is zero. */
  readonly isFromNothing: boolean;
  /** True if this is a long rise to a higher level (`highLevel.ts`), not only a peak above its neighbours. */
  readonly isLevel?: true;
}

/** The widths to try, in columns: 1, 2, 4 ... up to an eighth of the map. */
function widthsOf(columns: number): readonly number[] {
  const widths: number[] = [];
  for (let width = 1; width <= columns / 8; width *= 2) widths.push(width);
  return widths;
}

/** All ranges of one width: their first columns, and the logarithm of each range's rate relative to its neighbours. */
interface Windows {
  readonly starts: readonly number[];
  readonly logRatios: readonly number[];
}

function windowsOf(
  sum: Sum,
  columns: number,
  width: number,
  rateBeside: (from: number, to: number) => number,
): Windows {
  const starts = Array.from({ length: Math.floor(columns / width) }, (_, at) => at * width);
  const logRatios = starts.map((from) => {
    return Math.log((sum(from, from + width) + 0.5) / (rateBeside(from, from + width) * width + 0.5));
  });
  return { starts, logRatios };
}

/** How much ranges of one width usually differ from their neighbours. */
class UsualSpread {
  private readonly windows: Windows;
  private readonly noise: number;
  private readonly width: number;
  private ofAll: Spread | undefined;

  constructor(windows: Windows, width: number, usual: number) {
    const side = sideOf(width);
    // Variance of the range's own count plus that of the median beside it.
    this.noise = (1 + (MEDIAN_NOISE * width) / side) / Math.max(1, usual * width);
    this.windows = windows;
    this.width = width;
  }

  /** The usual spread. With few windows, the one that is tested is left out, because it would widen the spread itself. */
  without(from: number): Spread {
    const { starts, logRatios } = this.windows;
    if (starts.length >= MANY_WINDOWS) {
      this.ofAll ??= spreadOf(logRatios, this.noise, 'above');
      return this.ofAll;
    }
    const others = logRatios.filter((_, at) => Math.abs((starts[at] as number) - from) >= 2 * this.width);
    return spreadOf(others, this.noise, 'above');
  }
}

function burstsIn(counts: ArrayLike<number>, row: number | undefined, places: number): readonly Burst[] {
  const columns = counts.length;
  const sum = summing(counts);
  const usual = sum(0, columns) / Math.max(1, columns);
  const rateBeside = besideOf(counts);
  const found: Burst[] = [];
  for (const width of widthsOf(columns)) {
    let usually: UsualSpread | undefined;
    for (let from = 0; from + width <= columns; from += Math.max(1, width >> 1)) {
      const count = sum(from, from + width);
      if (count < LEAST_COUNT || count < LEAST_TIMES * usual * width) continue;
      const beside = rateBeside(from, from + width);
      const rate = Math.max(usual, beside);
      const times = count / (rate * width);
      if (times < LEAST_TIMES) continue;
      usually ??= new UsualSpread(windowsOf(sum, columns, width, rateBeside), width, usual);
      const spread = usually.without(from);
      // The rate may rise by half and still be usual, so the test is against 1.5 times the rate.
      const lnP = lnBeyond(count, STILL_USUAL * rate * width, spread, 'above');
      if (isSignificant(lnP, places / width, LN_ALPHA))
        found.push({ row, from, to: from + width, count, times, lnP, isFromNothing: beside === 0 });
    }
  }
  const edged = withoutOverlaps(found).map((one) => withEdges(one, counts, sum, rateBeside));
  return joined(edged, sum, rateBeside);
}

/** A burst with the edges where the counts rise and fall, and its multiple of the rate beside these. */
function withEdges(
  found: Burst,
  counts: ArrayLike<number>,
  sum: Sum,
  rateBeside: (from: number, to: number) => number,
): Burst {
  let { from, to } = found;
  for (let turn = 0; turn < MOST_TURNS; turn++) {
    const next = sharpened(counts, { from, to }, rateBeside(from, to), to - from);
    if (next.from === from && next.to === to) break;
    ({ from, to } = next);
  }
  const count = sum(from, to);
  const beside = rateBeside(from, to);
  return { ...found, from, to, count, times: beside > 0 ? count / (to - from) / beside : found.times };
}

function burstsOfRow(view: DiagnosisView, row: number, rows: readonly number[]): readonly Burst[] {
  const counts = activeCounts(view, row);
  const bursts = burstsIn(counts, row, counts.length * rows.length);
  // Bursts at even intervals are a timer, which `periodicity` reports.
  const uneven = areEven(bursts) ? [] : bursts;
  return withLevel(uneven, levelOfRow(view, row, rows), row);
}

/** Keeps the most significant of the bursts that overlap. */
function withoutOverlaps(bursts: readonly Burst[]): readonly Burst[] {
  const kept: Burst[] = [];
  for (const burst of bursts.toSorted((a, b) => a.lnP - b.lnP)) {
    if (kept.every(({ from, to }) => burst.to <= from || burst.from >= to)) kept.push(burst);
  }
  return kept.toSorted((a, b) => a.from - b.from);
}

/** Joins bursts that touch or overlap. */
function joined(
  bursts: readonly Burst[],
  sum: Sum,
  rateBeside: (from: number, to: number) => number,
): readonly Burst[] {
  const result: Burst[] = [];
  for (const burst of bursts) {
    const last = result.at(-1);
    if (last === undefined || burst.from > last.to) {
      result.push(burst);
      continue;
    }
    const [from, to] = [Math.min(last.from, burst.from), Math.max(last.to, burst.to)];
    const beside = rateBeside(from, to);
    const count = sum(from, to);
    const times = beside > 0 ? count / (to - from) / beside : Math.max(last.times, burst.times);
    result[result.length - 1] = { ...last, from, to, count, times, lnP: Math.min(last.lnP, burst.lnP) };
  }
  return result;
}

/** Replaces the bursts inside a long high level by that level, so that it is reported once. */
function withLevel(
  bursts: readonly Burst[],
  level: HighLevel | undefined,
  row: number | undefined,
): readonly Burst[] {
  if (level === undefined) return bursts;
  const apart = bursts.filter(({ from, to }) => to <= level.from || from >= level.to);
  const whole: Burst = { ...level, row, isFromNothing: false, isLevel: true };
  return [...apart, whole].toSorted((a, b) => a.from - b.from);
}

const ADVICE =
  'Check what was written then. If it recurs, spread the writes over time before they reach the target.';

function cellsOfBurst(view: DiagnosisView, { row, from, to }: Burst) {
  const { from: first } = view.active;
  return cellsOf(view, { from: first + from, to: first + to }, row === undefined ? undefined : [row]);
}

function alone(view: DiagnosisView, burst: Burst, places: number): Finding {
  const cells = cellsOfBurst(view, burst);
  const where = burst.row === undefined ? '' : ` of ${rowNameInside(view, burst.row)}`;
  const seconds = (burst.to - burst.from) * view.cellSeconds;
  const isLevel = burst.isLevel === true;
  return {
    id: 'burst',
    title: `${isLevel ? 'Higher load' : 'Burst'}${where}`,
    sentence: phrase`${countText(burst.count)} rows${where} from ${cells.from} to ${cells.to} (${numberText(burst.count / seconds)} rows/s), ${numberText(burst.times)} times the rate ${isLevel ? 'outside this time' : 'just before and after'}.`,
    confidence: confidenceOf(burst.lnP, places),
    severity: 'note',
    cells: [cells],
    advice: ADVICE,
  };
}

/** One finding for many bursts. */
function together(view: DiagnosisView, bursts: readonly Burst[], places: number): Finding {
  const rows = [...new Set(bursts.flatMap(({ row }) => row ?? []))].toSorted((a, b) => a - b);
  const where = rows.length === 0 ? '' : ` in ${rowsNamed(view, rows)}`;
  const inOrder = bursts.toSorted((a, b) => a.from - b.from);
  const shown = inOrder.slice(0, MOST_ALONE).map((burst, at) => {
    const cells = cellsOfBurst(view, burst);
    return phrase`${at > 0 ? ', ' : ''}${cells.from} (${secondsText((burst.to - burst.from) * view.cellSeconds)})`;
  });
  const times = median(bursts.map((burst) => burst.times));
  // If most bursts start from silence, the rows arrive in batches.
  const areBatches = bursts.filter(({ isFromNothing }) => isFromNothing).length * 2 > bursts.length;
  return {
    id: 'burst',
    title: `${bursts.length} ${areBatches ? 'batches' : 'bursts'}`,
    sentence: phrase`${bursts.length} ${areBatches ? 'batches' : 'bursts'}${where}, half at ${numberText(times)} times the rate just before and after, or more: ${shown.flat()} and ${bursts.length - shown.length} more.`,
    confidence: Math.min(...bursts.map(({ lnP }) => confidenceOf(lnP, places))),
    severity: 'note',
    cells: inOrder.map((burst) => cellsOfBurst(view, burst)),
    advice: ADVICE,
  };
}

/** Reports a short time with far more rows than just before and after, in all rows together or in one row. */
export const burst: DiagnosisRule = {
  title: 'Burst',
  isBlind: ({ active }) => active.to - active.from < LEAST_COLUMNS,
  find: (view) => {
    const { active, columnTotals } = view;
    const columns = active.to - active.from;
    const writing = activeRows(view);
    const rows = writing
      .toSorted((a, b) => (view.rowTotals[b] as number) - (view.rowTotals[a] as number))
      .slice(0, MOST_ROWS);
    const places = columns * rows.length;
    const ofAll = withLevel(
      burstsIn(columnTotals.subarray(active.from, active.to), undefined, columns),
      levelOfAll(view, writing),
      undefined,
    );
    const found =
      ofAll.length > 0 || arePassing(view) ? ofAll : rows.flatMap((row) => burstsOfRow(view, row, rows));
    if (found.length > MOST_ALONE) return [together(view, found, places)];
    return found.map((one) => alone(view, one, places));
  },
};
