import { describe, expect, it } from 'vitest';
import type { Answer } from '../wire/answer.ts';
import {
  type createKeyTable,
  createPrefixTable,
  evenly,
  expectWhole,
  type KeyTable,
} from './keyTable.fixture.ts';
import { guardsOf } from './runRig.fixture.ts';
import { createLanes } from '../pacing/lanes.ts';
import { createRunControl } from '../pacing/pause.ts';
import type { ReadStats, RunOptions, RunOutcome } from '../progress/runTypes.ts';
import { cancelledError, tableError } from '../base/tableError.ts';

type Fault = NonNullable<Parameters<typeof createKeyTable>[0]['fault']>;

/** Each query has four full pages and a fifth that is not full, because the run would read on after a full last page. */
const ROWS = 43;

function tableOf(queries: number, fault?: Fault) {
  const { table, truth } = createPrefixTable(evenly(queries, ROWS), { fault });
  const run = (more: Partial<RunOptions> = {}) => table.run({ secondary: table.secondary, ...more });
  return { table, truth, run };
}

const gaps = (count: number) =>
  guardsOf(...Array.from({ length: count }, (_, index) => `PartitionKey ge '9${index}'`));

const toSecondary = (outcome: RunOutcome) =>
  outcome.requests.filter(({ replica }) => replica === 'secondary');

describe('a run that reads from the secondary too', () => {
  it('has twelve requests in flight, six for each host, and takes half of the time', async () => {
    const both = tableOf(36);
    const outcome = await both.run();
    expectWhole(both.table, outcome, both.truth);
    expect([both.table.mostInFlight('primary'), both.table.mostInFlight('secondary')]).toEqual([6, 6]);
    const alone = tableOf(36);
    const slow = await alone.table.run();
    // With two hosts there is one more last check, since each host must prove its own ends.
    expect(slow.requests).toHaveLength(outcome.requests.length - 1);
    expect((slow.elapsedMs - 40) / (outcome.elapsedMs - 40)).toBeCloseTo(2, 5);
    expect(outcome.secondaryFault).toBeUndefined();
    expect(outcome.continuation).toBe('readable');
  });

  it('reads on where a query began, and says of each request and query where that was', async () => {
    const { run, table, truth } = tableOf(30);
    const outcome = await run({ share: false });
    // The service refuses a token of the other host, so a whole result shows that none was sent there.
    expectWhole(table, outcome, truth);
    for (const { index, readsSecondary } of outcome.queries) {
      const own = outcome.requests.filter(({ kind, queryIndex }) => kind === 'query' && queryIndex === index);
      expect(new Set(own.map(({ replica }) => replica)).size).toBe(1);
      expect(readsSecondary === true).toBe(own[0]?.replica === 'secondary');
    }
    expect(new Set(toSecondary(outcome).map(({ lane }) => lane))).toEqual(new Set([6, 7, 8, 9, 10, 11]));
  });

  it('keeps the primary busy with guards meanwhile, so that both hosts end together', async () => {
    const guards = gaps(81);
    const both = tableOf(30);
    const outcome = await both.run({ guards });
    expectWhole(both.table, outcome, both.truth);
    expect(outcome.guards.every(({ state }) => state === 'clear')).toBe(true);
    const alone = await tableOf(30).table.run({ guards });
    // Lanes may be idle only during the last query of four pages, 40 ms each.
    expect(outcome.elapsedMs).toBeLessThanOrEqual((outcome.requests.length / 12) * 40 + 4 * 40);
    expect(alone.elapsedMs / outcome.elapsedMs).toBeGreaterThan(1.7);
  });

  it.each([
    ['there is none', { kind: 'network' }],
    ['the SAS is refused there', { kind: 'auth', status: 403 }],
  ] as const)('gives it up where %s: all comes from the primary, at no retry', async (_name, fault) => {
    const { run, table, truth } = tableOf(15, ({ replica }) => (replica === 'secondary' ? fault : undefined));
    const outcome = await run();
    expectWhole(table, outcome, truth);
    expect(outcome.secondaryFault).toMatchObject(fault);
    expect(toSecondary(outcome)).toHaveLength(6);
    expect([outcome.retries, table.mostInFlight('primary')]).toEqual([0, 6]);
    expect(outcome.queries.some(({ readsSecondary }) => readsSecondary === true)).toBe(false);
  });

  it('goes on behind the last key, without the token, where it fails midway', async () => {
    let asked = 0;
    const { run, table, truth } = tableOf(18, ({ replica }) => {
      asked += replica === 'secondary' ? 1 : 0;
      return replica === 'secondary' && asked > 8 ? { kind: 'auth', status: 403 } : undefined;
    });
    const outcome = await run();
    expectWhole(table, outcome, truth);
    expect(outcome.secondaryFault).toMatchObject({ kind: 'auth' });
    expect(outcome.queries.filter(({ parts }) => parts.length > 1).length).toBeGreaterThan(0);
    const last = outcome.requests.findLastIndex(({ replica }) => replica === 'secondary');
    expect(outcome.requests.length).toBeGreaterThan(last + 10);
  });

  it('believes only the primary that a table does not exist', async () => {
    const { run, table, truth } = tableOf(12, ({ replica }) =>
      replica === 'secondary' ? { kind: 'not-found', status: 404, code: 'TableNotFound' } : undefined,
    );
    const outcome = await run();
    expectWhole(table, outcome, truth);
    expect(outcome.secondaryFault).toBeUndefined();
    expect(outcome.queries.some(({ isAbsent }) => isAbsent === true)).toBe(false);
  });

  it('goes on from what a cancelled run left, also in a session without it', async () => {
    const { table, truth } = tableOf(12);
    const cancel = new AbortController();
    const started = table.start({ secondary: table.secondary, signal: cancel.signal, share: false });
    await table.clock.advance(90);
    cancel.abort();
    const first = await table.clock.run(started);
    const left = first.queries.filter(({ parts }) => parts[0]?.replica === 'secondary');
    expect(left).toHaveLength(6);
    const outcome = await table.run({ resume: first.queries });
    expectWhole(table, outcome, truth);
    expect(left.map(({ index }) => outcome.queries[index]?.readsSecondary)).toEqual(left.map(() => true));
  });
});

