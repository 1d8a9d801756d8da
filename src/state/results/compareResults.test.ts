import { describe, expect, it } from 'vitest';
import type { EndedRun, RunState } from '../run/runState.ts';
import type { RowStoreClient } from '../../workers/rowStoreClient.ts';
import { entityAt, page, rowStorePair, TEST_SCHEME_ID } from '../../workers/rowStorePair.fixture.ts';
import { isoToTicks, ticksToIso } from '../../core/time/ticks.ts';
import { changedNames, compareResults, instantNames, usualIdentity } from './compareResults.ts';
import { rowsOnlyIn } from './difference.ts';
import { openExport } from './file/openExport.ts';

const BASE = 63_930_729_600;
const SECOND = 10_000_000n;

function planOf(window?: readonly [from: number, to: number]): Pick<RunState, 'plan'> {
  const span = window && { from: BigInt(window[0]) * SECOND, to: BigInt(window[1]) * SECOND };
  return {
    plan: { request: { tableName: 'T', ...(span && { window: span }) }, queries: [] },
  } as unknown as RunState;
}

async function side(
  window: readonly [number, number] | undefined,
  ...entities: object[]
): Promise<{ readonly run: EndedRun; readonly rows: RowStoreClient }> {
  const { client } = rowStorePair();
  await client.begin({ runId: 1, schemeId: TEST_SCHEME_ID, queries: [{ index: 0, label: 'all' }] });
  await client.append(1, 0, page(...entities));
  return { run: planOf(window) as EndedRun, rows: client };
}

