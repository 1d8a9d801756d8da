import { describe, expect, it } from 'vitest';
import { COUNTED } from '../../core/keyspace/map/cellGrid.ts';
import { emptyGrid } from '../../core/keyspace/map/cellGrid.fixture.ts';
import { viewSentence } from './useViewAnnouncer.ts';

const MINUTE = 600_000_000n;
const FROM = 639_028_224_000_000_000n;
const grid = emptyGrid({ rowCount: 3, columnCount: 4, from: FROM, bucketTicks: MINUTE }, COUNTED);
const map = { grid, labels: ['7', '8', '9'], timeZone: undefined };
const at = (minutes: bigint): bigint => FROM + minutes * MINUTE;

describe('what a zoom says', () => {
  it('is the time and the rows in sight', () => {
    const viewport = { rows: { from: 1, to: 2 }, columns: { from: 1, to: 3 } };
    expect(viewSentence({ ...map, viewport, rowName: 'Writer' })).toBe(
      '2026-01-01T00:01:00.0000000Z to 00:03:00.0000000Z, Writer 8',
    );
  });

  it('is what was asked for, also while the map still has the columns of before', () => {
    const viewport = { rows: { from: 0, to: 3 }, columns: { from: 0, to: 4 } };
    expect(viewSentence({ ...map, viewport, inSight: { from: FROM, to: at(120n), isAll: true } })).toBe(
      'All: 2026-01-01T00:00:00.0000000Z to 02:00:00.0000000Z, 3 rows, 7 to 9',
    );
  });
});
