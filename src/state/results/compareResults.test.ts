import { describe, expect, it } from 'vitest';
import { entityAt } from '../../workers/rowStorePair.fixture.ts';
import { isoToTicks, ticksToIso } from '../../core/time/ticks.ts';
import { compareResults, instantNames, usualIdentity } from './compareResults.ts';
import { BASE, BY_KEY, planOf, SECOND, side } from './compareSides.fixture.ts';

const keysOf = (rows: readonly { rowKey: string }[]): readonly string[] => rows.map(({ rowKey }) => rowKey);

describe('two results', () => {
  it('are compared in the worker of the second, with examples from both, over the time from their starts', async () => {
    const window = [BASE, BASE + 10] as const;
    const first = await side(window, entityAt('0', BASE + 1, 'same'), entityAt('1', BASE + 2, 'gone'));
    const second = await side(
      window,
      entityAt('0', BASE + 1, 'same'),
      entityAt('0', BASE + 5, 'new'),
      entityAt('1', BASE + 50, 'late'),
    );
    const compared = await compareResults(first, second, BY_KEY);
    expect([compared.both, [...compared.onlyFirst], [...compared.onlySecond]]).toStrictEqual([
      1,
      [1],
      [1, 2],
    ]);
    expect(keysOf(compared.examplesFirst)).toStrictEqual(['gone']);
    expect(keysOf(compared.examplesSecond)).toStrictEqual(['new', 'late']);
    expect([compared.first.uncounted, compared.second.uncounted]).toStrictEqual([0, 1]);
    const total = (counts: Uint32Array): number => counts.reduce((sum, count) => sum + count, 0);
    expect([total(compared.first.counts), total(compared.second.counts)]).toStrictEqual([2, 2]);
  });

  it('without a window, are laid over the time that their rows take', async () => {
    const first = await side(undefined, entityAt('0', BASE, 'a'));
    const second = await side([BASE, BASE + 10], entityAt('0', BASE + 3600, 'b'));
    const { axis, first: one, second: two } = await compareResults(first, second, BY_KEY);
    expect(axis.first).toStrictEqual(axis.second);
    expect([one.uncounted, two.uncounted]).toStrictEqual([0, 0]);
    const empty = await compareResults(await side(undefined), await side(undefined), BY_KEY);
    expect([empty.both, empty.onlyFirst.length, empty.onlySecond.length]).toStrictEqual([0, 0, 0]);
    expect(empty.axis.first.bucketCount).toBe(0);
  });

  it('are counted by an instant property, where keys hold no time or another one', async () => {
    const at = (seconds: number, rowKey: string, iso?: string | null) =>
      entityAt('0', seconds, rowKey, {
        'Began@odata.type': 'Edm.DateTime',
        ...(iso !== undefined && { Began: iso }),
        Other: 'x',
      });
    // The oracle is by hand: 10 buckets of a second, from the first instant of both.
    const first = await side(
      undefined,
      at(BASE, 'a', '2026-03-01T00:00:00.0000000Z'),
      at(BASE + 9e6, 'b', '2026-03-01T00:00:04.9999999Z'),
      at(BASE, 'c'),
    );
    const second = await side(
      undefined,
      at(BASE + 7, 'd', '2026-03-01T00:00:04.9999999Z'),
      at(BASE, 'e', '2026-03-01T00:00:09.9999999Z'),
      at(BASE, 'f', null),
    );
    expect(await instantNames(first, second)).toStrictEqual(['Began']);
    const compared = await compareResults(first, second, { kind: 'key', time: { property: 'Began' } });
    const { from, bucketTicks, bucketCount } = compared.axis.first;
    const start = isoToTicks('2026-03-01T00:00:00Z');
    expect([from, from + bucketTicks * BigInt(bucketCount) >= start + 10n * SECOND]).toStrictEqual([
      start,
      true,
    ]);
    const countedAt = (counts: Uint32Array, ticks: bigint): number | undefined =>
      counts[Number((ticks - from) / bucketTicks)];
    const late = isoToTicks('2026-03-01T00:00:04.9999999Z');
    const last = isoToTicks('2026-03-01T00:00:09.9999999Z');
    expect([start, late, last].map((ticks) => countedAt(compared.first.counts, ticks))).toStrictEqual([
      1, 1, 0,
    ]);
    expect([start, late, last].map((ticks) => countedAt(compared.second.counts, ticks))).toStrictEqual([
      0, 1, 1,
    ]);
    expect([compared.first.uncounted, compared.second.uncounted]).toStrictEqual([1, 1]);
    const none = await compareResults(first, second, { kind: 'key', time: { property: 'Other' } });
    expect([none.axis.first.bucketCount, none.first.uncounted]).toStrictEqual([0, 3]);
  });

  it('are counted by the time in keys where only one has event times, so equal rows make no difference', async () => {
    const at = (seconds: number, rowKey: string) =>
      entityAt('0', BASE, rowKey, {
        'EventTime@odata.type': 'Edm.DateTime',
        EventTime: ticksToIso(BigInt(BASE + seconds) * SECOND),
      });
    const keysOnly = (rowKey: string) => entityAt('0', BASE, rowKey);
    const table = await side(undefined, at(1, 'a'), at(20, 'b'), at(59, 'c'));
    const file = await side(undefined, keysOnly('a'), keysOnly('b'), keysOnly('c'));
    const { first, second, countedBy, both } = await compareResults(table, file, BY_KEY);
    expect([both, countedBy, first.uncounted, second.uncounted]).toStrictEqual([3, 'key', 0, 0]);
    expect([...first.counts]).toStrictEqual([...second.counts]);
    // Both have event times, or a time was chosen: nothing is changed.
    expect((await compareResults(table, table, BY_KEY)).countedBy).toBeUndefined();
    expect((await compareResults(table, file, { kind: 'key', time: 'key' })).countedBy).toBeUndefined();
    // Few rows of a table have event times, and a file has none of them; or most have, and the other way around.
    const few = await side(undefined, at(1, 'a'), keysOnly('b'), keysOnly('c'));
    const most = await side(undefined, at(1, 'a'), at(20, 'b'), keysOnly('c'));
    const byTimes = async (one: typeof few, two: typeof few) =>
      (await compareResults(one, two, BY_KEY)).countedBy;
    expect([await byTimes(few, file), await byTimes(file, few)]).toStrictEqual(['key', 'key']);
    expect([await byTimes(few, most), await byTimes(most, few)]).toStrictEqual([undefined, undefined]);
  });

  it('stay counted by event time where counting by keys would lose rows from the chart', async () => {
    const eventTime = {
      'EventTime@odata.type': 'Edm.DateTime',
      EventTime: ticksToIso(BigInt(BASE) * SECOND),
    };
    /** The key of this row holds no time. */
    const eventOnly = (rowKey: string) => ({ PartitionKey: 'none', RowKey: rowKey, ...eventTime });
    const keyOnly = (rowKey: string) => entityAt('0', BASE, rowKey);
    const events = await side(undefined, eventOnly('a'), eventOnly('b'), entityAt('0', BASE, 'c', eventTime));
    const keys = await side(undefined, keyOnly('a'), keyOnly('b'), keyOnly('c'));
    for (const [one, two] of [
      [events, keys],
      [keys, events],
    ] as const) {
      const { countedBy, first, second } = await compareResults(one, two, BY_KEY);
      // All six rows are in the chart; by key, the two rows without a time in theirs would be missing.
      expect([countedBy, first.uncounted, second.uncounted]).toStrictEqual([undefined, 0, 0]);
      const byKey = await compareResults(one, two, { kind: 'key', time: 'key' });
      expect(byKey.first.uncounted + byKey.second.uncounted).toBe(2);
    }
  });

  it('offer each property that holds an instant in some row of either, once, in order', async () => {
    const instant = (name: string) => ({
      [`${name}@odata.type`]: 'Edm.DateTime',
      [name]: '2026-03-01T00:00:00.0000000Z',
    });
    const first = await side(
      undefined,
      entityAt('0', BASE, 'a', { Mixed: 'later', Text: '2026-03-01T00:00:00.0000000Z', ...instant('Z') }),
      entityAt('0', BASE, 'b', { ...instant('Mixed'), Level: 2 }),
    );
    const second = await side(undefined, entityAt('0', BASE, 'a', { ...instant('A'), ...instant('Z') }));
    expect(await instantNames(first, second)).toStrictEqual(['A', 'Mixed', 'Z']);
    expect(await instantNames(second, second)).toStrictEqual(['A', 'Z']);
  });

  it('tell how far they are, and end when nobody waits', async () => {
    const many = Array.from({ length: 3000 }, (_, at) => entityAt('0', BASE + at, String(at)));
    const [first, second] = [await side(undefined, ...many), await side(undefined, ...many)];
    const shares: number[] = [];
    await compareResults(first, second, BY_KEY, { onShare: (share) => shares.push(share) });
    expect(shares).toStrictEqual(shares.toSorted((a, b) => a - b));
    expect(shares.every((share) => share >= 0 && share <= 1)).toBe(true);
    const stop = new AbortController();
    stop.abort(new Error('closed'));
    await expect(compareResults(first, second, BY_KEY, { signal: stop.signal })).rejects.toThrow('closed');
  });

  it('of times apart, are compared without the time in keys unless somebody chooses', () => {
    expect(usualIdentity(planOf([0, 10]), planOf([10, 20]))).toBe('key');
    expect(usualIdentity(planOf([5, 10]), planOf([10, 20]))).toBe('timeless');
    expect(usualIdentity(planOf([10, 20]), planOf([5, 10]))).toBe('timeless');
    expect(usualIdentity(planOf([5, 11]), planOf([10, 20]))).toBe('key');
    expect(usualIdentity(planOf(), planOf([10, 20]))).toBe('key');
  });
});
