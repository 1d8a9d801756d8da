import { describe, expect, it } from 'vitest';
import { d19, steadyTicks, timesSelected } from './keyRanges.fixture.ts';
import { keyRanges } from './keyRanges.ts';
import fc from 'fast-check';
import type { KeyScheme } from './base/keyScheme.ts';
import { toTicks } from '../time/ticks.ts';
import { isInSpan } from './rangeTruth.fixture.ts';
import type { KeyRangeOptions, KeySpan, TableKeyRange } from './base/scheme.ts';
import { roundsItself } from './base/rounding.ts';
import { KEY_SCHEMES } from './schemeRegistry.ts';
import { DAY, HOUR, MINUTE, SECOND } from '../time/units.fixture.ts';

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
      // DateTime.MaxValue without padding has 19 digits: what does not hold it must not count as all later keys.
      const [open] = keyRanges(schemeId, { from: now, to: 3155378976000000000n });
      expect(open).toMatchObject({ exact: false });
      const [later] = keyRanges(schemeId, { from: 10n ** 18n, to: 10n ** 18n + 5n });
      expect(later).toMatchObject({ partition: {}, exact: false });
      expect(later?.row).toBeUndefined();
    }
  });

  it('refuses an unknown scheme and a rounding of nothing', () => {
    expect(() => keyRanges('no-such', window)).toThrow(RangeError);
    expect(() => keyRanges('wad', window, { roundingTicks: 0n })).toThrow(RangeError);
  });
});

/** The first number of ticks that is not a DateTime. */
const END = 3155378976000000000n;
/** The instants from which writers count intervals: the years 0001, 1601, 1970 and 2000. */
const EPOCHS = [0n, 504911232000000000n, 621355968000000000n, 630822816000000000n];

const rounding = fc.oneof(
  fc.constantFrom(SECOND, MINUTE, 4n * MINUTE, 5n * MINUTE, 15n * MINUTE, HOUR, 6n * HOUR, DAY),
  fc.constantFrom(7n * MINUTE, 2n * DAY, 10n * DAY),
  fc.bigInt({ min: 1n, max: 3n * DAY }),
);
const window = fc
  .tuple(
    steadyTicks,
    fc.oneof(
      fc.bigInt({ min: 1n, max: 100n }),
      fc.bigInt({ min: 1n, max: 2n * HOUR }),
      fc.bigInt({ min: 1n, max: 3n * DAY }),
    ),
  )
  .map(([from, length]) => ({ from, to: from + length }));

const timed = KEY_SCHEMES.filter((scheme) => scheme.timeSource !== 'none' && scheme.encode !== undefined);

/** The keys of a writer that first rounds an instant down to an interval counted from an epoch. */
function write(scheme: KeyScheme, ticks: bigint, step: bigint, epoch: bigint, tableName: string | undefined) {
  const table = tableName === undefined ? {} : { tableName };
  const keys = roundsItself(scheme)
    ? scheme.encode?.(toTicks(ticks), { ...table, roundingTicks: step })
    : scheme.encode?.(toTicks(epoch + ((ticks - epoch) / step) * step), table);
  return {
    ...(keys?.tableName === undefined ? {} : { tableName: keys.tableName }),
    partitionKey: keys?.partitionKey ?? 'p',
    rowKey: keys?.rowKey ?? 'r',
  };
}

function holdsSpan(outer: KeySpan = {}, inner: KeySpan = {}): boolean {
  const starts = (outer.from ?? '') <= (inner.from ?? '');
  return starts && (outer.to === undefined || (inner.to !== undefined && inner.to <= outer.to));
}

/** Whether one range contains all of another. */
function holds(outer: TableKeyRange, inner: TableKeyRange): boolean {
  return (
    outer.tableName === inner.tableName &&
    holdsSpan(outer.partition, inner.partition) &&
    holdsSpan(outer.row, inner.row)
  );
}

