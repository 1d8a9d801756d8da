import { lnDepth } from './depth.ts';
import { emptyRuns } from './gapForAll.ts';
import { columnsOfPause, meets, pausesOfOne } from './exactPauses.ts';
import type { DiagnosisRule, DiagnosisView } from './finding.ts';
import { lnWait, lnWaitAmong } from './ownNull.ts';
import { areTogether, isNightLong, isUnseenNight, isUsualPause, leastAlike, leastMissing } from './quiet.ts';
import { isWeekend, knownColumns, recurs, type ColumnRange } from './rhythm.ts';
import { withJoint } from './jointSilence.ts';
import {
  areAtOnce,
  isOpen,
  MOST_ALONE,
  quietNote,
  type Silence,
  silenceFindings,
  togetherNear,
} from './silenceWords.ts';
import { isSignificant, summing, sumOf } from './statistics.ts';
import { activeCounts, activeRows, arePassing } from './view.ts';

const LEAST_ROWS = 20;
/** A silence of at least this share of the time is judged by how long other silences last; a shorter one by depth only. */
const LONG_SHARE = 0.05;
/** A silence must miss at least this many rows. */
const LEAST_EXPECTED = 5;
/** The clock runs at most this fast, so that a burst of other rows does not count as a long time. */
const FASTEST = 2;

/** Visits each run of zero counts with the sum of its columns' costs. */
function eachZeros(
  counts: ArrayLike<number>,
  costs: Float64Array,
  see: (from: number, to: number, cost: number) => void,
): void {
  let start = 0;
  let sum = 0;
  for (let at = 0; at <= counts.length; at++) {
    if (at < counts.length && counts[at] === 0) {
      sum += costs[at] as number;
      continue;
    }
    if (at > start) see(start, at, sum);
    sum = 0;
    start = at + 1;
  }
}

/** The run of zeros with the highest cost, after the first column with rows. */
function longestZeros(
  counts: ArrayLike<number>,
  costs: Float64Array,
): ColumnRange & { readonly cost: number } {
  let best = { from: 0, to: 0, cost: 0 };
  eachZeros(counts, costs, (from, to, sum) => {
    if (from > 0 && sum > best.cost) best = { from, to, cost: sum };
  });
  return best;
}

interface Clock {
  /** Time that passes in each active column, measured by the other rows that are not silent themselves; 1 is the usual speed. */
  readonly without: (row: number) => Float64Array;
}

/**
 * A clock that runs on what other rows write, so outages and nights stop it. A row in its longest silence does not slow it: if
 * nine of ten rows stop, the tenth still shows that time passes.
 */
function clockOf(view: DiagnosisView, rows: readonly number[]): Clock {
  const { active, columnTotals } = view;
  const columns = active.to - active.from;
  const written = new Float64Array(columns);
  const usual = new Float64Array(columns);
  const used = Float64Array.from({ length: columns }, (_, at) =>
    Number((columnTotals[active.from + at] as number) > 0),
  );
  const rates = new Map<
    number,
    {
      readonly rate: number;
      readonly counts: Uint32Array;
      readonly first: number;
      readonly silence: ColumnRange;
    }
  >();
  for (const row of rows) {
    const counts = activeCounts(view, row);
    const { from, to, cost } = longestZeros(counts, used);
    const first = counts.findIndex((count) => count > 0);
    const rate = sumOf(counts) / Math.max(1, columns - first - cost);
    rates.set(row, { rate, counts, first, silence: { from, to } });
    for (let at = first; at >= 0 && at < columns; at++) {
      if (at >= from && at < to) continue;
      written[at] = (written[at] as number) + (counts[at] as number);
      usual[at] = (usual[at] as number) + rate;
    }
  }
  const without = (row: number) => {
    const own = rates.get(row);
    const ticks = new Float64Array(columns);
    for (let at = 0; at < columns; at++) {
      const isAlive = own !== undefined && at >= own.first && (at < own.silence.from || at >= own.silence.to);
      const byOthers = (written[at] as number) - (isAlive ? (own.counts[at] as number) : 0);
      const usualOthers = (usual[at] as number) - (isAlive ? own.rate : 0);
      ticks[at] = usualOthers <= 1e-9 ? 0 : Math.min(FASTEST, byOthers / usualOthers);
    }
    return ticks;
  };
  return { without };
}

