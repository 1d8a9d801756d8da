import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Entity } from '../entity.ts';
import {
  decoded,
  entityJson,
  type EntitySpec,
  entitySpec,
  expectedEntity,
  pageBytes,
} from '../page/entityPage.fixture.ts';
import { ticksScheme } from '../../keys/ticksScheme.fixture.ts';
import { storeOf } from '../store/storeOf.fixture.ts';
import { EntityStore } from '../store/entityStore.ts';
import { orderByColumns } from './columnOrder.ts';
import { buildColumn, columnBytes, type ValueColumn } from './valueColumn.ts';
import { runSteps } from '../../steps.ts';

function columnOf(store: EntityStore, name: string): ValueColumn {
  return runSteps(buildColumn(store, { name }));
}

type Plain = { readonly kind: string; readonly value: bigint | number | string };
const KIND_ORDER = ['number', 'boolean', 'instant', 'text', 'nan', 'twice', 'null', 'absent'];
/** Last in both directions. */
const NO_VALUES = new Set(['nan', 'twice', 'null', 'absent']);

/** What a value means, as JavaScript itself reads it. */
function plainOf(entity: Entity, name: string): Plain {
  const all = entity.properties.filter((property) => property.name === name);
  const [property] = all;
  if (property === undefined) return { kind: 'absent', value: 0 };
  if (all.length > 1) return { kind: 'twice', value: 0 };
  const { type, form, text } = property;
  if (form === 'null') return { kind: 'null', value: 0 };
  if (form === 'boolean') return { kind: 'boolean', value: text === 'true' ? 1 : 0 };
  if (type === 'Edm.Int64') return { kind: 'number', value: BigInt(text) };
  if (type === 'Edm.DateTime') {
    const [seconds = '', fraction = ''] = text.slice(0, -1).split('.');
    return { kind: 'instant', value: `${seconds}.${fraction.padEnd(7, '0')}` };
  }
  if (form === 'number' || type === 'Edm.Double') {
    const value = Number(text);
    return Number.isNaN(value) ? { kind: 'nan', value: 0 } : { kind: 'number', value };
  }
  return { kind: 'text', value: text };
}

/** JavaScript compares BigInt with Number exactly, and strings by UTF-16 units. */
function comparePlain(a: Plain, b: Plain): number {
  const byKind = KIND_ORDER.indexOf(a.kind) - KIND_ORDER.indexOf(b.kind);
  if (byKind !== 0) return byKind;
  return a.value < b.value ? -1 : a.value > b.value ? 1 : 0;
}

function sortedPlain(
  entities: readonly Entity[],
  names: readonly { name: string; down: boolean }[],
): number[] {
  return entities
    .map((_, row) => row)
    .sort((a, b) => {
      for (const { name, down } of names) {
        const left = plainOf(entities[a] as Entity, name);
        const right = plainOf(entities[b] as Entity, name);
        const order = comparePlain(left, right);
        const isLast = NO_VALUES.has(left.kind) || NO_VALUES.has(right.kind);
        if (order !== 0) return down && !isLast ? -order : order;
      }
      return 0;
    });
}

// Few names, so that columns have many values of several types.
const rowSpec = entitySpec.map((spec) => ({
  ...spec,
  properties: spec.properties.map((property, at) => ({ ...property, name: 'AB'[at % 2] ?? 'A' })).slice(0, 3),
}));
const NEIGHBOURS = [
  '9007199254740992',
  '9007199254740993',
  '9007199254740994',
  '-9223372036854775808',
  '9223372036854775807',
];
const numberSpec: fc.Arbitrary<EntitySpec> = fc
  .oneof(
    fc.constantFrom(...NEIGHBOURS).map((text) => ({
      annotation: 'Edm.Int64',
      json: `"${text}"`,
      type: 'Edm.Int64',
      form: 'string' as const,
      text,
    })),
    fc
      .constantFrom(
        '9007199254740992.0',
        '9.007199254740994e15',
        '9223372036854775807.5',
        '0.0',
        '-0.0',
        '0.5',
      )
      .map((text) => ({ json: text, type: 'Edm.Double', form: 'number' as const, text })),
    fc
      .constantFrom('0', '1', '-1')
      .map((text) => ({ json: text, type: 'Edm.Int32', form: 'number' as const, text })),
  )
  .map((value) => ({ partitionKey: 'p', rowKey: 'r', properties: [{ name: 'A', ...value }] }));

