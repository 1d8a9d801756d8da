import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { clampTicks } from '../time/ticks.ts';
import { keyRanges } from './keyRanges.ts';
import { readKey } from './readKey.ts';
import { schemeById } from './schemeRegistry.ts';
import { MAX, MINUTE, MS, SECOND, UNIX } from '../time/units.fixture.ts';

/** Rounds down to whole steps, also below zero, where BigInt's remainder has the sign of the dividend. */
function floorSteps(value: bigint, step: bigint): bigint {
  const rest = ((value % step) + step) % step;
  return (value - rest) / step;
}

function keyOf(schemeId: string, ticks: bigint): string | undefined {
  return schemeById(schemeId)?.encode?.(clampTicks(ticks), {}).partitionKey;
}

/** Instants around the Unix epoch. Many are on a whole second or millisecond, or one tick beside it. */
const aroundEpoch = fc
  .tuple(
    fc.bigInt({ min: -100_000n, max: 100_000n }),
    fc.constantFrom(SECOND, MS),
    fc.constantFrom(-1n, 0n, 1n, 4_999n),
  )
  .map(([count, step, beside]) => UNIX + count * step + beside);

describe('rounding toward the past before 1970', () => {
  it.each([
    ['unix-s', SECOND],
    ['unix-ms', MS],
    ['unix-us', 10n],
  ])('%s writes the step that an instant lies in', (schemeId, step) => {
    fc.assert(
      fc.property(aroundEpoch, (ticks) => {
        expect(keyOf(schemeId, ticks)).toBe(String(floorSteps(ticks - UNIX, step)));
      }),
      { numRuns: 200 },
    );
    expect(keyOf(schemeId, UNIX - 1n)).toBe('-1');
    expect(keyOf(schemeId, UNIX)).toBe('0');
    expect(keyOf(schemeId, UNIX - step)).toBe('-1');
  });

  it.each([
    ['inverted-unix-s-9999999999', 9_999_999_999n, SECOND],
    ['inverted-unix-ms-9999999999999', 9_999_999_999_999n, MS],
    ['inverted-js-max-date-ms', 8_640_000_000_000_000n, MS],
  ])('%s counts down from its top', (schemeId, top, step) => {
    fc.assert(
      fc.property(aroundEpoch, (ticks) => {
        expect(keyOf(schemeId, ticks)).toBe(String(top - floorSteps(ticks - UNIX, step)));
      }),
      { numRuns: 200 },
    );
    expect(keyOf(schemeId, UNIX - 1n)).toBe(String(top + 1n));
  });

  it('ranges of inverted milliseconds select exactly the rows of a window that begins or ends before 1970', () => {
    fc.assert(
      fc.property(aroundEpoch, fc.bigInt({ min: 1n, max: 3n * SECOND }), aroundEpoch, (from, length, at) => {
        const to = from + length;
        const [range, ...more] = keyRanges('inverted-js-max-date-ms', { from, to });
        expect(more).toEqual([]);
        const step = floorSteps(at - UNIX, MS);
        const key = String(8_640_000_000_000_000n - step);
        const first = UNIX + step * MS;
        const isAsked = first + MS > from && first < to;
        const { from: low = '', to: high = '\uffff' } = range?.partition ?? {};
        expect([key, key >= low && key < high]).toEqual([key, isAsked]);
      }),
      { numRuns: 200 },
    );
  });
});

describe('rounding at exact halves', () => {
  /** Rounds as the sink does (commit cf12599): (t + span/2 + 1) div span, so the last tick before a half is rounded up. */
  const HALF = 150n * SECOND;
  const SPAN = 300n * SECOND;
  const START = 638452296000000000n;

  it.each([
    [HALF - 2n, 0n],
    [HALF - 1n, SPAN],
    [HALF, SPAN],
    [HALF + 1n, SPAN],
    [SPAN - 1n, SPAN],
    [SPAN + HALF - 2n, SPAN],
    [SPAN + HALF - 1n, 2n * SPAN],
  ])('Serilog 9, %s ticks after a whole interval', (offset, bucket) => {
    const expected = String(MAX - START - bucket).padStart(19, '0');
    expect(keyOf('serilog-v9', START + offset)).toBe(expected);
    const ranges = keyRanges('serilog-v9', { from: START + offset, to: START + offset + 1n });
    expect(ranges.map(({ partition }) => [partition.from, (partition.to ?? '') > expected])).toEqual([
      [expected, true],
    ]);
  });

  it.each([
    [0n, -MINUTE],
    [MINUTE - 1n, -MINUTE],
    [MINUTE, 0n],
    [2n * MINUTE - 1n, 0n],
  ])('SLAB, %s ticks after a whole minute', (offset, bucket) => {
    expect(keyOf('slab', START + offset)).toBe(String(MAX - START - bucket).padStart(19, '0'));
  });
});

