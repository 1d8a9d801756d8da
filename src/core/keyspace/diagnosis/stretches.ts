/*
 * The unusual stretches of a map: where all rows together, or one row of the map, wrote too little or too much, and why that may be no
 * fault. What they are called is said in `kinds.ts`.
 */
import { isSharp, isSteady } from './edges.ts';
import type { DiagnosisView, FindingCells, RowPause } from './finding.ts';
import { type Period, periodOf } from './periodicity.ts';
import {
  type Deviation,
  deviations,
  fitsPowerLaw,
  isSure,
  lnFalseDiscoveryLimit,
  lnTail,
  type Side,
  type Sure,
  unusual,
} from './scan.ts';
import {
  arrivedColumn,
  isSlow,
  mayBeNight,
  recurs,
  type Stretch,
  type Usual,
  usualOfAll,
  usualOfEach,
} from './usual.ts';
import { activeRows, cellsOf } from './view.ts';

/**
 * Why a quiet stretch may be no fault: it is regular; it may be a night, and the map shows no other one to compare with; or
 * writers also pause this long at other times.
 */
export type Doubt = 'regular' | 'night' | 'habit';

/** An unusual stretch. Its columns count from the first active one. */
export interface Unusual extends Sure<Deviation> {
  /** The row of the map; undefined: all rows. */
  readonly row: number | undefined;
  readonly cells: FindingCells;
  /** True if it lasts to the last row of all, or to now. */
  readonly isOpen: boolean;
  /** True if it is too long to be a peak (HIGH.levelShare). */
  readonly isLevel: boolean;
  readonly doubt?: Doubt | undefined;
}

export interface Stretches {
  readonly low: readonly Unusual[];
  readonly high: readonly Unusual[];
  readonly period: Period | undefined;
}

/** With more unusual stretches than this, deviating so far is how all rows, or one row of the map, are used. */
const MOST = 8;
/** A regular pause is noted only if at least this many rows would be usual in it. */
const LEAST_NOTED = 10;
/** A drop leaves at most this share of the expected rows, and lacks at least this many. */
const DROP = { left: 0.3, missing: 30 };
/**
 * A high stretch has at least `rows` rows, and at least `times` the usual rate. One wider than `levelShare` of the columns is a
 * level, and needs only `levelTimes` the usual rate.
 */
const HIGH = { times: 4, levelTimes: 3, rows: 50, levelShare: 1 / 8 };
/** ln(p) of what recurs: it is certain, although it is only reported as a note. */
const LN_REGULAR = -20;
/** Fewer columns do not show what is usual at other times. */
export const LEAST_COLUMNS = 16;

/** What was found in each map, so that the rules that need it search only once. */
const found = new WeakMap<DiagnosisView, Stretches>();

export function stretchesOf(view: DiagnosisView): Stretches {
  const stretches = found.get(view) ?? look(view);
  found.set(view, stretches);
  return stretches;
}

