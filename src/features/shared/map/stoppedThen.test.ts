import { expect, it } from 'vitest';
import { COUNTED, emptyGrid } from '../../../core/keyspace/map/cellGrid.ts';
import { isoToTicks, TICKS_PER_MINUTE } from '../../../core/time/ticks.ts';
import { stoppedThen } from './stoppedThen.ts';

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
