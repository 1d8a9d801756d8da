import { expect, it } from 'vitest';
import { isoToTicks, TICKS_PER_MINUTE } from '../../../core/time/ticks.ts';
import type { FirstRowSince } from '../../../state/run/newestRows.ts';
import { askedOf, sinceWords, stoppedThen } from './silence.ts';
import { COUNTED, emptyGrid } from '../../../core/keyspace/map/cellGrid.ts';

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

const FROM = isoToTicks('2026-11-22T12:00:00Z');
const COLUMNS = 60;

/** Rows of the map that write twice in each of these minutes. */
function gridOf(...writes: readonly ((minute: number) => boolean)[]) {
  const shape = { rowCount: writes.length, columnCount: COLUMNS, from: FROM, bucketTicks: TICKS_PER_MINUTE };
  const grid = emptyGrid(shape, COUNTED);
  return {
    ...grid,
    counts: grid.counts.map((_, at) => (writes[Math.floor(at / COLUMNS)]?.(at % COLUMNS) ? 2 : 0)),
  };
}

function minutes(from: number, to: number) {
  return {
    rows: [0],
    from: FROM + BigInt(from) * TICKS_PER_MINUTE,
    to: FROM + BigInt(to) * TICKS_PER_MINUTE,
  };
}

it('what stopped in the same five minutes stopped then, and nothing that kept writing, stopped before or later', () => {
  const before = (end: number) => (minute: number) => minute < end;
  const grid = gridOf(
    before(30),
    before(27),
    before(34),
    before(24),
    before(36),
    () => true,
    () => false,
  );
  const stopped = { rows: [1, 2], continuing: 2 };
  expect(stoppedThen(grid, minutes(30, 60))).toMatchObject(stopped);
  // The selection does not change which rows of the map stopped.
  const selected = { ...grid, counts: new Uint32Array(grid.counts.length), all: grid.counts };
  expect(stoppedThen(selected, minutes(30, 60))).toMatchObject(stopped);
});

it('what writes so seldom that it may be chance is left out', () => {
  const seldom = (minute: number) => minute === 3 || minute === 28;
  expect(
    stoppedThen(
      gridOf((minute) => minute < 30, seldom),
      minutes(30, 60),
    ).rows,
  ).toEqual([]);
});

it('of a silence that ended, also what wrote again only then; of a short one, by the minute', () => {
  const silent = (from: number, to: number) => (minute: number) => minute < from || minute >= to;
  const grid = gridOf(silent(20, 32), silent(21, 32), silent(21, 27), silent(24, 32), silent(12, 40));
  expect(stoppedThen(grid, minutes(20, 32)).rows).toEqual([1]);
});
