import { describe, expect, it } from 'vitest';
import { formatFilter, parseFilter } from '../odata/filter.ts';
import type { FilterNode } from '../odata/filterNode.ts';
import type { Completeness } from './completeness.ts';
import { completenessReport } from './completenessReport.ts';
import { shareBelow } from './keyPosition.ts';
import { keyQueries } from './keyQueries.ts';
import { followKeys } from './keyRegions.ts';
import { planOf } from './planRequest.fixture.ts';
import { queryStates } from './queryStates.ts';
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

  it('is not "done" if wrong rows came, the copy may lag, or the SAS does not reach all keys', () => {
    expect(stateOf(undefined)).toEqual(['done', 'done']);
    expect(stateOf('anomalies')).toEqual(['unverified', 'done']);
    expect(stateOf('secondary-lag')).toEqual(['unverified', 'done']);
    expect(stateOf('outside-sas')).toEqual(['outside', 'done']);
    expect(stateOf('failed')).toEqual(['done', 'done']);
  });

  it('is not "done" if pages may be hidden, unless its table does not exist', () => {
    expect(stateOf(undefined, { headersExposed: false })).toEqual(['unverified', 'unverified']);
    expect(stateOf(undefined, { headersExposed: false, isAbsent: true })).toEqual(['done', 'done']);
    expect(stateOf('anomalies', { isAbsent: true })).toEqual(['unverified', 'done']);
  });
});

describe('the share of a span below a key', () => {
  it('is computed from the digits after the common beginning of both bounds', () => {
    const span = { from: 'a100', to: 'a200' };
    expect(['a100', 'a150', 'a175x', 'a200', 'a05', 'a9'].map((key) => shareBelow(span, key))).toEqual([
      0, 0.5, 0.75, 1, 0, 1,
    ]);
    // A key that begins differently has no position in this span.
    expect(shareBelow(span, 'b150')).toBeUndefined();
    expect(shareBelow({ from: 'a' }, 'b')).toBeUndefined();
    expect(shareBelow({ from: 'a', to: 'b' }, 'a5')).toBeUndefined();
  });
});

describe('the regions of a filter', () => {
  it('report that a query is over a limit, whichever it is', () => {
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
    expect(shares(undefined)).toEqual([false]);
    expect(shares('A eq 1')).toEqual([false]);
    expect(shares("PartitionKey ge 'a'")).toEqual([false]);
    const many = Array.from({ length: 20 }, (_, at) => `A eq ${at}`).join(' or ');
    expect(shares(many)).toEqual([true, true]);
    expect(shares(`PartitionKey eq 'a' and (${many})`)).toEqual([true, true]);
  });
});

describe('the companion file of an export without a window', () => {
  it('omits a window, filter or account that does not exist, and the time of a range that has none', () => {
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
