import { commonStep } from '../forms/neighbours.ts';
import { type KeyGap, type KeyGaps, MOST_GAPS } from './bulkTypes.ts';
import type { KeyColumns } from './keyColumns.ts';

/** If keys have no fixed interval, a distance above this many medians is a gap. */
const GAP_MEDIANS = 10n;

/** The distinct instants of the keys of a scheme, or of all, in order. Engines sort 64-bit numbers natively. */
export function sortedInstants(columns: KeyColumns, scheme?: number): BigInt64Array {
  const instants = new BigInt64Array(columns.count);
  let count = 0;
  for (let index = 0; index < columns.count; index++) {
    const ticks = columns.ticks(index);
    if (ticks === undefined || (scheme !== undefined && columns.scheme[index] !== scheme)) continue;
    instants[count] = ticks;
    count++;
  }
  return instants
    .subarray(0, count)
    .sort()
    .filter((ticks, at, all) => ticks !== all[at - 1]);
}

/**
 * Finds times without keys. If the median distance equals the rounding, every missing interval is a gap; otherwise every distance
 * above ten medians.
 */
export function keyGaps(instants: BigInt64Array): KeyGaps {
  const rounding = commonStep(instants);
  if (rounding === undefined) return { total: 0, longest: [] };
  const distances = instants.subarray(1).map((ticks, at) => ticks - (instants[at] as bigint));
  const median = distances.toSorted()[distances.length >> 1] as bigint;
  const isDense = rounding === median;
  const above = isDense ? median : median * GAP_MEDIANS;
  const places: number[] = [];
  for (let index = 0; index < distances.length; index++) {
    if ((distances[index] as bigint) > above) places.push(index);
  }
  const longest = places
    .toSorted((a, b) => Number((distances[b] as bigint) - (distances[a] as bigint)))
    .slice(0, MOST_GAPS)
    .toSorted((a, b) => a - b)
    .map((index): KeyGap => {
      const last = instants[index] as bigint;
      return { from: isDense ? last + rounding : last, to: instants[index + 1] as bigint };
    });
  return { aboveTicks: above, total: places.length, longest };
}
