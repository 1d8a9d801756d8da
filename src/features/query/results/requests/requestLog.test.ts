import { describe, expect, it } from 'vitest';
import type { QueryPlan } from '../../../../core/plan/queryPlan.ts';
import { answered, record, throttled } from './requestLog.fixture.ts';
import { type RequestRecord, requestLog, requestSentence, serviceMs, selectedQueries } from './requestLog.ts';
import { requestSummary } from './SummaryParts.tsx';
import { planOf, windowOf } from '../../../../core/plan/planRequest.fixture.ts';
import type { RowFilter } from '../../../../core/rows/rowQuery.ts';
import { PREFIX, timeRange } from '../../../../state/run/rowListState.ts';

const plan = {
  request: { tableName: 'Events' },
  queries: [
    { index: 0, label: 'prefix 0', tableName: 'Events' },
    { index: 1, label: '', tableName: 'Other' },
  ],
  guards: [{ index: 0, label: 'above', tableName: 'Events', position: 'above', filter: 'f' }],
} as unknown as QueryPlan;

const logOf = (...requests: readonly RequestRecord[]) => requestLog({ requests, plan });

describe('the log of requests', () => {
  it('counts time from the first request that waited', () => {
    const { bars, totalMs } = logOf(
      answered(0, { queuedAtMs: 900, startedAtMs: 1000 }),
      throttled(1, { startedAtMs: 1010, queuedAtMs: 1005 }),
    );
    expect(bars[0]).toMatchObject({
      queuedAtMs: 0,
      sentAtMs: 100,
      firstByteAtMs: 140,
      endedAtMs: 145,
      decodedAtMs: 147,
      outcome: 'answered',
      name: '0',
      note: '40 ms, 200 rows, 5 KB',
    });
    expect(bars[1]).toMatchObject({
      sentAtMs: 110,
      endedAtMs: 120,
      retryAtMs: 540,
      outcome: 'throttled',
      note: '10 ms, HTTP 503 ServerBusy',
      retryNote: 'HTTP 503 ServerBusy, waits 420 ms',
    });
    expect(totalMs).toBe(147);
  });

  it('tells apart what is empty, open, cancelled and failed; a guard without a row is not empty', () => {
    const gone = { message: 'm', nextStep: 'n' };
    const outcomes = logOf(
      answered(0, { rows: 0 }),
      record(1),
      record(2, { endedAtMs: 1210, fault: { kind: 'cancelled', ...gone } }),
      record(3, { endedAtMs: 1310, fault: { kind: 'network', ...gone } }),
      answered(4, { kind: 'guard', rows: 0 }),
    ).requests.map(({ outcome }) => outcome);
    expect(outcomes).toEqual(['empty', 'open', 'cancelled', 'failed', 'answered']);
  });

  it('puts guards, checks and searches behind the queries', () => {
    const { requests, bars, groupLabels } = logOf(
      answered(0, { queryIndex: 1, page: 2, attempt: 1 }),
      answered(1, { kind: 'guard' }),
      answered(2, { kind: 'check' }),
      answered(3, { kind: 'search', queryIndex: 0 }),
    );
    expect(bars.map(({ group }) => groupLabels[group])).toEqual(['(no prefix)', 'above', 'check', 'search']);
    expect(requests.map(({ tableName }) => tableName)).toEqual(['Other', 'Events', 'Events', 'Events']);
    expect(requests[3]?.title).toBe('search');
    expect(bars[0]?.name).toBe('(no prefix), page 3, retry 1');
  });

  it('says a request in one sentence', () => {
    const [busy] = logOf(throttled(0, { page: 1 })).requests;
    expect(busy && requestSentence(busy)).toBe(
      'prefix 0, page 2: throttled, 10 ms, HTTP 503 ServerBusy, lane 1, sent at 0 ms. HTTP 503 ServerBusy, waits 420 ms.',
    );
  });

  it('keeps what has not changed, and makes anew what has', () => {
    const [first, second] = [answered(0), record(1)];
    const before = logOf(first, second).requests;
    const after = logOf(first, { ...second, endedAtMs: 1150, status: 200, rows: 1 }).requests;
    expect(after[0]).toBe(before[0]);
    expect([before[1]?.outcome, after[1]?.outcome]).toEqual(['open', 'answered']);
    // An earlier first request moves all bars.
    expect(logOf(answered(2, { queuedAtMs: 0 }), first).bars[1]?.sentAtMs).toBe(1000);
  });

  it('of nothing is empty', () => {
    expect(logOf().requests).toEqual([]);
    expect(logOf().totalMs).toBe(1);
  });
});

