import { describe, expect, it } from 'vitest';
import type { TableFault } from '../base/tableError.ts';
import { nextQuery, type QueryEvent, waitingQuery } from './queryState.ts';
import type { QueryPart, QueryProgress, RunEvent } from './runTypes.ts';
import fc from 'fast-check';
import { areTokensSpent, isCeiling, mostHeld, nextBudget, spentPart } from './runBudget.ts';
import { createRunLog } from './runLog.ts';

const fault = (kind: TableFault['kind']): TableFault => ({ kind, message: `${kind}.`, nextStep: '' });
const BUSY = fault('throttled');
const CANCELLED = fault('cancelled');
const MISSING = fault('not-found');

const TOKEN = { nextPartitionKey: 'q' };
const key = (rowKey: string) => ({ partitionKey: 'p', rowKey });
const UNPROVEN = { why: 'hidden', replica: 'primary', transport: 'simple' } as const;

const waiting = waitingQuery({ index: 0, label: 'p', tableName: 'T' });
const part = (order: number, state: QueryPart['state'], more: Partial<QueryPart> = {}): QueryPart => ({
  order,
  state,
  pages: 1,
  rows: 5,
  ...more,
});
const of = (state: QueryProgress['state'], ...parts: readonly QueryPart[]): QueryProgress => ({
  ...waiting,
  state,
  parts,
});
const fresh = (order: number): QueryPart => part(order, 'waiting', { pages: 0, rows: 0 });

type Page = QueryEvent & { readonly kind: 'page' };
const page = (isLast: boolean, more: Partial<Page> = {}): Page => ({
  kind: 'page',
  order: 0,
  isLast,
  continuation: isLast ? undefined : TOKEN,
  replica: 'primary',
  lastKey: key('6'),
  receipt: { rows: 2, firstKey: key('5') },
  bytes: 10,
  syncedAtMs: undefined,
  ...more,
});
const ended = (found: TableFault, order = 0, isAbsent = false): QueryEvent => ({
  kind: 'ended',
  order,
  fault: found,
  isAbsent,
});