interface Waits {
  /** Time from the map's start to the row's first entity: a row that began late may pause as long again. */
  readonly first: number;
  /** Times from one column with entities to the next, without the longest silence. */
  readonly between: readonly number[];
}

/** The waits of one row, measured by a clock. */
function waitsOf(counts: ArrayLike<number>, ticks: Float64Array, without: ColumnRange): Waits {
  const waits: number[] = [];
  let first: number | undefined;
  let wait = 0;
  let isBegun = false;
  for (let at = 0; at < counts.length; at++) {
    if (at >= without.from && at < without.to) {
      wait = 0;
      isBegun = false;
      continue;
    }
    wait += ticks[at] as number;
    if (counts[at] === 0) continue;
    if (isBegun) waits.push(wait);
    first ??= wait;
    wait = 0;
    isBegun = true;
  }
  return { first: first ?? 0, between: waits };
}

interface Candidate extends ColumnRange {
  readonly row: number;
  readonly expected: number;
  /** Whether the silence is long enough to be judged by its length. */
  readonly isLong: boolean;
  readonly long: number;
  readonly waits: Waits;
  readonly meanWait: number;
  /** ln P by how deep the row falls elsewhere. */
  readonly lnByDepth: number;
  /** Significant silences before the row's last entity, including one at the start of the map. */
  readonly pauses: readonly ColumnRange[];
}

/** Entities that a row should write while the clock runs. */
function expectedOf(ticks: Float64Array, rate: number): (from: number, to: number) => number {
  const sum = summing(ticks);
  return (from, to) => rate * sum(from, to);
}

/** The longest silence of a row, by the clock of the others. */
function longestSilence(view: DiagnosisView, row: number, clock: Clock): Candidate | undefined {
  const { active } = view;
  const counts = activeCounts(view, row);
  const total = view.rowTotals[row] as number;
  if (total < LEAST_ROWS) return undefined;
  const ticks = clock.without(row);
  const silence = longestZeros(counts, ticks);
  const all = sumOf(ticks);
  const waits = waitsOf(counts, ticks, silence);
  const mean = sumOf(waits.between) / Math.max(1, waits.between.length);
  if (mean <= 0 || silence.cost >= all) return undefined;
  const rate = total / (all - silence.cost);
  const expected = rate * silence.cost;
  const least = leastMissing(view.grid.counts.length);
  const pauses: ColumnRange[] = [];
  eachZeros(counts, ticks, (from, to, cost) => {
    if (to < counts.length && cost * rate >= least)
      pauses.push({ from: active.from + from, to: active.from + to });
  });
  return {
    row,
    from: active.from + silence.from,
    to: active.from + silence.to,
    expected,
    isLong: silence.cost >= all * LONG_SHARE,
    long: silence.cost,
    waits,
    meanWait: mean,
    lnByDepth:
      expected < LEAST_EXPECTED ? 0 : lnDepth({ counts, expected: expectedOf(ticks, rate) }, silence),
    pauses,
  };
}

/**
 * How sure the silences are: too long for the row's own waits and for those of all rows (each as multiples of their mean), or too
 * deep for how the row falls elsewhere, in any of `columns` places.
 */
function judged(candidates: readonly Candidate[], columns: number): readonly Silence[] {
  // A large map has a million waits, so they are sorted only if a silence is already long for its own row.
  let inOrder: Float64Array | undefined;
  const waitsOfAll = () =>
    (inOrder ??= Float64Array.from(
      candidates.flatMap(({ waits, meanWait }) => waits.between.map((wait) => wait / meanWait)),
    )
      .sort()
      .toReversed());
  const lnByWaits = ({ isLong, long, waits, meanWait }: Candidate) => {
    if (!isLong) return 0;
    const lnOwn = lnWait(long, [waits.first, ...waits.between]);
    if (!isSignificant(lnOwn, candidates.length)) return lnOwn;
    return Math.max(lnOwn, lnWaitAmong(long / meanWait, waitsOfAll()));
  };
  return candidates
    .filter(({ expected }) => expected >= LEAST_EXPECTED)
    .map((candidate) => {
      const { row, from, to, expected, lnByDepth } = candidate;
      return {
        row,
        from,
        to,
        expected,
        lnP: Math.min(lnByWaits(candidate), lnByDepth + Math.log(columns)),
      };
    });
}

