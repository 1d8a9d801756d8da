import { describe, expect, it } from 'vitest';
import { poisson, seededRandom } from '../seededRandom.ts';
import { diagnose } from './diagnose.ts';
import { cleanGrid, inputOf } from './clean.fixture.ts';
import type { FindingId } from './finding.ts';

/* What is planted begins and ends in the middle of columns. What a finding says of its begin and end must be within a column. */

const COLUMNS = 288;

/** A table whose rates change by `times` from one place to another, in columns and their parts. */
function planted(seed: number, from: number, to: number, times: number, mean = 30) {
  const random = seededRandom(seed * 7907);
  const clean = cleanGrid({ rows: 3, columns: COLUMNS, cellSeconds: 300, mean, spread: 0.2, night: 0, seed });
  const share = (column: number) => Math.max(0, Math.min(to, column + 1) - Math.max(from, column));
  const counts = clean.counts.map((_, at) => poisson(random, mean * (1 + (times - 1) * share(at % COLUMNS))));
  return inputOf({ ...clean, counts });
}

/** Begin and end of the only finding of a kind, in columns; how many there are otherwise. */
function edgesOf(id: FindingId, input: ReturnType<typeof planted>): readonly number[] {
  const found = diagnose(input).filter((finding) => finding.id === id);
  const [cells] = found[0]?.cells ?? [];
  if (found.length !== 1 || cells === undefined) return [found.length];
  const column = (time: bigint) => Number((time - input.grid.from) / input.grid.bucketTicks);
  return [column(cells.from), column(cells.to)];
}

function expectNear(edges: readonly number[], from: number, to: number): void {
  const [begin = Number.NaN, end = Number.NaN] = edges;
  expect([edges, Math.abs(begin - from) <= 1, Math.abs(end - to) <= 1]).toEqual([edges, true, true]);
}

describe('edges of', () => {
  it.each([1.4, 2.3, 3.1, 4.7, 5.5, 6.9, 8.2, 10.6])('a burst of %f columns are within a column', (width) => {
    for (let seed = 1; seed <= 12; seed++) {
      const from = 40 + 13.37 * seed;
      expectNear(edgesOf('burst', planted(seed, from, from + width, 10)), from, from + width);
    }
  });

  it.each([9.3, 13.8, 22.6, 31.2, 47.7])('a drop of %f columns are within a column', (width) => {
    for (let seed = 1; seed <= 12; seed++) {
      const from = 60 + 11.73 * seed;
      expectNear(edgesOf('drop-for-all', planted(seed, from, from + width, 0.1)), from, from + width);
    }
  });
});