describe('a query', () => {
  it.each<readonly [what: string, before: QueryProgress, event: QueryEvent, says: readonly string[]]>([
    ['is sent', waiting, { kind: 'sent' }, ['reading', '0 waiting']],
    ['goes on after a token', of('reading', fresh(0)), page(false), ['reading', '0 reading']],
    ['is done without one', of('reading', part(0, 'reading')), page(true), ['done', '0 done']],
    ['fails', of('reading', part(0, 'reading')), ended(BUSY), ['failed', '0 failed']],
    ['is cancelled', of('waiting', fresh(0)), ended(CANCELLED), ['stopped', '0 stopped']],
    ['finds no table', of('reading', fresh(0)), ended(MISSING, 0, true), ['done', '0 done', 'absent']],
    [
      'is cut before its first page',
      of('reading', fresh(0)),
      { kind: 'cut', order: 0, into: [fresh(0.3), fresh(0.6)] },
      ['reading', '0.3 waiting', '0.6 waiting'],
    ],
    [
      'is cut after a page',
      of('reading', part(0, 'reading'), part(0.5, 'done')),
      { kind: 'cut', order: 0, into: [fresh(0.3)] },
      ['reading', '0 cut', '0.3 waiting', '0.5 done'],
    ],
    [
      'is opened again where it was done',
      of('done', part(0, 'done', { unproven: UNPROVEN })),
      { kind: 'cut', order: 0, into: [fresh(0.5)] },
      ['waiting', '0 cut', '0.5 waiting'],
    ],
    [
      'is open as long as one of its parts is, whatever became of the others',
      of('reading', part(0, 'failed', { fault: BUSY }), part(0.5, 'reading'), part(0.6, 'reading')),
      page(true, { order: 0.5 }),
      ['reading', '0 failed', '0.5 done', '0.6 reading'],
    ],
    [
      'failed if one of its parts did, even if another was stopped',
      of('reading', part(0, 'failed', { fault: BUSY }), part(0.5, 'reading')),
      ended(CANCELLED, 0.5),
      ['failed', '0 failed', '0.5 stopped'],
    ],
    [
      'was stopped if one of its parts was',
      of('reading', part(0, 'stopped'), part(0.5, 'reading')),
      page(true, { order: 0.5 }),
      ['stopped', '0 stopped', '0.5 done'],
    ],
    [
      'has an end that proves nothing',
      of('done', part(0, 'done', { isCut: true }), part(0.5, 'done')),
      { kind: 'doubted', order: 0.5, unproven: UNPROVEN },
      ['done', '0 cut', '0.5 done in doubt', 'in doubt'],
    ],
    [
      'has no end where it was cut or given up',
      of('failed', part(0, 'failed', { fault: BUSY })),
      { kind: 'doubted', order: 0, unproven: UNPROVEN },
      ['failed', '0 failed'],
    ],
    [
      'failed where its table was there after all',
      { ...of('done', part(0, 'done', { pages: 0 }), part(0.5, 'done')), isAbsent: true },
      { kind: 'existed', fault: MISSING },
      ['failed', '0 failed', '0.5 done'],
    ],
    [
      'waits where another run goes on, but for what is done',
      of('failed', part(0, 'done'), part(0.3, 'failed', { fault: BUSY }), part(0.6, 'stopped')),
      { kind: 'resumed' },
      ['waiting', '0 done', '0.3 waiting', '0.6 waiting'],
    ],
    [
      'asks for a missing table again where another run goes on',
      { ...of('stopped', part(0, 'done', { pages: 0 }), part(0.5, 'stopped')), isAbsent: true },
      { kind: 'resumed' },
      ['waiting', '0 waiting', '0.5 waiting'],
    ],
    [
      'is not asked again if it is done',
      { ...of('done', part(0, 'done', { pages: 0 })), isAbsent: true },
      { kind: 'resumed' },
      ['done', '0 done', 'absent'],
    ],
  ])('%s', (_what, before, event, says) => {
    const { state, parts, isAbsent = false, headersExposed, ...after } = nextQuery(before, event);
    const told = parts.map(
      (each) =>
        `${each.order} ${each.isCut === true ? 'cut' : each.state}${each.unproven ? ' in doubt' : ''}`,
    );
    const more = [...(isAbsent ? ['absent'] : []), ...(headersExposed ? [] : ['in doubt'])];
    expect([state, ...told, ...more]).toEqual(says);
    expect(after.fault).toEqual(parts.find((each) => state === 'failed' && each.fault)?.fault);
  });

  it('keeps where each part goes on, and no token of one that ended', () => {
    const read = nextQuery(waiting, page(false, { replica: 'secondary', syncedAtMs: 7 }));
    const place = { continuation: TOKEN, replica: 'secondary', firstKey: key('5'), lastKey: key('6') };
    expect(read.parts).toMatchObject([place]);
    const { lastKey, firstKey, continuation, replica } =
      nextQuery(read, page(true, { lastKey: key('8') })).parts[0] ?? {};
    expect([firstKey, lastKey, continuation, replica]).toEqual([key('5'), key('8'), undefined, undefined]);
    const [cut] = nextQuery(read, { kind: 'cut', order: 0, into: [fresh(0.5)] }).parts;
    expect([cut?.lastKey, cut?.continuation, cut?.replica]).toEqual([key('6'), undefined, undefined]);
  });

  it('counts over its pages, whatever part brought them', () => {
    const odd = { outOfOrder: 1, repeated: 0, outside: 2, offFilter: 2 };
    const receipts: readonly Page['receipt'][] = [
      { rows: 2, anomalies: odd, unjudged: 1 },
      { rows: 0, shared: 4, anomalies: { outOfOrder: 0, repeated: 0, outside: 0 } },
      { rows: 0, besideWindow: 3 },
      { rows: 3, anomalies: odd },
      { rows: 0, anomalies: { outOfOrder: 0, repeated: 1, outside: 1, offWindow: 1 } },
    ];
    const syncs = [undefined, 600, 500, 900, undefined];
    const after = receipts.reduce(
      (query, receipt, at) => nextQuery(query, page(false, { receipt, syncedAtMs: syncs[at] })),
      waiting,
    );
    expect(after).toMatchObject({
      pages: 5,
      emptyPages: 2,
      rows: 5,
      bytes: 50,
      anomalies: { outOfOrder: 2, repeated: 1, outside: 5, offFilter: 4, offWindow: 1 },
      unjudged: 1,
      besideWindow: 3,
      readsSecondary: true,
      secondarySyncMs: 500,
    });
    const clean = nextQuery(waiting, page(false));
    expect([clean.anomalies, clean.unjudged, clean.besideWindow]).toEqual([undefined, undefined, undefined]);
    expect(waiting).toEqual(waitingQuery({ index: 0, label: 'p', tableName: 'T' }));
  });
});

