import { expect, it } from 'vitest';
import { copiedText } from './useGridCursor.ts';
import { HEADER_ROW } from './gridKeys.ts';

it('copies the whole text of a cell, also if only its beginning has arrived, and the title of a header', async () => {
  const whole = `${'x'.repeat(40_000)} and its end`;
  const props = {
    columns: [
      { id: 'Level', title: 'Level', width: 90 },
      { id: 'Message', title: 'The message', width: 90 },
    ],
    getCellText: (row: number, columnId: string) =>
      columnId === 'Level' ? String(row) : whole.slice(0, 384),
    cutText: (row: number, columnId: string) =>
      columnId === 'Message' && row === 7
        ? { units: whole.length, whole: () => Promise.resolve(whole) }
        : undefined,
  };
  expect(copiedText(props, { row: 7, column: 0 })).toBe('7');
  expect(await copiedText(props, { row: 7, column: 1 })).toBe(whole);
  expect(copiedText(props, { row: HEADER_ROW, column: 1 })).toBe('The message');
  expect(copiedText(props, { row: 7, column: 2 })).toBeUndefined();
  // A grid in which no text is cut.
  expect(copiedText({ ...props, cutText: undefined }, { row: 3, column: 0 })).toBe('3');
});
