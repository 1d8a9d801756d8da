import { describe, expect, it } from 'vitest';
import { KIND_HEAD_CHARS } from '../../../core/keyspace/sources/exportKind.ts';
import { kindOfFile } from './fileKind.ts';

describe('the kind of a file', () => {
  const start = '{"Text":"';
  const end = '","PartitionKey":';
  /** Text in which the name of the key ends exactly at the last character that is examined. */
  const filler = (sign: string, more = 0): string =>
    sign.repeat((KIND_HEAD_CHARS - start.length - end.length + more) / sign.length);

  it.each([
    ['one byte', 'a'],
    ['two bytes', '\u00e9'],
    ['three bytes', '\u20ac'],
  ])('is determined by its first 65,536 characters, of %s each', async (_size, sign) => {
    const rest = '"p","RowKey":"r"}\n';
    expect(KIND_HEAD_CHARS).toBe(65_536);
    expect(await kindOfFile(new Blob([start, filler(sign), end, rest]))).toEqual({ kind: 'ndjson' });
    expect(await kindOfFile(new Blob([start, filler(sign, 1), end, rest]))).toEqual({ kind: 'list' });
    const units = Uint16Array.from(`\ufeff${start}${filler(sign, -1)}${end}${rest}`, (unit) =>
      unit.charCodeAt(0),
    );
    expect(await kindOfFile(new Blob([units]))).toEqual({ kind: 'ndjson' });
  });

  it('takes at most four bytes per character, however large the file', async () => {
    const file = new Blob(['PartitionKey,RowKey\n', 'p,r\n'.repeat(200_000)]);
    const taken: number[] = [];
    const slice = file.slice.bind(file);
    file.slice = (from, to, type) => {
      const part = slice(from, to, type);
      taken.push(part.size);
      return part;
    };
    expect(await kindOfFile(file)).toEqual({ kind: 'csv', delimiter: ',' });
    expect(taken).toEqual([4 * 65_536]);
  });
});
