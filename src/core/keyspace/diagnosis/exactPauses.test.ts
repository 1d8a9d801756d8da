import { describe, expect, it } from 'vitest';
import { ESTIMATED, WAITING } from '../map/cellGrid.ts';
import { inputFrom, times, viewOf } from './cells.fixture.ts';
import { NEW_YEAR } from './clean.fixture.ts';
import { cellsOfPaused, columnsOfPause, meets, pausesOfAll, pausesOfOne } from './exactPauses.ts';
import type { KeyspaceFacts, RowPause } from './finding.ts';
import { diagnosisView } from './view.ts';

const at = (second: number) => NEW_YEAR + BigInt(Math.round(second * 1e7));
const pause = (from: number, to: number, change: Partial<RowPause> = {}): RowPause => ({
  from: at(from),
  to: at(to),
  expected: 50,
  lnP: -60,
  ...change,
});
/** Three rows of ten minutes; the last two columns are empty. */
const COUNTS = times(3, [...times(8, 9), 0, 0]);
const viewWith = (facts: KeyspaceFacts) => viewOf(COUNTS, { facts });

describe('exact pauses', () => {
  const ofAll = pause(100, 200);
  const ofRow = pause(300, 400, { row: 0 });
  const facts = { pauses: [ofRow, ofAll] };

  it('are of all, or of one row', () => {
    expect(pausesOfAll(viewWith(facts))).toEqual([ofAll]);
    expect(pausesOfOne(viewWith(facts))).toEqual([ofRow]);
    expect([pausesOfAll(viewWith({})), pausesOfOne(viewWith({}))]).toEqual([[], []]);
  });

  it('do not count if a single cell was not read: its rows are missing in every list of times', () => {
    const unread = inputFrom(COUNTS, { facts });
    unread.grid.states[29] = WAITING;
    const view = diagnosisView(unread);
    expect([view.judged, pausesOfAll(view), pausesOfOne(view)]).toEqual([[0, 1], [], []]);
    const estimated = inputFrom(COUNTS, { facts });
    estimated.grid.states[29] = ESTIMATED;
    expect(pausesOfAll(diagnosisView(estimated))).toEqual([ofAll]);
  });

  it('meet columns that they share more than an instant with', () => {
    const view = viewWith({});
    const met = (from: number, to: number) => meets(view, pause(from, to), { from: 2, to: 4 });
    expect([met(100, 120), met(100, 120.1), met(239.9, 300), met(240, 300), met(10, 500)]).toEqual([
      false,
      true,
      true,
      false,
      true,
    ]);
  });

  it('fill at least one column, and last until the last rows if they are still open', () => {
    const columns = (from: number, to: number, isOpen?: true) => {
      const range = columnsOfPause(viewWith({}), pause(from, to, isOpen && { isOpen }));
      return [range.from, range.to];
    };
    expect([columns(130, 150), columns(130, 240), columns(130, 241), columns(120, 120)]).toEqual([
      [2, 3],
      [2, 4],
      [2, 5],
      [2, 3],
    ]);
    expect([columns(130, 150, true), columns(490, 500, true)]).toEqual([
      [2, 8],
      [8, 9],
    ]);
  });

  it('have their own times in the cells of a finding, but for the end of one that lasts', () => {
    const view = viewWith({});
    const seconds = (exact: RowPause | undefined, rows?: readonly number[]) => {
      const cells = cellsOfPaused(view, { from: 2, to: 5, ...(exact && { exact }) }, rows);
      return [cells.rows, Number(cells.from - NEW_YEAR) / 1e7, Number(cells.to - NEW_YEAR) / 1e7];
    };
    expect(seconds(undefined, [1])).toEqual([[1], 120, 300]);
    expect(seconds(pause(133, 287), [1])).toEqual([[1], 133, 287]);
    expect(seconds(pause(133, 287, { isOpen: true }))).toEqual([undefined, 133, 300]);
  });
});
