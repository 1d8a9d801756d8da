import { expect, it } from 'vitest';
import { schemeById } from '../../keys/schemeRegistry.ts';
import { EmptyRanges } from './gaps.ts';
import { timeAxis } from './timeAxis.ts';

/** 2026-01-01T00:00:00Z */
const NEW_YEAR = 639_028_224_000_000_000n;

function emptyRanges(): EmptyRanges {
  const scheme = schemeById('ticks19');
  if (scheme === undefined) throw new Error('There is no scheme of ticks.');
  const row = { partitionKey: String(NEW_YEAR).padStart(19, '0'), rowKey: '' };
  return new EmptyRanges(timeAxis(scheme, row, {}, { isInRow: false }));
}

it('inside an answer, only an empty range longer than a twentieth of its time is kept', () => {
  const ranges = emptyRanges();
  // 1,000 ticks, so ranges of more than 50 ticks are kept: of 49, 50 and 51, only the last.
  const rows = [0n, 100n, 150n, 201n, 253n, 999n].map((at) => ({
    partitionKey: String(NEW_YEAR + at).padStart(19, '0'),
    rowKey: '',
  }));
  ranges.learn({ from: NEW_YEAR, to: NEW_YEAR + 2000n }, { rows, hasMore: true }, false);
  const holds = (from: bigint, to: bigint) => ranges.holds({ from: NEW_YEAR + from, to: NEW_YEAR + to });
  expect([holds(101n, 150n), holds(151n, 201n), holds(202n, 253n), holds(254n, 999n)]).toEqual([
    false,
    false,
    true,
    true,
  ]);
});
