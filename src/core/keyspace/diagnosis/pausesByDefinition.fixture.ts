import { seededRandom } from '../seededRandom.ts';
import type { RowPause } from './finding.ts';
import type { TimedGroups } from './pauseFacts.ts';
import { lnUnusual, tailOf, unusual } from './pauseTail.ts';

/*
 * Finds pauses of rows by their definition: plain lists, every count computed again. Which of them are unusual is decided by `pauseTail.ts`, which
 * has tests of its own.
 */

const SECOND = 10_000_000;
const HOUR = 3600 * SECOND;

interface Pause {
  readonly from: number;
  readonly to: number;
  readonly expected: number;
  readonly isOpen: boolean;
}

/** Rows that are expected in a step of a clock, by the quieter of its sides, each four times as long, as far as the clock goes. */
function expectedIn(values: readonly number[], at: number, step: number): number {
  const [before, after] = [values[at] ?? 0, values[at + 1] ?? 0];
  const left = Math.min(4 * (after - before), before - (values[0] ?? 0) + step);
  const right = Math.min(4 * (after - before), (values.at(-1) ?? 0) - after + step);
  const ofLeft = values.slice(0, at + 1).filter((value) => value >= before + step - left).length;
  const ofRight = 1 + values.slice(at + 1).filter((value) => value < after + right).length;
  return Math.min(ofLeft / Math.max(1, left), ofRight / Math.max(1, right)) * (after - before);
}

/** The eight longest steps of each of 64 parts of a clock. */
function longest(
  times: readonly number[],
  values: readonly number[],
  rows: number,
  step: number,
): readonly Pause[] {
  const first = values[0] ?? 0;
  const part = ((values.at(-1) ?? 0) - first) / 64;
  const steps = values.slice(1).map((after, at) => {
    const before = values[at] ?? 0;
    return { at, length: after - before, part: Math.floor((before - first) / part) };
  });
  const kept = Array.from({ length: 65 }, (_, of) =>
    steps
      .filter((one) => one.part === of && one.length > 0)
      .toSorted((a, b) => b.length - a.length)
      .slice(0, 8),
  ).flat();
  return kept.map(({ at }) => ({
    from: times[at] ?? 0,
    to: times[at + 1] ?? 0,
    expected: expectedIn(values, at, step),
    isOpen: at + 1 === rows,
  }));
}

/** Whether it is too short or too long, or the rows are as silent a day or a week away, or it may be a night. */
function mayBeUse(times: readonly number[], from: number, to: number, expected: number): boolean {
  if (to - from > 20 * HOUR || to - from < 2 * SECOND) return true;
  const days = [-1, 1, -7, 7]
    .map((by) => by * 24 * HOUR)
    .filter((by) => from + by >= (times[0] ?? 0) && to + by <= (times.at(-1) ?? 0));
  const rows = (by: number) => times.filter((time) => time >= from + by && time < to + by).length;
  return days.length === 0 ? to - from >= 3 * HOUR : days.some((by) => rows(by) <= 0.3 * expected);
}

function named(
  times: readonly number[],
  { from, to, expected, isOpen, lnP }: Pause & { readonly lnP: number },
  step: number,
): RowPause | undefined {
  if (mayBeUse(times, from + step, to, expected)) return undefined;
  return {
    from: BigInt(Math.ceil((from + step) / SECOND)) * 10_000_000n,
    to: BigInt(Math.floor(to / SECOND)) * 10_000_000n,
    expected: (expected * (to - from - step)) / (to - from),
    lnP,
    ...(isOpen && { isOpen }),
  };
}