describe('the latency of the service', () => {
  it('is from sending to the first byte; what waited here, and the body, are not in it', () => {
    expect(serviceMs(answered(0, { queuedAtMs: 0 }))).toBe(40);
    expect(serviceMs(throttled(0))).toBe(10);
  });

  it('is unknown where nothing was answered', () => {
    expect(serviceMs(record(0))).toBeUndefined();
    const fault = { kind: 'network', message: 'm', nextStep: 'n' } as const;
    expect(serviceMs(record(0, { endedAtMs: 5000, fault }))).toBeUndefined();
  });

  it('is summed up over all answers, with what the run cost', () => {
    const many = Array.from({ length: 100 }, (_, id) =>
      answered(id, { startedAtMs: 0, queuedAtMs: -5, headersAtMs: id + 1, endedAtMs: id + 11 }),
    );
    const { requests } = logOf(
      ...many,
      throttled(100),
      answered(101, { rows: 0, attempt: 1, preflight: true }),
      record(102, { attempt: 2 }),
    );
    expect(requestSummary(requests)).toEqual({
      requests: 103,
      preflights: 1,
      bytes: 101 * 5000,
      retries: 2,
      retryWaitMs: 420,
      throttled: 1,
      failed: 0,
      emptyPages: 1,
      service: { p50: 49, p95: 95, max: 100 },
      whole: { p50: 59, p95: 105, max: 110 },
      queued: { p50: 5, p95: 5, max: 5 },
    });
    expect(requestSummary([]).service).toBeUndefined();
  });
});

const window = windowOf('2024-03-05T23:00:00Z', '2024-03-06T00:00:00Z');
const hour = planOf({ schemeId: 'mds-prefixed', window, unprefixed: true });

function labels(filters: readonly RowFilter[], of = hour): readonly string[] {
  const { queries } = selectedQueries(of, filters);
  return of.queries.filter(({ index }) => queries.has(index)).map(({ label }) => label);
}

function timeOf(from: string, to: string): RowFilter {
  const span = windowOf(from, to);
  return timeRange(span.from, span.to);
}

const is = (text: string): RowFilter => ({ ...PREFIX, kind: 'is', type: 'Edm.String', text });
const oneOf = (...texts: readonly string[]): RowFilter => ({
  ...PREFIX,
  kind: 'one-of',
  type: 'Edm.String',
  texts,
});

describe('the queries of a selection', () => {
  it('are those of its prefixes; a query of keys without a prefix is one of them', () => {
    expect(labels([])).toHaveLength(hour.queries.length);
    expect(labels([is('3')])).toEqual(['prefix 3']);
    expect(labels([oneOf('3', '5', 'unprefixed')])).toEqual(['prefix 3', 'prefix 5', 'unprefixed']);
    expect(labels([oneOf('3', '5'), is('5')])).toEqual(['prefix 5']);
  });

  it('may read a time of it: the end of a time does not count', () => {
    expect(labels([is('3'), timeOf('2024-03-05T23:10:00Z', '2024-03-05T23:11:00Z')])).toEqual(['prefix 3']);
    expect(labels([timeOf('2024-03-05T22:00:00Z', '2024-03-05T23:00:00Z')])).toEqual([]);
    expect(labels([timeRange(window.to, undefined)])).toEqual([]);
    expect(labels([timeRange(undefined, window.from + 1n)])).toHaveLength(hour.queries.length);
  });

  it('are all of a plan whose keys tell neither prefix nor time', () => {
    const scan = planOf({ schemeId: 'none' });
    expect(labels([is('3'), timeOf('2024-03-05T22:00:00Z', '2024-03-05T23:00:00Z')], scan)).toHaveLength(
      scan.queries.length,
    );
  });

  it('do not follow other filters, which are named', () => {
    const level: RowFilter = { name: 'Level', kind: 'is', type: 'Edm.Int32', text: '2' };
    const left: RowFilter = { kind: 'except', of: [is('3')] };
    const all = selectedQueries(hour, [level, is('3'), left]);
    expect([...all.queries]).toEqual(
      hour.queries.filter(({ label }) => label === 'prefix 3').map(({ index }) => index),
    );
    expect(all.ignored).toEqual([level, left]);
  });
});
