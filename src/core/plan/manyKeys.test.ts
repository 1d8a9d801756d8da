import { describe, expect, it } from 'vitest';
import { judgeQuery } from '../design/query/verdict.ts';
import { keyQueriesNote, keyQueriesTitle } from '../design/query/verdictWords.ts';
import { comparison, stringLiteral } from '../odata/builders.ts';
import { formatFilter } from '../odata/filter.ts';
import type { FilterNode } from '../odata/filterNode.ts';
import { parsedFilter } from '../odata/parsedFilter.fixture.ts';
import { keyQueries } from './keyQueries.ts';
import { followKeys } from './keyRegions.ts';
import { planPieces } from './planPieces.ts';
import { planOf } from './planRequest.fixture.ts';
import { fitsLimits } from './splitToFit.ts';

const keysOf = (count: number): readonly string[] =>
  Array.from({ length: count }, (_, at) => `k${String((at * 7919) % 100_003).padStart(6, '0')}`);
const anyOf = (name: string, keys: readonly string[]): string =>
  keys.map((key) => `${name} eq '${key}'`).join(' or ');
/** A filter that names many keys, and how often a comparison of it was looked at. */
function watched(property: string, count: number) {
  let looks = 0;
  const operands = keysOf(count).map((key) => ({
    ...comparison(property, 'eq', stringLiteral(key)),
    get property() {
      looks += 1;
      return property;
    },
  }));
  return { filter: { kind: 'or', operands } as unknown as FilterNode, looks: () => looks };
}

describe('a filter that names many keys', () => {
  it.each([301, 640, 1000])('becomes one query for each of %i partitions', (count) => {
    const keys = keysOf(count);
    const { regions, isCut } = followKeys(parsedFilter(anyOf('PartitionKey', keys)));
    expect(isCut).toBe(false);
    expect(regions.map(({ partition }) => partition.from)).toEqual(keys.toSorted());
    const plan = planOf({ schemeId: 'none', filter: anyOf('PartitionKey', keys) });
    expect(plan.queries.map(({ filter }) => filter)).toEqual(
      keys.toSorted().map((key) => `PartitionKey eq '${key}'`),
    );
    expect(judgeQuery(parsedFilter(anyOf('PartitionKey', keys))).regions).toHaveLength(count);
  });

  it('is excluded from a surrounding range, unless services may order the key differently', () => {
    const beside = (key: string) =>
      followKeys(
        parsedFilter(
          `(PartitionKey ge 'a' and PartitionKey lt 'c' and RowKey ge 'x') or PartitionKey eq '${key}'`,
        ),
      ).regions;
    const x = { from: 'x' };
    expect(beside('b')).toEqual([
      { partition: { from: 'a', to: 'b' }, row: x },
      { partition: { from: 'b', to: 'b\u0000' }, row: {} },
      { partition: { from: 'b\u0000', to: 'c' }, row: x },
    ]);
    expect(beside('b\ue000')).toEqual([{ partition: {}, row: {} }]);
  });

  it('becomes point queries if both keys are listed', () => {
    const [partitions, rows] = [keysOf(31), keysOf(30)];
    const filter = `(${anyOf('PartitionKey', partitions)}) and (${anyOf('RowKey', rows)})`;
    const queries = keyQueries(parsedFilter(filter));
    expect(queries?.queryClass).toBe('point');
    const points = partitions.flatMap((pk) =>
      rows.map((rk) => `PartitionKey eq '${pk}' and RowKey eq '${rk}'`),
    );
    expect(queries?.filters.map(formatFilter).toSorted()).toEqual(points.toSorted());
  });

  it('becomes at most 1,000 point queries', () => {
    const points = (rows: number) =>
      followKeys(
        parsedFilter(`(${anyOf('PartitionKey', keysOf(25))}) and (${anyOf('RowKey', keysOf(rows))})`),
      );
    expect([points(40).regions.length, points(40).isCut]).toEqual([1000, false]);
    expect([points(41).regions.length, points(41).isCut]).toEqual([25, true]);
  });

  it('says so if there are too many, and what to do', () => {
    const [partitions, rows] = [keysOf(60), keysOf(61)];
    const filter = `(${anyOf('PartitionKey', partitions)}) and (${anyOf('RowKey', rows)})`;
    const verdict = judgeQuery(parsedFilter(filter));
    expect(verdict.isUnfollowed).toBe(true);
    const plan = planOf({ schemeId: 'none', filter });
    expect(plan.notes.join(' ')).toContain('more than 1,000 keys or key ranges');
    // Every wanted row is still read.
    expect(followKeys(parsedFilter(filter)).regions.map(({ partition }) => partition.from)).toEqual(
      partitions.toSorted(),
    );
    const scans = anyOf('PartitionKey', keysOf(1001));
    const queries = keyQueries(parsedFilter(scans));
    if (queries === undefined) throw new Error('no queries');
    expect(keyQueriesTitle(queries)).toMatch(/^\d+ table scans in parallel/);
    const note = keyQueriesNote(queries, judgeQuery(parsedFilter(scans)));
    expect(note).toContain('Each reads the whole table.');
    expect(note).toContain('Split the list over several filters of up to 1,000');
    expect(planOf({ schemeId: 'none', filter: scans }).notes.join(' ')).toContain('more than 1,000');
  });

  it.each([
    [420, 10],
    [1000, 10],
    [350, 100],
  ] as const)('is split to fit the limits for %i RowKeys in each of %i prefixes', (count, prefixes) => {
    const keys = keysOf(count);
    const plan = planOf({ schemeId: 'mds-prefixed', volume: prefixes, filter: anyOf('RowKey', keys) });
    expect(plan.queries.length % prefixes).toBe(0);
    const asked = new Map<string, number>();
    for (const { filter } of plan.queries) {
      expect(fitsLimits(parsedFilter(filter ?? ''))).toBe(true);
      for (const [, key = ''] of (filter ?? '').matchAll(/RowKey eq '(\w+)'/g))
        asked.set(key, (asked.get(key) ?? 0) + 1);
    }
    expect(asked).toEqual(new Map(keys.map((key) => [key, prefixes])));
    expect(plan.notes.join(' ')).toContain('Split the list over several filters.');
  });

  it('says so if even the split filter would need too many queries', () => {
    const plan = planOf({ schemeId: 'mds-prefixed', volume: 100, filter: anyOf('RowKey', keysOf(900)) });
    expect(plan.queries).toHaveLength(100);
    expect(plan.notes.join(' ')).toContain('900 keys or key ranges');
  });

  it('is planned in time proportional to its keys', () => {
    const { filter, looks } = watched('RowKey', 1000);
    const queries = keyQueries(filter);
    expect(queries?.parts).toHaveLength(1000);
    expect(looks()).toBeLessThan(100 * 1000);
  });

  it('is not reported as one if some part names no key, or the keys are few', () => {
    expect(followKeys(parsedFilter(`Level eq 1 or ${anyOf('PartitionKey', keysOf(1001))}`)).isCut).toBe(
      false,
    );
    expect(followKeys(parsedFilter("PartitionKey eq 'a' or PartitionKey eq 'b'")).isCut).toBe(false);
    expect(planOf({ schemeId: 'none', filter: "PartitionKey eq 'a'" }).notes.join(' ')).not.toContain(
      '1,000',
    );
  });
});

