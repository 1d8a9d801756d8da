import { TICKS_PER_SECOND } from '../../time/ticks.ts';
import { type KeyGap, type KeyGaps, MOST_GAPS } from './bulkTypes.ts';
import type { KeyColumns } from './keyColumns.ts';

/** If keys have no fixed interval, a distance above this many medians is a gap. */
const GAP_MEDIANS = 10;
const SECOND = 10_000_000;
const FRACTION_BITS = 24;
/** Which of the two words of a 64-bit number comes first. */
const LOW = new Uint8Array(new Uint32Array([1]).buffer)[0] === 1 ? 0 : 1;
const HIGH = 1 - LOW;

/**
 * The distinct instants of all keys in order, as 64-bit numbers (seconds * 2^24 + fraction). The engine sorts these natively;
 * they are written and read as pairs of words, without BigInt.
 */
function sortedInstants(columns: KeyColumns): { readonly words: Uint32Array; readonly count: number } {
  const packed = new BigUint64Array(columns.count);
  const words = new Uint32Array(packed.buffer);
  let count = 0;
  for (let index = 0; index < columns.count; index++) {
    if (!columns.hasTime(index)) continue;
    const seconds = columns.seconds[index] as number;
    const high = Math.floor(seconds / 256);
    words[2 * count + HIGH] = high;
    words[2 * count + LOW] =
      (seconds - high * 256) * 2 ** FRACTION_BITS + (columns.fraction[index] as number);
    count++;
  }
  packed.subarray(0, count).sort();
  let distinct = 0;
  for (let index = 0; index < count; index++) {
    const low = words[2 * index + LOW] as number;
    const high = words[2 * index + HIGH] as number;
    // Nothing is before the first.
    if (low === words[2 * distinct - 2 + LOW] && high === words[2 * distinct - 2 + HIGH]) continue;
    words[2 * distinct + LOW] = low;
    words[2 * distinct + HIGH] = high;
    distinct++;
  }
  return { words, count: distinct };
}

function secondsAt(words: Uint32Array, index: number): number {
  return (words[2 * index + HIGH] as number) * 256 + ((words[2 * index + LOW] as number) >>> FRACTION_BITS);
}

function fractionAt(words: Uint32Array, index: number): number {
  return (words[2 * index + LOW] as number) & 0xffffff;
}

function ticksAt(words: Uint32Array, index: number): bigint {
  return BigInt(secondsAt(words, index)) * TICKS_PER_SECOND + BigInt(fractionAt(words, index));
}

/**
 * Finds times without keys. If the median distance equals the rounding, every missing interval is a gap; otherwise every distance
 * above ten medians.
 */
export function keyGaps(columns: KeyColumns, roundingTicks: bigint | undefined): KeyGaps {
  const { words, count } = sortedInstants(columns);
  if (count < 3) return { total: 0, longest: [] };
  // Exact up to 28 years; beyond, a distance is off by less than a millionth.
  const distances = Float64Array.from(
    { length: count - 1 },
    (_, index) =>
      (secondsAt(words, index + 1) - secondsAt(words, index)) * SECOND +
      fractionAt(words, index + 1) -
      fractionAt(words, index),
  );
  const median = distances.toSorted()[distances.length >> 1] as number;
  const isDense = roundingTicks !== undefined && Number(roundingTicks) === median;
  const above = isDense ? median : median * GAP_MEDIANS;
  const places: number[] = [];
  for (let index = 0; index < distances.length; index++) {
    if ((distances[index] as number) > above) places.push(index);
  }
  const longest = places
    .toSorted((a, b) => (distances[b] as number) - (distances[a] as number))
    .slice(0, MOST_GAPS)
    .toSorted((a, b) => a - b)
    .map((index): KeyGap => {
      const last = ticksAt(words, index);
      return { from: isDense ? last + roundingTicks : last, to: ticksAt(words, index + 1) };
    });
  return { aboveTicks: BigInt(above), total: places.length, longest };
}
