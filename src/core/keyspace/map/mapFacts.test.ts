import { describe, expect, it } from 'vitest';
import {
  cellAt,
  clampWindow,
  columnsOfTime,
  columnsTime,
  COUNTED,
  ESTIMATED,
  READING,
  emptyGrid,
} from './cellGrid.ts';
import { coarsen } from './coarsen.ts';
import { inLabelOrder } from './grouping.ts';
import { heatScale, legendStops, levelOf, levelsOf } from './heatScale.ts';
import { labelLevels } from './labelTree.ts';

const SECOND = 10_000_000n;

describe('levels of a heat scale', () => {
  const scale = (max: number, brightness = 0) =>
    heatScale({ basis: 'max', max, bucketTicks: 60n * SECOND, brightness });

  it('are 0 for none, 1 for one, and logarithmic from 2 to 255', () => {
    const top = scale(1000);
    const byDefinition = (count: number) => 2 + Math.round((253 * Math.log(1 + count)) / Math.log(1001));
    for (const count of [2, 3, 10, 500, 999, 1000]) expect(levelOf(count, top)).toBe(byDefinition(count));
    expect([-1, 0, 1, 5000].map((count) => levelOf(count, top))).toEqual([0, 0, 1, 255]);
    expect([scale(0).top, scale(1).top, scale(8, 2).top, scale(8, -1).top]).toEqual([1, 1, 2, 16]);
    // One entity has the highest level if the target is below one entity.
    const target = (targetPerSecond: number) =>
      heatScale({ basis: 'target', max: 0, bucketTicks: SECOND, targetPerSecond });
    expect([levelOf(1, target(1)), levelOf(1, target(0.5)), target(3).targetCount, target(3).top]).toEqual([
      1, 255, 3, 3,
    ]);
    expect(heatScale({ basis: 'target', max: 5, bucketTicks: 10n * SECOND })).toEqual({
      basis: 'target',
      top: 20_000,
      targetPerSecond: 2000,
      targetCount: 20_000,
      cellSeconds: 10,
    });
  });

  it('are those of their counts, however many cells and however high', () => {
    const counts = Uint32Array.from({ length: 20_000 }, (_, at) => (at % 11 === 0 ? at * at : at % 130));
    for (const bright of [scale(500, -2), scale(500, 3), scale(1)])
      expect(levelsOf(counts, bright)).toEqual(Uint8Array.from(counts, (count) => levelOf(count, bright)));
  });

  it('have round marks, at most as many as asked for, and the top', () => {
    const counts = (max: number, most?: number) => legendStops(scale(max), most).map(({ count }) => count);
    expect([
      counts(1),
      counts(2),
      counts(30),
      counts(1000),
      counts(1000, 3),
      counts(1000, 2),
      counts(70_000, 20),
    ]).toEqual([
      [1],
      [1, 2],
      [1, 2, 5, 10, 20, 30],
      [1, 5, 20, 100, 500, 1000],
      [1, 500, 1000],
      [1, 1000],
      [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000, 5000, 10_000, 20_000, 70_000],
    ]);
    const stops = legendStops(
      heatScale({ basis: 'target', max: 0, bucketTicks: SECOND, targetPerSecond: 400 }),
      9,
    );
    expect(stops.map(({ count, shareOfTarget }) => [count, shareOfTarget])).toEqual(
      [1, 2, 5, 10, 20, 50, 100].map((percent) => [percent * 4, percent / 100]),
    );
    expect(stops[2]?.position).toBeCloseTo(Math.log(21) / Math.log(401), 9);
    expect(stops.map(({ level }) => level)).toEqual(
      stops.map(({ count }) => 2 + Math.round((253 * Math.log(1 + count)) / Math.log(401))),
    );
    // With more brightness, counts above the top stay at the end of the legend.
    expect(legendStops(scale(4, 3)).every(({ position }) => position <= 1)).toBe(true);
  });
});

