import type { OddRows } from '../../../core/plan/anomalyWords.ts';
import type { EntityKey } from '../../../core/keys/base/entityKey.ts';
import type { KeySpan, TableKeyRange } from '../../../core/keys/base/scheme.ts';
import { schemeById } from '../../../core/keys/schemeRegistry.ts';
import type { Completeness, IncompleteReason } from '../../../core/plan/completeness.ts';
import type {
  GuardQuery,
  KeyMatch,
  PlannedQuery,
  PlanRequest,
  QueryPlan,
} from '../../../core/plan/queryPlan.ts';
import type { Derived } from '../../../core/plan/derived.ts';
import type { UnreadRange } from '../../../core/plan/unreadRanges.ts';
import { type Interval, MAX_TICKS, type Ticks } from '../../../core/time/ticks.ts';
import type { TableFault } from '../../../tables/base/tableError.ts';
import type {
  GuardOutcome,
  QueryProgress,
  RequestRecord,
  Unproven,
} from '../../../tables/progress/runTypes.ts';
import { EMPTY_FORM, RESULT_TABS, type QueryForm } from '../../run/queryForm.ts';
import {
  amount,
  check,
  count,
  digits,
  fields,
  flag,
  list,
  maybe,
  oneOf,
  type Shape,
  text,
  always,
} from './shape.ts';

/** The maximum number of queries in a plan (core/plan/requestChecks.ts) plus one; the same limit applies to coverage checks. */
const MOST_QUERIES = 4001;
/** The maximum number of requests in a capture, since the views draw each one. */
export const MOST_REQUESTS = 50_000;
/** An entity has 252 properties; the rows of a file may have many different ones. */
const MOST_COLUMNS = 100_000;
const MOST_NUMBER = 1e12;
/** The maximum of milliseconds since a page was opened, which may be months ago. */
const MOST_MS = 1e11;
/** Unix milliseconds up to the year 9999. */
const LAST_MS = 253_402_300_799_999;

const number = count(MOST_NUMBER);
const ms = amount(MOST_MS);
const instantMs = amount(LAST_MS);
const texts = list(text, MOST_QUERIES);

const ticks = digits(MAX_TICKS) as Shape<Ticks>;
const interval: Shape<Interval> = check(
  fields<Interval>({ from: ticks, to: ticks }),
  ({ from, to }) => from < to,
  'a time range',
);
const keySpan = fields<KeySpan>({ from: maybe(text), to: maybe(text) });
const range = fields<TableKeyRange>({
  tableName: maybe(text),
  partition: keySpan,
  row: maybe(keySpan),
  prefix: maybe(number),
  exact: flag,
  reason: maybe(text),
});
const queryClass = oneOf('point', 'row range', 'partition range', 'table scan');
const keyMatch = fields<KeyMatch>({ kind: oneOf('is', 'begins'), text });

const request = fields<PlanRequest>({
  tableName: text,
  schemeId: check(text, (id) => schemeById(id) !== undefined, 'a key scheme that this Keyscope knows'),
  window: maybe(interval),
  volume: oneOf(1, 10, 100),
  unprefixed: flag,
  prefixes: maybe(list(count(99), 100)),
  partitionKey: maybe(keyMatch),
  rowKey: maybe(keyMatch),
  filter: maybe(text),
  select: maybe(list(text, MOST_COLUMNS)),
  roundingTicks: maybe(check(digits(MAX_TICKS), (span) => span > 0n, 'above 0')),
});

/** Whether the index of each item is its position in the list. */
function inPlace(items: readonly { readonly index: number }[]): boolean {
  return items.every(({ index }, at) => index === at);
}

export const planShape = fields<QueryPlan>({
  request,
  reads: maybe(interval),
  tables: maybe(texts),
  queries: check(
    list(
      fields<PlannedQuery>({
        index: number,
        label: text,
        prefix: maybe(number),
        tableName: text,
        range,
        filter: maybe(text),
        condition: maybe(text),
        select: maybe(list(text, MOST_COLUMNS)),
        queryClass,
        mayBeAbsent: maybe(flag),
        sharesRows: maybe(flag),
        isAnswer: maybe(flag),
      }),
      MOST_QUERIES,
    ),
    (queries) => queries.length > 0 && inPlace(queries),
    'a list of queries in order',
  ),
  guards: check(
    list(
      fields<GuardQuery>({
        index: number,
        position: oneOf('below', 'between', 'above'),
        tableName: text,
        range: maybe(
          fields<Pick<TableKeyRange, 'partition' | 'row'>>({ partition: keySpan, row: maybe(keySpan) }),
        ),
        filter: text,
        label: text,
        mayBeAbsent: maybe(flag),
      }),
      MOST_QUERIES,
    ),
    inPlace,
    'a list of coverage checks in order',
  ),
  queryClass,
  notes: texts,
});

export const formShape = fields<QueryForm>({
  endpoint: text,
  table: text,
  scheme: text,
  volume: oneOf(1, 10, 100),
  unprefixed: flag,
  prefixes: text,
  pk: text,
  pkMatch: oneOf('is', 'begins'),
  rk: text,
  rkMatch: oneOf('is', 'begins'),
  from: text,
  to: text,
  windowGiven: flag,
  filter: text,
  select: text,
  rounding: text,
  // The query of an answer in SQL. Older captures have none.
  sql: (value, at) => (value === undefined ? EMPTY_FORM.sql : text(value, at)),
  // Chart settings do not belong to the query.
  chart: always(EMPTY_FORM.chart),
  groups: always(EMPTY_FORM.groups),
  // Of what a link shows besides its query, a capture has only the timeline. Captures of earlier versions have none.
  view: (value, at) =>
    list(list(text, 2), 1)(value ?? [], at)
      .filter(([name]) => name === 'timeline')
      .map(([name = '', written = '']) => [name, written] as const),
  tab: oneOf(...RESULT_TABS),
});