function look(view: DiagnosisView): Stretches {
  const { active, judged, labels, facts } = view;
  if (active.to <= active.from) return { low: [], high: [], period: undefined };
  const pauses = new Map<number | undefined, RowPause[]>();
  for (const pause of facts.pauses ?? [])
    if (pause.missing === undefined) pauses.set(pause.row, [...(pauses.get(pause.row) ?? []), pause]);
  const ofAll = pauses.get(undefined) ?? [];
  const period = periodOf(view);
  const known = judge(view, usualOfAll(view, ofAll), 'low', period);
  // If some rows of the map were not read to their end, an exact pause of all may begin or end at one of their rows, although
  // only the judged rows count. So the findings then go by the columns alone.
  const isWhole = judged.length === labels.length;
  const lowOfAll = isWhole ? known : judge(view, usualOfAll(view, []), 'low', period);
  const outages = [...known.odd, ...known.regular].filter(({ count }) => count === 0);
  const each = usualOfEach(view, outages, (row) => pauses.get(row) ?? []);
  const lowOfEach = view.rowsAre === 'value' ? [] : each.map((usual) => judge(view, usual, 'low'));
  const habits = habitsOf(lowOfEach);
  const low = [
    ...quietOfAll(view, lowOfAll, habits, period),
    ...quietOfEach(view, lowOfEach, habits),
    ...toldBy(view, facts.pauses ?? []),
  ];
  const isWide = active.to - active.from >= LEAST_COLUMNS;
  const highOfAll = isWide ? toldOf(view, judge(view, known.usual, 'high', period)) : [];
  const high =
    highOfAll.length > 0 || !isWide
      ? highOfAll
      : each.flatMap((usual) => toldOf(view, judge(view, usual, 'high')));
  const chances = [...low, ...high].map(({ lnP }) => lnP);
  const limit = lnFalseDiscoveryLimit(chances, 2 * (1 + each.length));
  const isKept = ({ lnP }: Unusual) => lnP <= limit;
  // Beside a burst, what a row usually writes seems low.
  const isBesideBurst = ({ row, count }: Unusual) =>
    row !== undefined && count > 0 && high.some((one) => one.row === undefined || one.row === row);
  return { low: low.filter((one) => isKept(one) && !isBesideBurst(one)), high: high.filter(isKept), period };
}

/** What was found of all rows, or of one row of the map. */
interface Judged {
  readonly usual: Usual;
  /** Deviations that are far beyond the others, and large enough to report. */
  readonly odd: readonly Sure<Deviation>[];
  readonly others: readonly Deviation[];
  readonly regular: readonly Deviation[];
}

function judge(view: DiagnosisView, usual: Usual, side: Side, period?: Period): Judged {
  const found = deviations(usual, side);
  const regular = found.filter((one) => recurs(view, usual, one, period?.seconds));
  const own = found.filter((one) => !regular.includes(one));
  const far = unusual(own, MOST);
  const others = own.slice(far.length);
  const ratios = others.map(({ ratio }) => ratio);
  // For one row of the map, `quietOfEach` compares with the pauses of all rows instead.
  const isBursty = ({ count, ratio }: Deviation) =>
    usual.row === undefined && count === 0 && fitsPowerLaw(ratio, ratios);
  const isOdd = (one: Deviation) => isLarge(usual, one, side) && !isBursty(one);
  return { usual, odd: far.filter(isOdd), others, regular };
}

function isLarge(usual: Usual, one: Deviation, side: Side = 'low'): boolean {
  const { count, expected, from, to } = one;
  if (side === 'low' && count === 0) return true;
  if (side === 'low' ? count > expected * DROP.left || expected - count < DROP.missing : count < HIGH.rows)
    return false;
  const isLevel = areLevel(usual, one);
  if (side === 'high' && count < expected * (isLevel ? HIGH.levelTimes : HIGH.times)) return false;
  return isSharp(usual, one, expected / (to - from)) && (side === 'low' || !isLevel || isSteady(usual, one));
}

const areLevel = ({ columns }: Usual, { from, to }: Stretch): boolean =>
  to - from > columns * HIGH.levelShare;

/** A stretch as a finding needs it: with the times of the rows beside it if they are known, otherwise with those of its columns. */
function told(view: DiagnosisView, usual: Usual, one: Sure<Deviation>, doubt?: Doubt): Unusual {
  const { active, grid, facts } = view;
  const rows = usual.row === undefined ? undefined : [usual.row];
  const columns = { from: active.from + Math.floor(one.from), to: active.from + Math.ceil(one.to) };
  const cells = cellsOf(view, columns, rows);
  const { exact } = one;
  return {
    ...one,
    row: usual.row,
    doubt,
    isOpen: one.to >= usual.columns,
    isLevel: areLevel(usual, one),
    cells:
      exact === undefined
        ? { ...cells, ...(one.count === 0 && { within: grid.bucketTicks }) }
        : {
            rows,
            from: exact.from,
            to: exact.isOpen === true ? cells.to : exact.to,
            within: facts.roundingTicks ?? 1n,
          },
  };
}

