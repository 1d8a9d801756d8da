import { TICKS_PER_SECOND, TICKS_PER_SECOND_F64 } from '../../time/ticks.ts';
import { countText, secondsText } from '../../words.ts';
import { besideExpectation, lnDepth } from './depth.ts';
import { edgeBand, lnDrop, usualSteps } from './edges.ts';
import { cellsOfPaused, columnsOfPause, meets, type Paused, pausesOfAll } from './exactPauses.ts';
import type { DiagnosisRule, DiagnosisView, Finding, RowPause } from './finding.ts';
import { lnWait, type Spread } from './ownNull.ts';
import { phrase } from './phrase.ts';
import { areTogether, isUnseenNight, isUsualPause, leastAlike, leastMissing } from './quiet.ts';
import {
  areEven,
  isWeekend,
  knownColumns,
  mayBeNight,
  recurs,
  type Rhythm,
  type ColumnRange,
} from './rhythm.ts';
import { confidenceOf, isSignificant, median, neighbourDispersion, summing } from './statistics.ts';
import { activeCounts, activeRows, arePassing, cellsOf } from './view.ts';

/** A pause of fewer columns may have one empty column, or none. */
const NARROW_COLUMNS = 3n;
/** Up to this many outages get a finding each; more are joined into one. */
const MOST_ALONE = 3;
/**
 * Divides the rate at the edges, so that a night is no outage. If the rate falls to zero as a parabola, a gap has a quarter of
 * the rate at its edges. So a gap must be too long for a sixteenth of that rate, or for the extrapolated fall divided by FALL.
 */
const NIGHT = 16;
const FALL = 2.5;
/** Replaces FALL if only one side of the gap is known. */
const OPEN_FALL = 6;
const LEAST_EDGE = 2;
/** Columns at each edge that a gap may share with rows. They matter if the gap is short. */
const CUT = 1;
const SHORT_COLUMNS = 6;
/** A gap of few rows is usual if at least this many other pauses are nearly as long. */
const LEAST_OTHERS = 2;
/** A gap must miss at least this many rows. */
const LEAST_EXPECTED = 10;
/** Agents send every few minutes, so rows younger than this may still be on their way. */
const USUAL_LATE_SECONDS = 600;

/** Runs of active columns without any row. */
export function emptyRuns({
  columnTotals,
  active,
}: Pick<DiagnosisView, 'columnTotals' | 'active'>): readonly ColumnRange[] {
  const gaps: ColumnRange[] = [];
  let from = -1;
  for (let column = active.from; column < active.to; column++) {
    if (columnTotals[column] === 0) from = from < 0 ? column : from;
    else if (from >= 0) {
      gaps.push({ from, to: column });
      from = -1;
    }
  }
  return gaps;
}

interface Edges {
  /** Rows per column at the quieter edge. */
  readonly rate: number;
  /** The rate in the middle of the gap if the rates beside it continued in a straight line; at most `rate`. */
  readonly continued: number;
}

function edgesOf({ columnTotals, active }: DiagnosisView, { from, to }: ColumnRange, cut: number): Edges {
  // A gap longer than the rest of the map is compared with the columns there are.
  const most = Math.floor((active.to - active.from) / 4);
  const width = Math.max(LEAST_EDGE, Math.min(most, Math.ceil((to - from) / 6)));
  const mean = (start: number, end: number) => {
    if (start < active.from || end > active.to) return undefined;
    return columnTotals.subarray(start, end).reduce((sum, count) => sum + count, 0) / (end - start);
  };
  // Leaves out the columns that the gap shares with rows, unless there are no others.
  const first = from - cut - width < active.from ? from : from - cut;
  const last = to + cut + width > active.to ? to : to + cut;
  const before = { inner: mean(first - width, first), outer: mean(first - 2 * width, first - width) };
  const after = { inner: mean(last, last + width), outer: mean(last + width, last + 2 * width) };
  // A gap that reaches until now has only the side before it.
  const sides = from >= active.to ? [before] : [before, after];
  const steps = ((to - from) / 2 + width / 2) / width;
  const rate = Math.min(...sides.map(({ inner = 0 }) => inner));
  const lines = sides.map(({ inner = 0, outer }) =>
    outer === undefined ? 0 : inner - Math.max(0, outer - inner) * steps,
  );
  return { rate, continued: Math.max(0, Math.min(rate, ...lines)) };
}

interface SureGap extends Paused {
  readonly expected: number;
  readonly lnP: number;
  /** The same for a short gap, without the columns that it shares with rows; 0 for others. */
  readonly lnShort: number;
}