/** What `pauseFacts` finds, with the base at zero. */
export function pausesByDefinition({
  offsets,
  groups,
  groupCount,
  stepTicks,
}: TimedGroups): readonly RowPause[] {
  const rows = [...offsets.keys()].filter((at) => !Number.isNaN(offsets[at]));
  const inOrder = (of: readonly number[]) => of.map((at) => offsets[at] ?? 0).toSorted((a, b) => a - b);
  const all = inOrder(rows);
  const end = all.at(-1) ?? 0;
  if (all.length < 60 || all[0] === end) return [];
  const step = Number(stepTicks ?? 0n);
  const ofAll = unusual(longest(all, all, all.length, step), 2, 30).flatMap(
    (pause) => named(all, pause, step) ?? [],
  );
  if (groupCount < 2) return ofAll;
  const byGroup = Array.from({ length: groupCount }, (_, group) =>
    inOrder(rows.filter((at) => groups[at] === group)),
  );
  const pauses = byGroup.map((own) => {
    if (own.length < 60) return [];
    const before = (list: readonly number[], time: number) => list.filter((one) => one < time).length;
    // A clock that ticks with each row of the others; the last row of all ends what is still open.
    const clock = [...own, end].map((time) => before(all, time) - before(own, time));
    return longest([...own, end], clock, own.length, 0);
  });
  const odd = pauses.map((own) => unusual(own, 1, 20)[0]);
  const usual = pauses.flatMap((own, row) => own.filter(({ from }) => from !== odd[row]?.from));
  const others = tailOf(usual.map(({ expected }) => expected));
  const ofGroups = odd.flatMap((pause, row): readonly RowPause[] => {
    if (pause === undefined) return [];
    const lnP = Math.max(pause.lnP, lnUnusual(pause.expected, others));
    if (lnP + Math.log(groupCount) > Math.log(1e-4)) return [];
    const found = named(byGroup[row] ?? [], { ...pause, lnP }, step);
    return found === undefined ? [] : [{ row, ...found }];
  });
  return [...ofAll, ...ofGroups];
}

/** Times with pauses, or nearly so, by seed. */
export function pauseCase(seed: number): TimedGroups {
  const random = seededRandom(seed * 6967 + 13);
  const pick = <T>(values: readonly T[]): T => values[Math.floor(random() * values.length)] as T;
  const count = pick([59, 60, 61, 150, 300, 300, 400]);
  const groupCount = pick([1, 1, 2, 3, 4]);
  const seconds = pick([0.5, 1, 30, 120, 600]);
  const rounding = pick([0, 0, 0, 1, 60]);
  const isEven = random() < 0.3;
  const pauses = Array.from({ length: pick([0, 1, 1, 1, 1, 2]) }, () => ({
    at: Math.floor(random() * count),
    // In rows, but some as long as a night, a day, or less than two seconds.
    seconds: pick([30, 40, 60, 90, 150, 300]) * seconds,
    group: pick([undefined, undefined, Math.floor(random() * groupCount)]),
  }));
  const long = pick([0, 0, 0, 0, 3, 20]) * 3600;
  let time = 0;
  let silent = { group: -1, until: 0 };
  const rows = Array.from({ length: count }, (_, at) => {
    time += seconds * (isEven ? 1 : -Math.log(1 - random()));
    let group = Math.floor(random() * groupCount);
    for (const pause of pauses) {
      if (pause.at !== at) continue;
      if (pause.group === undefined) time += Math.max(long, pause.seconds);
      else silent = { group: pause.group, until: time + groupCount * pause.seconds };
    }
    if (group === silent.group && time < silent.until) group = (group + 1) % groupCount;
    const whole = rounding === 0 ? time : Math.floor(time / rounding) * rounding;
    return { offset: random() < 0.02 ? Number.NaN : Math.round(whole * SECOND), group };
  });
  const mixed = random() < 0.3 ? rows.toReversed() : rows;
  return {
    count,
    baseTicks: 0n,
    offsets: Float64Array.from(mixed, ({ offset }) => offset),
    groups: Uint32Array.from(mixed, ({ group }) => (random() < 0.01 ? groupCount : group)),
    groupCount,
    stepTicks: rounding === 0 ? undefined : BigInt(rounding * SECOND),
  };
}
