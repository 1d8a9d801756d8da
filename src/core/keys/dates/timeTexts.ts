import { MAX_TICKS } from '../../time/ticks.ts';
import { floorTo, padNumber, ticksText } from '../base/digits.ts';
import type { TimeText } from '../base/keySpan.ts';

/**
 * Ticks as decimal digits, rounded down to `step` (1 tick: exact). The upper bound of a window is the next bucket's text, which
 * also covers writers with a finer rounding. (For inverted ticks it is the number above the oldest bucket's.)
 */
export function ticksTimeText(step: bigint, width = 19): TimeText {
  return {
    bucket: (ticks) => floorTo(ticks, step),
    text: (bucket) => ticksText(bucket, width, false),
    after: (bucket) => ticksText(bucket + step, width, false),
    isDescending: false,
  };
}

/** MaxValue - ticks as decimal digits, of the instant rounded down to `step` (1 tick: exact). */
export function invertedTimeText(step: bigint, width = 19): TimeText {
  return {
    bucket: (ticks) => floorTo(ticks, step),
    text: (bucket) => ticksText(bucket, width, true),
    after: (bucket) => padNumber(MAX_TICKS - bucket + 1n, width),
    isDescending: true,
  };
}
