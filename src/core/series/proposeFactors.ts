import {
  TICKS_PER_DAY,
  TICKS_PER_HOUR,
  TICKS_PER_MINUTE,
  TICKS_PER_MS,
  TICKS_PER_SECOND,
} from '../time/ticks.ts';
import { MAX_POINTS_PER_ROW } from './seriesLayout.ts';
import { MAX_TRANSACTION_ROWS } from './seriesCost.ts';

/** Common lengths that divide a day, in ticks, ascending. */
export const ROUND_LENGTHS: readonly bigint[] = [
  ...[1n, 2n, 5n, 10n, 20n, 50n, 100n, 200n, 500n].map((count) => count * TICKS_PER_MS),
  ...[1n, 2n, 3n, 4n, 5n, 6n, 10n, 12n, 15n, 20n, 30n].map((count) => count * TICKS_PER_SECOND),
  ...[1n, 2n, 3n, 4n, 5n, 6n, 10n, 12n, 15n, 20n, 30n].map((count) => count * TICKS_PER_MINUTE),
  ...[1n, 2n, 3n, 4n, 6n, 8n, 12n].map((count) => count * TICKS_PER_HOUR),
  ...[1n, 2n, 5n, 10n, 30n].map((count) => count * TICKS_PER_DAY),
];

export interface Factors {
  readonly rowTicks: bigint;
  readonly partitionTicks: bigint;
}

/**
 * Factors for points `stepTicks` apart that are mostly read `windowTicks` at a time. Row factor: the longest round
 * length of at most 252 points. Partition factor: the shortest round length that holds such a window, or the longest one
 * whose rows one entity group transaction can write (100). Undefined: no round length fits the resolution.
 */
export function proposeFactors(stepTicks: bigint, windowTicks: bigint): Factors | undefined {
  if (stepTicks <= 0n) return undefined;
  const rowTicks = ROUND_LENGTHS.findLast(
    (length) => length % stepTicks === 0n && length / stepTicks <= BigInt(MAX_POINTS_PER_ROW),
  );
  if (rowTicks === undefined) return undefined;
  const fits = ROUND_LENGTHS.filter(
    (length) => length % rowTicks === 0n && length / rowTicks <= MAX_TRANSACTION_ROWS,
  );
  const partitionTicks = fits.find((length) => length >= windowTicks) ?? fits.at(-1) ?? rowTicks;
  return { rowTicks, partitionTicks };
}
