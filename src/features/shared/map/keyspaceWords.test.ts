import { describe, expect, it } from 'vitest';
import { COUNTED, WAITING, wholeGrid, emptyGrid } from '../../../core/keyspace/map/cellGrid.ts';
import { marginals } from '../../../core/keyspace/map/marginals.ts';
import { gridSummary } from './keyspaceWords.ts';

const MINUTE = 600_000_000n;
const FROM = 639_028_224_000_000_000n;

function example() {
  const grid = emptyGrid({ rowCount: 3, columnCount: 4, from: FROM, bucketTicks: 5n * MINUTE }, COUNTED);
  grid.counts.set([1, 0, 7, 0, 0, 0, 30, 0]);
  return grid;
}

describe('summary of the map', () => {
  it('names rows, window, cell width, the fullest row and time, what is empty, what was found, and whether it is all', () => {
    const grid = example();
    const sums = marginals(grid, wholeGrid(grid));
    const text = gridSummary(grid, ['7', '8', '9'], sums, 'Complete.', {
      findings: ['Hot prefix 8'],
    });
    expect(text).toBe(
      '38 rows in 3 prefixes, 2026-01-01T00:00:00.0000000Z to 00:20:00.0000000Z, in 4 columns of 5 min. ' +
        'Most are in 8: 30, 79 %. The busiest time is 2026-01-01T00:10:00.0000000Z to 00:15:00.0000000Z, with 37. ' +
        '1 prefix holds none. Found: Hot prefix 8. Complete.',
    );
  });

  it('is of what is in sight', () => {
    const grid = example();
    const sums = marginals(grid, { rows: { from: 0, to: 1 }, columns: { from: 0, to: 1 } });
    expect(gridSummary(grid, ['7', '8', '9'], sums, '', { rowName: 'Writer' })).toMatch(
      /^A part of the map: 1 row in 1 writer, .* in 1 column of 5 min\. Most are in 7: 1, 100 %\./,
    );
  });

  it('of a selection names its rows, and calls no prefix empty for having none of them', () => {
    const none = emptyGrid({ rowCount: 2, columnCount: 2, from: 0n, bucketTicks: 600_000_000n }, COUNTED);
    const grid = { ...none, counts: new Uint32Array([3, 0, 0, 0]), all: new Uint32Array([3, 1, 4, 0]) };
    const text = gridSummary(grid, ['7', '8'], marginals(grid, wholeGrid(grid)), '');
    expect(text).toMatch(/^3 selected rows in 2 prefixes, /);
    expect(text).not.toContain('none');
    expect(gridSummary(none, ['7', '8'], marginals(none, wholeGrid(none)), '')).toContain('hold none');
  });

  it('does not say of a row that was not read that it holds none, nor of many rows that they are the fullest one', () => {
    const grid = example();
    grid.states.fill(WAITING, 4);
    const text = gridSummary(grid, ['7', '8', '2 others'], marginals(grid, wholeGrid(grid)), '', {
      hasSharedRow: true,
    });
    expect(text).toContain('At least 38 rows');
    expect(text).not.toContain('none');
    expect(text).toContain('2 prefixes are not read to the end.');
    grid.counts.set([900], 8);
    const shared = gridSummary(grid, ['7', '8', '2 others'], marginals(grid, wholeGrid(grid)), '', {
      hasSharedRow: true,
    });
    expect(shared).toContain('Most are in 8');
  });
});
