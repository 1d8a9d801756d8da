import { expect, it } from 'vitest';
import { COUNTED } from '../../../core/keyspace/map/cellGrid.ts';
import type { RowFilter } from '../../../core/rows/rowQuery.ts';
import { isoToTicks, TICKS_PER_SECOND } from '../../../core/time/ticks.ts';
import { EMPTY_FORM } from '../../../state/run/queryForm.ts';
import { anyOf, PREFIX, timeRange } from '../../../state/run/rowListState.ts';
import type { MapData } from '../../shared/map/mapData.ts';
import { formOfSelection, selectedGrid } from './CellsPane.tsx';

const FROM = isoToTicks('2026-11-20T21:00:00Z');
const MINUTE = 60n * TICKS_PER_SECOND;
const LABELS = ['3', '7', '12'];
const at = (minutes: number): bigint => FROM + BigInt(minutes) * MINUTE;

/** Three prefixes, each with 1, 2, 3 and 4 rows in four consecutive minutes. */
const DATA: MapData = {
  grid: {
    rowCount: 3,
    columnCount: 4,
    from: FROM,
    bucketTicks: MINUTE,
    counts: Uint32Array.from({ length: 12 }, (_, cell) => 1 + (cell % 4)),
    states: new Uint8Array(12).fill(COUNTED),
  },
  labels: LABELS,
  whole: { from: FROM, to: at(4) },
  title: 'keys',
  isIncomplete: false,
  completeness: '',
  outside: '',
  diagnosis: '',
  id: 'list 1',
  filterOf: ({ from, to }) => anyOf(PREFIX, LABELS.slice(from, to)),
  queryOf: (from, to) => ({ scheme: 'any', prefixes: LABELS.slice(from, to).join(',') }),
};

function rowsOf(...filters: readonly RowFilter[]): readonly string[] {
  const { counts } = selectedGrid(DATA, filters);
  return [0, 4, 8].map((from) => counts.slice(from, from + 4).join(' '));
}

it('selects cells of a map without rows by prefix and time, and leaves cells out', () => {
  expect(rowsOf()).toEqual(['1 2 3 4', '1 2 3 4', '1 2 3 4']);
  expect(rowsOf(anyOf(PREFIX, ['3', '12']))).toEqual(['1 2 3 4', '0 0 0 0', '1 2 3 4']);
  const middle = timeRange(at(1), at(3));
  expect(rowsOf(middle, anyOf(PREFIX, ['7']))).toEqual(['0 0 0 0', '0 2 3 0', '0 0 0 0']);
  expect(rowsOf({ kind: 'except', of: [middle, anyOf(PREFIX, ['7'])] })).toEqual([
    '1 2 3 4',
    '1 0 0 4',
    '1 2 3 4',
  ]);
  expect(selectedGrid(DATA, [middle]).all).toBe(DATA.grid.counts);
});

it('selects a cell that a time cuts, but leaves out none that is cut', () => {
  const half = timeRange(at(1) + MINUTE / 2n, at(2) + MINUTE / 2n);
  expect(rowsOf(half)[0]).toBe('0 2 3 0');
  expect(rowsOf({ kind: 'except', of: [half] })[0]).toBe('1 2 3 4');
});

it('is one query if its prefixes are next to each other', () => {
  const formOf = (...filters: readonly RowFilter[]) => formOfSelection(DATA, filters, EMPTY_FORM);
  expect(formOf(anyOf(PREFIX, ['7', '12']), timeRange(at(1), at(2)))).toMatchObject({
    scheme: 'any',
    prefixes: '7,12',
    from: '2026-11-20T21:01:00Z',
    to: '2026-11-20T21:02:00Z',
    windowGiven: true,
  });
  expect(formOf(timeRange(at(1), at(2)))).toMatchObject({ prefixes: '3,7,12' });
  expect(formOf(anyOf(PREFIX, ['7']))?.to).toBe('2026-11-20T21:04:00.0000000Z');
  expect(formOf(anyOf(PREFIX, ['3', '12']))).toBeUndefined();
  expect(formOf({ kind: 'except', of: [anyOf(PREFIX, ['7'])] })).toBeUndefined();
});
