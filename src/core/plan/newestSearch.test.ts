import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { TICKS_PER_DAY, TICKS_PER_HOUR, TICKS_PER_MINUTE } from '../time/ticks.ts';
import { type FirstRow, type NewestFound, searchNewest, spreadOver } from './newestSearch.ts';

const NOW = 639_000_000_000_000_000n;
const LIMIT = NOW + TICKS_PER_DAY;
const PRECISION = 8n * TICKS_PER_MINUTE;

interface Outcome {
  readonly found: NewestFound | undefined;
  readonly requests: number;
}

/** Runs the search against a simulated service. Its rows are in key order, and their times are rounded down to `grain`. */
function search(tables: readonly (readonly bigint[])[], grain = 1n, isReadable = true): Outcome {
  const run = searchNewest({ ranges: tables.length, now: NOW, limit: LIMIT, precision: PRECISION });
  let requests = 0;
  let step = run.next();
  while (step.done !== true) {
    requests += 1;
    const { range, from } = step.value;
    const floor = from - (from % grain);
    const times = (tables[range] ?? [])
      .map((row) => row - (row % grain))
      .filter((row) => row >= floor && row < LIMIT)
      .sort((a, b) => (a < b ? -1 : 1));
    const [first] = times;
    const answer: FirstRow = first === undefined ? 'none' : isReadable ? first : 'unread';
    step = run.next(answer);
  }
  return { found: step.value, requests };
}

const ago = fc.oneof(
  fc.bigInt({ min: -TICKS_PER_DAY + 1n, max: TICKS_PER_HOUR }),
  fc.bigInt({ min: 0n, max: 400n * TICKS_PER_DAY }),
);
const rows = fc.array(
  ago.map((back) => NOW - back),
  { maxLength: 12 },
);

describe('the search for the newest rows', () => {
  it('ends just after the newest row of all ranges, in few requests', () => {
    const grains = fc.constantFrom(1n, TICKS_PER_MINUTE, TICKS_PER_HOUR);
    fc.assert(
      fc.property(
        fc.array(rows, { minLength: 1, maxLength: 6 }),
        grains,
        fc.boolean(),
        (tables, grain, isReadable) => {
          const { found, requests } = search(tables, grain, isReadable);
          const buckets = tables.flat().map((row) => row - (row % grain));
          const newest = buckets.reduce((a, b) => (a > b ? a : b), -1n);
          expect(found === undefined).toBe(buckets.length === 0);
          const { before = newest + 1n, seen } = found ?? {};
          expect(before).toBeGreaterThan(newest);
          expect(before - newest).toBeLessThanOrEqual(grain + PRECISION);
          // The newest time it reports is that of a real row.
          expect(isReadable ? [...buckets, undefined] : [undefined]).toContain(seen);
          expect(seen === undefined).toBe(!isReadable || buckets.length === 0);
          expect(requests).toBeLessThanOrEqual(30 * tables.length);
        },
      ),
    );
  });

  it('takes about a dozen requests for an active table, plus one for each other range', () => {
    const minutes = (from: number, to: number) =>
      Array.from({ length: to - from }, (_, at) => NOW - BigInt(from + at) * TICKS_PER_MINUTE);
    const busy = minutes(3, 300);
    expect(search([busy]).requests).toBeLessThanOrEqual(6);
    expect(search([busy, busy, busy]).requests).toBeLessThanOrEqual(8);
    const old = busy.map((row) => row - 90n * TICKS_PER_DAY);
    expect(search([old, old, old]).requests).toBeLessThanOrEqual(26);
    // It does not ask about times before the first row.
    expect(search([[NOW - 3n * TICKS_PER_DAY]]).requests).toBe(14);
    expect(search([[], [], []])).toEqual({ found: undefined, requests: 3 });
  });

  it('does not look beyond the limit', () => {
    const later = LIMIT + 5n * TICKS_PER_DAY;
    expect(search([[NOW, later]]).found?.before).toBeLessThanOrEqual(NOW + PRECISION);
    expect(search([[later]]).found).toBeUndefined();
  });
});

describe('some of many', () => {
  it.each([
    [0, []],
    [1, [0]],
    [3, [0, 1, 2]],
    [100, [0, 20, 40, 59, 79, 99]],
  ])('%i', (count, some) => {
    expect(spreadOver(count, 6)).toEqual(some);
  });
});
