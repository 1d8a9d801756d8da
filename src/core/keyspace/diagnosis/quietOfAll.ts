/*
 * Where all rows together wrote too little: gaps and drops, the time until now, and what is regular.
 */
import { isSharp } from './edges.ts';
import type { DiagnosisView } from './finding.ts';
import type { Period } from './periodicity.ts';
import { type Deviation, deviations, lnTail, unusual } from './scan.ts';
import { areEven, arrivedTicks, type Doubt, fromLastRow, named, type Unusual, withExact } from './unusual.ts';
import { isOnlyWeekend, isSlow, mayBeNight, recurs, type Stretch, type Usual } from './usual.ts';

/** Whether a stretch recurs is asked only from this ratio on. */
export const LEAST_ASKED = 5;
/** With more than this, pausing is how all rows are used. */
const MOST_OF_ALL = 8;
/** A quiet stretch misses at least this many rows. */
const LEAST_MISSING = 10;
/** A drop leaves at most this share, and misses at least this many rows. */
const MOST_LEFT = 0.3;
const LEAST_DROPPED = 30;
/** What recurs is sure, but a note. */
const LN_REGULAR = -20;
/** So many pauses of at least this share of the length make a pause usual; with few rows, a quarter of their number. */
const MOST_ALIKE = 3;
const LIKE_SHARE = 1 / 3;
/** A pause of all has at least so many. */
const LEAST_HABITS = 2;
/** Edges closer than this share of the shorter pause are the same. */
const SAME_SHARE = 0.1;

/** The quiet stretches of all rows, with why they may be no fault. `habits`: pauses of single rows (`habitsOf`). */
export function lowOfAll(
  view: DiagnosisView,
  usual: Usual,
  period: Period | undefined,
  rows: readonly number[],
  habits: readonly Stretch[],
): readonly Unusual[] {
  const columns = usual.counts.length;
  const found = deviations(usual, 'low');
  const isRegular = (one: Deviation, seconds?: number) =>
    recurs(view, usual, one, seconds) || isOnlyWeekend(view, usual, one);
  const regular = found.filter((one) => one.ratio > LEAST_ASKED && isRegular(one, period?.seconds));
  const others = found.filter((one) => !regular.includes(one));
  const isLow = (one: Deviation) => (one.count === 0 ? one.expected >= LEAST_MISSING : isDrop(usual, one));
  const far = unusual(others, MOST_OF_ALL);
  const odd = far.filter(isLow).filter(({ to }) => to < columns);
  const ratios = Float64Array.from(others, ({ ratio }) => ratio).subarray(far.length);
  const exact = withExact(
    view,
    odd.map((one) => named(view, one)),
    undefined,
    regular,
  );
  const isTimer = areEven(exact);
  const doubtOf = (one: Unusual): Doubt | undefined => {
    if (isTimer) return 'regular';
    if (mayBeNight(view, usual, one)) return 'night';
    // A single writer pauses by itself.
    const isUsual =
      rows.length === 1 ? exact.length >= MOST_ALIKE : isHabit(one, habits, rows.length, LEAST_HABITS);
    return isUsual ? 'habit' : undefined;
  };
  return [
    ...exact.map((one) => ({ ...one, doubt: doubtOf(one) })),
    ...regular
      // What a period explains is said once.
      .filter((one) => isLow(one) && one.to - one.from > 2 && (period === undefined || isRegular(one)))
      // A wave of the day needs no note.
      .filter((one) => !isSlow(usual, one))
      .map((one) => ({ ...named(view, { ...one, lnP: LN_REGULAR }), doubt: 'regular' as const })),
    ...openGap(view, usual, ratios),
  ];
}

/** Whether a stretch is a drop: deep, and with sharp edges, unlike a slow evening. */
export function isDrop({ written, counts }: Usual, one: Deviation): boolean {
  const { from, to, count, expected } = one;
  const isDeep = count > 0 && count <= expected * MOST_LEFT && expected - count >= LEAST_DROPPED;
  return isDeep && isSharp(written, counts.length, one, expected / (to - from));
}

/** Whether rows also pause this long at other times, by other causes: with no edge in common. */
export function isHabit({ from, to }: Stretch, habits: readonly Stretch[], rows: number, least = 1): boolean {
  const alike = habits.filter((other) => {
    const near = Math.max(1, Math.min(to - from, other.to - other.from) * SAME_SHARE);
    const isApart = Math.abs(other.from - from) > near && Math.abs(other.to - to) > near;
    return isApart && other.to - other.from >= (to - from) * LIKE_SHARE;
  });
  return alike.length >= Math.max(least, Math.min(MOST_ALIKE, Math.ceil(rows / 4)));
}

/** The time from the last row until now, if the map reaches that far. Writers may be as late as they usually are. */
function openGap(view: DiagnosisView, usual: Usual, others: Float64Array): readonly Unusual[] {
  const { facts, grid, active } = view;
  if (facts.nowTicks === undefined || facts.spansRowsOnly === true) return [];
  const to =
    Math.min(grid.columnCount, Number((arrivedTicks(view) - grid.from) / grid.bucketTicks)) - active.from;
  const from = active.to - active.from;
  if (to <= from) return [];
  const ratio = usual.least(from, to) / usual.dispersion;
  const gap = { from, to, count: 0, expected: usual.expected(from, to), ratio, lnP: lnTail(ratio, others) };
  if (gap.expected < LEAST_MISSING) return [];
  const doubt = recurs(view, usual, gap) ? ('regular' as const) : undefined;
  return [{ ...fromLastRow(view, named(view, gap)), isOpen: true, doubt }];
}
