import { describe, expect, it } from 'vitest';
import type { Completeness } from '../../../core/plan/completeness.ts';
import { noCounts } from '../../../core/series/unpivot.ts';
import type { FileWords } from '../../../state/results/file/openExport.ts';
import { fileText, pointsText } from './RowsBar.tsx';

const doubtful = (state: 'unverifiable' | 'incomplete' | 'stopped', text: string): Completeness => ({
  state,
  rows: 1204,
  queriesDone: 1,
  queriesAsked: 1,
  readAtMs: 0,
  reasons: [{ kind: 'unread', text, queries: [] }],
  unread: [],
  resumable: false,
});
const file = (repeated: number) =>
  ({ name: 'Logs.csv', summary: { repeated, schemeTitle: 'Ticks' } }) as unknown as FileWords;

it('the words of a file say that nobody knows, or what it lacks, and never Complete', () => {
  expect(fileText(file(0), doubtful('unverifiable', 'Nothing proves it.'))).toEqual([
    'File, completeness unknown: 1,204 rows of Logs.csv, keys read as Ticks',
  ]);
  expect(fileText(file(3), doubtful('incomplete', 'Lines are lost.'))).toEqual([
    'File, not complete: 1,204 rows of Logs.csv, keys read as Ticks',
    'Rows with the keys of an earlier row, not counted again: 3.',
  ]);
});

const derivedFrom = (source: 'complete' | 'derived'): Completeness =>
  ({
    state: 'derived',
    derived: { kind: 'points', of: 'Sensors', sources: [source] },
  }) as unknown as Completeness;

describe('what points say of themselves', () => {
  it('is as complete as the rows that they came from', () => {
    const words = {
      of: 'Sensors',
      kept: 3515,
      receipt: { rows: 16, points: 3515, rowsLeft: 0, counts: noCounts() },
    };
    expect(pointsText(words, derivedFrom('complete'))).toEqual([
      'Derived, source Complete: 3,515 points from 16 rows of Sensors',
    ]);
    // The rows of a difference are only a part of a table.
    expect(pointsText(words, derivedFrom('derived'))[0]).toMatch(/^Derived, source Derived: 3,515 points/);
    expect(pointsText(words, { state: 'incomplete' } as Completeness)[0]).toMatch(
      /^Incomplete: 3,515 points/,
    );
  });

  it('names all that is no point', () => {
    const counts = {
      ...noCounts(),
      nulls: 2,
      notNumbers: 3,
      beyondRow: 4,
      beyondTime: 5,
      rowsWithoutTime: 6,
      otherProperties: new Map(['Unit', 'Site', 'Line', 'Tag', 'Note'].map((name) => [name, 1])),
    };
    const text = pointsText({ of: 'S', kept: 9, receipt: { rows: 1, points: 10, rowsLeft: 1200, counts } }, {
      state: 'incomplete',
    } as Completeness);
    expect(text.join('. ')).toBe(
      'Incomplete: 9 points from 1 row of S. 1,200 rows not read: this page can hold no more points. ' +
        '1 point with the keys of others left out. 2 points without a value (null), which is not zero. 3 are not numbers. 4 are later than the time their row covers. ' +
        '5 are after the year 9999 and left out. 6 rows without a time, so their points have none. ' +
        'Not points: Unit, Site, Line and 2 more',
    );
  });
});
