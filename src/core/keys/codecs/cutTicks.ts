import type { TimeCodec } from '../base/timeCodec.ts';
import { clampTicks } from '../../time/ticks.ts';
import { setTicks } from '../base/digits.ts';
import { truncatedTicks } from '../forms/truncatedTicks.ts';
import { isDigitsOf } from '../base/shapeTests.ts';

const WIDTH = 19;

/** The first 3 to 18 digits of ticks, or inverted ticks, as people type them to shorten a key: an interval. */
export function cutTicks(pattern: RegExp, isInverted: boolean): TimeCodec {
  return {
    widths: Array.from({ length: WIDTH - 3 }, (_, at) => at + 3),
    shape: isDigitsOf(3, WIDTH - 1),
    step: 1n,
    isDescending: isInverted,
    read: (text, from, to, into) => {
      const digits = text.slice(from, to);
      const cut = pattern.test(digits) ? truncatedTicks(digits, isInverted) : undefined;
      if (cut === undefined) return false;
      setTicks(clampTicks(cut.window.from), into);
      return true;
    },
    facts: (text) => {
      const cut = truncatedTicks(text, isInverted);
      if (cut === undefined) return undefined;
      return {
        window: cut.window,
        isSpan: true,
        fields: [['digits', String(text.length)]],
        note: `${text.length} of them: an interval of ${cut.length}`,
      };
    },
    orders: [],
  };
}