const LAST_SYNC_MS = Date.UTC(2026, 10, 20, 23, 58, 3);

/** Statistics of the secondary, which take `durationMs` to arrive; without it, they never arrive. */
function statsIn(
  { env }: KeyTable['clock'],
  durationMs?: number,
  text = new Date(LAST_SYNC_MS).toUTCString(),
  status = 'live',
): ReadStats {
  const xml = `\uFEFF<?xml version="1.0"?><StorageServiceStats><GeoReplication><Status>${status}</Status><LastSyncTime>${text}</LastSyncTime></GeoReplication></StorageServiceStats>`;
  return (signal) => {
    const startedAtMs = env.monotonicMs();
    return new Promise<Answer>((resolve, reject) => {
      signal.addEventListener('abort', () => reject(cancelledError()));
      if (durationMs === undefined) return;
      env.setTimer(() => {
        const [body, endedAtMs] = [new TextEncoder().encode(xml), env.monotonicMs()];
        const times = { startedAtMs, headersAtMs: endedAtMs, endedAtMs };
        resolve({ status: 200, headers: new Headers(), body, ...times });
      }, durationMs);
    });
  };
}

const statsOf = ({ clock }: KeyTable, ...said: readonly string[]) => statsIn(clock, 40, ...said);

describe('how far the secondary is', () => {
  it('is asked before its first page, and told of each query that reads it', async () => {
    const { run, table, truth } = tableOf(30);
    const outcome = await run({ readStats: statsOf(table) });
    expectWhole(table, outcome, truth);
    const first = table.seen.find(({ replica }) => replica === 'secondary');
    expect([table.seen[0]?.atMs, first?.atMs]).toEqual([0, 40]);
    for (const { readsSecondary, secondarySyncMs } of outcome.queries)
      expect(secondarySyncMs).toBe(readsSecondary === true ? LAST_SYNC_MS : undefined);
    expect(outcome.queries.filter(({ readsSecondary }) => readsSecondary === true).length).toBeGreaterThan(9);
    const [asked] = outcome.requests.filter(({ kind }) => kind === 'check');
    expect(asked).toMatchObject({ replica: 'secondary', status: 200 });
  });

  it.each([
    ['the SAS does not reach it', () => Promise.resolve(undefined)],
    ['it is refused', () => Promise.reject(tableError({ kind: 'auth', message: 'no', nextStep: 'none' }))],
  ])('is not known where %s, which keeps nobody from reading', async (_name, readStats) => {
    const { run, table, truth } = tableOf(12);
    const outcome = await run({ readStats });
    expectWhole(table, outcome, truth);
    const read = outcome.queries.filter(({ readsSecondary }) => readsSecondary === true);
    expect(read.map(({ secondarySyncMs }) => secondarySyncMs)).toEqual(read.map(() => 0));
    expect([read.length > 0, outcome.secondaryFault]).toEqual([true, undefined]);
  });

  it('is not known where it says nothing, and the copy is left alone while it is being filled', async () => {
    const silent = tableOf(12);
    const outcome = await silent.run({ readStats: statsOf(silent.table, '', 'unavailable') });
    expect(outcome.queries.some(({ secondarySyncMs }) => secondarySyncMs === 0)).toBe(true);
    const filling = tableOf(12);
    const other = await filling.run({ readStats: statsOf(filling.table, '', 'bootstrap') });
    expectWhole(filling.table, other, filling.truth);
    expect(other.secondaryFault?.message).toContain('still being filled');
    expect(filling.table.seen.every(({ replica }) => replica === 'primary')).toBe(true);
  });

  it('is the older one where a query was read in two runs', async () => {
    const { table } = tableOf(8);
    const cancel = new AbortController();
    const options = { secondary: table.secondary, share: false };
    const started = table.start({ ...options, signal: cancel.signal, readStats: statsOf(table) });
    await table.clock.advance(130);
    cancel.abort();
    const first = await table.clock.run(started);
    const later = new Date(LAST_SYNC_MS + 60_000).toUTCString();
    const outcome = await table.run({ ...options, resume: first.queries, readStats: statsOf(table, later) });
    const before = first.queries.filter(({ readsSecondary }) => readsSecondary === true);
    expect(before.length).toBeGreaterThan(0);
    for (const { index } of before) expect(outcome.queries[index]?.secondarySyncMs).toBe(LAST_SYNC_MS);
  });
});

