import { describe, expect, it, vi } from 'vitest';
import { pageBytes } from '../page/entityPage.fixture.ts';
import { ticksScheme } from '../../keys/ticksScheme.fixture.ts';
import { EntityStore } from '../store/entityStore.ts';
import type { ParquetTable } from './parquetTable.ts';
import { prepareParquet } from './prepareParquet.ts';
import { runSteps } from '../../steps.ts';

function storeOf(entities: readonly string[]): EntityStore {
  const store = new EntityStore(ticksScheme());
  const receipt = store.appendBody(pageBytes(entities), 0);
  if (!receipt.ok) throw new Error(receipt.error.message);
  return store;
}

function tableOf(entities: readonly string[], properties: readonly string[]): ParquetTable {
  return runSteps(prepareParquet(storeOf(entities), Uint32Array.from(entities.keys()), properties));
}

const key = (row: number): string => `"PartitionKey":"_0639000000000000000","RowKey":"${row}"`;

describe('rows prepared for Parquet', () => {
  it('carry how times are written, and which property and type each column holds', () => {
    const table = tableOf([`{${key(0)},"Level":2,"Level 2":"two"}`, `{${key(1)},"Level":"two"}`], ['Level']);
    const notes = new Map(table.notes.map(({ key: name, value }) => [name, value]));
    expect([...notes.keys()]).toEqual(['keyscope.time', 'keyscope.columns']);
    expect(notes.get('keyscope.time')).toContain('nanoseconds since 1970-01-01T00:00:00Z');
    const columns = JSON.parse(notes.get('keyscope.columns') ?? '') as unknown;
    expect(columns).toEqual(
      table.columns.map(({ name, property, type }) => ({ column: name, property, type })),
    );
    expect(
      table.columns.map(({ property, type, kind, isRequired }) => [property, type, kind, isRequired]),
    ).toEqual([
      ['PartitionKey', 'Edm.String', 'text', true],
      ['RowKey', 'Edm.String', 'text', true],
      ['Timestamp', 'Edm.DateTime', 'instant', false],
      ['Level', 'Edm.Int32', 'int32', false],
      ['Level', 'Edm.String', 'text', false],
    ]);
    const groups = [...table.groups()];
    expect(groups.map(({ rows, rowsDone }) => [rows, rowsDone])).toEqual([[2, 2]]);
    expect(groups[0]?.cells.map(({ rows, values }) => [rows, values])).toEqual([
      [
        [0, 1],
        ['_0639000000000000000', '_0639000000000000000'],
      ],
      [
        [0, 1],
        ['0', '1'],
      ],
      [[], []],
      [[0], [2]],
      [[1], ['two']],
    ]);
  });

  it('keep an Int64 as text where 64 bits do not hold it', () => {
    const edges = [
      '9223372036854775807',
      '-9223372036854775808',
      '9223372036854775808',
      '-9223372036854775809',
    ];
    const table = tableOf(
      edges.map((edge, row) => `{${key(row)},"N@odata.type":"Edm.Int64","N":"${edge}"}`),
      ['N'],
    );
    expect(table.columns.slice(3).map(({ type, kind }) => [type, kind])).toEqual([
      ['Edm.Int64', 'int64'],
      ['Edm.Int64@text', 'text'],
    ]);
    const cells = [...table.groups()].flatMap((group) => group.cells.slice(3));
    expect(cells.map(({ rows, values }) => [rows, values])).toEqual([
      [
        [0, 1],
        [2n ** 63n - 1n, -(2n ** 63n)],
      ],
      [
        [2, 3],
        [edges[2], edges[3]],
      ],
    ]);
  });

  it('let others work after each 4,096 values, and not more often', () => {
    const store = storeOf([`{${key(0)},"Level":2}`]);
    const pauses = (rows: number): number => {
      const steps = prepareParquet(store, new Uint32Array(rows), ['Level']);
      let count = 0;
      while (steps.next().done !== true) count += 1;
      return count;
    };
    // Both keys and one property are read.
    expect([pauses(1), pauses(1365), pauses(1366), pauses(2731), pauses(2732)]).toEqual([0, 0, 1, 1, 2]);
  });

  it('read each value of a row once, whatever properties other rows have', () => {
    const own = Array.from({ length: 300 }, (_, row) =>
      Array.from({ length: 50 }, (_name, at) => `,"Name${row * 50 + at}":${at}`).join(''),
    );
    const store = storeOf(own.map((members, row) => `{${key(row)}${members}}`));
    // The RowKey and 50 properties.
    const read = vi.spyOn(store, 'valueIn');
    const steps = prepareParquet(store, Uint32Array.from(own.keys()), store.columnNames);
    let step = steps.next();
    while (step.done !== true) step = steps.next();
    expect(read).toHaveBeenCalledTimes(300 * 51);
    const [group] = step.value.groups();
    expect(read).toHaveBeenCalledTimes(2 * 300 * 51);
    expect(group?.cells.length).toBe(3 + 300 * 50);
    expect(group?.cells.at(-1)).toMatchObject({ rows: [299], values: [49] });
  });
});