/** Reports a prefix (partition, writer) that wrote and then stopped while others kept writing. One that never wrote is no fault. */
export const silentPrefix: DiagnosisRule = {
  title: 'Silent prefix',
  isBlind: (view) => activeRows(view).length < 2 || view.rowsAre === 'value' || arePassing(view),
  find: (view) => {
    const rows = activeRows(view);
    if (rows.length < 2 || view.rowsAre === 'value' || arePassing(view)) return [];
    const clock = clockOf(view, rows);
    const candidates = rows.map((row) => longestSilence(view, row, clock)).filter((one) => one !== undefined);
    const columns = view.active.to - view.active.from;
    const found = withJoint(judged(candidates, columns), { rows: rows.length, near: togetherNear(view) })
      .filter(({ lnP }) => isSignificant(lnP, rows.length))
      .filter((silence) => !isOwnRhythm(view, silence));
    const isQuiet = quietOf(view, candidates, found);
    const unsure = found.filter(isQuiet);
    const sure = found.filter((silence) => !unsure.includes(silence));
    const odd = withExact(view, sure, unsure);
    return [...silenceFindings(view, odd, rows.length), ...quietNote(view, unsure, rows.length)];
  },
};

/** The silences with their exact times, and those that are narrower than a column or shorter than what columns can judge. */
function withExact(
  view: DiagnosisView,
  silences: readonly Silence[],
  usual: readonly Silence[],
): readonly Silence[] {
  const pauses = pausesOfOne(view);
  const seen = silences.map((silence) => {
    const exact = pauses.find((pause) => pause.row === silence.row && meets(view, pause, silence));
    return exact === undefined
      ? silence
      : { ...silence, exact, expected: exact.expected, lnP: Math.min(silence.lnP, exact.lnP) };
  });
  const known = new Set([...silences, ...usual].map(({ row }) => row));
  const others = pauses
    .filter(({ row }) => !known.has(row))
    .map((exact) => ({
      ...columnsOfPause(view, exact),
      row: exact.row,
      expected: exact.expected,
      lnP: exact.lnP,
      exact,
    }));
  // Many rows that pause at different times are how the table is used.
  const areUsual =
    others.length > Math.max(MOST_ALONE, activeRows(view).length / 4) && !areAtOnce(view, others);
  return areUsual ? seen : [...seen, ...others];
}

/** The middle half by start time: the first and the last ones may begin by chance. */
function middleHalf(silences: readonly Silence[]): readonly Silence[] {
  const quarter = Math.floor(silences.length / 4);
  return silences.toSorted((a, b) => a.from - b.from).slice(quarter, silences.length - quarter);
}

/** Returns a function that says whether a silence may be normal use (`quiet.ts`). */
function quietOf(
  view: DiagnosisView,
  candidates: readonly Candidate[],
  found: readonly Silence[],
): (silence: Silence) => boolean {
  const pauses = candidates.flatMap((candidate) => candidate.pauses);
  const nights = emptyRuns(view).filter((gap) => isUnseenNight(view, gap));
  // Most rows stop one after another, as when people go home.
  const isEvening =
    found.length * 2 >= candidates.length && found.length > MOST_ALONE && !areAtOnce(view, middleHalf(found));
  const isUsual = (silence: Silence) =>
    isUsualPause(
      silence,
      pauses.filter((pause) => !areTogether(pause, silence, 'either')),
      leastAlike(candidates.length),
    );
  return (silence) =>
    isUsual(silence) ||
    nights.some(({ from, to }) => silence.from <= from && silence.to >= to) ||
    (isEvening && (isOpen(view, silence) || isNightLong(view, silence)));
}

/** Whether a row is also silent at this time of other days or weeks. */
function isOwnRhythm(view: DiagnosisView, { row, from, to }: Silence): boolean {
  const counts = activeCounts(view, row);
  const first = view.active.from + counts.findIndex((count) => count > 0);
  const last = view.active.from + counts.findLastIndex((count) => count > 0) + 1;
  const start = row * view.grid.columnCount;
  const isQuiet = (column: number) => view.grid.counts[start + column] === 0;
  const silence = { from, to };
  // In columns where nobody wrote, a silence says nothing about this row.
  const known = { from: view.active.from, to: Math.min(view.active.to, knownColumns(view).to) };
  return (
    isWeekend(view, silence) || recurs(view, silence, { active: { from: first, to: last }, known, isQuiet })
  );
}