describe('lanes of a secondary that was given up', () => {
  it('are not counted any more: six are left, and half of them after a sign of overload', async () => {
    const lanes = createLanes(6, 2);
    const { run, table, truth } = tableOf(24, ({ replica, request }) => {
      if (replica === 'secondary') return { kind: 'auth', status: 403 };
      return request === 30 ? { kind: 'throttled', status: 503 } : undefined;
    });
    const limits = new Set<number>();
    const outcome = await run({ lanes, onEvent: () => limits.add(lanes.limit()) });
    expectWhole(table, outcome, truth);
    expect([...limits]).toEqual([12, 6, 3, 4, 5]);
    // All lanes may be used again by the next run, which tries the secondary again.
    expect(lanes.limit()).toBe(12);
  });
});

describe('a primary that does not answer, while the secondary does', () => {
  const guards = gaps(30);
  const states = (outcome: RunOutcome) => new Set(outcome.guards.map(({ state }) => state));

  it('leaves all queries to it, from the start, and guards without an answer', async () => {
    const { run, table, truth } = tableOf(20, ({ replica }) =>
      replica === 'primary' ? { kind: 'network' } : undefined,
    );
    const outcome = await run({ guards, control: createRunControl() });
    expectWhole(table, outcome, truth);
    expect(outcome.queries.every(({ readsSecondary }) => readsSecondary === true)).toBe(true);
    expect(states(outcome)).toEqual(new Set(['failed']));
    expect(outcome.guards[0]?.fault?.kind).toBe('network');
    expect(outcome.continuation).toBe('readable');
    expect(table.seen.filter(({ replica }) => replica === 'primary').length).toBeLessThan(24);
    expect(outcome.elapsedMs).toBeLessThan(10_000);
  });

  it('lets queries that it had begun go on behind their last key', async () => {
    const { run, table, truth } = tableOf(24, ({ replica, request }) =>
      replica === 'primary' && request > 20 ? { kind: 'network' } : undefined,
    );
    const control = createRunControl();
    // With four lanes a host, too few requests fail in a row to open the breaker.
    const lanes = createLanes(4, 2);
    const outcome = await run({ guards: guards.slice(0, 3), control, share: false, lanes });
    expectWhole(table, outcome, truth);
    const hostsOf = (index: number) =>
      new Set(
        outcome.requests.flatMap((each) =>
          each.queryIndex === index && each.rows ? (each.replica ?? 'primary') : [],
        ),
      );
    expect(truth.filter((_rows, index) => hostsOf(index).size === 2).length).toBeGreaterThan(3);
    expect(states(outcome)).toEqual(new Set(['failed']));
  });

  it('asks the guards after the queries, where it is back by then', async () => {
    let failed = 0;
    const { run, table, truth } = tableOf(40, ({ replica }) => {
      if (replica === 'secondary' || failed >= 7) return undefined;
      failed += 1;
      return { kind: 'network' };
    });
    const outcome = await run({ guards, control: createRunControl() });
    expectWhole(table, outcome, truth);
    expect(states(outcome)).toEqual(new Set(['clear']));
  });

  const noTable = { kind: 'not-found', status: 404, code: 'TableNotFound' } as const;

  it.each([noTable, { kind: 'bad-request', status: 400 }] as const)(
    'is not given up for a secondary that answers an outage check with $status: the query keeps its token',
    async (fault) => {
      let failed = 0;
      const { run, table, truth } = tableOf(1, ({ replica, request }) => {
        if (replica === 'secondary') return fault;
        // Its first page and five retries fail, and so does the outage check that the run then sends.
        if (request < 2 || failed >= 7) return undefined;
        failed += 1;
        return { kind: 'network' };
      });
      const outcome = await run({ secondary: table.secondary, control: createRunControl() });
      expectWhole(table, outcome, truth);
      expect(failed).toBe(7);
      expect(toSecondary(outcome).map(({ kind }) => kind)).toEqual(['check']);
      expect([outcome.queries[0]?.parts.length, outcome.queries[0]?.pages]).toEqual([1, 5]);
    },
  );

  it('is left to a secondary that lacks one table and has the others', async () => {
    const { run, table, truth } = tableOf(4, ({ replica, request }) =>
      replica === 'primary' && request > 3 ? { kind: 'network' } : undefined,
    );
    const queries = table.queries.map((query) => (query.index > 0 ? query : { ...query, tableName: 'New' }));
    const asked: string[] = [];
    const secondary: typeof table.secondary = {
      ...table.secondary,
      readPage: (query, signal) => {
        asked.push(query.tableName);
        if (query.tableName !== 'New') return table.secondary.readPage(query, signal);
        return Promise.reject(tableError({ ...noTable, message: 'no such table', nextStep: 'none' }));
      },
    };
    const outcome = await run({ queries, secondary, lanes: createLanes(6, 2) });
    const read = outcome.queries.map(({ state, readsSecondary }) => [state, readsSecondary]);
    expect(read.slice(1)).toEqual(read.slice(1).map(() => ['done', true]));
    expect(read[0]?.[0]).toBe('failed');
    truth.slice(1).forEach((rows, at) => expect(table.kept(at + 1)).toEqual(rows));
    expect(asked.filter((name) => name === 'New')).toHaveLength(1);
  });
});

