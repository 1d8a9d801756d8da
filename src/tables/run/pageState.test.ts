import { describe, expect, it } from 'vitest';
import type { TableFault } from '../base/tableError.ts';
import { DEFAULT_RETRY_POLICY as policy } from '../pacing/retry.ts';
import type { SinkReceipt } from '../progress/runTypes.ts';
import {
  NO_TROUBLE,
  nextState,
  type PageEvent,
  type PageState,
  waitingAt,
  whyTooEarly,
} from './pageState.ts';

type Failed = PageEvent & { readonly kind: 'failed' };
type Trouble = PageState['trouble'];

const fault = (kind: TableFault['kind'], more: Partial<TableFault> = {}): TableFault => ({
  kind,
  message: `${kind}.`,
  nextStep: '',
  ...more,
});
const BUSY = fault('throttled');
const RESET = fault('network');
const TIMEOUT = fault('timeout');
const REFUSED = fault('auth');
const LONG_WAIT = fault('throttled', { retryAfterMs: 3_600_000 });

const key = (rowKey: string) => ({ partitionKey: 'p', rowKey });
const TOKEN = { nextPartitionKey: 'q' };
const SENT_MS = 1000;

/** States of a query whose page was sent at 1,000 ms. */
const waiting = waitingAt({ lastKey: key('5') });
const askingAt = (to: 'primary' | 'secondary', trouble: Partial<Trouble> = {}): PageState =>
  nextState({ ...waiting, trouble: { ...NO_TROUBLE, ...trouble } }, { kind: 'sent', atMs: SENT_MS, to });
const asking = askingAt('primary');
const answered = (isSeen = false): PageEvent => ({
  kind: 'answered',
  isSeen,
  page: { requestId: 'id' },
  name: 'page 2 of table T',
});
const reading = nextState(asking, answered());

const stored = (receipt: SinkReceipt, continuation?: typeof TOKEN): PageEvent => ({
  kind: 'stored',
  page: { continuation, requestId: 'id' },
  receipt,
  mostEmpty: 3,
  name: 'page 2 of table T',
});

/** A failure at 2,000 ms that concerns only this page: the service answered others in the meantime. */
const failed = (found: TableFault, more: Partial<Failed> = {}): Failed => ({
  kind: 'failed',
  fault: found,
  asker: 'query',
  atMs: 2000,
  policy,
  random: 0.5,
  isStopped: false,
  areQueriesOver: false,
  canCut: true,
  wasHeld: false,
  isHeld: false,
  isProof: false,
  ownRetries: 0,
  answeredAtMs: 1500,
  access: { letInAtMs: 500, resumedAtMs: Number.NEGATIVE_INFINITY },
  ...more,
});
const held = (found: TableFault, isFresh: boolean): PageEvent => ({
  kind: 'held',
  fault: found,
  why: 'for a reason',
  atMs: 2000,
  isFresh,
  policy,
});

/** The parts of a state that a test compares, without the place of the next page. */
function said(state: PageState): Readonly<Record<string, unknown>> {
  const {
    continuation: _token,
    replica: _host,
    lastKey: _key,
    avoidsSecondary,
    emptyPages: _empty,
    trouble: _past,
    ...rest
  } = state;
  const { fault: _fault, ...again } = 'again' in rest ? (rest.again ?? {}) : { fault: undefined };
  const { fault: end, ...others } = 'fault' in rest ? rest : { ...rest, fault: undefined };
  return {
    ...others,
    ...('again' in rest && { again }),
    ...(end !== undefined && { fault: end.kind }),
    ...(avoidsSecondary && { avoidsSecondary }),
  };
}

