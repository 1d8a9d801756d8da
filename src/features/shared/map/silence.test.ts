import { expect, it } from 'vitest';
import { isoToTicks } from '../../../core/time/ticks.ts';
import { PREFIX, TIME } from '../../../state/run/rowListState.ts';
import { lastRowsOf, sinceWords } from './silence.ts';

const UTC = { timeZone: undefined, name: 'UTC' };
const at = (time: string) => isoToTicks(`2026-11-22T${time}Z`);
const SPAN = { from: at('12:05:00.0000000'), to: at('14:03:22.1234567') };

it('says up to when a prefix wrote nothing, or between which times it wrote again', () => {
  expect(sinceWords('none', SPAN, UTC, true)).toBe('Yes: no row from 12:05 to 14:03:22 UTC.');
  const row = { from: at('13:20:00.0000000'), before: at('13:21:00.0000000') };
  expect(sinceWords(row, SPAN, UTC, true)).toBe(
    'No: it wrote again. Its first row since: between 13:20 and 13:21 UTC, about 43 min ago.',
  );
});

it('claims no silence where continuation tokens are hidden, and no time where the key has none', () => {
  expect(sinceWords('none', SPAN, UTC, false)).toMatch(/^No row was found, but/);
  expect(sinceWords('unread', SPAN, UTC, true)).toMatch(/^No: it wrote again/);
});

it('lists the rows of a silent prefix, newest first: those before its silence, if it wrote again', () => {
  const filter = { ...PREFIX, kind: 'is', type: 'Edm.String', text: '62' } as const;
  const filterOf = ({ from }: { readonly from: number }) => (from === 7 ? filter : undefined);
  const cells = [{ rows: [7], from: SPAN.from, to: SPAN.to }];
  const list = { order: 'time-desc', sort: [] };
  const before = { ...TIME, kind: 'range', as: 'instant', from: '', to: '2026-11-22T12:05:00Z' };
  expect(lastRowsOf({ cells, isOpen: true }, filterOf)).toEqual({ ...list, filters: [filter] });
  expect(lastRowsOf({ cells }, filterOf)).toEqual({ ...list, filters: [filter, before] });
  // Of all rows of the map.
  expect(lastRowsOf({ cells: [SPAN] }, filterOf)).toEqual({ ...list, filters: [before] });
  // Of rows that no filter shows, and of several.
  expect(lastRowsOf({ cells: [{ ...SPAN, rows: [8] }] }, filterOf)).toBeUndefined();
  expect(lastRowsOf({ cells: [{ ...SPAN, rows: [7, 8] }] }, filterOf)).toBeUndefined();
  expect(lastRowsOf({ cells: [...cells, ...cells] }, filterOf)).toBeUndefined();
});
