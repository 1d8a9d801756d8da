import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  createKeyTable,
  createPrefixTable,
  evenly,
  expectWhole,
  prefixText,
  rangeInTime,
  rowsInTime,
} from './keyTable.fixture.ts';
import type { EntityKey } from '../../core/keys/base/entityKey.ts';

const FROM = 639_308_160_000_000_000n;
/** Reads the same table with and without sharing idle lanes. */
async function both(options: Parameters<typeof createKeyTable>[0], truth: readonly (readonly EntityKey[])[]) {
  const [shared, alone] = [createKeyTable(options), createKeyTable(options)];
  const [fast, slow] = [await shared.run(), await alone.run({ share: false })];
  expectWhole(shared, fast, truth);
  expectWhole(alone, slow, truth);
  return {
    speedup: slow.elapsedMs / fast.elapsedMs,
    requests: fast.requests.length / slow.requests.length,
    extra: fast.requests.length - slow.requests.length,
    fast,
  };
}

const LANES = 6;
/** How many requests cuts may cost, apart from the share of all requests. */
const EXTRA = 6;

/** Prefix 0 has `most` rows and the others have `each`. The window is twice as long as the rows of prefix 0. */
async function skewed(
  prefixes: number,
  { most, each, pageRows }: { readonly most: number; readonly each: number; readonly pageRows: number },
) {
  const of = () => createPrefixTable([most, ...evenly(prefixes - 1, each)], { seconds: 2 * most, pageRows });
  const [{ table, truth }, { table: alone }] = [of(), of()];
  const [fast, slow] = [await table.run(), await alone.run({ share: false })];
  expectWhole(table, fast, truth);
  expectWhole(alone, slow, truth);
  return { table, fast, slow, planned: new Set(table.queries.map(({ filter = '' }) => filter)) };
}

