import { countText, secondsText } from '../words.ts';
import { besideExpectation, lnDepth } from './depth.ts';
import { edgeBand, lnDrop, summing, usualSteps } from './edges.ts';
import type { DiagnosisRule, DiagnosisView, Finding } from './finding.ts';
import { lnWait, type Spread } from './ownNull.ts';
import { phrase } from './phrase.ts';
import { areTogether, isUnseenNight, isUsualPause, leastAlike, leastMissing } from './quiet.ts';
import { areEven, isWeekend, knownColumns, mayBeNight, recurs, type Rhythm, type Stretch } from './rhythm.ts';
import { confidenceOf, isSignificant, median, neighbourDispersion } from './statistics.ts';
import { activeCounts, activeRows, arePassing, cellsOf } from './view.ts';

/** So many outages are told one by one. */
const MOST_ALONE = 3;
/**
 * A night is no outage: where the rate falls to zero as a parabola, a gap has a quarter of the rate at its edges. So a gap must
 * be too long for a sixteenth of that rate, or for what the fall towards it leads to, and half of that again.
 */
const NIGHT = 16;
const FALL = 2.5;
/** The same where only one side tells. */
const OPEN_FALL = 6;
const LEAST_EDGE = 2;
/** A gap begins and ends within a column, which matters if it is short. */
const CUT = 1;
const SHORT_COLUMNS = 6;
/** So many other pauses, nearly as long, make a gap of few rows a usual one. */
const LEAST_OTHERS = 2;
/** Rows that a gap must have cost. */
const LEAST_EXPECTED = 10;
/** Agents send every few minutes: what is younger may still be on its way. */
const USUAL_LATE_SECONDS = 600;
const TICKS_PER_SECOND = 10_000_000n;

/** Stretches of active columns without any row. */
export function emptyRuns({
  columnTotals,
  active,
}: Pick<DiagnosisView, 'columnTotals' | 'active'>): readonly Stretch[] {
  const gaps: Stretch[] = [];
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
  /** Rows a column, at the quieter edge. */
  readonly rate: number;
  /** What the rates beside it, continued in a straight line, come to in the gap's middle; at most `rate`. */
  readonly continued: number;
}

function edgesOf({ columnTotals, active }: DiagnosisView, { from, to }: Stretch, cut: number): Edges {
  // Of a gap longer than all the rest, what there is.
  const most = Math.floor((active.to - active.from) / 4);
  const width = Math.max(LEAST_EDGE, Math.min(most, Math.ceil((to - from) / 6)));
  const mean = (start: number, end: number) => {
    if (start < active.from || end > active.to) return undefined;
    return columnTotals.subarray(start, end).reduce((sum, count) => sum + count, 0) / (end - start);
  };
  // The columns that the gap cuts, where there are others.
  const first = from - cut - width < active.from ? from : from - cut;
  const last = to + cut + width > active.to ? to : to + cut;
  const before = { inner: mean(first - width, first), outer: mean(first - 2 * width, first - width) };
  const after = { inner: mean(last, last + width), outer: mean(last + width, last + 2 * width) };
  // Up to now there is one side only.
  const sides = from >= active.to ? [before] : [before, after];
  const steps = ((to - from) / 2 + width / 2) / width;
  const rate = Math.min(...sides.map(({ inner = 0 }) => inner));
  const lines = sides.map(({ inner = 0, outer }) =>
    outer === undefined ? 0 : inner - Math.max(0, outer - inner) * steps,
  );
  return { rate, continued: Math.max(0, Math.min(rate, ...lines)) };
}

interface SureGap extends Stretch {
  readonly expected: number;
  readonly lnP: number;
  /** The same of a short gap without the columns that it cuts. */
  readonly lnShort: number;
}