const GIVEN_UP = 'given up after 8 retries';
const SECOND_TIMEOUT: Partial<Trouble> = { timeouts: 1, failingSinceMs: 100 };
const CHECK_LINE = 'timed out again: checking whether the service answers';
const CUT = { at: 'cut', fault: 'timeout', why: 'timed out again: continues with smaller requests' };
const NO_RETRY = 'trying again would not help';
/** The states of a page that is sent again, with the reason, and of a query that failed. */
const waits = (why: string, more = {}) => ({ at: 'waiting', again: { why, ...more } });
const ends = (found: TableFault['kind'], more = {}) => ({ at: 'failed', fault: found, ...more });
const RETRIES = { waitMs: 600, isRetry: true };

describe('a query', () => {
  it.each<readonly [what: string, PageState, PageEvent, ReturnType<typeof said>]>([
    [
      'is sent',
      waiting,
      { kind: 'sent', atMs: 7, to: 'secondary' },
      { at: 'asking', startedAtMs: 7, sentTo: 'secondary' },
    ],
    ['is answered', asking, answered(), { at: 'reading', startedAtMs: SENT_MS, sentTo: 'primary' }],
    [
      'goes on after a page with a token',
      reading,
      stored({ rows: 1, lastKey: key('6') }, TOKEN),
      { at: 'waiting' },
    ],
    ['is done after a page without one', reading, stored({ rows: 1, lastKey: key('6') }), { at: 'done' }],
    ['goes back', reading, stored({ rows: 1, firstKey: key('4') }, TOKEN), ends('loop')],
    [
      'repeats itself',
      reading,
      stored({ rows: 0, anomalies: { outOfOrder: 0, repeated: 1, outside: 0 } }, TOKEN),
      ends('loop'),
    ],
    ['gets a token for the second time', asking, answered(true), ends('loop')],
    [
      'gets one more page without rows',
      { ...reading, emptyPages: 1 },
      stored({ rows: 0 }, TOKEN),
      { at: 'waiting' },
    ],
    [
      'gets too many pages without rows',
      { ...reading, emptyPages: 2 },
      stored({ rows: 0 }, TOKEN),
      ends('loop'),
    ],
    [
      'ends with a page without rows, however many there were',
      { ...reading, emptyPages: 2 },
      stored({ rows: 0 }),
      { at: 'done' },
    ],
    [
      'gets rows that another query has already',
      { ...reading, emptyPages: 2 },
      stored({ rows: 0, shared: 1 }, TOKEN),
      { at: 'waiting' },
    ],
    [
      'has rows out of order, of which one is new',
      reading,
      stored({ rows: 1, firstKey: key('4'), anomalies: { outOfOrder: 1, repeated: 9, outside: 0 } }, TOKEN),
      { at: 'waiting' },
    ],
    [
      'has no row, but was checked for odd ones',
      reading,
      stored({ rows: 0, anomalies: { outOfOrder: 0, repeated: 0, outside: 0 } }, TOKEN),
      { at: 'waiting' },
    ],

    ['is cancelled while it waits', waiting, { kind: 'left', fault: fault('cancelled') }, ends('cancelled')],
    [
      'has a token of a host that is left',
      waiting,
      { kind: 'stranded', fault: RESET },
      { at: 'moved', fault: 'network' },
    ],
    [
      'is asked again after all',
      nextState(waiting, { kind: 'left', fault: RESET }),
      { kind: 'asked again' },
      { at: 'waiting' },
    ],

    [
      'leaves the primary',
      asking,
      { kind: 'host failed', fault: RESET, asker: 'query' },
      waits('the primary does not answer: repeated at the secondary endpoint', { waitMs: 0 }),
    ],
    [
      'leaves the secondary',
      askingAt('secondary'),
      { kind: 'host failed', fault: RESET, asker: 'query' },
      {
        at: 'waiting',
        again: { why: 'not readable from the secondary endpoint: repeated at the primary', waitMs: 0 },
        avoidsSecondary: true,
      },
    ],
    [
      'is a check of the secondary',
      askingAt('secondary'),
      { kind: 'host failed', fault: RESET, asker: 'check' },
      ends('network'),
    ],

    ['is held, and others may be', asking, held(RESET, true), waits('for a reason', { check: 'table' })],
    ['is held, after others were', asking, held(RESET, false), waits('for a reason')],

    ['fails', reading, failed(BUSY), waits('throttled', RETRIES)],
    [
      'fails once more',
      askingAt('primary', { retries: 2 }),
      failed(BUSY),
      waits('throttled', { waitMs: 3000, isRetry: true }),
    ],
    [
      'is out of retries',
      askingAt('primary', { retries: 8 }),
      failed(BUSY, { ownRetries: 8 }),
      ends('throttled', { why: GIVEN_UP, ofTable: false }),
    ],
    [
      'is out of retries, and nobody was answered',
      asking,
      failed(BUSY, { ownRetries: 8, answeredAtMs: 900 }),
      waits(GIVEN_UP, { check: 'service' }),
    ],
    [
      'is a check that is out of retries',
      asking,
      failed(BUSY, { ownRetries: 8, answeredAtMs: undefined, asker: 'check' }),
      ends('throttled', { why: GIVEN_UP, ofTable: false }),
    ],
    [
      'fails after the run was stopped',
      asking,
      failed(BUSY, { isStopped: true, isHeld: true }),
      ends('throttled', { why: 'throttled', ofTable: false }),
    ],
    [
      'fails while nobody is answered',
      asking,
      failed(BUSY, { isHeld: true }),
      waits('no page is answered: waiting for the service'),
    ],
    [
      'hears a wait that is too long',
      asking,
      failed(LONG_WAIT),
      waits('the service asks to wait 3600 s, longer than this run waits', { check: 'service' }),
    ],
    [
      'is wrong',
      asking,
      failed(fault('bad-request')),
      ends('bad-request', { why: NO_RETRY, ofTable: false }),
    ],
    ['has no table', asking, failed(fault('not-found')), ends('not-found', { why: NO_RETRY, ofTable: true })],
    ['is refused', asking, failed(REFUSED), ends('auth', { why: NO_RETRY, ofTable: true })],
    [
      'is refused again, and another of its table was answered',
      askingAt('primary', { refusedAtMs: 300 }),
      failed(REFUSED),
      ends('auth', { why: NO_RETRY }),
    ],

    ['times out', asking, failed(TIMEOUT), waits('no answer in time', RETRIES)],
    ['times out again', askingAt('primary', SECOND_TIMEOUT), failed(TIMEOUT), CUT],
    [
      'times out again, and nobody was answered',
      askingAt('primary', SECOND_TIMEOUT),
      failed(TIMEOUT, { answeredAtMs: 50 }),
      waits(CHECK_LINE, { waitMs: 0, check: 'service' }),
    ],
    [
      'times out at the service again',
      askingAt('primary', SECOND_TIMEOUT),
      failed(fault('service', { code: 'OperationTimedOut' }), { answeredAtMs: 50 }),
      { ...CUT, fault: 'service' },
    ],
    ['times out right after a check', asking, failed(TIMEOUT, { isProof: true, answeredAtMs: 50 }), CUT],
    [
      'times out again, and cannot be cut',
      askingAt('primary', SECOND_TIMEOUT),
      failed(TIMEOUT, { canCut: false }),
      waits('no answer in time', RETRIES),
    ],
    [
      'times out while others were held',
      askingAt('primary', SECOND_TIMEOUT),
      failed(TIMEOUT, { wasHeld: true, isHeld: true }),
      waits('no page is answered: waiting for the service'),
    ],

    [
      'is a coverage check, and queries are read',
      asking,
      failed(BUSY, { asker: 'guard' }),
      waits('repeated after the queries'),
    ],
    [
      'is a coverage check, and no query is left',
      asking,
      failed(BUSY, { asker: 'guard', areQueriesOver: true }),
      waits('throttled', RETRIES),
    ],
    [
      'is a coverage check that is refused',
      asking,
      failed(REFUSED, { asker: 'guard' }),
      ends('auth', { why: NO_RETRY, ofTable: false }),
    ],
    [
      'is a coverage check whose SAS has expired',
      asking,
      failed(fault('expired'), { asker: 'guard' }),
      ends('expired', { why: NO_RETRY, ofTable: true }),
    ],
  ])('%s', (_what, state, event, expected) => {
    expect(said(nextState(state, event))).toEqual(expected);
  });

  it('begins its next page after the last row, without the trouble of this one', () => {
    const troubled = { ...reading, trouble: { ...reading.trouble, timeouts: 1 } };
    const next = nextState(troubled, stored({ rows: 1, lastKey: key('6') }, TOKEN));
    expect(next).toEqual(waitingAt({ continuation: TOKEN, lastKey: key('6') }));
    // An empty page must not move the place back, nor a page whose rows are out of order.
    expect(nextState(reading, stored({ rows: 0 }, TOKEN)).lastKey).toEqual(key('5'));
    expect(nextState(reading, stored({ rows: 1, lastKey: key('3') }, TOKEN)).lastKey).toEqual(key('5'));
  });

  it('keeps when its page began to fail, how often it timed out, and how long its host is to be left alone', () => {
    const once = nextState(asking, failed(TIMEOUT)).trouble;
    const began = { failingSinceMs: 1000, failedAtMs: 2000 };
    expect(once).toMatchObject({ attempts: 1, retries: 1, timeouts: 1, ...began });
    const twice = nextState(askingAt('primary', once), failed(LONG_WAIT, { atMs: 9000 }));
    expect(twice.trouble).toMatchObject({ attempts: 2, failingSinceMs: 1000, failedAtMs: 9000 });
    const wait = { primary: { atMs: 9000, fault: LONG_WAIT } };
    const asked = nextState(nextState(twice, { kind: 'left', fault: RESET }), { kind: 'asked again' });
    expect(asked.trouble).toEqual({ ...NO_TROUBLE, askedToWait: wait });

    const early = (atMs: number, resumedAtMs = 0) =>
      whyTooEarly(asked, 'primary', { atMs, resumedAtMs })?.message;
    expect(early(3_608_999)).toBe('throttled: the service asks to wait 3600 s, longer than this run waits.');
    expect(early(3_609_000)).toBeUndefined();
    expect(whyTooEarly(asked, 'secondary', { atMs: 9001, resumedAtMs: 0 })).toBeUndefined();
    const heldToo = nextState(asking, failed(LONG_WAIT, { isHeld: true }));
    expect(heldToo.trouble.askedToWait?.primary?.fault).toBe(LONG_WAIT);
    // The waits of an earlier credential do not apply to another one.
    const refused = nextState(asking, { ...held(fault('expired', { retryAfterMs: 3_600_000 }), true) });
    const now = { atMs: 2500, resumedAtMs: 2400 };
    expect([
      whyTooEarly(refused, 'primary', { ...now, resumedAtMs: 0 })?.kind,
      whyTooEarly(refused, 'primary', now),
    ]).toEqual(['expired', undefined]);
  });

  it('keeps the wait that each host asked for, whatever the other one says', () => {
    const primary = { atMs: 9000, fault: LONG_WAIT };
    const secondary = { atMs: 9500, fault: LONG_WAIT };
    const after = (
      to: 'primary' | 'secondary',
      askedToWait: Required<Trouble>['askedToWait'],
      event: Failed,
    ) => nextState(askingAt(to, { askedToWait }), event).trouble.askedToWait;
    const reset = failed(RESET, { isHeld: true });
    const wait = failed(LONG_WAIT, { atMs: 9500 });
    expect(after('secondary', { primary }, reset)).toEqual({ primary });
    expect(after('secondary', { primary }, wait)).toEqual({ primary, secondary });
    expect(after('primary', { primary, secondary }, reset)).toEqual({ secondary });
  });
});
