import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { rowMeets } from '../odata/evaluateFilter.fixture.ts';
import type { Interval } from '../time/ticks.ts';
import { proposeFactors } from './proposeFactors.ts';
import { resolutionTables } from './resolutions.ts';
import { rowBytes, seriesCost } from './seriesCost.ts';
import {
  type AdvancedLayout,
  type BasicLayout,
  checkLayout,
  pointNameOf,
  rowKeysOf,
} from './seriesLayout.ts';
import { seriesQueries } from './seriesQueries.ts';
import { SERIES_TIME_FORMS, timeFormSpan, timeKeyOf, timeOfKey } from './timeKey.ts';
import { HOUR, MINUTE, SECOND, UNIX } from '../time/units.fixture.ts';

/** A window given in Unix seconds. */
function windowOf(from: number, to: number): Interval {
  return { from: UNIX + BigInt(from) * SECOND, to: UNIX + BigInt(to) * SECOND } as Interval;
}

interface PlainRow {
  readonly pk: string;
  readonly rk: string;
  /** Unix seconds of its points. */
  readonly seconds: readonly number[];
}

/** An independent writer's table: one row per stretch, computed with plain numbers only. */
function writtenRows(
  from: number,
  to: number,
  row: number,
  partition: number,
  isNewestFirst: boolean,
): PlainRow[] {
  const rows = new Map<number, number[]>();
  for (let second = from; second < to; second += 1) {
    const start = second - (second % row);
    rows.set(start, [...(rows.get(start) ?? []), second]);
  }
  const key = (second: number) => String(isNewestFirst ? 9_999_999_999 - second : second);
  return [...rows].map(([start, seconds]) => ({
    pk: key(start - (start % partition)),
    rk: key(start),
    seconds,
  }));
}

function accepts(filters: readonly string[], { pk, rk }: PlainRow): boolean {
  const row = new Map([
    ['PartitionKey', pk],
    ['RowKey', rk],
  ]);
  return filters.some((filter) => rowMeets(filter, row));
}

const T0 = 1_709_562_720;

const layouts = fc
  .record({
    row: fc.constantFrom(1, 5, 60, 240),
    rows: fc.constantFrom(1, 2, 15, 30),
    isNewestFirst: fc.boolean(),
  })
  .map(({ row, rows, isNewestFirst }) => ({ row, partition: row * rows, isNewestFirst }));

function advanced(row: number, partition: number, isNewestFirst = false): AdvancedLayout {
  return {
    kind: 'advanced',
    before: '',
    time: isNewestFirst ? 'inverted-seconds' : 'seconds',
    stepTicks: SECOND,
    rowTicks: BigInt(row) * SECOND,
    partitionTicks: BigInt(partition) * SECOND,
    namePrefix: 'S',
  };
}

describe('keys of a series', () => {
  it('come back as the instant, rounded down to the unit, and sort by time or against it', () => {
    for (const form of SERIES_TIME_FORMS) {
      const { first, last } = timeFormSpan(form);
      fc.assert(
        fc.property(fc.bigInt(first, last), fc.bigInt(first, last), (a, b) => {
          const keys = [timeKeyOf(form, a), timeKeyOf(form, b)] as const;
          const unit = form.endsWith('milliseconds') ? 10_000n : form.endsWith('seconds') ? SECOND : 1n;
          const whole = [a - ((a - first) % unit), b - ((b - first) % unit)] as const;
          expect(timeOfKey(form, keys[0])).toEqual({ ok: true, value: whole[0] });
          const isReversed = form.startsWith('inverted');
          expect(keys[0] < keys[1]).toBe(isReversed ? whole[0] > whole[1] : whole[0] < whole[1]);
        }),
      );
    }
  });

  it('match known keys of known instants', () => {
    const at = UNIX + 1_709_562_725n * SECOND + 1_234_567n;
    expect(SERIES_TIME_FORMS.map((form) => timeKeyOf(form, at))).toEqual([
      '1709562725',
      '1709562725123',
      '8290437274',
      '8290437274876',
      '0638451595251234567',
      '2516927380748765432',
    ]);
  });

  it('refuse times without a key, and texts that are not keys', () => {
    expect(() => timeKeyOf('seconds', UNIX - 1n)).toThrow(RangeError);
    expect(() => timeKeyOf('seconds', UNIX + 10_000_000_000n * SECOND)).toThrow(RangeError);
    expect(timeOfKey('seconds', '17095627')).toMatchObject({ ok: false });
    expect(timeOfKey('inverted-ticks', '9999999999999999999')).toMatchObject({ ok: false });
  });
});