/** Returns a function that says how sure a gap is: by its length for the rate beside it, or by how sharp its edges are. */
function judging(view: DiagnosisView): (gap: ColumnRange) => SureGap {
  const { active } = view;
  const totals = view.columnTotals.slice(active.from, active.to);
  const dispersion = neighbourDispersion(totals.filter((count) => count > 0));
  const sum = summing(totals);
  const stepsOf = new Map<number, Spread>();
  return (gap) => {
    const columns = gap.to - gap.from;
    const isOpen = gap.from >= active.to;
    const lnOf = ({ rate, continued }: Edges) =>
      (-Math.max(rate / NIGHT, continued / (isOpen ? OPEN_FALL : FALL)) * columns) / dispersion;
    const band = edgeBand(columns);
    const steps = stepsOf.get(band) ?? usualSteps(sum, totals.length, band);
    stepsOf.set(band, steps);
    const inside = { from: gap.from - active.from, to: gap.to - active.from };
    const edges = edgesOf(view, gap, 0);
    const cut = edgesOf(view, gap, CUT);
    const isShort = columns <= SHORT_COLUMNS && !isOpen;
    return {
      ...gap,
      expected: Math.max(edges.rate, isShort ? cut.rate : 0) * columns,
      lnP: Math.min(lnOf(edges), lnDrop(sum, inside, totals.length, steps) ?? 0),
      lnShort: isShort && cut.rate * columns >= LEAST_EXPECTED ? lnOf(cut) : 0,
    };
  };
}

/** The gap from the last row until now, if the map reaches that far. Writers may be as late as they usually are. */
function gapUpToNow(view: DiagnosisView): ColumnRange | undefined {
  const { facts, grid, active, cellSeconds } = view;
  if (facts.nowTicks === undefined || facts.spansRowsOnly === true || active.to <= active.from)
    return undefined;
  const lateSeconds = Math.max(USUAL_LATE_SECONDS, facts.lag?.p99Seconds ?? 0);
  const until = facts.nowTicks - BigInt(Math.ceil(lateSeconds)) * TICKS_PER_SECOND;
  const to = Math.min(grid.columnCount, Number((until - grid.from) / grid.bucketTicks));
  return (to - active.to) * cellSeconds > lateSeconds ? { from: active.to, to } : undefined;
}

/** The waits from one column with rows to the next, in columns, without the gaps in question. */
function usualWaits(view: DiagnosisView, without: readonly ColumnRange[]): readonly number[] {
  const starts = new Set(without.map(({ from }) => from));
  const waits = emptyRuns(view)
    .filter(({ from }) => !starts.has(from))
    .map(({ from, to }) => to - from + 1);
  const { active, columnTotals } = view;
  const used = columnTotals.subarray(active.from, active.to).filter((count) => count > 0).length;
  const rest = Math.max(0, used - 1 - waits.length - without.length);
  return [...waits, ...Array.from({ length: rest }, () => 1)];
}

/** Returns a function that judges a gap by how deep the table falls elsewhere. Gaps of which there are many are usual. */
function depthJudge(
  { active, columnTotals }: DiagnosisView,
  gaps: readonly ColumnRange[],
): (gap: ColumnRange) => number {
  const shifted = ({ from, to }: ColumnRange) => ({ from: from - active.from, to: to - active.from });
  const beside = besideExpectation(columnTotals.slice(active.from, active.to));
  const apart = gaps.length <= MOST_ALONE ? gaps.map(shifted) : [];
  return (gap) => lnDepth(beside, shifted(gap), apart);
}

function timesOf(view: DiagnosisView, gap: Paused) {
  const cells = cellsOfPaused(view, gap);
  return { cells, seconds: secondsText(Number(cells.to - cells.from) / TICKS_PER_SECOND_F64) };
}

function outage(view: DiagnosisView, gap: SureGap, places: number): Finding {
  const { cells, seconds } = timesOf(view, gap);
  const isOpen = gap.from >= view.active.to;
  const when = isOpen
    ? phrase`since ${cells.from} (${seconds} and more)`
    : phrase`from ${cells.from} to ${cells.to} (${seconds})`;
  return {
    id: 'gap-for-all',
    title: isOpen ? 'No new rows' : 'Gap for all',
    sentence: phrase`No row at all ${when}; about ${countText(gap.expected)} were expected at the rate ${isOpen ? 'before' : 'before and after'}.`,
    confidence: confidenceOf(gap.lnP, places),
    severity: 'fault',
    cells: [cells],
    advice: isOpen
      ? 'Every writer stopped: check ingestion, credentials and throttling now.'
      : 'Every writer stopped at once: look for an ingestion outage, expired credentials or throttling then.',
    ...(isOpen && { isOpen }),
  };
}

