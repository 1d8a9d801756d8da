import { describe, expect, it } from 'vitest';
import { formatFilter, parseFilter } from '../odata/filter.ts';
import type { FilterNode } from '../odata/filterNode.ts';
import { TICKS_PER_MINUTE } from '../time/ticks.ts';
import type { Completeness } from './completeness.ts';
import { completenessReport } from './completenessReport.ts';
import { shareBelow } from './keyPosition.ts';
import { keyQueries } from './keyQueries.ts';
import { followKeys } from './keyRegions.ts';
import { type FirstRow, searchNewest } from './newestSearch.ts';
import { planOf } from './planRequest.fixture.ts';
import { queryStates } from './queryStates.ts';
import { isLeft, LEAST_SURE, READ_WORDS, type ReadState } from './readState.ts';
import { fitsLimits } from './splitToFit.ts';

function nodeOf(text: string): FilterNode {
  const node = parseFilter(text);
  if (!node.ok) throw new Error(node.error.message);
  return node.value;
}

type Reason = Extract<Completeness, { readonly reasons: unknown }>['reasons'][number];

describe('the state of a query that was read to its end', () => {
  const stateOf = (
    kind: Reason['kind'] | undefined,
    more: { readonly headersExposed?: boolean; readonly isAbsent?: boolean } = {},
  ) => {
    const unread = [
      { tableName: 'Logs', why: 'failed', resumable: true, query: 'other', partition: {} },
    ] as const;
    const reasons = kind === undefined ? [] : [{ kind, text: '', queries: ['prefix 3'] } as Reason];
    const completeness: Completeness = {
      rows: 1,
      queriesDone: 1,
      queriesAsked: 2,
      readAtMs: 0,
      state: 'incomplete',
      reasons,
      unread,
      resumable: false,
    };
    const done = { state: 'done', headersExposed: true, ...more } as const;
    return queryStates({
      progress: [
        { ...done, label: 'prefix 3' },
        { ...done, label: 'prefix 4' },
      ],
      completeness,
    });
  };

  it('is not done where wrong rows came, the copy may lag, or the SAS does not reach', () => {
    expect(stateOf(undefined)).toEqual(['done', 'done']);
    expect(stateOf('anomalies')).toEqual(['unverified', 'done']);
    expect(stateOf('secondary-lag')).toEqual(['unverified', 'done']);
    expect(stateOf('outside-sas')).toEqual(['outside', 'done']);
    expect(stateOf('failed')).toEqual(['done', 'done']);
  });

  it('is not done where pages may be hidden, unless its table is not there', () => {
    expect(stateOf(undefined, { headersExposed: false })).toEqual(['unverified', 'unverified']);
    expect(stateOf(undefined, { headersExposed: false, isAbsent: true })).toEqual(['done', 'done']);
    expect(stateOf('anomalies', { isAbsent: true })).toEqual(['unverified', 'done']);
  });
});

describe('states of keys', () => {
  it('are in order of how little is sure, each once, and have their words', () => {
    const order: readonly ReadState[] = [
      'reading',
      'failed',
      'stopped',
      'outside',
      'waiting',
      'unverified',
      'done',
    ];
    expect(LEAST_SURE).toEqual(order);
    expect(Object.keys(READ_WORDS).toSorted()).toEqual(order.toSorted());
    expect(order.map((state) => READ_WORDS[state].short)).toEqual(
      'reading, failed, not read, outside the SAS, not queried, unverifiable, done'.split(', '),
    );
    expect(order.filter(isLeft)).toEqual(['reading', 'stopped', 'waiting']);
    for (const { short, long } of Object.values(READ_WORDS))
      expect(long.length).toBeGreaterThanOrEqual(short.length);
  });
});

describe('the questions of a search for the newest row', () => {
  const NOW = 639_000_000_000_000_000n;
  /** How many minutes ago each question begins; 'start' for the first. */
  const asked = (rowsAgo: readonly number[], precision = 8) => {
    const run = searchNewest({
      ranges: 1,
      now: NOW,
      limit: NOW + 60n * TICKS_PER_MINUTE,
      precision: BigInt(precision) * TICKS_PER_MINUTE,
    });
    const rows = rowsAgo
      .map((ago) => NOW - BigInt(ago) * TICKS_PER_MINUTE)
      .toSorted((a, b) => (a < b ? -1 : 1));
    const questions: (number | string)[] = [];
    let step = run.next();
    while (step.done !== true) {
      const { from } = step.value;
      questions.push(from === 0n ? 'start' : Number((NOW - from) / TICKS_PER_MINUTE));
      step = run.next(rows.find((row) => row >= from) ?? ('none' satisfies FirstRow));
    }
    return questions;
  };

  it('go back by ten minutes, two hours, a day, 14 days, 200 days and ten years, until there is a row; then halve', () => {
    const every = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, at) => from + at);
    expect(asked(every(3, 30))).toEqual(['start', 0, 10, 5]);
    expect(asked(every(12, 200), 30)).toEqual(['start', 0, 10, 120, 65, 37]);
    const DAY = 1440;
    expect(asked([20 * 365 * DAY], 20 * 365 * DAY)).toEqual([
      'start',
      0,
      10,
      120,
      DAY,
      14 * DAY,
      200 * DAY,
      3650 * DAY,
    ]);
    // Not before the first row.
    expect(asked([3 * DAY], 3 * DAY)).toEqual(['start', 0, 10, 120, DAY]);
    expect(asked([])).toEqual(['start']);
    // Ahead of now.
    expect(asked([-20], 60)).toEqual(['start']);
  });
});