describe('prefixes', () => {
  it('that are one number, such as 07 and 7, are two values', () => {
    const store = storeOf(
      ['07', '7', '8', '7', '007'].map(
        (prefix) => `{"PartitionKey":"${prefix}_0630000000000000000","RowKey":"r"}`,
      ),
    );
    const column = runSteps(buildColumn(store, { name: 'Prefix', fact: 'prefix' }));
    expect([column.distinct, column.values.at(1)]).toEqual([4, column.values.at(3)]);
  });
});

describe('a column by value', () => {
  const columnOfValues = (...values: readonly string[]): ValueColumn =>
    columnOf(storeOf(values.map((json, row) => `{"PartitionKey":"p","RowKey":"${row}","A":${json}}`)), 'A');

  it('has ranks only if two values sort as equal, types only if they differ, and numbers only of numbers', () => {
    const ranksOf = ({ ranks }: ValueColumn) => (ranks === undefined ? undefined : [...ranks]);
    const texts = columnOfValues('"b"', '"a"', '"b"');
    expect([texts.distinct, ranksOf(texts), texts.types.length, texts.majors.length]).toEqual([
      2,
      undefined,
      1,
      0,
    ]);
    const numbers = columnOfValues('5', '4', '5');
    expect([numbers.distinct, ranksOf(numbers), numbers.types.length, [...numbers.majors]]).toEqual([
      2,
      undefined,
      1,
      [4, 5],
    ]);
    expect(numbers.minors).toHaveLength(0);
    const alike = columnOfValues('5', '5.0', '4', '5.00', '6');
    expect([alike.distinct, ranksOf(alike), alike.types.length]).toEqual([5, [0, 1, 1, 1, 2], 5]);
    expect([...alike.majors]).toEqual([4, 5, 5, 5, 6]);
    const none = columnOfValues();
    expect([none.distinct, none.rowCount, columnBytes(none) < 100]).toEqual([0, 0, true]);
  });

  it('counts two values of the same type and text as one, even if one of them is written with an escape', () => {
    const values = ['12', '1\\u0032', '13', '\\u0031\\u0033', '14'];
    const store = storeOf(
      values.map(
        (text, row) => `{"PartitionKey":"p","RowKey":"${row}","A@odata.type":"Edm.Int64","A":"${text}"}`,
      ),
    );
    const column = columnOf(store, 'A');
    expect(column.distinct).toBe(3);
    expect(values.map((_, row) => column.values.at(row))).toEqual([0, 0, 1, 1, 2]);
  });

  it('has values of one kind together: numbers, then Booleans, times, texts, names that occur twice, null', () => {
    const column = columnOfValues('null', '"x"', 'true', '7', '1,"A":2', 'false', '7', '-1');
    expect(column.kindEnds).toEqual(Uint32Array.of(2, 4, 4, 5, 5, 6, 7));
    expect(Array.from({ length: 8 }, (_, row) => column.values[row])).toEqual([6, 4, 3, 1, 5, 2, 1, 0]);
  });
});

