import { expect, it } from 'vitest';
import { isoToTicks } from '../../../core/time/ticks.ts';
import { PREFIX, timeRange } from '../../../state/run/rowListState.ts';
import { filtersOfFinding } from './selectRows.ts';

const CELLS = { from: isoToTicks('2026-11-22T12:05:00Z'), to: isoToTicks('2026-11-22T12:50:00Z') };
const filterOf = ({ from }: { readonly from: number }) =>
  from < 9 ? ({ ...PREFIX, kind: 'is', type: 'Edm.String', text: String(from) } as const) : undefined;

it('the rows of a hot prefix are all of its rows, those of a burst only in its time', () => {
  const of = (id: 'hot-prefix' | 'burst' | 'skew', rows?: readonly number[]) =>
    filtersOfFinding({ id, cells: [{ ...CELLS, ...(rows && { rows }) }] }, filterOf);
  expect(of('hot-prefix', [7])).toEqual([filterOf({ from: 7 })]);
  expect(of('burst', [7])).toEqual([timeRange(CELLS.from, CELLS.to), filterOf({ from: 7 })]);
  expect(of('burst')).toEqual([timeRange(CELLS.from, CELLS.to)]);
  expect(of('skew', [3, 5])).toEqual([{ ...PREFIX, kind: 'one-of', type: 'Edm.String', texts: ['3', '5'] }]);
  // There is no filter for all rows of all time, nor for row 9.
  expect(of('skew')).toBeUndefined();
  expect(of('burst', [9])).toBeUndefined();
  expect(of('skew', [3, 9])).toBeUndefined();
  expect(filtersOfFinding({ id: 'burst', cells: [CELLS, CELLS] }, filterOf)).toBeUndefined();
});
