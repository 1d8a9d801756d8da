// A rewritten query must return the same rows as the original one, according to the rig's own $filter evaluator.
import { describe, expect, it } from 'vitest';
import { isoOf, MINUTE, ticksOfMs } from '../../scripts/demo/keyText.mjs';
import { isInRange } from '../../src/core/keys/base/keySpan.ts';
import type { PlannedQuery, PlanRequest } from '../../src/core/plan/queryPlan.ts';
import { planQueries } from '../../src/core/plan/planQueries.ts';
import { keyQueries } from '../../src/core/plan/keyQueries.ts';
import { readQuery } from '../../src/core/design/query/readQuery.ts';
import { splitToFit } from '../../src/core/plan/splitToFit.ts';
import { DEFAULT_MARGIN_TICKS, timestampRewrite } from '../../src/core/design/query/timestampRewrite.ts';
import { formatFilter } from '../../src/core/odata/filter.ts';
import type { FilterNode } from '../../src/core/odata/filterNode.ts';
import type { DemoRow } from '../../scripts/demo/rows.mjs';
import { compileFilter } from './eval.ts';

/** A linear congruential generator: the same filters in every run. */
function numbers(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

const TURNS = 1000;
const KEYS = ['', 'a', 'aa', 'ab', 'b', 'b0', 'c'];
const OPERATORS = ['eq', 'eq', 'ne', 'gt', 'ge', 'lt', 'le'];
const ROWS: readonly DemoRow[] = KEYS.flatMap((partitionKey, p) =>
  KEYS.map((rowKey, r) => ({
    partitionKey,
    rowKey,
    timestamp: '2026-11-21T00:00:00.0000000Z',
    properties: r % 3 === 0 ? [] : [['Level', 'Int32', String((p + r) % 4)]],
  })),
);

function randomFilter(pick: (below: number) => number, depth: number): string {
  const kind = depth === 0 ? 0 : pick(6);
  if (kind < 2) {
    const property = ['PartitionKey', 'RowKey', 'PartitionKey', 'RowKey', 'Level'][pick(5)] ?? '';
    const value = property === 'Level' ? String(pick(4)) : `'${KEYS[pick(KEYS.length)]}'`;
    return `${property} ${OPERATORS[pick(OPERATORS.length)]} ${value}`;
  }
  if (kind === 2) return `not (${randomFilter(pick, depth - 1)})`;
  const word = kind === 3 ? ' and ' : kind === 4 ? ' or ' : [' and ', ' or '][pick(2)];
  const count = 2 + pick(kind === 4 ? 4 : 2);
  return Array.from({ length: count }, () => `(${randomFilter(pick, depth - 1)})`).join(word);
}

function rowsOf(text: string): readonly DemoRow[] {
  const { matches } = compileFilter(text);
  return ROWS.filter(matches);
}

/** The rows of all answers, as a reader collects them that drops repeated keys. Throws if a row repeats although it should not. */
function readAll(filters: readonly FilterNode[], mayOverlap: boolean): readonly DemoRow[] {
  const answers = filters.flatMap((filter) => rowsOf(formatFilter(filter)));
  const once = new Set(answers);
  if (!mayOverlap && once.size !== answers.length) throw new Error('A row is in two answers.');
  return ROWS.filter((row) => once.has(row));
}

function isSame(a: readonly DemoRow[], b: readonly DemoRow[]): boolean {
  return a.length === b.length && a.every((row, at) => row === b[at]);
}

function nodeOf(text: string): FilterNode {
  const read = readQuery(text);
  if (!read.ok || read.value.node === undefined) throw new Error(`Unreadable: ${text.slice(0, 80)}`);
  return read.value.node;
}

/** Too long for one query. */
function longFilter(pick: (below: number) => number): string {
  const terms = Array.from({ length: 17 }, () => randomFilter(pick, 0));
  return `(${terms.join(' or ')}) and (${randomFilter(pick, 1)})`;
}

function plannedOf(
  filter: string,
  keys: Pick<PlanRequest, 'partitionKey' | 'rowKey'>,
): readonly PlannedQuery[] {
  const request = { tableName: 'Orders', schemeId: 'none', volume: 1, unprefixed: false, filter } as const;
  const planned = planQueries({ ...request, ...keys });
  if (!planned.ok) throw new Error(planned.error.message);
  return planned.value.queries;
}

/** The rows of all queries of a plan. Throws if one is outside its query's range, or comes twice although it should not. */
function runOf(queries: readonly PlannedQuery[]): readonly DemoRow[] {
  const seen = new Map<DemoRow, boolean>();
  for (const { filter, range, sharesRows = false } of queries) {
    for (const row of filter === undefined ? ROWS : rowsOf(filter)) {
      if (!isInRange(row.partitionKey, row.rowKey, range)) throw new Error(`Not in its range: ${filter}`);
      if (seen.has(row) && !(sharesRows && seen.get(row) === true))
        throw new Error(`Twice, unannounced: ${filter}`);
      seen.set(row, sharesRows);
    }
  }
  return ROWS.filter((row) => seen.has(row));
}

describe('rewrites', () => {
  it('return the same rows, for a thousand random filters', () => {
    const pick = numbers(20_261_122);
    let rewritten = 0;
    let split = 0;
    for (let turn = 0; turn < TURNS; turn++) {
      const text = randomFilter(pick, 1 + pick(3));
      const node = nodeOf(text);
      const expected = rowsOf(text);
      const queries = keyQueries(node);
      if (queries !== undefined) {
        rewritten++;
        if (queries.filters.length > 1) split++;
        const found = readAll(queries.filters, queries.mayOverlap);
        if (!isSame(found, expected)) {
          throw new Error(`${text}\nbecame\n${queries.filters.map(formatFilter).join('\n')}`);
        }
      }
      const parts = splitToFit(node);
      if (!isSame(readAll(parts.filters, parts.mayOverlap), expected))
        throw new Error(`Split wrongly: ${text}`);
      const isOver = parts.filters.some((filter) => compileFilter(formatFilter(filter)).comparisons > 15);
      if (isOver && !parts.isOverLimit) throw new Error(`Over 15 comparisons: ${text}`);
    }
    // If few filters were rewritten, this test would prove little.
    expect(rewritten).toBeGreaterThan(100);
    expect(split).toBeGreaterThan(50);
  });

  it('are what a plan runs: each row by one query, or by queries that say they share it', () => {
    const pick = numbers(7_112_026);
    let split = 0;
    let sharing = 0;
    for (let turn = 0; turn < TURNS; turn++) {
      const text = turn % 7 === 0 ? longFilter(pick) : randomFilter(pick, 1 + pick(3));
      const isBegun = turn % 3 === 0;
      const isOneRow = turn % 5 === 0;
      const queries = plannedOf(text, {
        ...(isBegun && { partitionKey: { kind: 'begins', text: 'a' } }),
        ...(isOneRow && { rowKey: { kind: 'is', text: 'b' } }),
      });
      const expected = rowsOf(text).filter(
        ({ partitionKey, rowKey }) =>
          (!isBegun || partitionKey.startsWith('a')) && (!isOneRow || rowKey === 'b'),
      );
      if (!isSame(runOf(queries), expected))
        throw new Error(`${text}\nbecame\n${queries.map(({ filter }) => filter).join('\n')}`);
      if (queries.length > 1) split++;
      if (queries.some(({ sharesRows }) => sharesRows === true)) sharing++;
    }
    expect(split).toBeGreaterThan(40);
    expect(sharing).toBeGreaterThan(10);
  });
});

describe('the Timestamp rewrite', () => {
  const start = ticksOfMs(Date.UTC(2026, 10, 21));
  const make = (seed: number, mostLate: bigint): readonly DemoRow[] => {
    const pick = numbers(seed);
    return Array.from({ length: 400 }, (_, at) => {
      const event = start + BigInt(pick(240)) * MINUTE + BigInt(pick(600_000_000));
      const late = (mostLate * BigInt(pick(1000))) / 1000n;
      const key = event - (event % MINUTE);
      return {
        partitionKey: `${String(pick(10)).padStart(19, '0')}___${String(key).padStart(19, '0')}`,
        rowKey: String(at),
        timestamp: isoOf(key + late),
        properties: [],
      };
    });
  };
  const rewriteOf = (filter: string, margin?: bigint) => {
    const rewrite = timestampRewrite(nodeOf(filter), 'mds-prefixed', { volume: 10 }, margin);
    if (rewrite === undefined) throw new Error('No rewrite.');
    return rewrite;
  };
  const keysOf = (rows: readonly DemoRow[], filters: readonly string[]): readonly string[] => {
    const tests = filters.map((filter) => compileFilter(filter).matches);
    return rows.filter((row) => tests.some((matches) => matches(row))).map(({ rowKey }) => rowKey);
  };
  const filter = `Timestamp ge datetime'${isoOf(start + 60n * MINUTE)}' and Timestamp lt datetime'${isoOf(start + 90n * MINUTE)}'`;

  it.each([1, 2, 3])('reads the same rows while lateness is within the margin (seed %i)', (seed) => {
    const rows = make(seed, DEFAULT_MARGIN_TICKS);
    const rewrite = rewriteOf(filter);
    expect(rewrite.filters).toHaveLength(10);
    expect(keysOf(rows, rewrite.filters.map(formatFilter))).toEqual(keysOf(rows, [filter]));
  });

  it('misses rows that are later, and warns of exactly them', () => {
    const rows = make(4, 60n * MINUTE);
    const rewrite = rewriteOf(filter);
    const found = keysOf(rows, rewrite.filters.map(formatFilter));
    const wanted = keysOf(rows, [filter]);
    expect(found.length).toBeLessThan(wanted.length);
    expect(rewrite.warning).toContain('Rows written more than 15 min after their key time are not read.');
    const wide = rewriteOf(filter, 60n * MINUTE);
    expect(keysOf(rows, wide.filters.map(formatFilter))).toEqual(wanted);
    expect(wide.warning).toContain('more than 1 h after');
  });
});