function toldOf(view: DiagnosisView, { usual, odd }: Judged): readonly Unusual[] {
  return odd.map((one) => told(view, usual, one));
}

/** The quiet stretches of all rows together, including regular ones. */
function quietOfAll(
  view: DiagnosisView,
  found: Judged,
  habits: readonly Stretch[],
  period: Period | undefined,
) {
  const { odd, usual } = found;
  const isOpen = ({ to }: Stretch) => to > usual.columns;
  const isTimer = areEven(odd.filter((one) => !isOpen(one)));
  const rows = activeRows(view).length;
  const doubtOf = (one: Stretch): Doubt | undefined => {
    if (isOpen(one)) return undefined;
    if (isTimer) return 'regular';
    if (mayBeNight(view, usual, one)) return 'night';
    // A single row has no others to compare with, so its own pauses tell whether pausing is usual.
    return (rows === 1 ? odd.length >= MOST_ALIKE : isHabit(one, habits, rows, LEAST_HABITS))
      ? 'habit'
      : undefined;
  };
  // What a period explains is already reported as a period, and a gradual fall and rise over the day needs no note.
  const isNoted = (one: Deviation) =>
    one.count === 0 &&
    one.expected >= LEAST_NOTED &&
    one.to - one.from > 2 &&
    !isSlow(usual, one) &&
    (period === undefined || recurs(view, usual, one));
  return [
    ...odd.map((one) => told(view, usual, one, doubtOf(one))),
    ...found.regular.filter(isNoted).map((one) => told(view, usual, { ...one, lnP: LN_REGULAR }, 'regular')),
  ];
}

/** The silences that a probe has judged itself. */
function toldBy(view: DiagnosisView, pauses: readonly RowPause[]): readonly Unusual[] {
  return pauses.flatMap(({ row, from, to, missing }) => {
    if (missing === undefined) return [];
    const cells = {
      rows: row === undefined ? undefined : [row],
      from,
      to,
      within: view.facts.roundingTicks ?? 1n,
    };
    return {
      from: 0,
      to: 1,
      row,
      cells,
      count: 0,
      expected: missing,
      ratio: missing,
      lnP: -missing,
      isOpen: true,
      isLevel: false,
    };
  });
}

/** Pauses of single rows with a lower ratio are too weak to count as a habit. */
const LEAST_PAUSE = 16;
/**
 * A pause is usual if this many others last at least LIKE_SHARE of its length. If there are few rows, a quarter of their number
 * is enough; for a pause of all rows it takes at least LEAST_HABITS.
 */
const MOST_ALIKE = 3;
const LIKE_SHARE = 1 / 3;
const LEAST_HABITS = 2;
/** Edges closer together than this share of the shorter pause count as the same edge. */
const SAME_SHARE = 0.1;

/** The pauses of all rows that pause more than once. */
function habitsOf(lows: readonly Judged[]): readonly Stretch[] {
  return lows.flatMap(({ odd, others, regular }) => {
    const pauses = [...odd, ...others, ...regular].filter(
      ({ count, ratio }) => count === 0 && ratio >= LEAST_PAUSE,
    );
    return pauses.length > 1 ? pauses : [];
  });
}

/**
 * Whether rows also pause this long at other times. A pause that shares an edge with this one may have the same cause, so it
 * does not count.
 */
function isHabit({ from, to }: Stretch, habits: readonly Stretch[], rows: number, least = 1): boolean {
  const alike = habits.filter((other) => {
    const near = Math.max(1, Math.min(to - from, other.to - other.from) * SAME_SHARE);
    const isApart = Math.abs(other.from - from) > near && Math.abs(other.to - to) > near;
    return isApart && other.to - other.from >= (to - from) * LIKE_SHARE;
  });
  return alike.length >= Math.max(least, Math.min(MOST_ALIKE, Math.ceil(rows / 4)));
}

/** An evening, when people go home, silences more rows than this. */
const LEAST_EVENING = 3;

/** If fewer rows stop at once, that may be a habit, as of people in one office, so each is judged by itself. */
const LEAST_JOINT = 8;

