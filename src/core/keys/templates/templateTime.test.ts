import { describe, expect, it } from 'vitest';
import { isoToTicks, MAX_TICKS, ticksToIso } from '../../time/ticks.ts';
import { timeTextOf, writableTicks } from './templateTime.ts';

/** By name: digits, and the first and last number of that width that is a time, by hand. */
const STYLES = [
  ['Ticks', 19, '0000000000000000000', '3155378975999999999'],
  ['InvertedTicks', 19, '3155378975999999999', '0000000000000000000'],
  ['Unix', 10, '0000000000', '9999999999'],
  ['InvertedUnix', 10, '9999999999', '0000000000'],
  ['UnixMs', 13, '0000000000000', '9999999999999'],
  ['InvertedUnixMs', 13, '9999999999999', '0000000000000'],
] as const;

describe('the text of a time', () => {
  it.each(STYLES)(
    '%s: for a time that it cannot write, is that of the nearest that it can',
    (name, width, first, last) => {
      const part = {
        from: 0,
        to: 1,
        kind: 'time',
        style: { kind: 'number', name, width },
        stepTicks: 1n,
      } as const;
      const { bucket, text } = timeTextOf(part);
      const textAt = (ticks: bigint): string => text(bucket(ticks));
      expect([textAt(0n), textAt(MAX_TICKS)]).toEqual([first, last]);
      const span = writableTicks(part);
      expect([textAt(span.first), textAt(span.last)]).toEqual([first, last]);
      expect([bucket(0n), bucket(MAX_TICKS)]).toEqual([span.first, span.last]);
      const inside = isoToTicks('2026-11-20T10:00:00.1234567Z');
      expect(ticksToIso(bucket(inside))).toBe('2026-11-20T10:00:00.1234567Z');
    },
  );
});
