import { describe, expect, it } from 'vitest';
import type { Completeness } from '../../../core/plan/completeness.ts';
import { noCounts } from '../../../core/series/unpivot.ts';
import { pointsText } from './madeWords.ts';

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