/** Tells how sure a gap is, of one table: by how long it is for the rate beside it, or by how sharp its edges are. */
function judging(view: DiagnosisView): (gap: Stretch) => SureGap {
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

/** From the last row up to now, where the map reaches that far; writers may be as late as they usually are. */
function gapUpToNow(view: DiagnosisView): Stretch | undefined {
  const { facts, grid, active, cellSeconds } = view;
  if (facts.nowTicks === undefined || facts.spansRowsOnly === true || active.to <= active.from)
    return undefined;
  const lateSeconds = Math.max(USUAL_LATE_SECONDS, facts.lag?.p99Seconds ?? 0);
  const until = facts.nowTicks - BigInt(Math.ceil(lateSeconds)) * TICKS_PER_SECOND;
  const to = Math.min(grid.columnCount, Number((until - grid.from) / grid.bucketTicks));
  return (to - active.to) * cellSeconds > lateSeconds ? { from: active.to, to } : undefined;
}

/** How long the table waits from one column with rows to the next, the gaps in question left out. In columns. */
function usualWaits(view: DiagnosisView, without: readonly Stretch[]): readonly number[] {
  const starts = new Set(without.map(({ from }) => from));
  const waits = emptyRuns(view)
    .filter(({ from }) => !starts.has(from))
    .map(({ from, to }) => to - from + 1);
  const { active, columnTotals } = view;
  const used = columnTotals.subarray(active.from, active.to).filter((count) => count > 0).length;
  const rest = Math.max(0, used - 1 - waits.length - without.length);
  return [...waits, ...Array.from({ length: rest }, () => 1)];
}

/** By how deep the table falls elsewhere: gaps of which there are many are usual. */
function depthJudge(
  { active, columnTotals }: DiagnosisView,
  gaps: readonly Stretch[],
): (gap: Stretch) => number {
  const shifted = ({ from, to }: Stretch) => ({ from: from - active.from, to: to - active.from });
  const beside = besideExpectation(columnTotals.slice(active.from, active.to));
  const apart = gaps.length <= MOST_ALONE ? gaps.map(shifted) : [];
  return (gap) => lnDepth(beside, shifted(gap), apart);
}

function timesOf(view: DiagnosisView, gap: Stretch) {
  return { cells: cellsOf(view, gap), seconds: secondsText((gap.to - gap.from) * view.cellSeconds) };
}

function outage(view: DiagnosisView, gap: SureGap, places: number): Finding {
  const { cells, seconds } = timesOf(view, gap);
  const isOpen = gap.from >= view.active.to;
  const when = isOpen
    ? phrase`since ${cells.from} (${seconds} and more)`
    : phrase`from ${cells.from} to ${cells.to} (${seconds})`;
  return {
    id: 'gap-for-all',
    title: isOpen ? 'Nothing comes any more' : 'Gap for all',
    sentence: phrase`No row at all ${when}; about ${countText(gap.expected)} were expected, by the rate ${isOpen ? 'before it' : 'at its edges'}.`,
    confidence: confidenceOf(gap.lnP, places),
    severity: 'fault',
    cells: [cells],
    advice: isOpen
      ? 'Every writer stopped: look at ingestion, credentials and throttling now.'
      : 'Every writer stopped at once: look for an ingestion outage, expired credentials or throttling then.',
  };
}

/** Gaps that may be how the table is used. */
function quiet(view: DiagnosisView, gaps: readonly SureGap[], places: number): readonly Finding[] {
  const [first] = gaps;
  if (first === undefined) return [];
  const { cells, seconds } = timesOf(view, first);
  const isNight = isUnseenNight(view, first);
  const one = phrase`Nobody writes from ${cells.from} to ${cells.to} (${seconds}).`;
  const many = phrase`Nobody writes ${gaps.length} times, the first from ${cells.from} to ${cells.to} (${seconds}).`;
  const why = isNight
    ? 'It may be a night or an outage: no other day is seen at these hours.'
    : 'Writers pause as long at other times, so it may be how they write.';
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
 * The stretches in which single rows write nothing while others write so much that rows of theirs were to be expected. Of one row
 * alone the gaps are its own pauses.
 */
function pausesOfRows(view: DiagnosisView, gaps: readonly Stretch[]): readonly Stretch[] {
  const { active, columnTotals, rowTotals, total } = view;
  const rows = activeRows(view);
  if (rows.length === 1) return gaps;
  if (arePassing(view)) return [];
  const least = leastMissing(view.grid.counts.length);
  return rows.flatMap((row) => {
    const counts = activeCounts(view, row);
    const share = (rowTotals[row] ?? 0) / total;
    const found: Stretch[] = [];
    let from = counts.findIndex((count) => count > 0);
    let others = 0;
    for (let at = from; at < counts.length; at++) {
      others += columnTotals[active.from + at] as number;
      if (counts[at] === 0) continue;
      // What the column of its own next row holds is no pause.
      const missing = share * (others - (columnTotals[active.from + at] as number));
      if (missing >= least) found.push({ from: active.from + from, to: active.from + at });
      from = at + 1;
      others = 0;
    }
    return found;
  });
}

/** Many outages are one thing to know. */
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
      sentence: phrase`No row at all ${gaps.length} times: ${first} and ${gaps.length - shown.length} more; about ${countText(expected)} were expected, by the rates at their edges.`,
      confidence: Math.min(...gaps.map(({ lnP }) => confidenceOf(lnP, places))),
      severity: 'fault',
      cells: gaps.map((gap) => cellsOf(view, gap)),
      advice:
        'Every writer stopped each time: look for what they have in common, such as restarts, credentials or throttling.',
    },
  ];
}