const BY_KEY = { kind: 'key', time: 'event' } as const;

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
    expect([compared.both, [...compared.onlyFirst], [...compared.onlySecond]]).toEqual([1, [1], [1, 2]]);
    expect(keysOf(compared.examplesFirst)).toEqual(['gone']);
    expect(keysOf(compared.examplesSecond)).toEqual(['new', 'late']);
    expect([compared.first.uncounted, compared.second.uncounted]).toEqual([0, 1]);
    const total = (counts: Uint32Array): number => counts.reduce((sum, count) => sum + count, 0);
    expect([total(compared.first.counts), total(compared.second.counts)]).toEqual([2, 2]);
  });

  it('without a window, are laid over the time that their rows take', async () => {
    const first = await side(undefined, entityAt('0', BASE, 'a'));
    const second = await side([BASE, BASE + 10], entityAt('0', BASE + 3600, 'b'));
    const { axis, first: one, second: two } = await compareResults(first, second, BY_KEY);
    expect(axis.first).toEqual(axis.second);
    expect([one.uncounted, two.uncounted]).toEqual([0, 0]);
    const empty = await compareResults(await side(undefined), await side(undefined), BY_KEY);
    expect([empty.both, empty.onlyFirst.length, empty.onlySecond.length]).toEqual([0, 0, 0]);
    expect(empty.axis.first.bucketCount).toBe(0);
  });

  it('name the rows whose values differ, whatever their order, Timestamp and form; only of properties that both read', async () => {
    const row = (rowKey: string, more: object) => entityAt('0', BASE, rowKey, more);
    const first = await side(
      undefined,
      row('same', { A: 1, B: 'x', Timestamp: '2026-11-20T00:00:00Z' }),
      row('type', { A: 1 }),
      row('text', { A: 1, B: 'x' }),
      row('gone', { A: 1, B: 'x' }),
      row('null', { B: '' }),
    );
    const second = await side(
      undefined,
      row('null', { B: null }),
      row('same', { B: 'x', A: 1, Timestamp: '2026-11-21T00:00:00Z' }),
      row('type', { 'A@odata.type': 'Edm.Int64', A: '1' }),
      row('text', { A: 1, B: 'y' }),
      row('gone', { A: 1 }),
    );
    const { changed, both } = await compareResults(first, second, BY_KEY);
    expect([both, changed?.rows]).toEqual([5, 4]);
    expect(changed?.examples.map((one) => [one.first.rowKey, changedNames(one)])).toEqual([
      ['null', ['B']],
      ['type', ['A']],
      ['text', ['B']],
      ['gone', ['B']],
    ]);
    expect(changed?.values).toEqual({
      inBoth: ['A', 'B'],
      onlyFirst: [],
      onlySecond: [],
      leftOutFirst: [],
      leftOutSecond: [],
    });
    const narrow = {
      ...first,
      run: { plan: { request: { select: ['A', 'C'] }, queries: [] } } as unknown as EndedRun,
    };
    expect((await compareResults(narrow, second, BY_KEY)).changed?.rows).toBe(1);
    const timeless = await compareResults(first, second, { kind: 'timeless', time: 'event' });
    expect(timeless.changed).toBeUndefined();
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
    expect(await instantNames(first, second)).toEqual(['Began']);
    const compared = await compareResults(first, second, { kind: 'key', time: { property: 'Began' } });
    const { from, bucketTicks, bucketCount } = compared.axis.first;
    const start = isoToTicks('2026-03-01T00:00:00Z');
    expect([from, from + bucketTicks * BigInt(bucketCount) >= start + 10n * SECOND]).toEqual([start, true]);
    const countedAt = (counts: Uint32Array, ticks: bigint): number | undefined =>
      counts[Number((ticks - from) / bucketTicks)];
    const late = isoToTicks('2026-03-01T00:00:04.9999999Z');
    const last = isoToTicks('2026-03-01T00:00:09.9999999Z');
    expect([start, late, last].map((ticks) => countedAt(compared.first.counts, ticks))).toEqual([1, 1, 0]);
    expect([start, late, last].map((ticks) => countedAt(compared.second.counts, ticks))).toEqual([0, 1, 1]);
    expect([compared.first.uncounted, compared.second.uncounted]).toEqual([1, 1]);
    const none = await compareResults(first, second, { kind: 'key', time: { property: 'Other' } });
    expect([none.axis.first.bucketCount, none.first.uncounted]).toEqual([0, 3]);
  });

  it('take null for absent, as $select sends it, and compare only what both read', async () => {
    const row = (rowKey: string, more: object) => entityAt('0', BASE, rowKey, more);
    const selected = async (select: readonly string[] | undefined, ...entities: object[]) => {
      const made = await side(undefined, ...entities);
      // A query reads the properties of its filter, too.
      const queries = select?.includes('Own') === true ? [{ select: [...select, 'Level'] }] : [];
      return {
        ...made,
        run: { plan: { request: { tableName: 'T', select }, queries } } as unknown as EndedRun,
      };
    };
    const whole = await selected(
      undefined,
      row('a', { Left: 1, Own: 'x' }),
      row('b', { Right: 2, Own: 'y' }),
    );
    // The service names every property of $select, with null where a row does not have it.
    const some = await selected(
      ['Left', 'Right', 'None'],
      row('a', { Left: 1, Right: null, None: null }),
      row('b', { Left: null, Right: 3, None: null }),
    );
    for (const [first, second] of [
      [whole, some],
      [some, whole],
    ] as const) {
      const { changed } = await compareResults(first, second, BY_KEY);
      expect(changed?.rows).toBe(1);
      expect(changed?.examples.map((one) => [one.first.rowKey, changedNames(one, changed.values)])).toEqual([
        ['b', ['Right']],
      ]);
      expect(changed?.values).toEqual({
        names: ['Left', 'Right', 'None'],
        inBoth: ['Left', 'Right'],
        onlyFirst: [],
        onlySecond: [],
        leftOutFirst: first === whole ? ['Own'] : [],
        leftOutSecond: first === whole ? [] : ['Own'],
      });
    }
    const filtered = [
      await selected(['Own'], row('a', { Own: 'z', Level: 1 })),
      await selected(['Own'], row('a', { Own: 'z', Level: 2 })),
    ] as const;
    const { changed } = await compareResults(...filtered, BY_KEY);
    expect([changed?.rows, changed?.values.inBoth, changed?.values.leftOutFirst]).toEqual([
      1,
      ['Own', 'Level'],
      [],
    ]);
    const none = await selected(['Own'], row('a', { Own: 'z' }), row('b', { Own: null }));
    const apart = await compareResults(none, some, BY_KEY);
    expect([apart.changed?.rows, apart.changed?.values.inBoth]).toEqual([0, []]);
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
    expect([both, countedBy, first.uncounted, second.uncounted]).toEqual([3, 'key', 0, 0]);
    expect([...first.counts]).toEqual([...second.counts]);
    // Both have event times, or a time was chosen: nothing is changed.
    expect((await compareResults(table, table, BY_KEY)).countedBy).toBeUndefined();
    expect((await compareResults(table, file, { kind: 'key', time: 'key' })).countedBy).toBeUndefined();
    // Few rows of a table have event times, and a file has none of them; or most have, and the other way around.
    const few = await side(undefined, at(1, 'a'), keysOnly('b'), keysOnly('c'));
    const most = await side(undefined, at(1, 'a'), at(20, 'b'), keysOnly('c'));
    const byTimes = async (one: typeof few, two: typeof few) =>
      (await compareResults(one, two, BY_KEY)).countedBy;
    expect([await byTimes(few, file), await byTimes(file, few)]).toEqual(['key', 'key']);
    expect([await byTimes(few, most), await byTimes(most, few)]).toEqual([undefined, undefined]);
  });

  it('compare a column that the header of a file names, though it is empty in all rows', async () => {
    const row = (rowKey: string, more: object) => entityAt('0', BASE, rowKey, more);
    const rows = [row('same', { Level: 2, Site: 'x' }), row('retried', { Level: 3, Retries: 1 })];
    const table = await side(undefined, ...rows);
    const [key] = Object.values(row('', {})) as string[];
    const text = `PartitionKey,RowKey,Level,Retries,Retries@type\n${key},same,2,,\n${key},retried,3,,\n`;
    const { client } = rowStorePair();
    const intake = { rows: client, runId: 2, room: { rows: 100, bytes: 1e6 } };
    const files = [new File([text], 'T-2026.csv')];
    const opened = await openExport(files, intake, () => undefined, new AbortController().signal);
    if (!opened.ok) throw new Error(opened.error);
    const { changed } = await compareResults(table, { run: opened.value.run, rows: client }, BY_KEY);
    expect(changed?.values).toMatchObject({ onlyFirst: ['Retries'], leftOutFirst: ['Site'] });
    expect(changed?.examples.map(({ first }) => first.rowKey)).toContain('retried');
    // A property that no row has is none to sort or to group by.
    expect(opened.value.file.summary.columns).toEqual(['Level']);
  });

  it('compare what a file with chosen columns holds, and name what it leaves out', async () => {
    const row = (rowKey: string, more: object) => entityAt('0', BASE, rowKey, more);
    const table = await side(
      undefined,
      row('same', { Level: 2, Message: 'm', Site: 'x' }),
      row('other', { Level: 3, Message: 'm' }),
      row('lost', { Message: 'm' }),
    );
    const lines = [row('same', { Level: 2 }), row('other', { Level: 4 }), row('lost', {})];
    const text = lines.map((line) => JSON.stringify(line)).join('\n');
    const { client } = rowStorePair();
    const intake = { rows: client, runId: 2, room: { rows: 100, bytes: 1e6 } };
    const files = [new File([text], 'T-2026.ndjson')];
    const opened = await openExport(files, intake, () => undefined, new AbortController().signal);
    if (!opened.ok) throw new Error(opened.error);
    const file = { run: opened.value.run, rows: client };
    for (const [first, second] of [
      [table, file],
      [file, table],
    ] as const) {
      const { both, changed } = await compareResults(first, second, BY_KEY);
      expect([both, changed?.rows]).toEqual([3, 1]);
      expect(changed?.examples.map((one) => [one.first.rowKey, changedNames(one, changed.values)])).toEqual([
        ['other', ['Level']],
      ]);
      const ofTable = ['Message', 'Site'];
      expect(changed?.values).toEqual({
        names: ['Level'],
        inBoth: ['Level'],
        onlyFirst: [],
        onlySecond: [],
        leftOutFirst: first === table ? ofTable : [],
        leftOutSecond: first === table ? [] : ofTable,
      });
    }
  });

  it('name each property that differs once, also one that repeats', async () => {
    const twice = (second: string) =>
      `{"value":[{"PartitionKey":"0_${String(BASE).padStart(12, '0')}0000000","RowKey":"r","A":"x","A":"${second}"}]}`;
    const sideOf = async (text: string) => {
      const made = await side(undefined);
      await made.rows.append(1, 0, new TextEncoder().encode(text));
      return made;
    };
    const { changed } = await compareResults(await sideOf(twice('y')), await sideOf(twice('z')), BY_KEY);
    expect(changed?.examples.map((one) => changedNames(one))).toEqual([['A']]);
    const same = await compareResults(await sideOf(twice('y')), await sideOf(twice('y')), BY_KEY);
    expect(same.changed?.rows).toBe(0);
  });

  it('tell how far they are, and end when nobody waits', async () => {
    const many = Array.from({ length: 3000 }, (_, at) => entityAt('0', BASE + at, String(at)));
    const [first, second] = [await side(undefined, ...many), await side(undefined, ...many)];
    const shares: number[] = [];
    await compareResults(first, second, BY_KEY, { onShare: (share) => shares.push(share) });
    expect(shares).toEqual(shares.toSorted((a, b) => a - b));
    expect(shares.every((share) => share >= 0 && share <= 1)).toBe(true);
    const stop = new AbortController();
    stop.abort(new Error('closed'));
    await expect(compareResults(first, second, BY_KEY, { signal: stop.signal })).rejects.toThrow('closed');
  });

  it('give the rows that are only in one as a result of its own, no surer than both', async () => {
    const kept = entityAt('0', BASE, 'kept');
    const one = await side(
      undefined,
      kept,
      entityAt('0', BASE + 1, 'gone', { A: 1.5, Timestamp: '2026-11-20T00:00:00Z' }),
    );
    const two = await side(undefined, kept);
    const { onlyFirst } = await compareResults(one, two, BY_KEY);
    const isSure = (state: string): boolean => state === 'complete' || state === 'derived';
    const endedAs = (state: string): EndedRun =>
      ({
        plan: {
          request: { tableName: 'T', schemeId: TEST_SCHEME_ID },
          queries: [{ index: 0, label: 'all' }],
        },
        progress: [{ index: 0, rows: 2 }],
        rows: 2,
        bytes: 100,
        completeness: { state, rows: 2, ...(!isSure(state) && { reasons: [], unread: [] }) },
      }) as unknown as EndedRun;
    for (const [own, other, said] of [
      ['complete', 'complete', 'derived'],
      ['derived', 'complete', 'derived'],
      ['complete', 'derived', 'derived'],
      ['complete', 'stopped', 'unverifiable'],
      ['incomplete', 'complete', 'incomplete'],
      ['incomplete', 'unverifiable', 'incomplete'],
    ] as const) {
      const { client: rows } = rowStorePair();
      const room = { rows: 10, bytes: 1e6 };
      const opened = await rowsOnlyIn(
        { name: 'One', run: endedAs(own), rows: one.rows },
        { name: 'Two', run: endedAs(other) },
        onlyFirst,
      )({ rows, runId: 9, room });
      if (!opened.ok) throw new Error(opened.error);
      expect(opened.value).toMatchObject({
        run: {
          runId: 9,
          rows: 1,
          bytes: 50,
          progress: [{ rows: 1 }],
          requests: [],
          completeness: {
            state: said,
            rows: 1,
            derived: {
              kind: 'difference',
              of: 'One',
              lackedBy: 'Two',
              ...(said === 'derived' && { sources: [own, other] }),
            },
          },
        },
        difference: { of: 'One', lackedBy: 'Two' },
      });
      const { completeness } = opened.value.run;
      const words = 'reasons' in completeness ? completeness.reasons.map(({ text }) => text) : [];
      expect(words.some((text) => text.startsWith('Two is not proven complete'))).toBe(!isSure(other));
      expect(await rows.entity(0)).toEqual(await one.rows.entity(1));
    }
    const full = rowsOnlyIn(
      { name: 'One', run: endedAs('complete'), rows: one.rows },
      { name: 'Two', run: endedAs('complete') },
      onlyFirst,
    );
    const refused = await full({ rows: rowStorePair().client, runId: 9, room: { rows: 0, bytes: 0 } });
    expect(refused).toMatchObject({
      ok: false,
      error: expect.stringContaining('Close a result first') as string,
    });
  });

  it('keep what both say of themselves beside rows only in one, each with its name', async () => {
    const one = await side(undefined, entityAt('0', BASE, 'gone'));
    const counted = { rows: 1, queriesDone: 1, queriesAsked: 1, readAtMs: 0 };
    const unsure = { ...counted, reasons: [], unread: [], resumable: false };
    const late = { arrivalNote: 'Late rows possible.' };
    const own = { ...late, filterNote: '2 rows were not checked.' };
    const other = { ...late, splitNote: 'A row may be missed.' };
    for (const [mine, its] of [
      ['complete', 'complete'],
      ['incomplete', 'complete'],
      ['complete', 'stopped'],
    ] as const) {
      const { client: rows } = rowStorePair();
      const run = { ...one.run, rows: 1, bytes: 9, progress: [] };
      const queries = [{ index: 0, label: 'all' }];
      const plan = { request: { tableName: 'T', schemeId: TEST_SCHEME_ID }, queries };
      const opened = await rowsOnlyIn(
        {
          name: 'One',
          run: { ...run, plan, completeness: { ...unsure, ...own, state: mine } } as unknown as EndedRun,
          rows: one.rows,
        },
        { name: 'Two', run: { completeness: { ...unsure, ...other, state: its } } },
        Uint32Array.of(0),
      )({ rows, runId: 9, room: { rows: 10, bytes: 1e6 } });
      if (!opened.ok) throw new Error(opened.error);
      expect(opened.value.run.completeness).toMatchObject({
        arrivalNote: '"One": Late rows possible. "Two": Late rows possible.',
        filterNote: '"One": 2 rows were not checked.',
        splitNote: '"Two": A row may be missed.',
      });
    }
  });

  it('of times apart, are compared without the time in keys unless somebody chooses', () => {
    expect(usualIdentity(planOf([0, 10]), planOf([10, 20]))).toBe('key');
    expect(usualIdentity(planOf([5, 10]), planOf([10, 20]))).toBe('timeless');
    expect(usualIdentity(planOf([10, 20]), planOf([5, 10]))).toBe('timeless');
    expect(usualIdentity(planOf([5, 11]), planOf([10, 20]))).toBe('key');
    expect(usualIdentity(planOf(), planOf([10, 20]))).toBe('key');
  });
});
