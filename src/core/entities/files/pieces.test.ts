import { describe, expect, it } from 'vitest';
import { JsonPieces } from './jsonPieces.ts';
import { CsvColumns, CsvPieces } from './csvPieces.ts';
import { soundEntity } from './fileRows.ts';

const ROWS = Array.from({ length: 6 }, (_, at) => ({ PartitionKey: 'p{', RowKey: `r"${at}]` }));
const LINK = { 'odata.nextLink': 'Orders?NextPartitionKey=x' };

/** The notes of a reader on a text that arrives in parts of `size` characters. */
function notesOf(text: string, size: number): readonly string[] {
  const reader = new JsonPieces();
  for (let at = 0; at < text.length; at += size) for (const _step of reader.push(text.slice(at, at + size)));
  for (const _step of reader.end());
  return reader.notes();
}

describe('a page that names a next one', () => {
  it.each([
    ['before its rows', { ...LINK, value: ROWS }],
    ['behind its rows', { 'odata.metadata': 'https://x', value: ROWS, ...LINK }],
    ['behind no rows', { value: [], ...LINK }],
  ])('%s, is said to lack rows, wherever the file is cut into pieces', (_name, page) => {
    const text = JSON.stringify(page, undefined, 1);
    const silent = Array.from({ length: text.length }, (_, at) => at + 1).filter(
      (size) => notesOf(text, size).length !== 1,
    );
    expect(silent).toEqual([]);
  });

  it('is not one where only a row has such a property, or the file is the last page', () => {
    const last = JSON.stringify({ value: [{ ...ROWS[0], ...LINK }, ...ROWS] });
    const loud = [1, 2, 7, 40, 1000].filter((size) => notesOf(last, size).length > 0);
    expect(loud).toEqual([]);
  });
});

const piecesOf = (text: string) => {
  const reader = new CsvPieces(',');
  return [...reader.push(text), ...reader.end()].filter((piece) => piece !== undefined);
};

describe('a CSV', () => {
  it('has no row and no fault in lines of white space, and counts them as lines', () => {
    expect(piecesOf('PartitionKey,RowKey\n   \n\t \r\np,r\n')).toEqual([
      { line: 4, json: '{"PartitionKey":"p","RowKey":"r"}' },
    ]);
  });

  it('is a fault, not a header without rows, if its lines end with CR alone', () => {
    const pieces = piecesOf('PartitionKey,RowKey\rp,r\rq,s\r');
    expect(pieces).toMatchObject([
      { line: 1, reason: 'lines end with CR alone; save the file with LF or CR LF' },
    ]);
  });

  it('keeps an empty key, and has no Timestamp where the cell is empty', () => {
    const columns = new CsvColumns(['Timestamp', 'RowKey', 'PartitionKey', 'Level']);
    expect(columns.json(['', '', 'p', '']).replaceAll(' ', '')).toBe('{"PartitionKey":"p","RowKey":""}');
    expect(columns.json(['2026-01-01T00:00:00Z', 'r', '', '3'])).toBe(
      '{"PartitionKey":"","RowKey":"r","Timestamp":"2026-01-01T00:00:00Z","Level":"3"}',
    );
  });
});

const read = (entity: object): unknown => {
  const found = soundEntity(JSON.stringify(entity));
  return found.ok ? (JSON.parse(found.value.json) as unknown) : found.error;
};

describe('an entity that the service did not write', () => {
  it('keeps keys that are texts or numbers, and no other value is taken for a key', () => {
    expect(read({ PartitionKey: 5, RowKey: 'r', Level: 2 })).toEqual({
      PartitionKey: '5',
      RowKey: 'r',
      Level: 2,
    });
    for (const value of [null, true, {}, ['p'], { value: 'p', edm_type: 'Edm.String' }]) {
      expect(read({ PartitionKey: value, RowKey: 'r' })).toBe('its PartitionKey is not text');
      expect(read({ PartitionKey: 'p', RowKey: value })).toBe('its RowKey is not text');
    }
  });

  it('without a Timestamp of text has none', () => {
    expect(read({ PartitionKey: 'p', RowKey: 'r', Timestamp: 5 })).toEqual({
      PartitionKey: 'p',
      RowKey: 'r',
    });
    expect(read({ PartitionKey: 'p', Level: 2 })).toBe('no RowKey in it');
  });
});
