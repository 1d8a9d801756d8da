import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { pointsTime } from './keyPoints.fixture.ts';
import { binPoints, fillOffsets, type KeyPoints, NO_ROW } from './keyPoints.ts';

const MINUTE = 600_000_000n;
/** 2026-01-01T00:00:00Z */
const NEW_YEAR = 639_028_224_000_000_000n;
const DAY = 864_000_000_000n;

function pointsOf(list: readonly { readonly ticks: bigint; readonly group: number }[]): KeyPoints {
  return {
    count: list.length,
    baseTicks: NEW_YEAR,
    offsets: Float64Array.from(list, ({ ticks }) => Number(ticks - NEW_YEAR)),
    groups: Uint32Array.from(list, ({ group }) => group),
  };
}

describe('binPoints', () => {
  it('agrees with bigint arithmetic to the tick, and loses no point', () => {
    const point = fc.record({
      ticks: fc.bigInt({ min: NEW_YEAR - 5n * MINUTE, max: NEW_YEAR + 30n * MINUTE }),
      group: fc.nat(3),
    });
    fc.assert(
      fc.property(
        fc.array(point, { maxLength: 60 }),
        fc.bigInt({ min: 1n, max: 3n * MINUTE }),
        fc.integer({ min: 1, max: 40 }),
        (list, bucketTicks, columnCount) => {
          const from = NEW_YEAR + MINUTE;
          const rowOfGroup = Uint32Array.of(1, 0, NO_ROW, 1);
          const binning = { from, bucketTicks, columnCount, rowCount: 2, rowOfGroup };
          const binned = binPoints(pointsOf(list), binning);
          const expected = new Uint32Array(2 * columnCount);
          let outside = 0;
          for (const { ticks, group } of list) {
            const column = ticks < from ? -1n : (ticks - from) / bucketTicks;
            const row = rowOfGroup[group] ?? NO_ROW;
            if (row === NO_ROW || column < 0n || column >= BigInt(columnCount)) outside++;
            else {
              const at = row * columnCount + Number(column);
              expected[at] = (expected[at] ?? 0) + 1;
            }
          }
          expect(binned.counts).toEqual(expected);
          expect(binned.before + binned.after + binned.withoutTime + binned.hidden).toBe(outside);
        },
      ),
    );
  });

  it('puts a time just before an edge into the earlier column, 28 years from the base', () => {
    const bucketTicks = 7n * DAY - 1n;
    const edges = [1n, 900n, 1460n].map((column) => NEW_YEAR + column * bucketTicks);
    const list = edges.flatMap((edge) => [
      { ticks: edge - 1n, group: 0 },
      { ticks: edge, group: 0 },
    ]);
    const { counts } = binPoints(pointsOf(list), {
      from: NEW_YEAR,
      bucketTicks,
      columnCount: 1461,
      rowCount: 1,
      rowOfGroup: Uint32Array.of(0),
    });
    const filled = [...counts.entries()].filter(([, count]) => count > 0);
    expect(filled).toEqual([0, 1, 899, 900, 1459, 1460].map((column) => [column, 1]));
  });

  it('adds later points to the same cells, and tells rows without time apart', () => {
    const seconds = Number(NEW_YEAR / 10_000_000n);
    const times = {
      seconds: Float64Array.of(seconds + 60, Number.NaN, seconds + 60),
      fraction: Uint32Array.of(0, 0, 1),
    };
    const offsets = new Float64Array(3);
    fillOffsets(times, NEW_YEAR, { from: 0, to: 3 }, offsets);
    const points: KeyPoints = { count: 3, baseTicks: NEW_YEAR, offsets, groups: Uint32Array.of(0, 1, 0) };
    const binning = {
      from: NEW_YEAR,
      bucketTicks: MINUTE,
      columnCount: 3,
      rowCount: 2,
      rowOfGroup: Uint32Array.of(0, 1),
    };
    const first = binPoints(points, binning, { from: 0, to: 2 });
    expect([...first.counts]).toEqual([0, 1, 0, 0, 0, 0]);
    expect(first.withoutTime).toBe(1);
    binPoints(points, binning, { from: 2, to: 3 }, first.counts);
    expect([...first.counts]).toEqual([0, 2, 0, 0, 0, 0]);
    expect(pointsTime(points)).toEqual({ from: NEW_YEAR + MINUTE, to: NEW_YEAR + MINUTE + 2n });
  });

  it('counts a million keys into 100 x 1,440 cells', () => {
    const count = 1_000_000;
    const points: KeyPoints = {
      count,
      baseTicks: NEW_YEAR,
      offsets: Float64Array.from({ length: count }, (_, at) => (at * 864_000) % Number(DAY)),
      groups: Uint32Array.from({ length: count }, (_, at) => at % 100),
    };
    const { counts } = binPoints(points, {
      from: NEW_YEAR,
      bucketTicks: MINUTE,
      columnCount: 1440,
      rowCount: 100,
      rowOfGroup: Uint32Array.from({ length: 100 }, (_, at) => at),
    });
    expect(counts.reduce((sum, value) => sum + value, 0)).toBe(count);
  });
});
