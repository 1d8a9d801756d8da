import { describe, expect, it } from 'vitest';
import type { EndedRun } from '../run/runState.ts';
import { type ChangedRows, compareResults } from './compareResults.ts';
import { BASE, openedFile, row, side } from './compareSides.fixture.ts';

/** The properties that differ, with how many rows. */
const differing = (changed: ChangedRows | undefined): unknown =>
  changed?.properties.map(({ name, rows }) => [name, rows]);

describe('the values of rows in two results', () => {
  it('name the rows whose values differ, whatever their order, Timestamp and form; only of properties that both read', async () => {
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
    const { changed, both } = await compareResults(first, second, 'key');
    expect([both, changed?.rows]).toEqual([5, 4]);
    expect(differing(changed)).toEqual([
      ['B', 3],
      ['A', 1],
    ]);
    expect(changed).toMatchObject({
      looked: 4,
      onlyFirst: [],
      onlySecond: [],
      leftOutFirst: [],
      leftOutSecond: [],
    });
    const narrow = {
      ...first,
      run: { plan: { request: { select: ['A', 'C'] }, queries: [] } } as unknown as EndedRun,
    };
    expect((await compareResults(narrow, second, 'key')).changed?.rows).toBe(1);
    const timeless = await compareResults(first, second, 'timeless');
    expect(timeless.changed).toBeUndefined();
  });

  it('take null for absent, as $select sends it, and compare only what both read', async () => {
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
      const { changed } = await compareResults(first, second, 'key');
      expect(changed?.rows).toBe(1);
      expect(differing(changed)).toEqual([['Right', 1]]);
      expect(changed).toMatchObject({
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
    const { changed } = await compareResults(...filtered, 'key');
    expect([changed?.rows, differing(changed), changed?.leftOutFirst]).toEqual([1, [['Level', 1]], []]);
    const none = await selected(['Own'], row('a', { Own: 'z' }), row('b', { Own: null }));
    const apart = await compareResults(none, some, 'key');
    expect([apart.changed?.rows, differing(apart.changed)]).toEqual([0, []]);
  });

  it('compare a column that the header of a file names, though it is empty in all rows', async () => {
    const rows = [row('same', { Level: 2, Site: 'x' }), row('retried', { Level: 3, Retries: 1 })];
    const table = await side(undefined, ...rows);
    const [key] = Object.values(row('', {})) as string[];
    const text = `PartitionKey,RowKey,Level,Retries,Retries@type\n${key},same,2,,\n${key},retried,3,,\n`;
    const file = await openedFile('T-2026.csv', text);
    const { changed } = await compareResults(table, file, 'key');
    expect(changed).toMatchObject({ onlyFirst: ['Retries'], leftOutFirst: ['Site'] });
    expect(differing(changed)).toContainEqual(['Retries', 1]);
    // A list does not offer a property for sorting or grouping if no row has it.
    expect(file.columns).toEqual(['Level']);
  });

  it('compare what a file with chosen columns holds, and name what it leaves out', async () => {
    const table = await side(
      undefined,
      row('same', { Level: 2, Message: 'm', Site: 'x' }),
      row('other', { Level: 3, Message: 'm' }),
      row('lost', { Message: 'm' }),
    );
    const lines = [row('same', { Level: 2 }), row('other', { Level: 4 }), row('lost', {})];
    const text = lines.map((line) => JSON.stringify(line)).join('\n');
    const file = await openedFile('T-2026.ndjson', text);
    for (const [first, second] of [
      [table, file],
      [file, table],
    ] as const) {
      const { both, changed } = await compareResults(first, second, 'key');
      expect([both, changed?.rows]).toEqual([3, 1]);
      expect(differing(changed)).toEqual([['Level', 1]]);
      const ofTable = ['Message', 'Site'];
      expect(changed).toMatchObject({
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
    const { changed } = await compareResults(await sideOf(twice('y')), await sideOf(twice('z')), 'key');
    expect(differing(changed)).toEqual([['A', 1]]);
    const same = await compareResults(await sideOf(twice('y')), await sideOf(twice('y')), 'key');
    expect(same.changed?.rows).toBe(0);
  });
});