describe('a rounding of the writer', () => {
  it.each(timed.map((scheme) => [scheme.id, scheme] as const))('misses no row: %s', (schemeId, scheme) => {
    const inPartition = scheme.encode?.(toTicks(END - 1n), {}).partitionKey;
    const name = schemeId === 'storage-analytics' ? '$MetricsHourPrimaryTransactionsBlob' : undefined;
    const options: KeyRangeOptions = {
      volume: 1,
      unprefixed: true,
      ...(inPartition === undefined ? { partitionKey: 'p' } : {}),
      ...(name === undefined ? {} : { tableName: name }),
    };
    fc.assert(
      fc.property(window, rounding, fc.constantFrom(...EPOCHS), fc.nat(1000), (span, step, epoch, share) => {
        const ranges = keyRanges(schemeId, span, { ...options, roundingTicks: step });
        const inside = span.from + ((span.to - 1n - span.from) * BigInt(share)) / 1000n;
        const missed = [span.from, inside, span.to - 1n]
          .map((ticks) => write(scheme, ticks, step, roundsItself(scheme) ? 0n : epoch, name))
          .filter((row) =>
            // If the host is part of the PartitionKey, only the RowKey can be encoded.
            inPartition === undefined && schemeId === 'functions-diagnostic'
              ? !ranges.some(({ row: keys }) => isInSpan(row.rowKey, keys))
              : timesSelected(row, ranges) === 0,
          );
        expect(missed).toEqual([]);
      }),
      { numRuns: 15 },
    );
  });

  it('reads whole intervals, and says so where the writer of the scheme does not round', () => {
    const span = { from: 638452306200000000n + 7n * MINUTE, to: 638452306200000000n + 20n * MINUTE };
    const hour = { roundingTicks: HOUR };
    const [nlog] = keyRanges('nlog', span, hour);
    expect(nlog).toMatchObject({ exact: false });
    expect(nlog?.reason).toMatch(/does not round to 1 h, so whole intervals of that length are read/);
    expect(keyRanges('ticks19', span, hour)).toEqual([
      {
        partition: {
          from: `0${(span.from / HOUR) * HOUR}`,
          to: `0${((span.to - 1n) / HOUR) * HOUR + HOUR}`,
        },
        exact: true,
      },
    ]);
    // The chosen rounding also covers a writer whose keys are finer, in either order of keys.
    const [inverted] = keyRanges('inverted-ticks19', span, { ...hour, partitionKey: 'p' });
    const last = String(END - 1n - (span.to - 1n));
    expect(inverted?.exact === true && last >= (inverted.row?.from ?? '')).toBe(true);
  });

  it('changes nothing where the keys are as coarse already', () => {
    const span = { from: 638452306200000000n + SECOND, to: 638452306200000000n + 20n * MINUTE + 1n };
    for (const [schemeId, step, tableName] of [
      ['appservice', MINUTE, undefined],
      ['date-yyyyMMdd', HOUR, undefined],
      ['wad', SECOND, undefined],
      ['slab', 1n, undefined],
      ['wadmetrics', MINUTE, 'WADMetricsPT1HP10DV2S20240304'],
      ['storage-analytics', MINUTE, '$MetricsHourPrimaryTransactionsBlob'],
    ] as const) {
      const options = tableName === undefined ? {} : { tableName };
      expect(keyRanges(schemeId, span, { ...options, roundingTicks: step })).toEqual(
        keyRanges(schemeId, span, options),
      );
    }
  });

  it('that does not divide the day covers any start of its intervals', () => {
    const span = { from: 638452306200000000n, to: 638452306200000000n + HOUR };
    const [range] = keyRanges('unix-s', span, { roundingTicks: 7n * MINUTE });
    expect(range).toMatchObject({ exact: false });
    expect(range?.reason).toMatch(/7 min/);
  });
});

describe('a hostile rounding', () => {
  const hostile = [DAY * 400n, END, 10n ** 30n];
  const spans = [
    { from: 638452306200000000n, to: 638452306200000001n },
    { from: 0n, to: 1n },
    { from: END - 1n, to: END },
  ];

  /** Ranges that are empty, or that contain keys which no writer makes. */
  const badOf = (ranges: readonly TableKeyRange[]): readonly TableKeyRange[] =>
    ranges.filter(({ partition, row = {} }) =>
      [partition, row].some(
        ({ from = '', to = '\uffff' }) => from >= to || /NaN|undefined|0{9}-/.test(`${from} ${to}`),
      ),
    );

  it.each(timed.map((scheme) => [scheme.id, scheme] as const))(
    'covers and never throws: %s',
    (schemeId, scheme) => {
      const isCovering = !roundsItself(scheme);
      for (const roundingTicks of hostile) {
        for (const span of spans) {
          const ranges = keyRanges(schemeId, span, { roundingTicks, volume: 1 });
          expect(badOf(ranges)).toEqual([]);
          const plain = isCovering && span === spans[0] ? keyRanges(schemeId, span, { volume: 1 }) : [];
          expect(plain.filter((inner) => !ranges.some((range) => holds(range, inner)))).toEqual([]);
        }
      }
    },
  );

  it('below one tick is refused', () => {
    for (const roundingTicks of [0n, -1n, -(10n ** 30n)]) {
      expect(() => keyRanges('nlog', spans[0] ?? { from: 0n, to: 1n }, { roundingTicks })).toThrow(
        RangeError,
      );
    }
  });
});