const amount = fc.record({ rows: fc.nat(5_000_000), bytes: fc.nat(5_000_000_000) });
const STEP = { rows: 1_000_000, bytes: 805_306_368 };

it('all results together never get more than the page holds, and one start never more than a step', () => {
  fc.assert(
    fc.property(amount, amount, (held, others) => {
      const budget = nextBudget(STEP, held, others);
      for (const part of ['rows', 'bytes'] as const) {
        const free = mostHeld(STEP)[part] - others[part];
        expect(budget[part]).toBeLessThanOrEqual(held[part] + STEP[part]);
        expect(budget[part]).toBeLessThanOrEqual(Math.max(0, free));
        expect(budget.ceiling?.[part]).toBe(Math.max(0, free));
      }
    }),
  );
});

it('is used up at its last row or byte, and by the tokens at 64 MiB', () => {
  const budget = { rows: 100, bytes: 5000, ceiling: { rows: 100, bytes: 9000 } };
  expect(spentPart(budget, { rows: 99, bytes: 4999 })).toBeUndefined();
  expect(spentPart(budget, { rows: 100, bytes: 4999 })).toBe('rows');
  expect(spentPart(budget, { rows: 99, bytes: 5000 })).toBe('bytes');
  expect([isCeiling(budget, 'rows'), isCeiling(budget, 'bytes')]).toEqual([true, false]);
  expect(isCeiling({ rows: 100, bytes: 5000 }, 'rows')).toBe(false);
  expect([67_108_863, 67_108_864].map(areTokensSpent)).toEqual([false, true]);
});

it('without other results, a run gets a step, then two, then three', () => {
  expect(nextBudget(STEP, { rows: 0, bytes: 0 })).toEqual({
    ...STEP,
    ceiling: { rows: 3_000_000, bytes: 2_415_919_104 },
  });
  expect(nextBudget(STEP, { rows: 2_000_000, bytes: 5 }).rows).toBe(3_000_000);
  expect(nextBudget(STEP, { rows: 3_000_000, bytes: 5 }).rows).toBe(3_000_000);
});

const QUERY = { index: 0, label: 'all', tableName: 'Orders' };
const SENT = {
  kind: 'query',
  queryIndex: 0,
  page: 0,
  attempt: 0,
  lane: 0,
  queuedAtMs: 1,
  startedAtMs: 2,
  sentAtUnixMs: 3,
} as const;

describe('the log of a run', () => {
  it('tells of every request when it is sent, and again when it ends, each in a record of its own', () => {
    const events: RunEvent[] = [];
    const log = createRunLog([QUERY], [], {}, (event) => events.push(event));
    const [first, second] = [log.openRequest(SENT), log.openRequest({ ...SENT, page: 1 })];
    log.closeRequest(second, { endedAtMs: 9, status: 200 });
    const sent = [
      { ...SENT, id: first },
      { ...SENT, id: second, page: 1 },
    ];
    const ended = { ...SENT, id: second, page: 1, endedAtMs: 9, status: 200 };
    expect(events.map((event) => (event.kind === 'request' ? event.request : event))).toEqual([
      ...sent,
      ended,
    ]);
    expect(log.requests()).toEqual([sent[0], ended]);
    expect(() => log.closeRequest(7, {})).toThrow(RangeError);
  });

  it('tells of every change of a query, and keeps the states of before as they were', () => {
    const events: RunEvent[] = [];
    const log = createRunLog([QUERY], [], {}, (event) => events.push(event));
    const before = log.progress(0);
    log.update(0, { pages: 3 });
    expect([before.pages, log.progress(0).pages]).toEqual([0, 3]);
    expect(events).toEqual([{ kind: 'query', query: log.progress(0) }]);
    expect(log.queries()).toEqual([log.progress(0)]);
    expect(() => log.progress(1)).toThrow(RangeError);
  });
});
