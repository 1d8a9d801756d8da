import { TICKS_WIDTH } from '../forms/prefixedKey.ts';
import { type TimeCodec, ticksReader } from '../base/timeCodec.ts';
import { durationText } from '../../time/durationText.ts';
import { clampTicks, MAX_TICKS } from '../../time/ticks.ts';
import type { TickSpan } from '../base/scheme.ts';
import { DIGIT } from '../base/keyShape.ts';

/** The interval that the first digits of a 19-digit number cover; undefined if it is outside the calendar. */
function cutWindow(digits: string, isInverted: boolean): TickSpan | undefined {
  const step = 10n ** BigInt(TICKS_WIDTH - digits.length);
  const low = BigInt(digits) * step;
  const from = isInverted ? MAX_TICKS - low - step + 1n : low;
  return from + step <= 0n || from > MAX_TICKS ? undefined : { from, to: from + step };
}

/**
 * The first 3 to 18 digits of ticks or inverted ticks, which people type to shorten a key. They mean an interval. Two digits would be
 * useless, since they cover 317 years.
 */
export function cutTicks(pattern: RegExp, isInverted: boolean): TimeCodec {
  return {
    widths: Array.from({ length: TICKS_WIDTH - 3 }, (_, at) => at + 3),
    shape: ({ kinds, length }) => kinds === DIGIT && length >= 3 && length < TICKS_WIDTH,
    step: 1n,
    isDescending: isInverted,
    read: ticksReader((digits) => {
      const window = pattern.test(digits) ? cutWindow(digits, isInverted) : undefined;
      return window && clampTicks(window.from);
    }),
    facts: (text) => {
      const window = cutWindow(text, isInverted);
      return (
        window && {
          window,
          isSpan: true,
          fields: [['digits', String(text.length)]],
          note: `${text.length} of them: an interval of ${durationText(window.to - window.from)}`,
        }
      );
    },
    orders: [],
  };
}
