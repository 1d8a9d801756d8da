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
} from '../entities/page/entityPage.fixture.ts';
import { ticksScheme } from '../keys/ticksScheme.fixture.ts';
import { storeOf } from '../entities/store/storeOf.fixture.ts';
import { EntityStore } from '../entities/store/entityStore.ts';
import type { ColumnRef } from '../entities/columns/columnRef.ts';
import { type QueriedRows, RowQueries, type RowFilter, type RowQuery } from './rowQuery.ts';
import { runSteps } from '../steps.ts';

function selected(store: EntityStore, query: RowQuery): QueriedRows {
  return runSteps(new RowQueries(store, new RowSorter(store)).select(query));
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
  it('meet all ranges, in the order in which they arrived or a cut query has them', () => {
    const [levels, codes] = [5, 3];
    const numbers = Array.from({ length: 40 }, (_, row) => row);
    const store = storeOf(
      numbers.map(
        (row) => `{"PartitionKey":"p","RowKey":"${row}","Level":${row % levels},"Code":${row % codes}}`,
      ),
    );
    const filters: readonly RowFilter[] = [
      { kind: 'range', as: 'number', name: 'Level', from: '1', to: '3' },
      { kind: 'range', as: 'number', name: 'Code', from: '1', to: '' },
    ];
    const isIn = (row: number): boolean => row % levels >= 1 && row % levels <= 3 && row % codes >= 1;
    const found = selected(store, { order: 'arrival', filters });
    expect([...found.rows]).toEqual(numbers.filter(isIn));
    const read = Uint32Array.from(numbers.toReversed());
    const queries = new RowQueries(
      store,
      new RowSorter(Object.assign(Object.create(store) as EntityStore, { readingOrder: () => read })),
    );
    expect([...runSteps(queries.select({ order: 'arrival', filters })).rows]).toEqual([...read].filter(isIn));
  });

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
      { numRuns: 75 },
    );
  });

  it('hold a text in any key or value, as the search finds it; rows that arrive are searched too', () => {
    const store = storeOf(table);
    const queries = new RowQueries(store, new RowSorter(store));
    const held = (...texts: readonly string[]) => [
      ...runSteps(
        queries.select({ order: 'arrival', filters: texts.map((text) => ({ kind: 'holds', text })) }),
      ).rows,
    ];
    expect([held('ERROR'), held('2'), held('error', '2'), held('q')]).toEqual([
      [0, 2],
      [0, 1, 2, 3],
      [0, 2],
      [4],
    ]);
    store.append(decoded(pageBytes(['{"PartitionKey":"p","RowKey":"5","Other":"an error"}'])), 9);
    expect(held('ERROR')).toEqual([0, 2, 5]);
  });

  it('are those of a property that some rows lack, of a key, and of no property', () => {
    const store = storeOf(table);
    expect(rowsOf(store, [{ name: 'Level', kind: 'absent' }])).toEqual([4]);
    expect(rowsOf(store, [{ name: 'PartitionKey', kind: 'is-not', type: 'Edm.String', text: 'q' }])).toEqual([
      0, 1, 2, 3,
    ]);
    expect(rowsOf(store, [{ name: 'No such name', kind: 'present' }])).toEqual([]);
  });

  it('without a value are no value: few texts, so that a property holds what keys and other properties hold', () => {
    const text = fc.constantFrom('a', 'b', 'p', '');
    const row = fc.record({
      PartitionKey: text,
      RowKey: text,
      A: fc.option(text, { nil: undefined }),
      B: fc.option(fc.oneof(text, fc.boolean(), fc.constant(null)), { nil: undefined }),
    });
    fc.assert(
      fc.property(fc.array(row, { minLength: 1, maxLength: 6 }), text, (rows, wanted) => {
        const store = storeOf(rows.map((one) => JSON.stringify(one)));
        for (const name of ['A', 'B', 'PartitionKey', 'RowKey'] as const) {
          const isIt = { name, type: 'Edm.String', text: wanted };
          const expected = rows.flatMap((one, at) => (one[name] === wanted ? [at] : []));
          expect(rowsOf(store, [{ ...isIt, kind: 'is' }])).toEqual(expected);
          expect(rowsOf(store, [{ ...isIt, kind: 'is-not' }])).toEqual(
            [...rows.keys()].filter((at) => !expected.includes(at)),
          );
        }
      }),
    );
  });

  it('are or are not a Timestamp, also one that is no instant: a file may hold any text there', () => {
    const store = storeOf(
      ['22/11/2026 01:44', '', '2026-11-22T01:44:00Z'].map(
        (text, at) => `{"PartitionKey":"p","RowKey":"${at}","Timestamp":${JSON.stringify(text)}}`,
      ),
    );
    for (const [row, text] of ['22/11/2026 01:44', '', '2026-11-22T01:44:00.0Z'].entries()) {
      const timestamp = { name: 'Timestamp', type: 'Edm.DateTime', text };
      expect(rowsOf(store, [{ ...timestamp, kind: 'is' }])).toEqual([row]);
      expect(rowsOf(store, [{ ...timestamp, kind: 'is-not' }])).toEqual([0, 1, 2].filter((at) => at !== row));
    }
  });

  it('are sorted, filtered and counted together, and again once rows arrive', () => {
    const store = storeOf(table);
    const queries = new RowQueries(store, new RowSorter(store));
    const query: RowQuery = {
      order: 'arrival',
      sort: [{ name: 'Text', isDescending: true }],
      filters: [{ name: 'Text', kind: 'contains', text: 'error' }],
    };
    expect(runSteps(queries.select(query))).toMatchObject({ rows: Uint32Array.of(0, 2), filteredOut: 3 });
    store.append(decoded(pageBytes(['{"PartitionKey":"p","RowKey":"9","Text":"no Error"}'])), 9);
    expect(runSteps(queries.select(query))).toMatchObject({ rows: Uint32Array.of(5, 0, 2), filteredOut: 3 });
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
    const first = runSteps(work);
    expect([first.rows.length, first.rows[0], first.filteredOut, first.unlooked]).toEqual([9000, 8999, 0, 2]);
    const second = runSteps(queries.select(query));
    expect([second.rows.length, second.rows[0], second.filteredOut, second.unlooked]).toEqual([
      9001, 9001, 1, 0,
    ]);
  });

  it('are within a range of numbers: those of a naive comparison, and what was not compared is counted', () => {
    const bound = fc.oneof(fc.integer({ min: -3, max: 3 }), fc.constantFrom(2 ** 53, -(2 ** 53), 0.5));
    const value = fc.oneof(
      fc.integer({ min: -4, max: 4 }).map((n) => ({ json: `"N":${n}`, number: n })),
      fc.constantFrom(2n ** 53n + 1n, 2n ** 53n, -(2n ** 63n)).map((n) => ({
        json: `"N@odata.type":"Edm.Int64","N":"${n}"`,
        number: n,
      })),
      fc.constantFrom(0.5, -0.5, 1e300).map((n) => ({ json: `"N":${JSON.stringify(n)}`, number: n })),
      fc.constant({ json: '"N":"2"', number: undefined }),
      fc.constant({ json: '"X":1', number: undefined }),
    );
    fc.assert(
      fc.property(fc.array(value, { maxLength: 12 }), bound, bound, (values, from, to) => {
        const store = storeOf(
          values.map(
            ({ json }, row) => `{"PartitionKey":"p","RowKey":"${String(row).padStart(3, '0')}",${json}}`,
          ),
        );
        const filter: RowFilter = {
          name: 'N',
          kind: 'range',
          as: 'number',
          from: String(from),
          to: String(to),
        };
        const { rows, uncompared } = selected(store, { order: 'arrival', filters: [filter] });
        // JavaScript compares BigInt with Number exactly.
        const isIn = ({ number }: { readonly number: bigint | number | undefined }): boolean =>
          number !== undefined && number >= from && number <= to;
        expect([...rows]).toEqual(
          [...values.keys()].filter((row) => isIn(values[row] ?? { number: undefined })),
        );
        const texts = values.filter(({ json }) => json === '"N":"2"').length;
        expect(uncompared).toEqual(
          texts === 0 ? [] : [{ filter: 0, types: [{ type: 'Edm.String', rows: texts }] }],
        );
      }),
    );
  });

  it('are sorted by time, Timestamp and prefix, which no property of these names replaces', () => {
    const row = (prefix: string, seconds: number, stamp: string | undefined): string =>
      `{"PartitionKey":"${prefix}_${String(seconds).padStart(12, '0')}0000000","RowKey":"r"${
        stamp === undefined ? '' : `,"Timestamp":"${stamp}"`
      },"Prefix":"${9 - Number(prefix)}","Time":"${seconds % 3}"}`;
    const store = storeOf([
      row('2', 30, '2026-01-01T00:00:05Z'),
      row('10', 10, '2026-01-01T00:00:05.5Z'),
      row('2', 20, undefined),
      row('1', 40, '2025-12-31T23:59:59.9999999Z'),
    ]);
    const sorted = (ref: ColumnRef, isDescending = false): number[] => [
      ...selected(store, { order: 'arrival', sort: [{ ...ref, isDescending }] }).rows,
    ];
    expect(sorted({ name: 'Time', fact: 'time' })).toEqual([1, 2, 0, 3]);
    expect(sorted({ name: 'Time', fact: 'time' }, true)).toEqual([3, 0, 2, 1]);
    expect(sorted({ name: 'Timestamp' })).toEqual([3, 0, 1, 2]);
    expect(sorted({ name: 'Timestamp' }, true)).toEqual([1, 0, 3, 2]);
    expect(sorted({ name: 'Prefix', fact: 'prefix' })).toEqual([3, 0, 2, 1]);
    expect(sorted({ name: 'Prefix' })).toEqual([1, 0, 2, 3]);
    expect(
      rowsOf(store, [
        { name: 'Timestamp', kind: 'is', type: 'Edm.DateTime', text: '2026-01-01T00:00:05.5Z' },
      ]),
    ).toEqual([1]);
    expect(
      rowsOf(store, [{ name: 'Prefix', fact: 'prefix', kind: 'is', type: 'Edm.String', text: '2' }]),
    ).toEqual([0, 2]);
  });
});
