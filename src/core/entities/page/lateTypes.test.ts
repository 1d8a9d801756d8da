import { expect, it } from 'vitest';
import { decoded, pageBytes } from './entityPage.fixture.ts';
import { pageEntity } from './decodedPage.ts';

const entityOf = (members: string) =>
  pageEntity(decoded(pageBytes([`{"PartitionKey":"p","RowKey":"r",${members}}`])), 0);

it.each([
  ['string', 'plain', '"639028224000000000"', '639028224000000000'],
  ['string', 'escaped', String.raw`"a\u0041\n\"b"`, 'aA\n"b'],
  ['number', 'with decimals', '12.50', '12.50'],
  ['boolean', 'true', 'true', 'true'],
  ['string', 'empty', '""', ''],
])('a type that follows its value changes nothing but the type: %s, %s', (form, _what, json, text) => {
  const late = entityOf(`"A":${json},"A@odata.type":"Edm.Later"`).properties;
  expect(late).toEqual([{ name: 'A', type: 'Edm.Later', form, text, duplicate: false }]);
  const early = entityOf(`"A@odata.type":"Edm.Later","A":${json}`).properties;
  expect(late).toEqual(early);
});

it('a name that occurs twice stays so if its type follows', () => {
  const { properties } = entityOf('"A":"1","B":"2","A":"3","A@odata.type":"Edm.Int64"');
  expect(properties.map(({ name, text, duplicate }) => [name, text, duplicate])).toEqual([
    ['A', '1', false],
    ['B', '2', false],
    ['A', '3', true],
  ]);
});

it('the type of a system value that follows it changes no property of this row or of one before', () => {
  const time = '"Timestamp":"2026-11-20T00:00:00Z"';
  const page = decoded(
    pageBytes([
      `{"PartitionKey":"p","RowKey":"1",${time},${time},"A":"1"}`,
      `{"PartitionKey":"p","RowKey":"2",${time},"A":"1","Timestamp@odata.type":"Edm.DateTime"}`,
      `{"PartitionKey":"p","RowKey":"3",${time},"A":"1","Timestamp@odata.type":"Edm.DateTime","A@odata.type":"Edm.Int64"}`,
    ]),
  );
  const typesOf = (row: number) => pageEntity(page, row).properties.map(({ name, type }) => [name, type]);
  expect(typesOf(0)).toEqual([
    ['Timestamp', 'Edm.String'],
    ['A', 'Edm.String'],
  ]);
  expect(typesOf(1)).toEqual([['A', 'Edm.String']]);
  expect(typesOf(2)).toEqual([['A', 'Edm.Int64']]);
});

it('a row that the page does not have is a fault of the caller', () => {
  const page = decoded(pageBytes(['{"PartitionKey":"p","RowKey":"r"}']));
  expect(pageEntity(page, 0).rowKey).toBe('r');
  for (const row of [-1, 1]) expect(() => pageEntity(page, row)).toThrow(RangeError);
});