describe('the rows of the advanced layout', () => {
  it('hold a point under the keys and the name that an independent writer uses', () => {
    fc.assert(
      fc.property(
        layouts,
        fc.integer({ min: T0, max: T0 + 9_000 }),
        ({ row, partition, isNewestFirst }, second) => {
          const layout = advanced(row, partition, isNewestFirst);
          const [written] = writtenRows(second, second + 1, row, partition, isNewestFirst);
          const ticks = UNIX + BigInt(second) * SECOND;
          expect(rowKeysOf(layout, ticks)).toEqual({ partitionKey: written?.pk, rowKey: written?.rk });
          const width = String(row - 1).length;
          expect(pointNameOf(layout, ticks)).toBe(`S${String(second % row).padStart(width, '0')}`);
        },
      ),
    );
  });
});

describe('the queries of a window', () => {
  it('read exactly the rows that hold its points, within the limits of a filter', () => {
    fc.assert(
      fc.property(
        layouts,
        fc.integer({ min: T0, max: T0 + 4_000 }),
        fc.integer({ min: 1, max: 1_500 }),
        ({ row, partition, isNewestFirst }, from, length) => {
          const layout = advanced(row, partition, isNewestFirst);
          const read = seriesQueries(layout, { window: windowOf(from, from + length) });
          const table = writtenRows(from - 300, from + length + 300, row, partition, isNewestFirst);
          const wanted = table.filter(({ seconds }) =>
            seconds.some((at) => at >= from && at < from + length),
          );
          expect(table.filter((each) => accepts(read.filters, each))).toEqual(wanted);
          expect(Number(read.rows)).toBe(wanted.length);
          expect(Number(read.rowsRead)).toBe(wanted.length);
          expect(Number(read.partitions)).toBe(new Set(wanted.map(({ pk }) => pk)).size);
          for (const filter of read.filters) {
            expect(filter.split(/ (?:eq|ge|gt|le|lt|ne) /).length - 1).toBeLessThanOrEqual(15);
            expect(encodeURIComponent(filter).length).toBeLessThan(14_000);
          }
          // Each row is read once.
          for (const each of wanted)
            expect(read.filters.filter((filter) => accepts([filter], each))).toHaveLength(1);
        },
      ),
      { numRuns: 15 },
    );
  });

  it('names the rows while they fit, and reads a range when that needs no more requests', () => {
    const layout = advanced(240, 3600);
    const at = T0 - (T0 % 3600);
    const short = seriesQueries(layout, { window: windowOf(at, at + 14 * 240) });
    expect([short.kind, short.filters.length, short.requests]).toEqual(['points', 1, 1n]);
    expect(short.filters[0]).toMatch(/^PartitionKey eq '\d+' and \(RowKey eq/);
    const long = seriesQueries(layout, { window: windowOf(at, at + 15 * 240) });
    expect([long.kind, long.requests]).toEqual(['row range', 1n]);
    expect(long.reason).toContain('limit of 15');
    const day = seriesQueries(layout, { window: windowOf(at, at + 86_400) });
    expect([day.kind, day.rows, day.partitions, day.requests]).toEqual(['partition range', 360n, 24n, 1n]);
  });

  it('read only the rows of the wanted points if that is cheaper than all rows in between', () => {
    // One point a day for 30 days, from rows of one second each: all rows would be 2,592,000.
    const layout = advanced(1, 3600);
    const at = T0 - (T0 % 86_400);
    const read = seriesQueries(layout, {
      window: windowOf(at, at + 30 * 86_400),
      everyTicks: 86_400n * SECOND,
    });
    expect([read.kind, read.rows, read.rowsRead]).toEqual(['several queries', 30n, 30n]);
    // Two comparisons a row, so seven rows fit into 15.
    expect(read.filters).toHaveLength(Math.ceil(30 / 7));
    for (let day = 0; day < 30; day += 1) {
      const second = at + day * 86_400;
      const row = { pk: String(second), rk: String(second), seconds: [second] };
      expect(accepts(read.filters, row)).toBe(true);
      expect(accepts(read.filters, { ...row, rk: String(second + 1) })).toBe(false);
    }
  });

  it('survive windows of years at the finest resolution', () => {
    const read = seriesQueries(advanced(1, 1), { window: windowOf(0, 3_000_000_000) });
    expect([read.kind, read.rows, read.requests]).toEqual(['partition range', 3_000_000_000n, 3_000_000n]);
  });

  it('refuse an empty window', () => {
    expect(() => seriesQueries(advanced(1, 1), { window: windowOf(5, 5) })).toThrow('empty');
  });
});

describe('the cost of a layout', () => {
  const basic: BasicLayout = { kind: 'basic', source: 'boiler-1', time: 'seconds', stepTicks: SECOND };

  it('agrees with an independent writer', () => {
    fc.assert(
      fc.property(
        layouts,
        fc.integer({ min: T0, max: T0 + 4_000 }),
        fc.integer({ min: 1, max: 4_000 }),
        ({ row, partition, isNewestFirst }, from, length) => {
          const cost = seriesCost(advanced(row, partition, isNewestFirst), {
            window: windowOf(from, from + length),
          });
          const rows = writtenRows(from, from + length, row, partition, isNewestFirst);
          expect(Number(cost.points)).toBe(length);
          expect(Number(cost.rows)).toBe(rows.length);
          expect(Number(cost.partitions)).toBe(new Set(rows.map(({ pk }) => pk)).size);
        },
      ),
    );
  });

  it('follows the formula that Microsoft documents', () => {
    // 4 + 2 * (8 + 10) + (8 + 2 * 5 + 8)
    const cost = seriesCost(basic, { window: windowOf(T0, T0 + 3600) });
    expect([cost.bytesPerRow, cost.rows, cost.transactions, cost.read.requests]).toEqual([
      66n,
      3600n,
      36n,
      4n,
    ]);
    // 4 + 2 * 20 + 240 * (8 + 2 * 4 + 8)
    const wide = seriesCost(advanced(240, 3600), {
      window: windowOf(T0 - (T0 % 3600), T0 - (T0 % 3600) + 3600),
    });
    expect([wide.bytesPerRow, wide.rows, wide.transactions]).toEqual([5804n, 15n, 1n]);
    // 1 MiB is the limit of an entity: 252 points never reach it.
    expect(rowBytes(512n, 252n, 255n)).toBeLessThan(1_048_576n);
  });
});

describe('factors and tables of several resolutions', () => {
  it('are proposed so that every round resolution gets a valid layout', () => {
    const steps = [1n, 10n, 250n, 1000n, 5000n, 60_000n, 3_600_000n].map((ms) => ms * 10_000n);
    for (const stepTicks of steps) {
      for (const windowTicks of [MINUTE, HOUR, 24n * HOUR]) {
        const factors = proposeFactors(stepTicks, windowTicks);
        const layout = { ...advanced(1, 1), time: 'ticks', stepTicks, ...factors } as const;
        expect(checkLayout(layout)).toMatchObject({ ok: true });
      }
    }
    expect(proposeFactors(SECOND, HOUR)).toEqual({ rowTicks: 4n * MINUTE, partitionTicks: HOUR });
    expect(proposeFactors(0n, HOUR)).toBeUndefined();
    expect(proposeFactors(7_777_777n, HOUR)).toBeUndefined();
  });

  it('say what a separate table saves for a coarse resolution', () => {
    const now = UNIX + BigInt(T0 - (T0 % 86_400)) * SECOND;
    const needs = [
      { stepTicks: SECOND, windowTicks: HOUR },
      { stepTicks: MINUTE, windowTicks: 24n * HOUR },
    ];
    const tables = resolutionTables(needs, { before: '', time: 'seconds', namePrefix: 'S' }, now);
    if (!tables.ok) throw new Error(tables.error.message);
    expect(tables.value.map(({ rows, rowsFromFinest }) => [rows, rowsFromFinest])).toEqual([
      [15n, 15n],
      [6n, 360n],
    ]);
    expect(resolutionTables([{ stepTicks: SECOND, windowTicks: 0n }], advanced(1, 1), now)).toMatchObject({
      ok: false,
      error: { need: 0 },
    });
  });
});

describe('an impossible layout', () => {
  it.each([
    ['step', { stepTicks: 0n }],
    ['step', { stepTicks: 1n }],
    ['row', { rowTicks: 0n }],
    ['row', { rowTicks: 3n * SECOND, stepTicks: 2n * SECOND }],
    ['row', { rowTicks: 253n * SECOND, partitionTicks: 253n * SECOND }],
    ['partition', { rowTicks: 240n * SECOND, partitionTicks: 1000n * SECOND }],
    ['source', { before: 'a/b' }],
    ['source', { before: 'x'.repeat(510) }],
    ['name', { namePrefix: '' }],
    ['name', { namePrefix: '1' }],
    ['name', { namePrefix: 'a b' }],
  ] as const)('names the wrong field: %s %o', (field, wrong) => {
    expect(checkLayout({ ...advanced(240, 3600), ...wrong })).toMatchObject({ ok: false, error: { field } });
  });
});
