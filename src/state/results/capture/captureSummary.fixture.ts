import { KEY_SCHEMES } from '../../../core/keys/schemeRegistry.ts';
import { EMPTY_GROUPS } from '../../run/groupChoice.ts';
import { EMPTY_CHART } from '../../run/chartChoice.ts';
import { readSummary } from './captureSummary.ts';

const RANGE = {
  tableName: 'Orders',
  partition: { from: 'a', to: 'b' },
  row: { from: 'c', to: 'd' },
  prefix: 7,
  exact: true,
  reason: 'why',
};
const FAULT = {
  kind: 'service',
  status: 503,
  code: 'ServerBusy',
  requestId: 'r-1',
  retryAfterMs: 1500,
  afterSleep: true,
  wasThere: false,
  message: 'It is busy.',
  nextStep: 'Wait.',
};
const UNPROVEN = { why: 'hidden', replica: 'primary', transport: 'simple' };
const KEY = { partitionKey: 'p', rowKey: 'r' };
const ANOMALIES = { outOfOrder: 1, repeated: 2, outside: 3, offFilter: 4, offWindow: 5 };
const TOKEN = { nextPartitionKeyChars: 12, nextRowKeyChars: 13 };

/** A result with every member that a capture may hold, as JSON. */
export const WHOLE = {
  savedAtMs: 1_795_000_000_000,
  plan: {
    request: {
      tableName: 'Orders',
      schemeId: KEY_SCHEMES[0]?.id,
      window: { from: '639000000000000000', to: '639000036000000000' },
      volume: 10,
      unprefixed: false,
      prefixes: [0, 99],
      partitionKey: { kind: 'is', text: 'p' },
      rowKey: { kind: 'begins', text: 'r' },
      filter: 'A eq 1',
      select: ['A'],
      roundingTicks: '600000000',
    },
    reads: { from: '639000000000000000', to: '639000036000000001' },
    tables: ['Orders', 'Orders2'],
    queries: [
      {
        index: 0,
        label: 'prefix 0',
        prefix: 0,
        tableName: 'Orders',
        range: RANGE,
        filter: "PartitionKey eq 'a'",
        condition: 'A eq 1',
        select: ['A', 'B'],
        queryClass: 'partition range',
        mayBeAbsent: true,
        sharesRows: true,
      },
    ],
    guards: [
      {
        index: 0,
        position: 'between',
        tableName: 'Orders',
        range: { partition: { from: 'a', to: 'b' }, row: { from: 'c', to: 'd' } },
        filter: "PartitionKey gt 'a'",
        label: 'between 0 and 99',
        mayBeAbsent: false,
      },
    ],
    queryClass: 'partition range',
    notes: ['a note'],
  },
  form: {
    endpoint: 'https://a.example/',
    table: 'Orders',
    scheme: 's',
    volume: 100,
    unprefixed: true,
    prefixes: '0-9',
    pk: 'p',
    pkMatch: 'begins',
    rk: 'r',
    rkMatch: 'is',
    from: 'now-1h',
    to: 'now',
    windowGiven: true,
    filter: 'A eq 1',
    select: 'A',
    rounding: '60',
    sql: 'SELECT 1',
    chart: EMPTY_CHART,
    groups: EMPTY_GROUPS,
    view: [],
    tab: 'map',
  },
  endpoint: 'https://a.example/',
  claim: {
    state: 'incomplete',
    rows: 25,
    queriesDone: 0,
    queriesAsked: 1,
    tables: 2,
    unprefixed: { done: 1, asked: 3 },
    firstReadAtMs: 1_794_999_000_000,
    readAtMs: 1_794_999_999_000,
    arrivalNote: 'Arrival.',
    absentNote: 'Absent.',
    secondaryNote: 'Secondary.',
    filterNote: 'Filter.',
    splitNote: 'Split.',
    schemeNote: 'Scheme.',
    derived: { kind: 'difference', of: 'One', lackedBy: 'Two', sources: ['complete', 'derived'] },
    reasons: [{ kind: 'failed', text: 'It failed.', queries: ['prefix 0'] }],
    unread: [
      {
        query: 'prefix 0',
        tableName: 'Orders',
        partition: { from: 'a', to: 'b' },
        row: { from: 'c', to: 'd' },
        why: 'failed',
        resumable: true,
      },
    ],
  },
  progress: [
    {
      index: 0,
      label: 'prefix 0',
      tableName: 'Orders',
      state: 'failed',
      pages: 2,
      emptyPages: 1,
      rows: 25,
      bytes: 4096,
      anomalies: ANOMALIES,
      unjudged: 6,
      besideWindow: 7,
      requests: 3,
      retries: 8,
      elapsedMs: 120.5,
      firstReadAtMs: 1_794_999_000_000,
      headersExposed: false,
      readsSecondary: true,
      secondarySyncMs: 1_794_998_000_000,
      isAbsent: true,
      isReplaced: true,
      parts: [],
      fault: FAULT,
    },
  ],
  guards: [
    {
      index: 0,
      position: 'between',
      label: 'between 0 and 99',
      state: 'hit',
      key: KEY,
      headersExposed: true,
      unproven: UNPROVEN,
      fault: FAULT,
    },
  ],
  requests: [
    {
      id: 1,
      kind: 'query',
      queryIndex: 0,
      filter: 'f',
      page: 1,
      attempt: 1,
      lane: 3,
      replica: 'secondary',
      preflight: true,
      queuedAtMs: 1,
      startedAtMs: 2,
      sentAtUnixMs: 1_794_999_000_000,
      headersAtMs: 3,
      endedAtMs: 4,
      decodedAtMs: 5,
      sentToken: TOKEN,
      token: TOKEN,
      status: 200,
      requestId: 'r-2',
      bytes: 4096,
      rows: 25,
      hasContinuation: true,
      fault: FAULT,
      retryWaitMs: 100,
      retryReason: 'busy',
    },
  ],
  requestsLeftOut: 9,
  elapsedMs: 1234.5,
  isServiceTime: true,
  anomalies: ANOMALIES,
};