/** The note for gaps that may be how the table is used. */
function quiet(view: DiagnosisView, gaps: readonly SureGap[], places: number): readonly Finding[] {
  const [first] = gaps;
  if (first === undefined) return [];
  const { cells, seconds } = timesOf(view, first);
  const isNight = isUnseenNight(view, first);
  const one = phrase`Nobody writes from ${cells.from} to ${cells.to} (${seconds}).`;
  const many = phrase`Nobody writes ${gaps.length} times, the first from ${cells.from} to ${cells.to} (${seconds}).`;
  const why = isNight
    ? 'It may be a night or an outage: the map shows no other day at these hours.'
    : 'Writers also pause this long at other times, so it may be normal.';
  return [
    {
      id: 'gap-for-all',
      title: gaps.length === 1 ? `Quiet for ${seconds}` : `${gaps.length} quiet times`,
      sentence: phrase`${gaps.length === 1 ? one : many} ${why}`,
      confidence: Math.min(...gaps.map(({ lnP }) => confidenceOf(lnP, places))),
      severity: 'note',
      cells: gaps.map((gap) => cellsOf(view, gap)),
      advice: 'Compare with the same hours of another day before you call it an outage.',
    },
  ];
}

/**
 * Pauses of single rows, during which others write so much that this row should have written too. With only one row, its gaps are
 * its own pauses.
 */
function pausesOfRows(view: DiagnosisView, gaps: readonly ColumnRange[]): readonly ColumnRange[] {
  const { active, columnTotals, rowTotals, total } = view;
  const rows = activeRows(view);
  if (rows.length === 1) return gaps;
  if (arePassing(view)) return [];
  const least = leastMissing(view.grid.counts.length);
  return rows.flatMap((row) => {
    const counts = activeCounts(view, row);
    const share = (rowTotals[row] as number) / total;
    const found: ColumnRange[] = [];
    let from = counts.findIndex((count) => count > 0);
    let others = 0;
    for (let at = from; at < counts.length; at++) {
      others += columnTotals[active.from + at] as number;
      if (counts[at] === 0) continue;
      // The column that holds the row's next entity is not part of the pause.
      const missing = share * (others - (columnTotals[active.from + at] as number));
      if (missing >= least) found.push({ from: active.from + from, to: active.from + at });
      from = at + 1;
      others = 0;
    }
    return found;
  });
}

/** One finding for many outages. */
function outages(view: DiagnosisView, gaps: readonly SureGap[], places: number): readonly Finding[] {
  if (gaps.length <= MOST_ALONE) return gaps.map((gap) => outage(view, gap, places));
  const shown = gaps.slice(0, MOST_ALONE).map((gap) => timesOf(view, gap));
  const first = shown
    .map(({ cells, seconds }, at) => phrase`${at > 0 ? ', ' : ''}${cells.from} (${seconds})`)
    .flat();
  const expected = gaps.reduce((sum, gap) => sum + gap.expected, 0);
  return [
    {
      id: 'gap-for-all',
      title: `${gaps.length} gaps for all`,
      sentence: phrase`No row at all ${gaps.length} times: ${first} and ${gaps.length - shown.length} more; about ${countText(expected)} were expected at the rates before and after.`,
      confidence: Math.min(...gaps.map(({ lnP }) => confidenceOf(lnP, places))),
      severity: 'fault',
      cells: gaps.map((gap) => cellsOfPaused(view, gap)),
      advice:
        'Every writer stopped each time: look for a shared cause, such as restarts, credentials or throttling.',
    },
  ];
}

/** Whether a pause is too narrow for columns. Of wider ones the columns know more, such as similar pauses. */
function isNarrow({ grid }: DiagnosisView, { from, to }: RowPause): boolean {
  return to - from < NARROW_COLUMNS * grid.bucketTicks;
}

