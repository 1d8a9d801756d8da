import { describe, expect, it } from 'vitest';
import { JsonPieces } from './jsonPieces.ts';

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
