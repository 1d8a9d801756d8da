import { describe, expect, it } from 'vitest';
import type { QueryPlan } from '../../../../core/plan/queryPlan.ts';
import { REQUEST_FIELDS, requestCsv, requestText, tokenWords } from './requestFields.ts';
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

/** A request that was answered after 40 ms, with what a test adds. */
function record(id: number, more: Partial<RequestRecord> = {}): RequestRecord {
  const startedAtMs = more.startedAtMs ?? 1000 + id * 100;
  return {
    id,
    kind: 'query',
    queryIndex: 0,
    page: 0,
    attempt: 0,
    lane: id % 6,
    queuedAtMs: startedAtMs,
    startedAtMs,
    sentAtUnixMs: Date.UTC(2026, 10, 20, 21, 0, 0, id),
    ...more,
  };
}

function answered(id: number, more: Partial<RequestRecord> = {}): RequestRecord {
  const { startedAtMs, ...sent } = record(id, more);
  return {
    startedAtMs,
    headersAtMs: startedAtMs + 40,
    endedAtMs: startedAtMs + 45,
    decodedAtMs: startedAtMs + 47,
    status: 200,
    rows: 200,
    bytes: 5000,
    hasContinuation: false,
    ...sent,
  };
}

function throttled(id: number, more: Partial<RequestRecord> = {}): RequestRecord {
  const { startedAtMs, ...sent } = record(id, more);
  return {
    startedAtMs,
    endedAtMs: startedAtMs + 10,
    status: 503,
    requestId: 'b5a1',
    fault: {
      kind: 'throttled',
      status: 503,
      code: 'ServerBusy',
      message: 'The service is busy.',
      nextStep: 'Wait.',
    },
    retryWaitMs: 420,
    retryReason: 'HTTP 503 ServerBusy',
    ...sent,
  };
}

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

const early = timeRange(undefined, window.from);
const is = (text: string): RowFilter => ({ ...PREFIX, kind: 'is', type: 'Edm.String', text });
const oneOf = (...texts: readonly string[]): RowFilter => {
  return { ...PREFIX, kind: 'one-of', type: 'Edm.String', texts };
};

describe('the queries of a selection', () => {
  it('are those of its prefixes; a query of keys without a prefix is one of them', () => {
    expect(labels([])).toHaveLength(hour.queries.length);
    expect(labels([is('3')])).toEqual(['prefix 3']);
    expect(labels([oneOf('3', '5', 'unprefixed')])).toEqual(['prefix 3', 'prefix 5', 'unprefixed']);
    expect(labels([oneOf('3', '5'), is('5')])).toEqual(['prefix 5']);
  });

  it('may read a time of it: the end of a time does not count', () => {
    expect(labels([is('3'), timeRange(window.from + 1n, window.from + 2n)])).toEqual(['prefix 3']);
    expect(labels([early])).toEqual([]);
    expect(labels([timeRange(window.to, undefined)])).toEqual([]);
    expect(labels([timeRange(undefined, window.from + 1n)])).toHaveLength(hour.queries.length);
  });

  it('are all of a plan whose keys tell neither prefix nor time', () => {
    const scan = planOf({ schemeId: 'none' });
    expect(labels([is('3'), early], scan)).toHaveLength(scan.queries.length);
  });

  it('do not follow other filters, which are named', () => {
    const level: RowFilter = { name: 'Level', kind: 'is', type: 'Edm.Int32', text: '2' };
    const left: RowFilter = { kind: 'except', of: [is('3')] };
    const all = selectedQueries(hour, [level, is('3'), left]);
    expect([...all.queries]).toEqual([hour.queries.find(({ label }) => label === 'prefix 3')?.index]);
    expect(all.ignored).toEqual([level, left]);
  });
});

describe('the facts of a request', () => {
  const endpoint = 'https://contoso.table.core.windows.net';
  const { requests } = logOf(
    throttled(0, { filter: '=PartitionKey ge \'a,"b"\'' }),
    answered(1, {
      attempt: 1,
      preflight: true,
      filter: 'x',
      token: { nextPartitionKeyChars: 24, nextRowKeyChars: 0 },
      sentToken: { nextPartitionKeyChars: 20 },
    }),
  );

  it('are a line of CSV under their names, with the wait of a throttled one, and nothing that a spreadsheet would run', () => {
    const csv = new TextDecoder().decode(requestCsv(requests, { endpoint }));
    const [head, busy, whole, ...rest] = csv.split('\r\n');
    expect(head).toBe(REQUEST_FIELDS.map(({ name }) => name).join(','));
    expect(busy).toContain(',b5a1,throttled,503,ServerBusy,');
    expect(busy).toContain(',420.0,HTTP 503 ServerBusy,');
    expect(busy).toContain(`,"'=PartitionKey ge 'a,""b""'"`);
    expect(whole).toBe(
      `2026-11-20T21:00:00.001Z,,answered,200,,,,,${endpoint},Events,query,prefix 0,1,1,2,primary,yes,200,5000,100.0,0.0,40.0,5.0,2.0,NextPartitionKey 20 characters,"NextPartitionKey 24, NextRowKey 0 characters",x`,
    );
    expect(rest).toEqual(['']);
  });

  it('as text name what support asks for, leave out what it has not, and show the shape of a token only', () => {
    const [busy] = requests;
    const words = busy === undefined ? '' : requestText(busy, { endpoint });
    expect(words).toContain('SentAt: 2026-11-20T21:00:00.000Z');
    expect(words).toContain(`Endpoint: ${endpoint}`);
    expect(words).toContain('RequestId: b5a1');
    expect(words).not.toContain('Rows:');
    expect(tokenWords(undefined)).toBe('');
    expect(tokenWords({ nextPartitionKeyChars: 12 })).toBe('NextPartitionKey 12 characters');
  });
});