describe('labels', () => {
  it('are in the order of their numbers, or of their code units', () => {
    expect(inLabelOrder(['10', '2', 'unprefixed', '1'])).toEqual(['1', '2', '10', 'unprefixed']);
    expect(inLabelOrder(['10', '2', 'x'])).toEqual(['10', '2', 'x']);
    expect(inLabelOrder(['1234567890123456', '2'])).toEqual(['1234567890123456', '2']);
    expect(inLabelOrder(['123456789012345', '2'])).toEqual(['2', '123456789012345']);
  });

  it('are cut into levels, whose neighbours are one span', () => {
    const spans = (labels: readonly string[], separator: string) =>
      labelLevels(labels, separator).map((level) =>
        level.map(({ text, path, rows }) => `${text} ${path} ${rows.from}-${rows.to}`),
      );
    expect(spans(['a/b/c', 'a/b/d', 'a/x', 'b'], '/')).toEqual([
      ['a a 0-3', 'b b 3-4'],
      ['b a/b 0-2', 'x a/x 2-3', ' b 3-4'],
      ['c a/b/c 0-1', 'd a/b/d 1-2', ' a/x 2-3', ' b 3-4'],
    ]);
    expect(spans(['a/b/c/d/e'], '/')).toEqual([
      ['a a 0-1'],
      ['b a/b 0-1'],
      ['c a/b/c 0-1'],
      ['d/e a/b/c/d/e 0-1'],
    ]);
    expect(spans(['ab', 'ab'], '')).toEqual([['ab ab 0-2']]);
    expect([spans(['a', 'b', 'a'], '/'), spans([], '/')]).toEqual([
      [['a a 0-1', 'b b 1-2', 'a a 2-3']],
      [[]],
    ]);
    // The same text below two parents makes two spans.
    expect(spans(['a/x', 'b/x'], '/')[1]).toEqual(['x a/x 0-1', 'x b/x 1-2']);
  });
});

describe('grids', () => {
  const shape = (rowCount: number, columnCount: number) => ({
    rowCount,
    columnCount,
    from: 100n,
    bucketTicks: 10n,
  });

  it('have no cells outside', () => {
    const grid = emptyGrid(shape(41, 2), COUNTED);
    expect(
      [cellAt(grid, -1, 0), cellAt(grid, 0, 2), cellAt(grid, 41, 0), cellAt(grid, 0, -1)].map(
        ({ state, count }) => [state, count],
      ),
    ).toEqual(Array.from({ length: 4 }, () => ['waiting', 0]));
    // A counted cell has no error, even if one is left from an estimate.
    const counted = { ...emptyGrid(shape(1, 1), COUNTED), errors: Float32Array.of(1.5) };
    expect(cellAt(counted, 0, 0)).toEqual({ state: 'zero', count: 0, standardError: 0 });
  });

  it('cut windows and times to themselves', () => {
    const grid = shape(4, 5);
    const cut = (from: number, to: number) =>
      clampWindow(grid, { rows: { from, to }, columns: { from, to } });
    expect([cut(-2, 9), cut(1.5, 2.5), cut(3, 1), cut(9, 12)]).toEqual([
      { rows: { from: 0, to: 4 }, columns: { from: 0, to: 5 } },
      { rows: { from: 1, to: 3 }, columns: { from: 1, to: 3 } },
      { rows: { from: 3, to: 3 }, columns: { from: 3, to: 3 } },
      { rows: { from: 4, to: 4 }, columns: { from: 5, to: 5 } },
    ]);
    const columns = (from: bigint, to: bigint) => columnsOfTime(grid, { from, to });
    expect([
      columns(100n, 110n),
      columns(109n, 111n),
      columns(85n, 99n),
      columns(91n, 101n),
      columns(149n, 900n),
      columns(150n, 151n),
    ]).toEqual([
      { from: 0, to: 1 },
      { from: 0, to: 2 },
      { from: 0, to: 0 },
      { from: 0, to: 1 },
      { from: 4, to: 5 },
      { from: 5, to: 5 },
    ]);
    expect(columnsTime(grid, { from: 1, to: 3 })).toEqual({ from: 110n, to: 130n });
  });

  it('are joined into wider ones, with their errors', () => {
    const grid = { ...emptyGrid(shape(3, 5), COUNTED), errors: new Float32Array(15) };
    grid.counts.set([1, 2, 3, 4, 5, 10, 20, 30, 40, 50, 100, 200, 300, 400, 500]);
    for (const [at, error] of [
      [0, 3],
      [1, 4],
      [6, 4],
      [4, 9],
    ] as const) {
      grid.states[at] = ESTIMATED;
      grid.errors[at] = error;
    }
    grid.states[13] = READING;
    expect(coarsen(grid, 2)).toEqual({
      rowCount: 3,
      columnCount: 3,
      from: 100n,
      bucketTicks: 20n,
      counts: Uint32Array.of(3, 7, 5, 30, 70, 50, 300, 700, 500),
      states: Uint8Array.from(
        [
          [ESTIMATED, COUNTED, ESTIMATED],
          [ESTIMATED, COUNTED, COUNTED],
          [COUNTED, READING, COUNTED],
        ].flat(),
      ),
      errors: Float32Array.of(5, 0, 9, 4, 0, 0, 0, 0, 0),
    });
    expect(coarsen(emptyGrid(shape(1, 2), COUNTED), 1).errors).toBeUndefined();
  });
});