/** A request with only the members that every request has. */
export const LEAN = {
  id: 1,
  kind: 'query' as const,
  queryIndex: 0,
  page: 1,
  attempt: 1,
  lane: 0,
  queuedAtMs: 0,
  startedAtMs: 0,
  sentAtUnixMs: 0,
};

export const ROWS = 25;
export type Path = readonly (string | number)[];

export function nameOf(path: Path): string {
  return path
    .map((step) => (typeof step === 'number' ? `[${step}]` : `.${step}`))
    .join('')
    .slice(1);
}

/** Every place in a JSON value, except the root. */
export function placesOf(value: unknown, at: Path = []): readonly Path[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, member]) => {
    const path = [...at, Array.isArray(value) ? Number(name) : name];
    return [path, ...placesOf(member, path)];
  });
}

/** The result with another value in one place; undefined removes the member. */
export function withAt(path: Path, value: unknown): typeof WHOLE {
  // Not structuredClone, which would keep shared objects shared.
  const copy = JSON.parse(JSON.stringify(WHOLE)) as typeof WHOLE;
  let inside: unknown = copy;
  for (const step of path.slice(0, -1)) inside = (inside as Record<string | number, unknown>)[step];
  (inside as Record<string | number, unknown>)[path.at(-1) ?? ''] = value;
  return copy;
}

export const pathOf = (name: string): Path =>
  name.split(/[.[]/).map((step) => (step.endsWith(']') ? Number(step.slice(0, -1)) : step));

export function at(value: unknown, path: Path): unknown {
  return path.reduce<unknown>((inside, step) => (inside as Record<string | number, unknown>)[step], value);
}

export function faultOf(result: unknown, rows = ROWS): string | undefined {
  const read = readSummary({ result }, 4, rows);
  return read.ok ? undefined : read.error;
}