/** Nights, weekends, pauses of a timer: how the table is used. */
function pauses(view: DiagnosisView, gaps: readonly Stretch[]): readonly Finding[] {
  const [first] = gaps;
  // Times rounded to a little more than a column, or than two, leave as many empty now and then.
  if (first === undefined || gaps.every(({ from, to }) => to - from <= 2)) return [];
  const { cells, seconds } = timesOf(view, first);
  const usual = secondsText(median(gaps.map(({ from, to }) => to - from)) * view.cellSeconds);
  return [
    {
      id: 'gap-for-all',
      title: gaps.length === 1 ? 'Regular pause' : `${gaps.length} regular pauses`,
      sentence:
        gaps.length === 1
          ? phrase`Nobody writes from ${cells.from} to ${cells.to} (${seconds}): as the hours of a day, or a weekend, would have it.`
          : phrase`Nobody writes ${gaps.length} times for about ${usual}, the first from ${cells.from} to ${cells.to}: alike, and at like distance.`,
      confidence: 0.8,
      severity: 'note',
      cells: gaps.map((gap) => cellsOf(view, gap)),
      advice: 'Working hours or a timer: no outage. Silence at other times is still looked for.',
    },
  ];
}

/** A stretch in which nobody wrote, between stretches in which all did, or up to now: an ingestion outage. */
export const gapForAll: DiagnosisRule = {
  id: 'gap-for-all',
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
    const isOfCalendar = (gap: Stretch) => isWeekend(view, gap) || recurs(view, gap, rhythm);
    const isRegular = (gap: Stretch) =>
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
    const isQuiet = (gap: Stretch) =>
      isUnseenNight(view, gap) ||
      isUsualPause(
        gap,
        ofRows.filter((pause) => !areTogether(pause, gap, 'both')),
        leastOthers,
      );
    const open = gapUpToNow(view);
    const last =
      open === undefined || isOfCalendar(open)
        ? []
        : // It is the one place where such a gap can be.
          [judge(open)].filter(({ lnP }) => isSignificant(lnP, 1));
    return [
      ...outages(
        view,
        odd.filter((gap) => !isQuiet(gap)),
        places,
      ),
      ...quiet(view, odd.filter(isQuiet), places),
      ...last.map((gap) => outage(view, gap, 1)),
      ...pauses(view, regular),
    ];
  },
};
