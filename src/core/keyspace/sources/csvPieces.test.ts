import { describe, expect, it } from 'vitest';
import { CsvColumns } from './csvColumns.ts';
import { CsvPieces } from './csvPieces.ts';

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
