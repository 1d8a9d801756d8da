/*
 * Rows of the map that fell silent while others wrote, alone or many together.
 */
import type { DiagnosisView } from './finding.ts';
import { isDrop, isHabit, LEAST_ASKED } from './quietOfAll.ts';
import { type Deviation, deviations, isSure, lnTail, type Sure, unusual } from './scan.ts';
import {
  areAtOnce,
  arrivedTicks,
  type Doubt,
  named,
  togetherColumns,
  type Unusual,
  withExact,
} from './unusual.ts';
import { mayBeNight, recurs, type Stretch, type Usual } from './usual.ts';

/** With more than this, pausing is how a row of the map is used. */
const MOST_OF_ONE = 2;
/** A silence misses at least this many rows. */
const LEAST_MISSING_OF_ONE = 5;
/** A row of the map with fewer table rows shows no habits. */
const LEAST_ROWS = 20;
/** A pause of a row counts as one from this ratio on. */
const LEAST_PAUSE = 8;
/** Fewer silences are no evening. */
const LEAST_EVENING = 3;
/** Fewer rows may stop at once by habit, such as people of one office: each is judged by itself. */
const LEAST_JOINT = 8;

/** The low stretches of one row of the map. */
interface Lows {
  readonly row: number;
  /** Those that do not recur, and those that do. */
  readonly own: readonly Deviation[];
  readonly regular: readonly Deviation[];
}

export function lowsOf(view: DiagnosisView, row: number, usual: Usual): Lows {
  const all = deviations(usual, 'low');
  const regular = all.filter((one) => one.ratio > LEAST_ASKED && one.count === 0 && recurs(view, usual, one));
  return { row, own: all.filter((one) => !regular.includes(one)), regular };
}

/** The pauses of rows that pause again and again, each by itself. */
export function habitsOf(lows: readonly Lows[]): readonly Stretch[] {
  return lows.flatMap(({ own, regular }) => {
    const pauses = [...own, ...regular].filter(({ count, ratio }) => count === 0 && ratio >= LEAST_PAUSE);
    return pauses.length > 1 ? pauses : [];
  });
}

/** The silences of single rows of the map. */
export function lowOfRows(
  view: DiagnosisView,
  lows: readonly Lows[],
  usual: readonly Usual[],
  habits: readonly Stretch[],
): readonly Unusual[] {
  const judged = lows.map(({ row, own, regular }, at) => {
    const isJudged = (view.rowTotals[row] as number) >= LEAST_ROWS;
    const usualOfRow = usual[at] as Usual;
    const odd = (isJudged ? unusual(own, MOST_OF_ONE) : []).filter((one) =>
      one.count === 0
        ? one.expected >= LEAST_MISSING_OF_ONE
        : one.from > 0 && isDrop(usualOfRow, one) && !recurs(view, usualOfRow, one),
    );
    // A silence too short to be sure of may be sure where other prefixes share it.
    const best = isJudged && odd.length === 0 ? own.find(({ count }) => count === 0) : undefined;
    const others = own.filter((one) => one !== best && odd.every(({ from }) => from !== one.from));
    return { row, odd, others, best, regular };
  });
  const pooled = Float64Array.from(judged.flatMap(({ others }) => others.map(({ ratio }) => ratio)))
    .sort()
    .toReversed();
  const pooledToo = (one: Sure<Deviation>): Sure<Deviation> => ({
    ...one,
    lnP: Math.max(one.lnP, lnTail(one.ratio, pooled)),
  });
  const alone = judged.map(({ odd, others, best }) => {
    const ratios = Float64Array.from(others, ({ ratio }) => ratio);
    const candidates = best === undefined ? odd : [{ ...best, lnP: lnTail(best.ratio, ratios) }];
    return candidates.map(pooledToo);
  });
  const lnJoint = jointChances(alone.flat(), lows.length, togetherColumns(view));
  const arrived = arrivedTicks(view);
  const found = judged
    .flatMap(({ row, regular }, at) => {
      const sure = (alone[at] ?? [])
        .map((one) => ({ ...one, lnP: Math.min(one.lnP, lnJoint.get(one) ?? 0) }))
        .filter(({ lnP }) => isSure(lnP));
      return withExact(
        view,
        sure.map((one) => named(view, one, row)),
        row,
        regular,
      );
    })
    // Others whose clocks are ahead do not make a row late.
    .filter(({ isOpen, cells }) => !isOpen || cells.from < arrived);
  // Most rows stop one after another, as when people go home.
  const inOrder = found.toSorted((a, b) => a.from - b.from);
  const quarter = found.length >> 2;
  const isEvening =
    found.length * 2 >= lows.length &&
    found.length > LEAST_EVENING &&
    !areAtOnce(view, inOrder.slice(quarter, found.length - quarter));
  const doubtOf = (one: Unusual): Doubt | undefined => {
    const own = usual[lows.findIndex(({ row }) => row === one.row)] as Usual;
    const isHome = isEvening && (one.isOpen || mayBeNight(view, own, one));
    return isHome || isHabit(one, habits, lows.length) ? 'habit' : undefined;
  };
  return found.map((one) => ({ ...one, doubt: doubtOf(one) }));
}

/**
 * ln of the chance of each group of silences that begin and end together, by silence: rows that do not depend on each other are
 * rarely silent at once. `near`: edges closer than this are the same.
 */
function jointChances<T extends Sure<Stretch>>(
  silences: readonly T[],
  rows: number,
  near: number,
): ReadonlyMap<T, number> {
  const found = new Map<T, number>();
  const telling = silences.filter(({ lnP }) => lnP < 0);
  for (const first of telling) {
    const isSame = ({ from, to }: T) =>
      Math.abs(from - first.from) <= near && Math.abs(to - first.to) <= near;
    const group = telling.filter(isSame);
    if (group.length < LEAST_JOINT) continue;
    // ln of the number of ways to choose so many of the rows.
    const ways = group.reduce((ln, _, at) => ln + Math.log((rows - at) / (at + 1)), 0);
    const lnP = group.reduce((sum, one) => sum + one.lnP, ways);
    for (const one of silences.filter(isSame)) found.set(one, Math.min(found.get(one) ?? 0, lnP));
  }
  return found;
}
