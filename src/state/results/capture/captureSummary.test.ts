import { describe, expect, it } from 'vitest';
import { KEY_SCHEMES } from '../../../core/keys/schemeRegistry.ts';
import { EMPTY_CHART } from '../../run/chartChoice.ts';
import type { EndedRun } from '../../run/runState.ts';
import { captureSummary, readSummary } from './captureSummary.ts';

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
const WHOLE = {
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
    chart: EMPTY_CHART,
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
      unproven: UNPROVEN,
      readsSecondary: true,
      secondarySyncMs: 1_794_998_000_000,
      lastKey: KEY,
      isAbsent: true,
      isReplaced: true,
      parts: [
        {
          range: RANGE,
          order: 0.5,
          state: 'stopped',
          isCut: true,
          pages: 1,
          rows: 25,
          firstKey: KEY,
          lastKey: KEY,
          unproven: UNPROVEN,
          fault: FAULT,
        },
      ],
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
  anomalies: ANOMALIES,
};

/** A request with nothing but what each has. */
const LEAN = {
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

/** Members that a result may lack; every other one must be there. Lists are named by `[]`. */
const OPTIONAL = new Set(
  [
    'plan.request: window prefixes partitionKey rowKey filter select roundingTicks',
    'plan: reads tables',
    'plan.queries[]: prefix filter condition select mayBeAbsent sharesRows',
    'plan.queries[].range: tableName row prefix reason',
    'plan.queries[].range.partition: from to',
    'plan.queries[].range.row: from to',
    'plan.guards[]: range mayBeAbsent',
    'plan.guards[].range: row',
    'plan.guards[].range.partition: from to',
    'plan.guards[].range.row: from to',
    'claim: tables unprefixed firstReadAtMs arrivalNote absentNote secondaryNote filterNote splitNote schemeNote derived',
    'claim.derived: lackedBy sources',
    'claim.unread[]: row',
    'claim.unread[].partition: from to',
    'claim.unread[].row: from to',
    'progress[]: anomalies unjudged besideWindow elapsedMs firstReadAtMs unproven readsSecondary secondarySyncMs lastKey isAbsent isReplaced parts fault',
    'progress[].anomalies: offFilter offWindow',
    'progress[].fault: status code requestId retryAfterMs afterSleep wasThere',
    'progress[].parts[]: range isCut firstKey lastKey unproven fault',
    'progress[].parts[].range: tableName row prefix reason',
    'progress[].parts[].range.partition: from to',
    'progress[].parts[].range.row: from to',
    'progress[].parts[].fault: status code requestId retryAfterMs afterSleep wasThere',
    'guards[]: key unproven fault',
    'guards[].fault: status code requestId retryAfterMs afterSleep wasThere',
    'requests[]: filter replica headersAtMs endedAtMs decodedAtMs sentToken token status requestId bytes rows hasContinuation fault retryWaitMs retryReason',
    'requests[].sentToken: nextPartitionKeyChars nextRowKeyChars',
    'requests[].token: nextPartitionKeyChars nextRowKeyChars',
    'requests[].fault: status code requestId retryAfterMs afterSleep wasThere',
    'anomalies: offFilter offWindow',
  ].flatMap((line) => {
    const [at = '', names = ''] = line.split(': ');
    return names.split(' ').map((name) => `${at}.${name}`);
  }),
);
OPTIONAL.add('requestsLeftOut');

const ROWS = 25;
type Path = readonly (string | number)[];

function nameOf(path: Path): string {
  return path.map((step) => (typeof step === 'number' ? `[${step}]` : `.${step}`)).join('').slice(1);
}

const kindOf = (path: Path): string => nameOf(path).replaceAll(/\[\d+\]/g, '[]');

/** Every place in a JSON value, the value's own left out. */
function placesOf(value: unknown, at: Path = []): readonly Path[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, member]) => {
    const path = [...at, Array.isArray(value) ? Number(name) : name];
    return [path, ...placesOf(member, path)];
  });
}

/** The result with another value in one place; undefined: without a member. */
function withAt(path: Path, value: unknown): typeof WHOLE {
  // Not structuredClone: parts that are one object here would stay one.
  const copy = JSON.parse(JSON.stringify(WHOLE)) as typeof WHOLE;
  let inside: unknown = copy;
  for (const step of path.slice(0, -1)) inside = (inside as Record<string | number, unknown>)[step];
  (inside as Record<string | number, unknown>)[path.at(-1) ?? ''] = value;
  return copy;
}

