import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { durationText } from './durationText.ts';
import { parseLength } from './lengthInput.ts';
import { MAX_TICKS } from './ticks.ts';

describe('a typed length', () => {
  it('round-trips a printed length', () => {
    fc.assert(
      fc.property(fc.bigInt(1n, MAX_TICKS), (ticks) => {
        expect(parseLength(durationText(ticks))).toEqual({ ok: true, value: ticks });
      }),
    );
  });

  it.each([
    ['1s', 10_000_000n],
    ['4min', 2_400_000_000n],
    ['4m', 2_400_000_000n],
    ['1h 30min', 54_000_000_000n],
    ['1h30m', 54_000_000_000n],
    [' 250 ms ', 2_500_000n],
    ['0.0000001s', 1n],
    ['1w', 6_048_000_000_000n],
  ])('%s', (text, ticks) => {
    expect(parseLength(text)).toEqual({ ok: true, value: ticks });
  });

  it.each([
    ['', 'No length', 0, 0],
    ['5', 'unit is missing', 1, 1],
    ['5 parsecs', 'not a unit', 2, 9],
    ['s', 'number is missing', 0, 1],
    ['1s -1s', 'number is missing', 2, 6],
    ['0s', 'above zero', 0, 2],
    ['0.5ticks', 'whole number of ticks', 0, 8],
    ['99999999999999d', 'longer than', 0, 15],
    [`${'1'.repeat(200)}s`, 'too long', 100, 201],
  ])('%s is refused, with the offset of the fault', (text, words, from, to) => {
    expect(parseLength(text)).toMatchObject({
      ok: false,
      error: { from, to, message: expect.stringContaining(words) as unknown },
    });
  });
});