describe('a time is as exact as its text', () => {
  it.each([
    ['2024-03-05T10:17Z', MINUTE],
    ['2024-03-05T10:17:42Z', SECOND],
    ['2024-03-05T10:17:42+02:00', SECOND],
    ['2024-03-05T10:17:42.12', SECOND / 100n],
    ['2024-03-05T10:17:42.1234567Z', 1n],
    ['2024-03-05T10:17:42.123456789Z', 1n],
    ['1709633862', SECOND],
    ['1709633862.25', SECOND / 100n],
    ['1709633862123', MS],
    ['1709633862123.4', MS / 10n],
    ['1709633862.123456789', 1n],
    ['05.03.2024 10:17', MINUTE],
    ['507f1f77bcf86cd799439011', SECOND],
    ['45356.4289', (86_400n * SECOND) / 10_000n],
    ['2460375.25', (86_400n * SECOND) / 100n],
    ['60374.75', (86_400n * SECOND) / 100n],
  ])('%s', (text, length) => {
    const { ticks = 0n, window = { from: ticks, to: ticks + 1n } } = readKey(text)[0] ?? {};
    expect([window.from, window.to - window.from]).toEqual([ticks, length]);
  });

  it('and names the digits that ticks cannot hold', () => {
    const finer = (text: string) => readKey(text)[0]?.fields.get('finer than 100 ns');
    expect(finer('2024-03-05T10:17:42.123456789Z')).toBe('89');
    expect(finer('2024-03-05T10:17:42.1234567Z')).toBeUndefined();
    expect(['1709633862123456789', '1709633862123456705', 'dev7_1709633862123456789'].map(finer)).toEqual([
      '89',
      '05',
      '89',
    ]);
    expect(['1709633862.123456789', '1709633862.1234567', '1709633862123456700'].map(finer)).toEqual([
      '89',
      undefined,
      undefined,
    ]);
  });
});

describe('what a reader may take for another time', () => {
  it.each([
    '-1709633862',
    '-1709633862123',
    'x_-1709633862',
    'a--1709633862123456',
    '0.1709633862',
    '-0.1709633862123',
    'x_0.1709633862',
  ])('%s is a negative number or below one: no time after 1970', (text) => {
    expect(readKey(text).flatMap(({ ticks = 0n }) => (ticks > UNIX ? [ticks] : []))).toEqual([]);
  });

  it.each(['x-1709633862', '10-1709633862', 'v1.0.1709633862', '10.1709633862', '(0)1709633862'])(
    '%s holds seconds',
    (text) => {
      expect(readKey(text)[0]?.ticks).toBe(638_452_306_620_000_000n);
    },
  );

  it('a double of milliseconds is as exact as a double, or as the milliseconds it was rounded to', () => {
    const windowOf = (text: string) => schemeById('masstransit-audit')?.read(text, 'row', {})?.window;
    const ticks = 638_452_306_621_234_567n;
    const [fine, coarse] = [windowOf('251692666937876.5432'), windowOf('251692666937877')];
    expect(fine).toEqual({ from: ticks - 157n, to: ticks + 157n });
    expect(coarse).toEqual({ from: ticks - 4567n - 5000n, to: ticks - 4567n + 5000n });
  });

  it('a day and a month that cannot be told apart are both read', () => {
    expect(
      readKey('05032025')
        .slice(0, 2)
        .map(({ schemeId }) => schemeId),
    ).toEqual(['date-ddMMyyyy', 'date-MMddyyyy']);
    expect(readKey('12312024')[0]?.schemeId).toBe('date-MMddyyyy');
  });
});