describe('a long filter that names no keys', () => {
  it('is split once for all ranges of a window', () => {
    const { filter, looks } = watched('Level', 600);
    const ranges = Array.from({ length: 50 }, (_, at) => ({
      partition: { from: `p${at + 10}`, to: `p${at + 10}~` },
      exact: true,
    }));
    const { pieces } = planPieces(ranges, filter);
    const [a] = pieces
      .filter(({ range }) => range.partition.from === 'p10')
      .map(({ condition }) => condition);
    // All ranges are read by the same number of conditions.
    expect(pieces.length % ranges.length).toBe(0);
    expect(pieces.filter(({ condition }) => condition === undefined)).toEqual([]);
    expect(a).toBeDefined();
    // Each comparison is looked at about once for each range, and a few more times in all.
    expect(looks()).toBeLessThan(4 * 600 * ranges.length);
  });
});

describe('the queries of a filter', () => {
  it('report that a query is over a limit, whichever it is', () => {
    const long = Array.from({ length: 16 }, (_, at) => `A ne ${at}`).join(' and ');
    const of = (a: string, b: string) =>
      keyQueries(parsedFilter(`(PartitionKey eq 'a' and ${a}) or (PartitionKey eq 'b' and ${b})`));
    expect(of('B eq 1', 'B eq 2')).toMatchObject({ isOverLimit: false, mayOverlap: false });
    for (const queries of [of(long, 'B eq 1'), of('B eq 1', long)]) {
      expect(queries?.isOverLimit).toBe(true);
      expect(queries?.filters.filter((each) => !fitsLimits(each))).toHaveLength(1);
    }
  });

  it('share rows only if they are parts of one filter for the same keys', () => {
    const shares = (filter: string | undefined) =>
      planOf({ schemeId: 'none', ...(filter !== undefined && { filter }) }).queries.map(
        ({ sharesRows }) => sharesRows,
      );
    expect(shares(undefined)).toEqual([false]);
    expect(shares('A eq 1')).toEqual([false]);
    expect(shares("PartitionKey ge 'a'")).toEqual([false]);
    const many = Array.from({ length: 20 }, (_, at) => `A eq ${at}`).join(' or ');
    expect(shares(many)).toEqual([true, true]);
    expect(shares(`PartitionKey eq 'a' and (${many})`)).toEqual([true, true]);
  });
});