describe('sorting by columns', () => {
  it('is that of a naive sort, for every type, several columns and both directions', () => {
    fc.assert(
      fc.property(
        fc.array(fc.oneof(rowSpec, numberSpec), { maxLength: 14 }),
        fc.boolean(),
        fc.boolean(),
        (specs, downA, downB) => {
          const store = storeOf(specs.map(entityJson));
          const rows = Uint32Array.from(specs.keys());
          const sorts = [
            { column: columnOf(store, 'A'), isDescending: downA },
            { column: columnOf(store, 'B'), isDescending: downB },
          ];
          expect([...orderByColumns(rows, sorts)]).toEqual(
            sortedPlain(specs.map(expectedEntity), [
              { name: 'A', down: downA },
              { name: 'B', down: downB },
            ]),
          );
        },
      ),
      { numRuns: 50 },
    );
  });

  it('tells an Int64 from its nearest Double, and takes 5 and 5.0 as equal', () => {
    const values = ['"9007199254740993"', '9007199254740992.0', '"5"', '5.0', '"-1"'];
    const store = storeOf(
      values.map(
        (json, at) =>
          `{"PartitionKey":"p","RowKey":"${at}",${json.startsWith('"') ? '"A@odata.type":"Edm.Int64",' : ''}"A":${json}}`,
      ),
    );
    const column = columnOf(store, 'A');
    expect([...orderByColumns(Uint32Array.of(0, 1, 2, 3, 4), [{ column, isDescending: false }])]).toEqual([
      4, 2, 3, 1, 0,
    ]);
    expect([...orderByColumns(Uint32Array.of(0, 1, 2, 3, 4), [{ column, isDescending: true }])]).toEqual([
      0, 1, 2, 3, 4,
    ]);
    expect(column.distinct).toBe(5);
  });

  it('sorts keys too, and more ranks than one pass can count', () => {
    const count = 70_000;
    const entities = Array.from(
      { length: count },
      (_, row) => `{"PartitionKey":"p","RowKey":"${String((row * 7919) % count).padStart(5, '0')}"}`,
    );
    const store = new EntityStore(ticksScheme(), undefined, String);
    store.append(decoded(pageBytes(entities)), 0);
    const column = columnOf(store, 'RowKey');
    const sorted = orderByColumns(
      Uint32Array.from({ length: count }, (_, row) => row),
      [{ column, isDescending: false }],
    );
    const isInOrder = sorted.every((row, at) => (row * 7919) % count === at);
    expect(isInOrder).toBe(true);
    // With few rows, there are too many ranks to count them in one pass.
    const few = Uint32Array.from({ length: 200 }, (_, at) => (at * 349) % count);
    const byKey = [...few].sort((a, b) => ((a * 7919) % count) - ((b * 7919) % count));
    expect([...orderByColumns(few, [{ column, isDescending: false }])]).toEqual(byKey);
    expect([...orderByColumns(few, [{ column, isDescending: true }])]).toEqual(byKey.toReversed());
  });

  it('orders texts by UTF-16 units, whatever they begin with and however they are written', () => {
    const unit = fc.oneof(
      fc.constantFrom('a', 'b', '\u007f', 'é', '\uffff', '\ud800', '\udc00', '\u{10000}', '\u0000'),
      fc.string({ maxLength: 2 }),
    );
    const text = fc
      .tuple(
        fc.constantFrom(
          '',
          'sha',
          'shared beginning ',
          'shared beginning of more',
          'shared beginning of more, and more',
        ),
        fc.array(unit, { maxLength: 3 }),
      )
      .map(([start, units]) => start + units.join(''));
    fc.assert(
      fc.property(fc.array(text, { minLength: 1, maxLength: 12 }), (texts) => {
        const store = storeOf(
          texts.map((value, row) => `{"PartitionKey":"p","RowKey":"${row}","T":${JSON.stringify(value)}}`),
        );
        const rows = Uint32Array.from(texts.keys());
        const sorted = orderByColumns(rows, [{ column: columnOf(store, 'T'), isDescending: false }]);
        const expected = [...texts.keys()].sort((a, b) => {
          const [left, right] = [texts[a] ?? '', texts[b] ?? ''];
          return left < right ? -1 : left > right ? 1 : 0;
        });
        expect([...sorted]).toEqual(expected);
      }),
      { numRuns: 100 },
    );
  });

  it('orders texts of escapes alone, and JSON that is a value, as their texts', () => {
    const sortedRows = (values: readonly string[]) => {
      const store = storeOf(values.map((json, row) => `{"PartitionKey":"p","RowKey":"${row}","T":${json}}`));
      const sort = { column: columnOf(store, 'T'), isDescending: false };
      return [...orderByColumns(Uint32Array.from(values.keys()), [sort])];
    };
    // One backslash is before two, and A is before a backslash.
    expect(sortedRows([String.raw`"\\\\"`, String.raw`"\\"`, String.raw`"\\A"`])).toEqual([1, 2, 0]);
    // By UTF-16 units, a surrogate is before U+FFFF.
    expect(sortedRows(['["\uffff"]', '["\u{10000}"]'])).toEqual([1, 0]);
  });

  it('holds numbers of values, not values: a million different long texts cost a few bytes each', () => {
    const count = 3000;
    const store = new EntityStore(ticksScheme(), undefined, String);
    const long = 'x'.repeat(500);
    const entity = (row: number): string =>
      `{"PartitionKey":"p","RowKey":"${row}","T":"${long}${row}","L":"${row % 3}"}`;
    store.append(decoded(pageBytes(Array.from({ length: count }, (_, row) => entity(row)))), 0);
    expect(columnBytes(columnOf(store, 'T')) / count).toBeLessThanOrEqual(16);
    // A column of few values takes one byte per row.
    expect(columnBytes(columnOf(store, 'L')) / count).toBeLessThan(1.1);
  });
});