/** Queries of 40 rows, four pages each. */
const fortyEach = (queries: number, fault?: Fault): KeyTable =>
  createPrefixTable(evenly(queries, 40), { fault }).table;

/** The longest time without a request to the primary, in milliseconds. */
function longestSilence({ seen }: KeyTable): number {
  const times = seen.filter(({ replica }) => replica === 'primary').map(({ atMs }) => atMs);
  return Math.max(...times.map((atMs, index) => atMs - (times[index - 1] ?? 0)));
}

describe('the wait for the Last Sync Time', () => {
  it('takes no lane: a 503 slows the primary as it does without a secondary', async () => {
    const one503: Fault = ({ request }) =>
      request === 0 ? { kind: 'throttled', status: 503, code: 'ServerBusy' } : undefined;
    const alone = fortyEach(40, one503);
    await alone.run();
    const table = fortyEach(40, one503);
    const outcome = await table.run({
      secondary: table.secondary,
      readStats: statsIn(table.clock, 5000),
    });
    expect(outcome.rows).toBe(1600);
    expect(longestSilence(table)).toBe(longestSilence(alone));
  });

  it('ends with the queries, where nobody needs it any more', async () => {
    const guards = gaps(1);
    const table = fortyEach(3);
    const outcome = await table.run({
      secondary: table.secondary,
      guards,
      readStats: statsIn(table.clock),
    });
    expect([outcome.rows, outcome.guards[0]?.state]).toEqual([120, 'clear']);
    expect(outcome.elapsedMs).toBeLessThan(1000);
    expect(table.seen.every(({ replica }) => replica === 'primary')).toBe(true);
  });

  it('is kept by queries that go on at the secondary, and by nobody else; then both hosts are busy', async () => {
    const table = fortyEach(30);
    const cancel = new AbortController();
    const options = { secondary: table.secondary, share: false };
    const started = table.start({ ...options, signal: cancel.signal });
    await table.clock.advance(90);
    cancel.abort();
    const first = await table.clock.run(started);
    expect(first.queries.some(({ parts }) => parts[0]?.replica === 'secondary')).toBe(true);
    const [startedAtMs, seen] = [table.clock.nowMs(), table.seen.length];
    const readStats = statsIn(table.clock, 200);
    const outcome = await table.run({ ...options, resume: first.queries, readStats });
    expect(outcome.rows).toBe(1200);
    const again = table.seen.slice(seen);
    const begins = (['primary', 'secondary'] as const).map(
      (host) => (again.find(({ replica }) => replica === host)?.atMs ?? 0) - startedAtMs,
    );
    expect(begins).toEqual([0, 200]);
    const atOnce = again.filter(({ atMs }) => atMs === startedAtMs + 200);
    expect(atOnce.filter(({ replica }) => replica === 'secondary')).toHaveLength(6);
    // For pages of the previous run, the time is unknown.
    const before = first.queries.filter(({ readsSecondary }) => readsSecondary === true);
    expect(before.map(({ index }) => outcome.queries[index]?.secondarySyncMs)).toEqual(before.map(() => 0));
  });
});