/** The silences and drops of single rows of the map. */
function quietOfEach(
  view: DiagnosisView,
  lows: readonly Judged[],
  habits: readonly Stretch[],
): readonly Unusual[] {
  const rows = activeRows(view).length;
  const judged = lows.map(({ usual, odd, others }) => {
    // A silence too short to be certain by itself may be certain if other rows share it.
    const best = odd.length > 0 ? undefined : others.find(({ count }) => count === 0);
    const found = [...odd, ...(best === undefined ? [] : [best])];
    return { usual, found, ratios: others.filter((one) => one !== best).map(({ ratio }) => ratio) };
  });
  const pooled = judged.flatMap(({ ratios }) => ratios).toSorted((a, b) => b - a);
  const alone = judged.flatMap(({ usual, found, ratios }) =>
    found.map((one) => {
      const lnP = Math.max(lnTail(one.ratio, ratios), lnTail(one.ratio, pooled));
      return { ...told(view, usual, { ...one, lnP }), usual };
    }),
  );
  /** ln(p) of a silence. Independent rows are rarely silent at once, so many that are make each of them more certain. */
  const chanceOf = (one: Unusual): number => {
    const group = alone.filter((other) => other.lnP < 0 && areOne(view, one, other));
    const ways = group.reduce((ln, _, at) => ln + Math.log((rows - at) / (at + 1)), 0);
    const joint = group.reduce((sum, { lnP }) => sum + lnP, ways);
    return group.length < LEAST_JOINT ? one.lnP : Math.min(one.lnP, joint);
  };
  const arrived = arrivedColumn(view);
  const found = alone
    .map((one) => ({ ...one, lnP: chanceOf(one) }))
    // A row that only seems to be silent since its latest rows have not arrived yet is left out, even if other rows, whose
    // clocks are ahead, come after its last one.
    .filter(({ lnP, isOpen, from }) => isSure(lnP) && (!isOpen || from < arrived));
  // It is an evening if at least half of the rows stop one after another, as when people go home.
  const inOrder = found.toSorted((a, b) => a.from - b.from);
  const quarter = found.length >> 2;
  const isEvening =
    found.length * 2 >= rows &&
    found.length > LEAST_EVENING &&
    !areAtOnce(view, inOrder.slice(quarter, found.length - quarter));
  return found.map(({ usual, ...one }) => {
    const isHome = isEvening && (one.isOpen || mayBeNight(view, usual, one));
    return { ...one, doubt: isHome || isHabit(one, habits, rows) ? ('habit' as const) : undefined };
  });
}

/** Whether at least three stretches have similar lengths and similar distances: a timer. */
function areEven(stretches: readonly Stretch[]): boolean {
  const inOrder = stretches.toSorted((a, b) => a.from - b.from);
  const isNarrow = (values: readonly number[], share: number) =>
    Math.max(...values) - Math.min(...values) <= Math.max(1, share * Math.max(...values));
  const lengths = inOrder.map(({ from, to }) => to - from);
  const steps = inOrder.slice(1).map(({ from }, at) => from - (inOrder[at] as Stretch).from);
  return stretches.length >= 3 && isNarrow(lengths, 0.25) && isNarrow(steps, 0.1);
}

/** Stretches that begin within this share of the time begin together. */
const TOGETHER_SHARE = 0.02;

/** Whether all stretches begin (or end) together. */
function areAtOnce(
  { active }: DiagnosisView,
  found: readonly Stretch[],
  edge: 'from' | 'to' = 'from',
): boolean {
  const edges = found.map((one) => one[edge]);
  return Math.max(...edges) - Math.min(...edges) <= Math.max(1, (active.to - active.from) * TOGETHER_SHARE);
}

/** Whether two silences begin together and end together, or both go on. */
export function areOne(view: DiagnosisView, one: Unusual, other: Unusual): boolean {
  const isSameEnd = one.isOpen || areAtOnce(view, [one, other], 'to');
  return one.isOpen === other.isOpen && isSameEnd && areAtOnce(view, [one, other]);
}