describe('lanes that have nothing to do', () => {
  it('take part of a window without prefixes: four times as fast and more, the same rows in the same order', async () => {
    const rows = rowsInTime('', 2000);
    const { speedup, requests, fast } = await both({ rows, ranges: [rangeInTime('', 2000)] }, [rows]);
    expect(speedup).toBeGreaterThan(4);
    expect(requests).toBeLessThan(1.06);
    expect(fast.queries[0]?.parts.length).toBeGreaterThan(4);
  });

  it.each([
    [50, 1000, 20, 0],
    [36, 740, 10, 2],
  ])(
    'take part of the largest of %i prefixes (%i rows) as soon as no query waits, and all lanes stay busy',
    async (prefixes, most, pageRows, less) => {
      const each = pageRows - 1 - less;
      const { table, fast, slow, planned } = await skewed(prefixes, { most, pageRows, each });
      const pages = Math.ceil(most / pageRows) + prefixes - 1;
      const pieces = table.seen.flatMap(({ filter }, at) =>
        planned.has(filter) || filter === '' ? [] : [at],
      );
      const lastStart = table.seen.findLastIndex(
        ({ filter, isFirstPage }) => planned.has(filter) && isFirstPage,
      );
      // The first cut comes after the last query has started, when the next page arrives.
      expect(pieces[0]).toBeGreaterThan(lastStart);
      expect(pieces[0]).toBeLessThanOrEqual(lastStart + 2 * LANES);
      // A piece is cut again if it turns out to be long, but not over and over.
      const parts = fast.queries[0]?.parts ?? [];
      expect(parts.length).toBeGreaterThan(LANES);
      expect(parts.length).toBeLessThanOrEqual(4 * LANES);
      expect(fast.queries.map(({ parts }) => parts.length > 1)).toEqual(
        fast.queries.map((_q, at) => at === 0),
      );
      expect(fast.requests.length).toBeLessThanOrEqual(slow.requests.length + EXTRA + 0.04 * pages);
      // Six requests are in flight, except for a few pages at the beginning and the end, where cutting would cost too many requests.
      expect(fast.elapsedMs / 40).toBeLessThanOrEqual(Math.ceil(fast.requests.length / LANES) + 9);
      expect(slow.elapsedMs / 40).toBeGreaterThanOrEqual(most / pageRows);
    },
  );

  it('cost as much beside last pages that are full, which are read on from by two requests each', async () => {
    const options = { most: 600, pageRows: 10 };
    const [short, full] = [
      await skewed(31, { ...options, each: 9 }),
      await skewed(31, { ...options, each: 10 }),
    ];
    const more = full.fast.requests.length - short.fast.requests.length;
    expect(more).toBe(2 * 30);
    expect(full.slow.requests.length - short.slow.requests.length).toBe(more);
    // After all queries, these requests use all lanes at once.
    expect((full.fast.elapsedMs - short.fast.elapsedMs) / 40).toBe(Math.ceil(more / LANES));
    expect(full.fast.queries[0]?.parts.length).toBe(short.fast.queries[0]?.parts.length);
  });

  it('find the rows where they are, all in a hundredth of the window', async () => {
    const rows = rowsInTime('', 1000, FROM + 900_000_000_000n);
    const { speedup, extra } = await both({ rows, ranges: [rangeInTime('', 100_000)] }, [rows]);
    expect(speedup).toBeGreaterThan(2);
    expect(extra).toBeLessThan(14);
  });

  it('take part of one partition, by its row keys', async () => {
    const rows = rowsInTime('', 1000).map(({ partitionKey }) => ({
      partitionKey: 'p',
      rowKey: partitionKey,
    }));
    const { partition: row } = rangeInTime('', 1000);
    const range = {
      partition: { from: 'p', to: 'p\u0000' },
      ...(row === undefined ? {} : { row }),
      exact: true,
    };
    const { speedup, requests } = await both({ rows, ranges: [range] }, [rows]);
    expect(speedup).toBeGreaterThan(2.5);
    expect(requests).toBeLessThan(1.07);
  });

  it('leave alone what is short, what keys do not measure, and everything while all are busy', async () => {
    const short = rowsInTime('', 25);
    const few = await both({ rows: short, ranges: [rangeInTime('', 25)] }, [short]);
    expect(few.extra).toBe(0);
    const rows = rowsInTime('', 300);
    const open = await both({ rows, ranges: [{ partition: {}, exact: true }] }, [rows]);
    expect(open.extra).toBe(0);
    const truth = Array.from({ length: 12 }, (_, prefix) => rowsInTime(prefixText(prefix), 100));
    const even = await both(
      { rows: truth.flat(), ranges: truth.map((_, prefix) => rangeInTime(prefixText(prefix), 100)) },
      truth,
    );
    expect(even.extra).toBeLessThanOrEqual(3);
  });

  it('never bring another result, wherever the rows lie and whatever fails', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.tuple(fc.integer({ min: 0, max: 3 }), fc.integer({ min: 0, max: 5000 })), {
          minLength: 1,
          maxLength: 300,
        }),
        fc.integer({ min: 2, max: 9 }),
        fc.integer({ min: 3, max: 11 }),
        async (spots, pageRows, every) => {
          const truth = Array.from({ length: 4 }, (_, prefix) =>
            [...new Set(spots.filter(([own]) => own === prefix).map(([, second]) => second))]
              .toSorted((a, b) => a - b)
              .map((second) => rowsInTime(prefixText(prefix), 1, FROM + BigInt(second) * 10_000_000n)[0])
              .filter((key) => key !== undefined),
          );
          const ranges = truth.map((_, prefix) => rangeInTime(prefixText(prefix), 5001));
          const table = createKeyTable({
            rows: truth.flat(),
            ranges,
            pageRows,
            fault: ({ request }) =>
              request % every === 1 ? { kind: 'service', status: 500, code: 'OperationTimedOut' } : undefined,
          });
          const outcome = await table.run({
            retryPolicy: {
              zMs: 1,
              zMinMs: 1,
              zMaxMs: 5,
              maxRetries: { service: 50, network: 50, protocol: 50 },
              retryAfterMaxMs: 1000,
              breaker: { failures: 6, checkMaxMs: 10, silenceMs: 10_000, askedMs: 0, offlineCheckMs: 1000 },
            },
          });
          expect(outcome.queries.every(({ state }) => state === 'done')).toBe(true);
          expect(truth.map((_, index) => table.kept(index))).toEqual(truth);
        },
      ),
      { numRuns: 12 },
    );
  });
});
