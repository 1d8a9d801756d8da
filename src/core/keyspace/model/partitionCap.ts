import type { ModelLayout } from './layout.ts';
import { delaySeconds, type Tried } from './retryQueue.ts';

/** What partitions take of the writes of a step. */
export interface Capped {
  /** Of each try, by row; fractions of an entity. */
  readonly taken: readonly Float64Array[];
  /** Writes that the busiest partition was offered. */
  readonly hottest: number;
}

interface Group {
  readonly sums: Float64Array;
  /** Seconds of the step in which the partition is written to. */
  seconds: number;
}

/**
 * Seconds of a step in which a partition of a time before is written to: retries reach it for as long as a client waits after its
 * end. A step may be longer than that, and hold the ends of several partitions.
 */
function lateSeconds({ refusals }: Tried, stepSeconds: number, partitionSeconds: number): number {
  return delaySeconds(Math.max(1, refusals)) * Math.max(1, stepSeconds / partitionSeconds);
}

/** Seconds from the first try to the one after so many refusals. */
function waitedSeconds(refusals: number): number {
  let waited = 0;
  for (let refusal = 1; refusal <= refusals; refusal++) waited += delaySeconds(refusal);
  return waited;
}

function groupsOf(
  tries: readonly Tried[],
  partitions: readonly number[],
  now: number,
  secondsOf: (tried: Tried) => number,
  stepSeconds: number,
): ReadonlyMap<number, Group> {
  const groups = new Map<number, Group>();
  for (const [at, tried] of tries.entries()) {
    const partition = partitions[at] ?? now;
    const group = groups.get(partition) ?? { sums: new Float64Array(tried.counts.length), seconds: 0 };
    for (let row = 0; row < group.sums.length; row++)
      group.sums[row] = (group.sums[row] as number) + (tried.counts[row] as number);
    group.seconds = partition === now ? stepSeconds : Math.min(stepSeconds, group.seconds + secondsOf(tried));
    groups.set(partition, group);
  }
  return groups;
}

/**
 * Cuts the writes of a step to what their partitions take, `mostPerSecond` each. The last of the tries are the new writes; retries of
 * a time before go to the partition of that time, which has a target of its own. Those that share one are cut in proportion.
 */
export function capByPartition(
  tries: readonly Tried[],
  { partitionAt, partitionSeconds }: Pick<ModelLayout, 'partitionAt' | 'partitionSeconds'>,
  mostPerSecond: number,
  stepSeconds: number,
): Capped {
  if (partitionAt === undefined) return { taken: tries.map(({ counts }) => counts), hottest: 0 };
  const now = partitionAt(tries.at(-1)?.atSeconds ?? 0);
  const partitions = tries.map(({ atSeconds, refusals }) => {
    const own = partitionAt(atSeconds);
    // A client would have been back before its partition ended: only the step is too long to show it, and gives no room of its own.
    return partitionAt(atSeconds + stepSeconds + waitedSeconds(refusals)) === own ? now : own;
  });
  const secondsOf = (tried: Tried): number => lateSeconds(tried, stepSeconds, partitionSeconds);
  const groups = groupsOf(tries, partitions, now, secondsOf, stepSeconds);
  let hottest = 0;
  for (const { sums } of groups.values()) for (const count of sums) hottest = Math.max(hottest, count);
  const fresh = tries.at(-1)?.counts;
  const taken = tries.map((tried, at) => {
    const { counts } = tried;
    const group = groups.get(partitions[at] ?? now);
    const late = Math.min(stepSeconds, secondsOf(tried));
    return counts.map((count, row) => {
      const all = group?.sums[row] ?? count;
      // Where a front has left the row, what it left behind has no more than its late seconds.
      const seconds = fresh?.[row] === 0 ? late : (group?.seconds ?? stepSeconds);
      const most = mostPerSecond * seconds;
      return all > most ? (count * most) / all : count;
    });
  });
  return { taken, hottest };
}
