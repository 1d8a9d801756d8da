import { describe, expect, it } from 'vitest';
import { d19, timesSelected } from './keyRanges.fixture.ts';
import { keyRanges } from './keyRanges.ts';

const MINUTE = 600_000_000n;
describe('keyRanges', () => {
  const window = { from: 638452306200000000n, to: 638452306800000000n };

  it('fans out over the volume, in ascending key order', () => {
    for (const volume of [1, 10, 100] as const) {
      const ranges = keyRanges('mds-prefixed', window, { volume });
      expect(ranges.map((range) => range.prefix)).toEqual(
        Array.from({ length: volume }, (_, index) => index),
      );
    }
    const both = keyRanges('wad', window, { volume: 100, unprefixed: true });
    expect(both.length).toBe(101);
    const starts = both.map((range) => range.partition.from ?? '');
    expect(starts.toSorted()).toEqual(starts);
    expect(both.at(-1)).toEqual({
      partition: { from: '0638452306200000000', to: '0638452306800000000' },
      exact: true,
    });
  });

  it('writes no prefix for WAD Small', () => {
    expect(keyRanges('wad', window, { volume: 1 })).toEqual([
      { partition: { from: '0638452306200000000', to: '0638452306800000000' }, exact: true },
    ]);
  });

  it('leaves the partition open where none is given for a row time, and says so', () => {
    const row = { from: '2516926669200000000', to: '2516926669800000000' };
    expect(keyRanges('inverted-ticks19', window)).toEqual([
      { partition: {}, row, exact: false, reason: expect.stringContaining('PartitionKey is not known') },
    ]);
    expect(keyRanges('inverted-ticks19', window, { partitionKey: 'p' })).toEqual([
      { partition: { from: 'p', to: 'p\u0000' }, row, exact: true },
    ]);
  });

  it('moves the window by the clock of the writer', () => {
    const moved = keyRanges('ticks19', window, { clockOffsetTicks: 60n * MINUTE });
    expect(moved[0]?.partition.from).toBe(d19(window.from + 60n * MINUTE));
  });

  it('has none for an empty window and clamps to the calendar', () => {
    expect(keyRanges('ticks19', { from: 5n, to: 5n })).toEqual([]);
    expect(keyRanges('ticks19', { from: 9n, to: 5n })).toEqual([]);
    expect(keyRanges('ticks19', { from: -5n, to: 10n ** 30n })[0]?.partition).toEqual({
      from: '0000000000000000000',
      to: '3155378976000000000',
    });
    expect(keyRanges('none', window)).toMatchObject([{ partition: {}, exact: false }]);
    expect(keyRanges('none', window, { partitionKey: 'a' })).toMatchObject([
      { partition: { from: 'a', to: 'a\u0000' } },
    ]);
  });

  it('keeps 18 digits to the years that they can hold', () => {
    const now = 638452306200000000n;
    for (const schemeId of ['ticks18', 'ticks18-row']) {
      for (const to of [10n ** 18n - 1n, 10n ** 18n, 3155378975999999999n, 3155378976000000000n]) {
        for (const from of [0n, now]) {
          const rows = [String(now), '999999999999999998', '638452306200000001'].map((key) => ({
            partitionKey: key,
            rowKey: key,
          }));
          const ranges = keyRanges(schemeId, { from, to });
          expect(rows.map((row) => timesSelected(row, ranges))).toEqual([1, 1, 1]);
        }
      }
      expect(keyRanges(schemeId, { from: 10n ** 18n, to: 10n ** 18n + 5n })).toEqual([]);
    }
  });

  it('refuses an unknown scheme and a rounding of nothing', () => {
    expect(() => keyRanges('no-such', window)).toThrow(RangeError);
    expect(() => keyRanges('wad', window, { roundingTicks: 0n })).toThrow(RangeError);
  });
});
