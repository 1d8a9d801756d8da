import { BASIS_KEY, type TimeColumn } from '../entities/order/timeColumn.ts';

const TICKS_PER_SECOND = 10_000_000n;
/** Share of all rows with a time whose keys' times make a comb that is seen. */
const LEAST_SHARE = 0.05;
/** Share of them that must stand on whole roundings: a few others do not fill the gaps. */
const LEAST_ROUND = 0.95;

/**
 * Whether rows take their time from keys, and these times are rounded to whole multiples of `roundingTicks` as said. Only whole
 * seconds are looked for, the finest that a writer is known to round to: finer ones are false. O(rows).
 */
export function areRounded(times: TimeColumn, rowCount: number, roundingTicks: bigint): boolean {
  if (roundingTicks % TICKS_PER_SECOND !== 0n) return false;
  const seconds = Number(roundingTicks / TICKS_PER_SECOND);
  let timed = 0;
  let ofKey = 0;
  let round = 0;
  for (let row = 0; row < rowCount; row++) {
    const at = times.seconds[row] as number;
    if (Number.isNaN(at)) continue;
    timed++;
    // A list of keys has no other times than theirs, and no basis.
    if ((times.basis[row] ?? BASIS_KEY) !== BASIS_KEY) continue;
    ofKey++;
    if (times.fraction[row] === 0 && at % seconds === 0) round++;
  }
  return ofKey > 0 && ofKey >= timed * LEAST_SHARE && round >= ofKey * LEAST_ROUND;
}
