import { civilFromDays, twoDigits } from '../time/civil.ts';
import {
  MAX_TICKS,
  TICKS_PER_DAY,
  TICKS_PER_HOUR,
  TICKS_PER_MINUTE,
  TICKS_PER_SECOND,
} from '../time/ticks.ts';
import { afterPrefix, floorTo, padNumber, ticksText } from './digits.ts';
import type { TimeText } from './keySpan.ts';

/**
 * Ticks as decimal digits, floored to `step` (1 tick: exact).
 * Forward, the upper bound is the next bucket's text, so that a writer with a finer grid is covered as well; inverted,
 * it is the number above the oldest bucket's.
 */
export function ticksTimeText(step: bigint, width = 19): TimeText {
  return {
    bucket: (ticks) => floorTo(ticks, step),
    text: (bucket) => ticksText(bucket, width, false),
    after: (bucket) => ticksText(bucket + step, width, false),
    isDescending: false,
  };
}

/** MaxValue - ticks as decimal digits, of the instant floored to `step` (1 tick: exact). */
export function invertedTimeText(step: bigint, width = 19): TimeText {
  return {
    bucket: (ticks) => floorTo(ticks, step),
    text: (bucket) => ticksText(bucket, width, true),
    after: (bucket) => padNumber(MAX_TICKS - bucket + 1n, width),
    isDescending: true,
  };
}

/** Layouts of dates in keys, and what their last part is worth. */
export type DateLayout =
  | 'yyyyMM'
  | 'yyyyMMdd'
  | 'yyyyMMddHH'
  | 'yyyyMMddHHmm'
  | 'yyyyMMddHHmmss'
  | 'yyyyMMddTHHmm';

const LAYOUT_STEP: ReadonlyMap<DateLayout, bigint> = new Map([
  ['yyyyMMdd', TICKS_PER_DAY],
  ['yyyyMMddHH', TICKS_PER_HOUR],
  ['yyyyMMddHHmm', TICKS_PER_MINUTE],
  ['yyyyMMddHHmmss', TICKS_PER_SECOND],
  ['yyyyMMddTHHmm', TICKS_PER_MINUTE],
]);

/** The step of a layout's last part; months have none of their own and count as days. */
export function layoutStep(layout: DateLayout): bigint {
  return LAYOUT_STEP.get(layout) ?? TICKS_PER_DAY;
}

/** An instant (0 .. MAX_TICKS) in a layout, cut, not rounded. */
export function dateKeyText(ticks: bigint, layout: DateLayout): string {
  const { year, month, day } = civilFromDays(Number(ticks / TICKS_PER_DAY));
  const yyyyMM = padNumber(year, 4) + twoDigits(month);
  if (layout === 'yyyyMM') return yyyyMM;
  const seconds = Number((ticks % TICKS_PER_DAY) / TICKS_PER_SECOND);
  const hour = Math.floor(seconds / 3600);
  const time = twoDigits(hour) + twoDigits(Math.floor(seconds / 60) - hour * 60) + twoDigits(seconds % 60);
  const mark = layout === 'yyyyMMddTHHmm' ? 'T' : '';
  return (yyyyMM + twoDigits(day) + mark + time).slice(0, layout.length);
}

/** Dates as text in a layout, floored to `step` (the layout's own, or coarser). */
export function dateTimeText(layout: DateLayout, step: bigint = layoutStep(layout)): TimeText {
  return {
    bucket: (ticks) => floorTo(ticks, step),
    text: (bucket) => dateKeyText(bucket, layout),
    after: (bucket) =>
      bucket + step <= MAX_TICKS
        ? dateKeyText(bucket + step, layout)
        : (afterPrefix(dateKeyText(bucket, layout)) ?? ''),
    isDescending: false,
  };
}
