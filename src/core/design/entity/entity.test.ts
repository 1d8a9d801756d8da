import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { anyCharacter } from '../../anyCharacter.fixture.ts';
import { readProperties } from '../bench/workload.ts';
import { describeRows } from './describeRows.ts';
import { rowsOfText } from './rowsOfText.ts';

/** The same three rows in each export format. */
const JSON_ROWS = [
  { PartitionKey: 'a', RowKey: '1', Level: 1, 'Big@odata.type': 'Edm.Int64', Big: '5', Note: 'x' },
  { PartitionKey: 'a', RowKey: '2', Level: 2, 'Big@odata.type': 'Edm.Int64', Big: '5', Note: null },
  { PartitionKey: 'b', RowKey: '3', Level: 2, 'Big@odata.type': 'Edm.Int64', Big: '6' },
];
const NDJSON = JSON_ROWS.map((row) => JSON.stringify(row)).join('\n');
const CSV = [
  'PartitionKey,RowKey,Level,Level@type,Big,Big@type,Note,Note@type',
  'a,1,1,Edm.Int32,5,Edm.Int64,x,Edm.String',
  'a,2,2,Edm.Int32,5,Edm.Int64,,',
  'b,3,2,Edm.Int32,6,Edm.Int64,,',
].join('\r\n');

describe('pasted rows', () => {
  it.each([
    ['NDJSON', NDJSON],
    ['an array', JSON.stringify(JSON_ROWS, undefined, 2)],
    ['a page of the service', JSON.stringify({ value: JSON_ROWS })],
    ['CSV', CSV],
  ])('as %s give types, counts and sizes', (_name, text) => {
    const read = rowsOfText(text);
    expect(read?.unread).toBe(0);
    const described = describeRows(read?.rows ?? []);
    expect(described.properties.split('\n')).toEqual([
      'Level: Int32, 2 values',
      'Big: Int64, 2 values',
      'Note: String, 1 values',
    ]);
    expect([described.propertyCount, described.leftOut]).toEqual([3, []]);
    expect(readProperties(described.properties).ok).toBe(true);
  });

  it('have the documented size', () => {
    const row = { PartitionKey: 'abc', RowKey: 'de', Level: 7, Text: 'four', Ok: true };
    // 4 bytes, 2 x 5 for the keys, and for each property 8 + 2 x name + value. Text has 4 bytes more.
    const bytes = 14 + (8 + 10 + 4) + (8 + 8 + 4 + 8) + (8 + 4 + 1);
    expect(describeRows(rowsOfText(JSON.stringify(row))?.rows ?? []).bytes).toBe(bytes);
  });

  it('do not include a mere list of keys', () => {
    for (const text of ['', 'a\tb', '0634925952000000000', '{', '[]', 'Level,Note\n1,2']) {
      expect(rowsOfText(text)).toBeUndefined();
    }
  });

  it('count lines that cannot be read', () => {
    expect(rowsOfText(`${NDJSON}\n{"PartitionKey":"c"\n`)).toMatchObject({ unread: 1, rows: { length: 3 } });
  });

  it('treat hostile names and values as text: names are left out, or can be read back', () => {
    const name = fc.oneof(
      fc.string({ unit: anyCharacter, maxLength: 12 }),
      fc.constantFrom('__proto__', 'constructor', 'a|b', 'x: Int32', '<b>', '{Ticks}', 'Time', 'A\nB: Int64'),
    );
    fc.assert(
      fc.property(fc.array(fc.tuple(name, fc.string({ maxLength: 9 })), { maxLength: 9 }), (pairs) => {
        const members = pairs.map(([key, value]) => `${JSON.stringify(key)}:${JSON.stringify(value)}`);
        const read = rowsOfText(
          `{"PartitionKey":"p","RowKey":"r"${members.map((one) => `,${one}`).join('')}}`,
        );
        const { properties, leftOut, propertyCount } = describeRows(read?.rows ?? []);
        const back = readProperties(properties);
        const names = back.ok ? back.value.map((each) => each.name) : undefined;
        expect(names?.length).toBe(propertyCount);
        const own = new Set(read?.rows.flatMap((row) => row.properties.map((each) => each.name)));
        expect(new Set([...(names ?? []), ...leftOut])).toEqual(own);
      }),
      { numRuns: 100 },
    );
  });

  it('with more properties than an entity can have say which are left out', () => {
    const wide = Object.fromEntries(Array.from({ length: 260 }, (_, at) => [`P${at}`, at]));
    const read = rowsOfText(JSON.stringify({ PartitionKey: 'p', RowKey: 'r', ...wide }));
    const described = describeRows(read?.rows ?? []);
    expect([described.propertyCount, described.leftOut.length]).toEqual([252, 8]);
  });
});
