import { describe, expect, it } from 'vitest';
import { JsonBytes } from '../bytes/jsonBytes.ts';
import { PageNames } from './pageNames.ts';
import { encodeUtf8 } from '../bytes/utf8.ts';
import { hashWords, wordBytes } from '../bytes/wordBytes.ts';
import { decoded, pageBytes } from './entityPage.fixture.ts';
import { pageEntity } from './decodedPage.ts';

class CountedBytes extends JsonBytes {
  compared = 0;

  override same(at: number, from: number, length: number): boolean {
    this.compared++;
    return super.same(at, from, length);
  }
}

const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';

function isPlain(byte: number): boolean {
  return byte >= 0x23 && byte <= 0x7e && byte !== 0x5c;
}

/** Names of eight characters with the same hash, as somebody would craft who knows the hash. */
function meetingNames(count: number): readonly string[] {
  const found: string[] = [];
  const bytes = new Uint8Array(4);
  const words = wordBytes(bytes);
  for (let number = 0; found.length < count; number++) {
    let rest = number;
    for (let at = 0; at < 4; at++) {
      bytes[at] = LETTERS.charCodeAt(rest % LETTERS.length);
      rest = Math.floor(rest / LETTERS.length);
    }
    const head = String.fromCharCode(...bytes);
    // The state after one word; the second word makes all states equal.
    const mixed = Math.imul(words.view.getInt32(0, true), 0x01000193);
    words.view.setInt32(0, mixed ^ (mixed >>> 15) ^ 0x41424344, true);
    if (bytes.every(isPlain)) found.push(head + String.fromCharCode(...bytes));
  }
  return found;
}

describe('PageNames', () => {
  it('tells names apart whose hashes meet, without comparing each with all', () => {
    const texts = meetingNames(3000);
    const bytes = encodeUtf8(`${texts.join('"')}"`);
    const hashes = new Set(texts.map((_text, at) => hashWords(wordBytes(bytes), at * 9, at * 9 + 9, 0)));
    expect([hashes.size, new Set(texts).size]).toEqual([1, 3000]);
    const names = new PageNames();
    const json = new CountedBytes(bytes, 0);
    const first = texts.map(() => names.read(json));
    expect(first).toEqual(texts.map((_text, at) => at));
    json.pos = 0;
    expect(texts.map(() => names.read(json))).toEqual(first);
    expect(names.texts).toEqual(texts);
    expect(json.compared).toBeLessThan(64 * 2 * texts.length + 1);
  });
});

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
