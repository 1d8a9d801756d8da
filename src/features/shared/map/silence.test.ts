import { expect, it } from 'vitest';
import { isoToTicks } from '../../../core/time/ticks.ts';
import type { FirstRowSince } from '../../../state/run/firstRowSince.ts';
import { askedOf, sinceWords } from './silence.ts';

const UTC = { timeZone: undefined, name: 'UTC' };
const at = (time: string) => isoToTicks(`2026-11-22T${time}Z`);
const NOON = at('12:05:00.0000000');
const NOW = at('14:03:22.1234567');
const ROW = { from: at('13:20:00.0000000'), before: at('13:21:00.0000000') };
const LABELS = ['3', '7', '62', '64'];

/** The text for these first rows, one for each prefix. `all`: how many prefixes were silent. */
const words = (found: readonly FirstRowSince[], all = found.length, isProven = true, since = NOON) =>
  sinceWords(
    found.map((first, row) => ({ row, since, first })),
    NOW,
    { rowsAre: 'prefix', labels: LABELS, all },
    UTC,
    isProven,
  );

it('says up to when a prefix wrote nothing, or between which times it wrote again', () => {
  expect(words(['none'])).toBe('Yes: no row since 12:05. Asked at 14:03:22 UTC.');
  // The instant is one tick after the last row.
  expect(words(['none'], 1, true, at('12:04:53.0004751'))).toMatch(/^Yes: no row since 12:04:53\. /);
  expect(words([ROW])).toBe(
    'No: it wrote again. Its first row since: between 13:20 and 13:21 UTC, about 43 min ago. Asked at 14:03:22 UTC.',
  );
});

it('claims no silence where continuation tokens are hidden, and no time where the key has none', () => {
  expect(words(['none'], 1, false)).toMatch(/^No row was found, but/);
  expect(words(['unread'])).toMatch(/^No: it wrote again, but/);
});

it('of several prefixes, says which wrote again, and how many were asked', () => {
  expect(words(['none', 'none', 'none', 'none'])).toMatch(/^Yes: no row of 4 prefixes since 12:05\./);
  expect(words(['none', 'none'], 40)).toMatch(/^Yes: no row of 2 of 40 prefixes since 12:05\./);
  expect(words(['none', ROW, 'unread', 'none'])).toMatch(
    /^No: of 4 prefixes, 2 wrote again: prefixes 7, 62\. /,
  );
  expect(words([ROW, ROW], 40)).toMatch(/^No: of 2 of 40 prefixes, all wrote again: prefixes 3, 7\. /);
});

it('asks for each silent prefix, a few of many; for no prefix if queries are of all', () => {
  const cells = (rows?: readonly number[]) => [{ from: NOON, to: NOW, ...(rows && { rows }) }];
  const ofEach = {
    grid: { rowCount: 40 },
    queryOf: (from: number, to: number) => ({ prefixes: `${from}-${to - 1}` }),
  };
  const ofAll = { ...ofEach, queryOf: () => ({ table: 'Logs' }) };
  const prefixes = (...question: Parameters<typeof askedOf>) =>
    askedOf(...question)?.asked.map(({ form }) => form.prefixes ?? form.table);
  expect(prefixes({ cells: [...cells([3]), ...cells([7])], isOpen: true }, ofEach)).toEqual(['3-3', '7-7']);
  expect(prefixes({ cells: cells([3]) }, ofEach)).toBeUndefined();
  expect(askedOf({ cells: cells(), isOpen: true }, ofEach)).toMatchObject({ all: 40, asked: { length: 6 } });
  expect(prefixes({ cells: cells(), isOpen: true }, ofAll)).toEqual(['Logs']);
  expect(prefixes({ cells: cells([3]), isOpen: true }, ofAll)).toBeUndefined();
});