const pathOf = (name: string): Path =>
  name.split(/[.[]/).map((step) => (step.endsWith(']') ? Number(step.slice(0, -1)) : step));

function at(value: unknown, path: Path): unknown {
  return path.reduce<unknown>((inside, step) => (inside as Record<string | number, unknown>)[step], value);
}

function faultOf(result: unknown, rows = ROWS): string | undefined {
  const read = readSummary({ result }, 4, rows);
  return read.ok ? undefined : read.error;
}

/** The texts that JSON needs for what its numbers cannot hold. */
const asJson = (value: unknown): unknown =>
  JSON.parse(JSON.stringify(value, (_name, each: unknown) => (typeof each === 'bigint' ? String(each) : each)));

function opened(result: unknown, rows = ROWS): EndedRun {
  const read = readSummary({ result }, 4, rows);
  if (!read.ok) throw new Error(read.error);
  return read.value.run;
}

describe('what a capture holds besides its rows', () => {
  it('is all of a result, in its own types', () => {
    const run = opened(WHOLE);
    expect(run.plan.request.window).toEqual({ from: 639_000_000_000_000_000n, to: 639_000_036_000_000_000n });
    expect(run.plan.request.roundingTicks).toBe(600_000_000n);
    const { claim, savedAtMs: _saved, requestsLeftOut: _left, ...read } = WHOLE;
    expect(asJson(run)).toEqual({
      ...read,
      phase: 'ended',
      runId: 4,
      scope: '',
      rows: 25,
      bytes: 4096,
      retries: 8,
      dataVersion: 1,
      // A file can be edited, so nothing in it can be continued.
      completeness: { ...claim, resumable: false, unread: claim.unread.map((each) => ({ ...each, resumable: false })) },
    });
  });

  it('is written as it is read, and only the first 50,000 requests', () => {
    const written = (run: EndedRun): unknown => {
      const text = captureSummary(run, WHOLE.savedAtMs);
      return text.ok ? (JSON.parse(text.value) as { result: unknown }).result : text.error;
    };
    const run = opened(WHOLE);
    const { requestsLeftOut: _left, ...rest } = WHOLE;
    const claim = { ...rest.claim, unread: rest.claim.unread.map((each) => ({ ...each, resumable: false })) };
    expect(written(run)).toEqual({ ...rest, claim });
    const many = (count: number) => ({ ...run, requests: Array.from({ length: count }, (_, id) => ({ ...LEAN, id })) });
    const kept = (count: number) => {
      const { requests, requestsLeftOut } = written(many(count)) as Partial<typeof WHOLE>;
      return [requests?.length, requests?.at(-1)?.id, requestsLeftOut];
    };
    expect([50_000, 50_002].map(kept)).toEqual([
      [50_000, 49_999, undefined],
      [50_000, 49_999, 2],
    ]);
    // A result that is whole has no reasons and nothing unread.
    const { rows, queriesDone, queriesAsked, readAtMs } = run.completeness;
    const complete = { state: 'complete' as const, rows, queriesDone, queriesAsked, readAtMs };
    expect(written({ ...run, completeness: complete })).toEqual({
      ...rest,
      claim: { ...complete, reasons: [], unread: [] },
    });
    expect(written({ ...run, completeness: { ...complete, state: 'running' } })).toBe(
      'The query is still being read.',
    );
    expect(written({ ...run, elapsedMs: 1e12 })).toMatch(
      /^This result cannot be saved as a capture: elapsedMs is not a number/,
    );
  });

  it('lacks no member but those that a result may lack', () => {
    for (const path of placesOf(WHOLE).filter((each) => typeof each.at(-1) === 'string')) {
      const name = nameOf(path);
      const result = withAt(path, undefined);
      if (kindOf(path) === 'form.chart' || kindOf(path).startsWith('form.chart.')) continue;
      if (!OPTIONAL.has(kindOf(path))) expect(faultOf(result)).toContain(`Line 2: result.${name} is not `);
      else if (!name.startsWith('claim.')) {
        const before = asJson(opened(WHOLE)) as object;
        const after = asJson(opened(result)) as object;
        // Nothing but this is another.
        expect({ name, after }).toEqual({ name, after: path[0] === 'requestsLeftOut' ? before : without(before, path) });
      } else expect([name, faultOf(result)]).toEqual([name, undefined]);
    }
  });

  it('is of the right kind in every place', () => {
    const simple = placesOf(WHOLE).filter((path) => !kindOf(path).startsWith('form.chart'));
    for (const path of simple) {
      const value = at(WHOLE, path);
      const others = ['text', 7.5, -1, true, null, {}, []].filter(
        (other) =>
          (Array.isArray(other) ? 'list' : typeof other) !== (Array.isArray(value) ? 'list' : typeof value) ||
          other === null ||
          (typeof value === 'number' && other === -1),
      );
      for (const other of others)
        expect([nameOf(path), other, faultOf(withAt(path, other))]).toEqual([
          nameOf(path),
          other,
          expect.stringContaining(`Line 2: result.${nameOf(path)}`) as string,
        ]);
    }
    for (const value of [undefined, null, 'text', [], {}])
      expect(faultOf(value)).toContain('Line 2: result');
    expect(faultOf(withAt(['form', 'chart'], 'a chart of another Keyscope'))).toBeUndefined();
    expect(opened(withAt(['form', 'chart'], 1)).form.chart).toEqual(EMPTY_CHART);
  });

  it.each<[string, readonly (string | number)[]]>([
    ['plan.request.volume', [1, 10, 100]],
    ['plan.request.partitionKey.kind', ['is', 'begins']],
    ['plan.queryClass', ['point', 'row range', 'partition range', 'table scan']],
    ['plan.queries[0].queryClass', ['point', 'row range', 'partition range', 'table scan']],
    ['plan.guards[0].position', ['below', 'between', 'above']],
    ['form.volume', [1, 10, 100]],
    ['form.pkMatch', ['is', 'begins']],
    ['form.rkMatch', ['is', 'begins']],
    ['form.tab', ['rows', 'chart', 'map', 'requests']],
    ['progress[0].state', ['waiting', 'reading', 'done', 'failed', 'stopped']],
    [
      'progress[0].fault.kind',
      (
        'cancelled closed input network redirected timeout throttled service auth expired not-found bad-request ' +
        'transport-refused protocol loop too-large'
      ).split(' '),
    ],
    ['progress[0].unproven.why', ['hidden', 'unanswered', 'not-read-on', 'unknown']],
    ['progress[0].unproven.replica', ['primary', 'secondary']],
    ['progress[0].unproven.transport', ['simple', 'sdk']],
    ['guards[0].position', ['below', 'between', 'above']],
    ['guards[0].state', ['waiting', 'failed', 'clear', 'hit']],
    ['requests[0].kind', ['query', 'guard', 'check']],
    ['requests[0].replica', ['primary', 'secondary']],
    ['claim.state', ['complete', 'derived', 'incomplete', 'unverifiable', 'stopped']],
    ['claim.derived.kind', ['difference', 'points']],
    ['claim.derived.sources[0]', ['complete', 'derived']],
    [
      'claim.reasons[0].kind',
      'failed outside-plan outside-sas budget cancelled headers-hidden anomalies secondary-lag unread'.split(' '),
    ],
    [
      'claim.unread[0].why',
      'failed stopped outside-sas unproven anomalies lagging outside-plan unchecked'.split(' '),
    ],
  ])('has one of the known words at %s', (name, words) => {
    const path = pathOf(name);
    const kept = (word: string | number): unknown => {
      const result = withAt(path, word);
      const run = opened(result);
      if (path[0] !== 'claim') return at(run, path);
      // What is claimed of a whole result is not repeated.
      return path[1] === 'state' || path[1] === 'derived' || run.completeness.state === 'unverifiable'
        ? word
        : at({ claim: run.completeness }, path);
    };
    expect(words.map(kept)).toEqual(words);
    for (const other of ['', 'Failed', 'x', 0, 2])
      expect(faultOf(withAt(path, other))).toBe(`Line 2: result.${name} is not one of ${words.join(', ')}.`);
  });

  it('has numbers in their ranges, and whole ones if it counts', () => {
    const counts: readonly (readonly [string, number])[] = [
      ['plan.request.prefixes[0]', 99],
      ['plan.queries[0].prefix', 1e12],
      ['progress[0].pages', 1e12],
      ['progress[0].fault.status', 1e12],
      ['requests[0].lane', 1000],
      ['anomalies.repeated', 1e12],
    ];
    const amounts: readonly (readonly [string, number])[] = [
      ['savedAtMs', 253_402_300_799_999],
      ['requestsLeftOut', 1e12],
      ['elapsedMs', 1e11],
      ['progress[0].elapsedMs', 1e11],
      ['progress[0].parts[0].order', 1],
      ['progress[0].firstReadAtMs', 253_402_300_799_999],
      ['requests[0].queuedAtMs', 1e11],
      ['claim.readAtMs', 253_402_300_799_999],
    ];
    for (const [name, most] of [...counts, ...amounts]) {
      const isCount = counts.some(([each]) => each === name);
      const ofValue = (value: number) => faultOf(withAt(pathOf(name), value));
      expect([0, most].map(ofValue)).toEqual([undefined, undefined]);
      const words = `Line 2: result.${name} is not a ${isCount ? 'whole ' : ''}number from 0 to ${most}.`;
      expect([-1, most + 1].map(ofValue)).toEqual([words, words]);
      expect(ofValue(0.5)).toBe(isCount ? words : undefined);
    }
  });

  it('has ticks up to the year 9999, windows that end after their start, and roundings above 0', () => {
    const of = (name: string, value: unknown) => faultOf(withAt(pathOf(`plan.${name}`), value));
    const last = '3155378975999999999';
    const first = String(BigInt(last) - 1n);
    expect(of('request.window', { from: '0', to: last })).toBeUndefined();
    expect(of('request.window', { from: first, to: last })).toBeUndefined();
    expect(of('request.window', { from: last, to: last })).toMatch(/request\.window is not a time range/);
    expect(of('request.window.to', '3155378976000000000')).toMatch(/window\.to is not at most 3155378975999999999/);
    for (const text of ['', '-1', '1.5', 'x1', '1x', '1'.repeat(20)])
      expect(of('reads.from', text)).toBe('Line 2: result.plan.reads.from is not a number as text.');
    expect(of('request.roundingTicks', '1')).toBeUndefined();
    expect(of('request.roundingTicks', '0')).toBe('Line 2: result.plan.request.roundingTicks is not above 0.');
  });

  it('has texts and lists of limited length', () => {
    const of = (name: string, value: unknown) => faultOf(withAt(pathOf(name), value));
    expect(of('plan.request.filter', 'x'.repeat(100_000))).toBeUndefined();
    expect(of('plan.request.filter', 'x'.repeat(100_001))).toMatch(/filter is not a text/);
    const lists: readonly (readonly [string, number, unknown])[] = [
      ['plan.tables', 4001, 't'],
      ['plan.notes', 4001, 'n'],
      ['plan.request.prefixes', 100, 1],
      ['plan.request.select', 100_000, 'A'],
      ['plan.queries[0].select', 300, 'A'],
      ['claim.derived.sources', 2, 'complete'],
      ['claim.reasons', 100, WHOLE.claim.reasons[0]],
      ['claim.unread', 100_000, WHOLE.claim.unread[0]],
      ['progress[0].parts', 10_000, WHOLE.progress[0]?.parts[0]],
      ['requests', 50_000, LEAN],
    ];
    for (const [name, most, item] of lists) {
      const ofLength = (length: number) => of(name, Array.from({ length }, () => item));
      expect([name, ofLength(most)]).toEqual([name, undefined]);
      expect(ofLength(most + 1)).toBe(`Line 2: result.${name} is not a list of at most ${most}.`);
    }
  });

  it.each<[string, string, unknown, string]>([
    ['no query', 'plan.queries', [], 'result.plan.queries is not a list of queries in order'],
    ['a query elsewhere', 'plan.queries[0].index', 1, 'result.plan.queries is not a list of queries in order'],
    ['a check elsewhere', 'plan.guards[0].index', 1, 'result.plan.guards is not a list of coverage checks in order'],
    ['progress of nothing', 'progress', [], 'result.progress does not fit the queries of the plan'],
    ['progress elsewhere', 'progress[0].index', 1, 'result.progress does not fit the queries of the plan'],
    ['checks of nothing', 'guards', [], 'result.guards does not fit the coverage checks of the plan'],
    ['checks elsewhere', 'guards[0].index', 1, 'result.guards does not fit the coverage checks of the plan'],
    ['a request of nothing', 'requests[0].queryIndex', 2, 'result.requests names a query that is not in the plan'],
    ['other rows claimed', 'claim.rows', 26, 'the result counts 26 and 25 rows, and the file 25'],
    ['other rows read', 'progress[0].rows', 24, 'the result counts 25 and 24 rows, and the file 25'],
    ['more queries done', 'claim.queriesDone', 2, 'result.claim counts more queries than the plan has'],
    ['more queries asked', 'claim.queriesAsked', 2, 'result.claim counts more queries than the plan has'],
  ])('does not contradict itself: %s', (_what, name, value, words) => {
    expect(faultOf(withAt(pathOf(name), value))).toBe(`Line 2: ${words}.`);
  });

  it('agrees with the file and names only what the plan has', () => {
    expect(faultOf(WHOLE, 24)).toBe('Line 2: the result counts 25 and 25 rows, and the file 24.');
    // The last check of the plan comes after its queries.
    expect(faultOf(withAt(['requests', 0, 'queryIndex'], 1))).toBeUndefined();
    expect(faultOf(withAt(['claim', 'queriesDone'], 1))).toBeUndefined();
    const underived = withAt(['claim', 'derived'], undefined);
    expect(faultOf({ ...underived, claim: { ...underived.claim, state: 'derived' } })).toBe(
      'Line 2: result.claim does not say what its rows were made from.',
    );
  });

  it('is never vouched for: what was whole is unverifiable, what was less stays less, and its own words are kept apart', () => {
    const { reasons, unread, derived, ...counts } = WHOLE.claim;
    const read = (claim: object) => {
      const found = readSummary({ result: { ...WHOLE, claim } }, 4, ROWS);
      if (!found.ok) throw new Error(found.error);
      return { completeness: found.value.run.completeness, words: found.value.words };
    };
    const whole = { ...counts, state: 'complete', reasons: [], unread: [] };
    const doubt = { kind: 'unread', text: expect.stringContaining('does not vouch for it') as string, queries: [] };
    const counted = '25 rows from 0 of 1 prefixes (in 2 tables, keys without a prefix, 1 of 3 queries)';
    expect(read(whole)).toEqual({
      completeness: { ...counts, state: 'unverifiable', reasons: [doubt], unread: [], resumable: false },
      words: { savedAtMs: WHOLE.savedAtMs, readAtMs: counts.readAtMs, says: `Complete: ${counted}` },
    });
    const made = { kind: 'difference', of: 'One', lackedBy: 'Two', sources: ['complete', 'complete'] };
    expect(read({ ...whole, state: 'derived', derived: made })).toEqual({
      completeness: {
        ...counts,
        state: 'unverifiable',
        derived: made,
        reasons: [doubt],
        unread: [],
        resumable: false,
      },
      words: {
        savedAtMs: WHOLE.savedAtMs,
        readAtMs: counts.readAtMs,
        says: 'Derived, both Complete: 25 rows of "One", absent from "Two"',
      },
    });
    for (const [state, word] of [
      ['incomplete', 'Incomplete'],
      ['unverifiable', 'Unverifiable'],
      ['stopped', 'Stopped'],
    ])
      expect(read({ ...counts, state, reasons, unread })).toEqual({
        completeness: {
          ...counts,
          state,
          reasons,
          unread: unread.map((each) => ({ ...each, resumable: false })),
          resumable: false,
        },
        words: { savedAtMs: WHOLE.savedAtMs, readAtMs: counts.readAtMs, says: `${word ?? ''}: ${counted}` },
      });
    expect(derived.kind).toBe('difference');
  });
});

/** A copy of a JSON value without one member. */
function without(value: object, path: Path): object {
  const copy = JSON.parse(JSON.stringify(value)) as object;
  delete (at(copy, path.slice(0, -1)) as Record<string | number, unknown>)[path.at(-1) ?? ''];
  return copy;
}
