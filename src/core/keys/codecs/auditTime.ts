import { ALL_TIME, noText, type TimeCodec, ticksReader } from '../base/timeCodec.ts';
import { MAX_TICKS, TICKS_PER_MS } from '../../time/ticks.ts';

/** How many digits (MaxValue - t) in milliseconds has before the decimal separator, up to the year 6831. */
const DIGITS = 15;
const TEXT = /^(2[45]\d{13})(?:[.,](\d{1,4}))?$/;

/** Half the resolution of the text, in ticks. Doubles of this size are 1/32 ms apart; whole milliseconds are 1 ms apart. */
const [HALF_DOUBLE, HALF_MS] = [157n, TICKS_PER_MS / 2n];

/**
 * (MaxValue - t) in milliseconds as a double, with the decimal separator of the writer's culture. Without decimals it was rounded to the
 * millisecond.
 */
export const AUDIT_TIME: TimeCodec = {
  widths: 'any',
  shape: ({ lead }) => lead === DIGITS,
  step: 1n,
  isDescending: true,
  read: ticksReader((text) => {
    const [, whole, decimals] = TEXT.exec(text) ?? [];
    if (whole === undefined) return undefined;
    const ticks = MAX_TICKS - BigInt(whole) * TICKS_PER_MS - BigInt((decimals ?? '').padEnd(4, '0'));
    return decimals === undefined ? ((ticks + TICKS_PER_MS / 2n) / TICKS_PER_MS) * TICKS_PER_MS : ticks;
  }),
  facts: (text, ticks) => {
    const half = text.length > DIGITS ? HALF_DOUBLE : HALF_MS;
    return { window: { from: ticks - half, to: ticks + half }, fields: [['invertedMsDouble', text]] };
  },
  orders: [
    {
      // The range is one millisecond wider at both ends, because the double is not exact.
      texts: () => ({
        bucket: (ticks) => ticks,
        text: (bucket) => String((MAX_TICKS - bucket) / TICKS_PER_MS - 1n),
        after: (bucket) => String((MAX_TICKS - bucket) / TICKS_PER_MS + 2n),
      }),
      writable: ALL_TIME,
      steady: { from: 0n, to: MAX_TICKS - (10n ** BigInt(DIGITS - 1) + 1n) * TICKS_PER_MS },
      home: { from: '24', to: '26' },
    },
  ],
  excess: () =>
    'The key is a double in the culture of the writer: the range is one millisecond wider at both ends.',
  write: noText,
};