describe('how much of a span is below a key', () => {
  it('is told by digits that both bounds share a beginning with', () => {
    const span = { from: 'a100', to: 'a200' };
    expect(['a100', 'a150', 'a175x', 'a200', 'a05', 'a9'].map((key) => shareBelow(span, key))).toEqual([
      0, 0.5, 0.75, 1, 0, 1,
    ]);
    // A key with another beginning is at no place in it.
    expect(shareBelow(span, 'b150')).toBeUndefined();
    expect(shareBelow({ from: 'a' }, 'b')).toBeUndefined();
    expect(shareBelow({ from: 'a', to: 'b' }, 'a5')).toBeUndefined();
  });
});

describe('the regions of a filter', () => {
  it('keep an exact key beside a range apart: it is a point query', () => {
    const point = { partition: { from: 'b', to: 'b\u0000' }, row: {} };
    for (const range of [
      "PartitionKey ge 'a' and PartitionKey lt 'b'",
      "PartitionKey gt 'b' and PartitionKey lt 'c'",
    ]) {
      const { regions } = followKeys(nodeOf(`(${range}) or PartitionKey eq 'b'`));
      expect([range, regions.length]).toEqual([range, 2]);
      expect(regions).toContainEqual(point);
    }
  });

  it('say that one of them is over a limit, whichever it is', () => {
    const long = Array.from({ length: 16 }, (_, at) => `A ne ${at}`).join(' and ');
    const of = (a: string, b: string) =>
      keyQueries(nodeOf(`(PartitionKey eq 'a' and ${a}) or (PartitionKey eq 'b' and ${b})`));
    expect(of('B eq 1', 'B eq 2')).toMatchObject({ isOverLimit: false, mayOverlap: false });
    for (const queries of [of(long, 'B eq 1'), of('B eq 1', long)]) {
      expect(queries?.isOverLimit).toBe(true);
      expect(queries?.filters.filter((each) => !fitsLimits(each))).toHaveLength(1);
    }
  });
});

describe('the queries of a plan', () => {
  it('share rows only if they are parts of one filter for the same keys', () => {
    const shares = (filter: string | undefined) =>
      planOf({ schemeId: 'none', ...(filter !== undefined && { filter }) }).queries.map(
        ({ sharesRows }) => sharesRows,
      );
    expect(shares(undefined)).toEqual([undefined]);
    expect(shares('A eq 1')).toEqual([undefined]);
    expect(shares("PartitionKey ge 'a'")).toEqual([undefined]);
    const many = Array.from({ length: 20 }, (_, at) => `A eq ${at}`).join(' or ');
    expect(shares(many)).toEqual([true, true]);
    expect(shares(`PartitionKey eq 'a' and (${many})`)).toEqual([true, true]);
  });
});

describe('the companion of an export without a window', () => {
  it('has no window, no filter and no account that is not there, and a range that tells no time has none', () => {
    const plan = planOf({ schemeId: 'none', tableName: 'Logs' });
    const [query] = plan.queries;
    const unread = [
      {
        tableName: 'Logs',
        why: 'stopped',
        resumable: true,
        query: query?.label ?? '',
        partition: { from: 'b' },
      },
    ] as const;
    const completeness: Completeness = {
      rows: 3,
      queriesDone: 0,
      queriesAsked: 1,
      readAtMs: 5,
      state: 'stopped',
      reasons: [],
      unread,
      resumable: true,
    };
    const report = JSON.parse(
      completenessReport({ file: 'a.csv', completeness, plan, endpoint: undefined }),
    ) as Readonly<Record<string, unknown>>;
    expect(Object.keys(report).join(' ')).toBe(
      'format file state statement rows queries table scheme firstReadAt readAt notes resumable reasons unread',
    );
    expect(report).toMatchObject({
      firstReadAt: '1970-01-01T00:00:00.005Z',
      readAt: '1970-01-01T00:00:00.005Z',
    });
    expect(report['unread']).toEqual([
      {
        query: query?.label,
        table: 'Logs',
        why: 'stopped',
        resumable: true,
        partitionKey: { from: 'b' },
        filter: "PartitionKey ge 'b'",
      },
    ]);
  });
});

it('a bound just after the empty key leaves it out', () => {
  const [region] = followKeys(nodeOf("PartitionKey gt ''")).regions;
  expect(region?.partition).toEqual({ from: '\u0000' });
  expect(
    planOf({ schemeId: 'none', filter: "PartitionKey gt ''" }).queries.map(({ filter }) => filter),
  ).toEqual([formatFilter(nodeOf("PartitionKey gt ''"))]);
});
