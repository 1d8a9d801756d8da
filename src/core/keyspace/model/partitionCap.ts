import type { ModelLayout } from './layout.ts';
import { delaySeconds, type Tried } from './retryQueue.ts';

/** How many of a step's writes the partitions take. */
export interface Capped {
  /** Entities taken, by try and row; may be fractions. */
  readonly taken: readonly Float64Array[];
  /** Writes offered to the busiest partition. */
  readonly hottest: number;
}

interface Group {
  readonly sums: Float64Array;
  /** Seconds of the step during which the partition is written to. */
  seconds: number;
}

/**
 * Seconds of a step during which an earlier partition is still written to. Retries reach it for as long as a client waits after
 * its end. A step longer than that may contain the ends of several partitions.
 */
function lateSeconds({ refusals }: Tried, stepSeconds: number, partitionSeconds: number): number {
  return delaySeconds(Math.max(1, refusals)) * Math.max(1, stepSeconds / partitionSeconds);
}

/** Seconds from the first try to the one after this many refusals. */
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
 * Limits the writes of a step to `mostPerSecond` for each partition. The last of the tries are the new writes. Retries go to the
 * partition of their first try, which has its own limit. Writes that share a partition are cut in proportion.
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
    // If only the length of the step moves the retry past the end of its partition, it still counts against the current one.
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
      // If the front has left the row, its old partition gets only the time of late retries.
      const seconds = fresh?.[row] === 0 ? late : (group?.seconds ?? stepSeconds);
      const most = mostPerSecond * seconds;
      return all > most ? (count * most) / all : count;
    });
  });
  return { taken, hottest };
}
