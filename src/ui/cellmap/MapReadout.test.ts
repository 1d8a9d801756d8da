import { describe, expect, it } from 'vitest';
import { COUNTED, emptyGrid } from '../../core/keyspace/map/cellGrid.ts';
import { viewSentence } from './MapReadout.tsx';

const MINUTE = 600_000_000n;
const FROM = 639_028_224_000_000_000n;
const grid = emptyGrid({ rowCount: 3, columnCount: 4, from: FROM, bucketTicks: MINUTE }, COUNTED);
const map = { grid, labels: ['7', '8', '9'], timeZone: undefined };
const at = (minutes: bigint): bigint => FROM + minutes * MINUTE;

describe('what a zoom announces', () => {
  it('is the visible time and rows', () => {
    const viewport = { rows: { from: 1, to: 2 }, columns: { from: 1, to: 3 } };
    expect(viewSentence({ ...map, viewport, rowName: 'Writer' })).toBe(
      '2026-01-01T00:01:00.0000000Z to 00:03:00.0000000Z, Writer 8',
    );
  });

  it('is the requested view, even while the map still has the old columns', () => {
    const viewport = { rows: { from: 0, to: 3 }, columns: { from: 0, to: 4 } };
    expect(viewSentence({ ...map, viewport, inSight: { from: FROM, to: at(120n), isAll: true } })).toBe(
      'All: 2026-01-01T00:00:00.0000000Z to 02:00:00.0000000Z, 3 rows, 7 to 9',
    );
  });
});
