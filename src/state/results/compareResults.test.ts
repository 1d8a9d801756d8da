import { axisSpan } from '../../core/time/ticks.ts';
import { describe, expect, it } from 'vitest';
import { entityAt, page } from '../../workers/rowStorePair.fixture.ts';
import type { ComparedFilter } from '../../core/rows/rowQuery.ts';
import { compareResults, shiftOf } from './compareResults.ts';
import { BASE, type ComparedSide, planOf, SECOND, side } from './compareSides.fixture.ts';

/** The rows of a result that a filter selects, by their RowKeys. */
async function keysOf(
  { rows }: ComparedSide,
  ...filters: readonly ComparedFilter[]
): Promise<readonly string[]> {
  const view = await rows.view({ order: 'arrival', filters, from: 0, to: 99 });
  const entities = await Promise.all(view.rows.map(({ row }) => rows.entity(row)));
  return entities.map(({ rowKey }) => rowKey);
}

describe('two results', () => {
  it('are compared in the worker of the second; filters then select what differs, in both', async () => {
    const at = (rowKey: string, level: number): object => entityAt('0', BASE + 1, rowKey, { Level: level });
    const first = await side(undefined, at('same', 1), at('other', 1), at('gone', 1));
    const second = { ...(await side(undefined, at('new', 2), at('other', 2), at('same', 1))), name: 'two' };
    const { filters, ...counts } = await compareResults(first, second, 'key');
    expect(counts).toMatchObject({ both: 2, onlyFirst: 1, onlySecond: 1, changed: { rows: 1 } });
    expect(filters.first.only).toMatchObject({ kind: 'compared', what: 'only', to: 'two' });
    expect(await keysOf(first, filters.first.only)).toStrictEqual(['gone']);
    expect(await keysOf(second, filters.second.only)).toStrictEqual(['new']);
    expect(await keysOf(first, filters.first.changed)).toStrictEqual(['other']);
    expect(await keysOf(second, filters.second.changed)).toStrictEqual(['other']);
    expect(await keysOf(first, filters.first.only, filters.first.changed)).toStrictEqual([]);
    // Rows that arrive later were not compared.
    await first.rows.append(1, 0, page(at('late', 1)));
    const later = await first.rows.view({ order: 'arrival', filters: [filters.first.only], from: 0, to: 9 });
    expect([later.total, later.unlooked]).toStrictEqual([1, 1]);
    // A filter of an earlier comparison selects nothing of the newer one.
    await compareResults(first, second, 'key');
    await expect(keysOf(first, filters.first.only)).rejects.toThrow('The results were compared anew.');
  });

  it('without the time in keys, compare no values', async () => {
    const first = await side(undefined, entityAt('0', BASE, 'a', { A: 1 }), entityAt('0', BASE, 'c'));
    const second = await side(undefined, entityAt('0', BASE, 'a', { A: 2 }), entityAt('0', BASE, 'b'));
    const found = await compareResults(first, second, 'timeless');
    expect([found.both, found.onlyFirst, found.onlySecond, found.changed]).toStrictEqual([
      1,
      1,
      1,
      undefined,
    ]);
    const empty = await compareResults(await side(undefined), await side(undefined), 'key');
    expect([empty.both, empty.onlyFirst, empty.onlySecond]).toStrictEqual([0, 0, 0]);
  });

  it('tell how far they are, and end when nobody waits', async () => {
    const many = Array.from({ length: 3000 }, (_, at) => entityAt('0', BASE + at, String(at)));
    const [first, second] = [await side(undefined, ...many), await side(undefined, ...many)];
    const shares: number[] = [];
    await compareResults(first, second, 'key', { onProgress: (share) => shares.push(share) });
    expect(shares).toStrictEqual(shares.toSorted((a, b) => a - b));
    expect(shares.every((share) => share >= 0 && share <= 1)).toBe(true);
    const stop = new AbortController();
    stop.abort(new Error('closed'));
    await expect(compareResults(first, second, 'key', { signal: stop.signal })).rejects.toThrow('closed');
  });

  it('are drawn from their starts on only if their times do not overlap', () => {
    const shift = (one: readonly [number, number] | undefined, two: readonly [number, number]) =>
      shiftOf(axisSpan(planOf(one).plan.request.window), axisSpan(planOf(two).plan.request.window));
    expect([shift([0, 10], [10, 20]), shift([5, 10], [10, 20])]).toStrictEqual([undefined, 5n * SECOND]);
    expect([shift([10, 20], [5, 10]), shift([5, 11], [10, 20])]).toStrictEqual([-5n * SECOND, undefined]);
    expect(shift(undefined, [10, 20])).toBeUndefined();
  });
});
