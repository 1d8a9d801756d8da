import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Entity } from '../entities/entity.ts';
import { RowSorter } from '../entities/order/rowOrder.ts';
import {
  decoded,
  entityJson,
  entitySpec,
  expectedEntity,
  pageBytes,
  ticksScheme,
} from '../entities/page/entityPage.fixture.ts';
import { storeOf } from '../entities/store/storeOf.fixture.ts';
import { EntityStore } from '../entities/store/entityStore.ts';
import { type QueriedRows, RowQueries, type RowFilter, type RowQuery } from './rowQuery.ts';

function endOf<T>(work: Generator<undefined, T, undefined>): T {
  for (;;) {
    const step = work.next();
    if (step.done === true) return step.value;
  }
}

function selected(store: EntityStore, query: RowQuery): QueriedRows {
  return endOf(new RowQueries(store, new RowSorter(store)).select(query));
}

function rowsOf(store: EntityStore, filters: readonly RowFilter[]): number[] {
  return [...selected(store, { order: 'arrival', filters }).rows];
}

const NAMES = ['A', 'B'];
const specs = fc.array(
  entitySpec.map((spec) => ({
    ...spec,
    properties: spec.properties.slice(0, 2).map((property, at) => ({ ...property, name: NAMES[at] ?? 'A' })),
  })),
  { maxLength: 10 },
);

function isContained(entity: Entity, name: string, text: string): boolean {
  const property = entity.properties.find((one) => one.name === name);
  if (property === undefined || property.form === 'null') return false;
  const small = (all: string): string =>
    all.replace(/[A-Z]/g, (letter) => String.fromCharCode(letter.charCodeAt(0) + 32));
  return small(property.text).includes(small(text));
}

const table = [
  '{"PartitionKey":"p","RowKey":"0","Level":2,"Text":"Error one"}',
  '{"PartitionKey":"p","RowKey":"1","Level":2.0,"Text":"info"}',
  '{"PartitionKey":"p","RowKey":"2","Level@odata.type":"Edm.Int64","Level":"2","Text":"ERROR two"}',
  '{"PartitionKey":"p","RowKey":"3","Level":"2"}',
  '{"PartitionKey":"q","RowKey":"4","Text":null}',
];

describe('the rows of a list', () => {
  it('hold a text in a column: those of a naive search, whatever the case', () => {
    const needle = fc.oneof(fc.constantFrom('a', 'E', '1', '0', ''), fc.string({ maxLength: 2 }));
    fc.assert(
      fc.property(specs, needle, (all, text) => {
        const expected = all
          .map(expectedEntity)
          .flatMap((entity, row) =>
            isContained(entity, 'A', text) && isContained(entity, 'B', text) ? [row] : [],
          );
        const filters = NAMES.map((name): RowFilter => ({ name, kind: 'contains', text }));
        expect(rowsOf(storeOf(all.map(entityJson)), filters)).toEqual(expected);
      }),
      { numRuns: 200 },
    );
  });

  it('are or are not a value: equal numbers are one value, a text that looks like it is another, absent is not it', () => {
    const store = storeOf(table);
    const level = { name: 'Level', type: 'Edm.Int32', text: '2' };
    expect(rowsOf(store, [{ ...level, kind: 'is' }])).toEqual([0, 1, 2]);
    expect(rowsOf(store, [{ ...level, kind: 'is-not' }])).toEqual([3, 4]);
    expect(rowsOf(store, [{ ...level, kind: 'is', text: '3' }])).toEqual([]);
    expect(rowsOf(store, [{ name: 'Level', kind: 'is', type: 'Edm.String', text: '2' }])).toEqual([3]);
    expect(rowsOf(store, [{ name: 'Level', kind: 'absent' }])).toEqual([4]);
    expect(rowsOf(store, [{ name: 'Text', kind: 'present' }])).toEqual([0, 1, 2, 4]);
    expect(rowsOf(store, [{ name: 'PartitionKey', kind: 'is-not', type: 'Edm.String', text: 'q' }])).toEqual([
      0, 1, 2, 3,
    ]);
    expect(rowsOf(store, [{ name: 'No such name', kind: 'present' }])).toEqual([]);
  });

  it('are sorted, filtered and counted together, and again once rows arrive', () => {
    const store = storeOf(table);
    const queries = new RowQueries(store, new RowSorter(store));
    const query: RowQuery = {
      order: 'arrival',
      sort: [{ name: 'Text', isDescending: true }],
      filters: [{ name: 'Text', kind: 'contains', text: 'error' }],
    };
    expect(endOf(queries.select(query))).toMatchObject({ rows: Uint32Array.of(0, 2), filteredOut: 3 });
    store.append(decoded(pageBytes(['{"PartitionKey":"p","RowKey":"9","Text":"no Error"}'])), 9);
    expect(endOf(queries.select(query))).toMatchObject({ rows: Uint32Array.of(5, 0, 2), filteredOut: 3 });
  });

  it('that arrive while a column is built are not taken for rows without it: the next question has them', () => {
    const page = Array.from(
      { length: 9000 },
      (_, row) => `{"PartitionKey":"p","RowKey":"${String(row).padStart(4, '0')}","N":${row}}`,
    );
    const store = new EntityStore(ticksScheme(), undefined, String);
    store.append(decoded(pageBytes(page)), 0);
    const queries = new RowQueries(store, new RowSorter(store));
    const query: RowQuery = {
      order: 'arrival',
      sort: [{ name: 'N', isDescending: true }],
      filters: [{ name: 'N', kind: 'is-not', type: 'Edm.Int32', text: '9999' }],
    };
    const work = queries.select(query);
    expect(work.next().done).toBe(false);
    store.append(decoded(pageBytes(['{"PartitionKey":"p","RowKey":"new","N":9999}'])), 9000);
    store.append(decoded(pageBytes(['{"PartitionKey":"p","RowKey":"newer","N":9998}'])), 9001);
    const first = endOf(work);
    expect([first.rows.length, first.rows[0], first.filteredOut, first.isCurrent]).toEqual([
      9000,
      8999,
      0,
      false,
    ]);
    const second = endOf(queries.select(query));
    expect([second.rows.length, second.rows[0], second.filteredOut, second.isCurrent]).toEqual([
      9001,
      9001,
      1,
      true,
    ]);
  });
});