const fault = fields<Omit<TableFault, 'serviceTimeMs' | 'tenantId'>>({
  kind: oneOf<TableFault['kind']>(
    'cancelled',
    'closed',
    'input',
    'network',
    'redirected',
    'timeout',
    'throttled',
    'service',
    'auth',
    'expired',
    'not-found',
    'bad-request',
    'transport-refused',
    'protocol',
    'loop',
    'too-large',
  ),
  status: maybe(number),
  code: maybe(text),
  requestId: maybe(text),
  retryAfterMs: maybe(instantMs),
  afterSleep: maybe(flag),
  wasThere: maybe(flag),
  message: text,
  nextStep: text,
});
const unproven = fields<Unproven>({
  why: oneOf('hidden', 'cannot-read-on', 'unanswered', 'not-read-on', 'unknown'),
  replica: oneOf('primary', 'secondary'),
  transport: oneOf('simple', 'sdk'),
});
const key = fields<EntityKey>({ partitionKey: text, rowKey: text });
export const anomaliesShape = fields<OddRows>({
  outOfOrder: number,
  repeated: number,
  outside: number,
  offFilter: maybe(number),
  offWindow: maybe(number),
});
const progress = oneOf('waiting', 'reading', 'done', 'failed', 'stopped');
export const progressShape = list(
  fields<QueryProgress>({
    index: number,
    label: text,
    tableName: text,
    state: progress,
    pages: number,
    emptyPages: number,
    rows: number,
    bytes: number,
    anomalies: maybe(anomaliesShape),
    unjudged: maybe(number),
    besideWindow: maybe(number),
    requests: number,
    retries: number,
    elapsedMs: maybe(ms),
    firstReadAtMs: maybe(instantMs),
    headersExposed: flag,
    readsSecondary: maybe(flag),
    secondarySyncMs: maybe(instantMs),
    isAbsent: maybe(flag),
    isReplaced: maybe(flag),
    // Nothing can be continued.
    parts: always([]),
    fault: maybe(fault),
  }),
  MOST_QUERIES,
);

export const guardsShape = list(
  fields<GuardOutcome>({
    index: number,
    position: oneOf('below', 'between', 'above'),
    label: text,
    state: oneOf('waiting', 'failed', 'clear', 'hit'),
    key: maybe(key),
    headersExposed: flag,
    unproven: maybe(unproven),
    fault: maybe(fault),
  }),
  MOST_QUERIES,
);

const token = fields<NonNullable<RequestRecord['token']>>({
  nextPartitionKeyChars: maybe(number),
  nextRowKeyChars: maybe(number),
});

export const requestsShape = list(
  fields<RequestRecord>({
    id: number,
    kind: oneOf('query', 'guard', 'check', 'search'),
    queryIndex: number,
    tableName: maybe(text),
    filter: maybe(text),
    page: number,
    attempt: number,
    lane: count(1000),
    replica: maybe(oneOf('primary', 'secondary')),
    preflight: maybe(check(flag, (asked) => asked, 'true') as Shape<true>),
    queuedAtMs: ms,
    startedAtMs: ms,
    sentAtUnixMs: instantMs,
    headersAtMs: maybe(ms),
    endedAtMs: maybe(ms),
    decodedAtMs: maybe(ms),
    sentToken: maybe(token),
    token: maybe(token),
    status: maybe(number),
    requestId: maybe(text),
    bytes: maybe(number),
    rows: maybe(number),
    hasContinuation: maybe(flag),
    fault: maybe(fault),
    retryWaitMs: maybe(instantMs),
    retryReason: maybe(text),
  }),
  MOST_REQUESTS,
);

type Claim = Extract<Completeness, { readonly resumable: boolean }>;

export type CaptureClaim = Omit<Claim, 'state' | 'resumable'> & {
  readonly state: Exclude<Completeness['state'], 'running'>;
};

export const claimShape = fields<CaptureClaim>({
  state: oneOf('complete', 'derived', 'incomplete', 'unverifiable', 'stopped'),
  rows: number,
  queriesDone: number,
  queriesAsked: number,
  tables: maybe(number),
  unprefixed: maybe(fields<{ done: number; asked: number }>({ done: number, asked: number })),
  firstReadAtMs: maybe(instantMs),
  readAtMs: instantMs,
  arrivalNote: maybe(text),
  absentNote: maybe(text),
  secondaryNote: maybe(text),
  filterNote: maybe(text),
  splitNote: maybe(text),
  schemeNote: maybe(text),
  derived: maybe(
    fields<Derived>({
      kind: oneOf('difference', 'points', 'sql'),
      of: text,
      lackedBy: maybe(text),
      sources: maybe(list(oneOf('complete', 'derived'), 2)),
    }),
  ),
  reasons: list(
    fields<IncompleteReason>({
      kind: oneOf(
        'failed',
        'outside-plan',
        'outside-sas',
        'budget',
        'cancelled',
        'headers-hidden',
        'anomalies',
        'secondary-lag',
        'unread',
      ),
      text,
      queries: texts,
    }),
    100,
  ),
  unread: list(
    fields<UnreadRange>({
      query: text,
      tableName: text,
      partition: keySpan,
      row: maybe(keySpan),
      why: oneOf(
        'failed',
        'stopped',
        'outside-sas',
        'unproven',
        'anomalies',
        'lagging',
        'outside-plan',
        'unchecked',
      ),
      resumable: flag,
    }),
    100_000,
  ),
});
