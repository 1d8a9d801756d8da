import { expect, it } from 'vitest';
import { IsoReader } from '../bytes/isoReader.ts';
import { wordBytes } from '../bytes/wordBytes.ts';
import { bytesOf } from '../page/entityPage.fixture.ts';
import { RowTable } from './rowTable.ts';
import { setTimestamp, timestampOf } from './timestampCell.ts';

/** Whether a text is stored as numbers, and the text that is then read back. */
function held(text: string): readonly [isHeld: boolean, read: unknown] {
  const rows = new RowTable();
  rows.reserve(1);
  const reader = new IsoReader(wordBytes(bytesOf(`${text}........`)));
  const slot = { seconds: 0, fraction: 0, digits: 0 };
  const isHeld = setTimestamp(rows, 0, reader, 0, text.length, slot);
  return [isHeld, isHeld ? timestampOf(rows, 0) : undefined];
}

it('holds a Timestamp as numbers up to 2 ** 36 seconds, in 2178; a later one, or another form, needs its text', () => {
  for (const text of ['0001-01-01T00:00:00Z', '2026-11-20T09:57:10.4388842Z', '2178-08-20T07:32:15.9Z'])
    expect(held(text)).toEqual([true, text]);
  for (const text of ['2178-08-20T07:32:16Z', '2026-11-20T09:57:10', '2026-11-20 09:57:10.4388842Z'])
    expect(held(text)).toEqual([false, undefined]);
});