/** The outages with their exact times, and those narrower than a column. Pauses in `usual` gaps are left out. */
function withExact(
  view: DiagnosisView,
  gaps: readonly SureGap[],
  usual: readonly ColumnRange[],
): readonly SureGap[] {
  const pauses = pausesOfAll(view).filter((pause) => usual.every((gap) => !meets(view, pause, gap)));
  const narrow = pauses
    .filter((pause) => isNarrow(view, pause) && gaps.every((gap) => !meets(view, pause, gap)))
    .map((exact) => ({
      ...columnsOfPause(view, exact),
      expected: exact.expected,
      lnP: exact.lnP,
      exact,
      lnShort: 0,
    }));
  const seen = gaps.map((gap) => {
    const exact = pauses.find((pause) => meets(view, pause, gap));
    return exact === undefined
      ? gap
      : { ...gap, exact, expected: exact.expected, lnP: Math.min(gap.lnP, exact.lnP) };
  });
  return [...seen, ...narrow].toSorted((a, b) => a.from - b.from);
}

/** The note for nights, weekends and pauses of a timer: how the table is used. */
function pauses(view: DiagnosisView, gaps: readonly ColumnRange[]): readonly Finding[] {
  const [first] = gaps;
  // Key times rounded to slightly more than one or two columns leave that many columns empty now and then.
  if (first === undefined || gaps.every(({ from, to }) => to - from <= 2)) return [];
  const { cells, seconds } = timesOf(view, first);
  const usual = secondsText(median(gaps.map(({ from, to }) => to - from)) * view.cellSeconds);
  return [
    {
      id: 'gap-for-all',
      title: gaps.length === 1 ? 'Regular pause' : `${gaps.length} regular pauses`,
      sentence:
        gaps.length === 1
          ? phrase`Nobody writes from ${cells.from} to ${cells.to} (${seconds}), which fits the time of day or the weekend.`
          : phrase`Nobody writes ${gaps.length} times for about ${usual}, the first from ${cells.from} to ${cells.to}, at regular intervals.`,
      confidence: 0.8,
      severity: 'note',
      cells: gaps.map((gap) => cellsOf(view, gap)),
      advice: 'Working hours or a timer: no outage. Silence at other times is still reported.',
    },
  ];
}

/** Reports a time in which no row was written, between times in which all rows were, or until now: an ingestion outage. */
export const gapForAll: DiagnosisRule = {
  title: 'Gap for all (ingestion outage)',
  isBlind: ({ judged, total }) => judged.length === 0 || total === 0,
  find: (view) => {
    const { active, columnTotals } = view;
    const places = active.to - active.from;
    const judge = judging(view);
    const isLong = ({ lnP }: SureGap) => isSignificant(lnP, places);
    const isSure = (gap: SureGap) => isLong(gap) || isSignificant(gap.lnShort, places);
    const between = emptyRuns(view).map(judge).filter(isSure);
    const rhythm: Rhythm = {
      active,
      known: knownColumns(view),
      isQuiet: (column) => columnTotals[column] === 0,
    };
    const isOfCalendar = (gap: ColumnRange) => isWeekend(view, gap) || recurs(view, gap, rhythm);
    const isRegular = (gap: ColumnRange) =>
      areEven(between) || isOfCalendar(gap) || mayBeNight(view, gap, rhythm);
    const regular = between.filter(isRegular);
    const waits = usualWaits(view, between.filter(isLong));
    const depthOf = depthJudge(view, between);
    const odd = between
      .filter((gap) => !regular.includes(gap))
      .map((gap) => {
        const byLength = Math.max(gap.lnP, lnWait(gap.to - gap.from + 1, waits));
        return { ...gap, lnP: Math.min(byLength, Math.max(gap.lnShort, depthOf(gap))) };
      })
      .filter((gap) => isLong(gap) && gap.expected >= LEAST_EXPECTED);
    const ofRows = odd.length === 0 ? [] : pausesOfRows(view, emptyRuns(view));
    const leastOthers = Math.max(LEAST_OTHERS, leastAlike(activeRows(view).length));
    const isQuiet = (gap: ColumnRange) =>
      isUnseenNight(view, gap) ||
      isUsualPause(
        gap,
        ofRows.filter((pause) => !areTogether(pause, gap, 'both')),
        leastOthers,
      );
    const unsure = odd.filter(isQuiet);
    const sure = odd.filter((gap) => !unsure.includes(gap));
    const open = gapUpToNow(view);
    const last =
      open === undefined || isOfCalendar(open)
        ? []
        : // An open gap can be in one place only, so no correction for many places.
          [judge(open)].filter(({ lnP }) => isSignificant(lnP));
    return [
      ...outages(view, withExact(view, sure, [...regular, ...unsure]), places),
      ...quiet(view, unsure, places),
      ...last.map((gap) => outage(view, gap, 1)),
      ...pauses(view, regular),
    ];
  },
};
