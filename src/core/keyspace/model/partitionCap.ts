import type { Tried } from './retryQueue.ts';

/** What partitions take of the writes of a step. */
export interface Capped {
  /** Of each try, by row; fractions of an entity. */
  readonly taken: readonly Float64Array[];
  /** Writes that the busiest partition was offered. */
  readonly hottest: number;
}

/**
 * Cuts writes to what their partitions take. Retries of a time before go to the partition of that time, which has a target of its
 * own: those that share one are cut in proportion. `partitionAt` undefined: each write has a partition of its own.
 */
export function capByPartition(
  tries: readonly Tried[],
  partitionAt: ((seconds: number) => number) | undefined,
  most: number,
): Capped {
  if (partitionAt === undefined) return { taken: tries.map(({ counts }) => counts), hottest: 0 };
  const partitions = tries.map(({ atSeconds }) => partitionAt(atSeconds));
  const sums = new Map<number, Float64Array>();
  for (const [at, { counts }] of tries.entries()) {
    const partition = partitions[at] ?? 0;
    const sum = sums.get(partition) ?? new Float64Array(counts.length);
    for (let row = 0; row < counts.length; row++) sum[row] = (sum[row] as number) + (counts[row] as number);
    sums.set(partition, sum);
  }
  let hottest = 0;
  for (const sum of sums.values()) for (const count of sum) hottest = Math.max(hottest, count);
  if (hottest <= most) return { taken: tries.map(({ counts }) => counts), hottest };
  const taken = tries.map(({ counts }, at) => {
    const sum = sums.get(partitions[at] ?? 0);
    return counts.map((count, row) => {
      const all = sum?.[row] ?? count;
      return all > most ? (count * most) / all : count;
    });
  });
  return { taken, hottest };
}
