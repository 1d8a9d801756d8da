import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { packRows, unpackRows } from './packedRows.ts';
import type { RowView } from './rowTypes.ts';

const text = fc.oneof(
  fc.constantFrom('', ' ', '\ud800', '\u00e9', '\u{1f600}', 'x'.repeat(70_000)),
  fc.string(),
);
const cell = fc.option(
  fc.record(
    { type: fc.constantFrom('Edm.String', 'Edm.Int64', 'Null', '__proto__', ''), text, units: fc.nat() },
    { noNullPrototype: true, requiredKeys: ['type', 'text'] },
  ),
  { nil: undefined },
);
const rowsOf = (width: number): fc.Arbitrary<readonly RowView[]> =>
  fc.array(
    fc.record(
      {
        row: fc.nat(),
        queryIndex: fc.nat(1000),
        group: text,
        partitionKey: text,
        rowKey: text,
        timestamp: text,
        time: fc.record(
          {
            seconds: fc.integer({ min: 0, max: 315_537_897_599 }),
            fraction: fc.nat(9_999_999),
            basis: fc.constantFrom('event' as const, 'key' as const, 'arrival' as const),
          },
          { noNullPrototype: true },
        ),
        cells: fc.array(cell, { minLength: width, maxLength: width }),
        twice: fc.array(fc.nat(width)),
      },
      {
        noNullPrototype: true,
        requiredKeys: ['row', 'queryIndex', 'group', 'partitionKey', 'rowKey', 'cells'],
      },
    ),
    { maxLength: 12 },
  );

describe('packed rows', () => {
  it('are the same rows again, behind a copy from one thread to another too', () => {
    fc.assert(
      fc.property(fc.nat(9).chain(rowsOf), (rows) => {
        expect(unpackRows(structuredClone(packRows(rows)))).toEqual(rows);
      }),
    );
  });

  it('have the same cells each time: a row is drawn again if they are others', () => {
    fc.assert(
      fc.property(rowsOf(3), (rows) => {
        const shown = unpackRows(packRows(rows));
        const later = shown.toReversed().map(({ cells }) => cells);
        expect(later.toReversed()).toEqual(rows.map(({ cells }) => cells));
        for (const [at, row] of shown.entries()) expect(row.cells).toBe(later[shown.length - 1 - at]);
      }),
    );
  });

  it('hold as many objects for many cells as for few', () => {
    const row = (width: number): RowView => ({
      row: 1,
      queryIndex: 2,
      group: '3',
      partitionKey: 'p',
      rowKey: 'r',
      cells: Array.from({ length: width }, (_, at) => ({ type: 'Edm.Int32', text: String(at) })),
    });
    const objects = (value: unknown): number =>
      typeof value !== 'object' || value === null || ArrayBuffer.isView(value)
        ? 1
        : 1 + Object.values(value).reduce((sum: number, each) => sum + objects(each), 0);
    expect(objects(packRows([row(200), row(200)]))).toBe(objects(packRows([row(1), row(1)])));
  });
});
