import { TICKS_PER_SECOND } from '../time/ticks.ts';
import { BASIS_KEY, type TimeColumn } from '../entities/order/timeColumn.ts';

/** Rounding only shows on a map if at least this share of the rows with a time takes it from the key. */
const LEAST_SHARE = 0.05;
/** At least this share of the key times must be whole multiples. A few others do not fill the regular holes on the map. */
const LEAST_ROUND = 0.95;

/**
 * Checks whether key times are really whole multiples of `roundingTicks`. Only whole seconds are checked, the finest known
 * rounding of any writer; for other values the answer is false. O(rows).
 */
export function areRounded(times: TimeColumn, rowCount: number, roundingTicks: bigint): boolean {
  if (roundingTicks % TICKS_PER_SECOND !== 0n) return false;
  const seconds = Number(roundingTicks / TICKS_PER_SECOND);
  let timed = 0;
  let ofKey = 0;
  let round = 0;
  for (let row = 0; row < rowCount; row++) {
    const at = times.secondsAt(row);
    if (Number.isNaN(at)) continue;
    timed++;
    if (times.basisAt(row) !== BASIS_KEY) continue;
    ofKey++;
    if (times.fractionAt(row) === 0 && at % seconds === 0) round++;
  }
  return ofKey > 0 && ofKey >= timed * LEAST_SHARE && round >= ofKey * LEAST_ROUND;
}
