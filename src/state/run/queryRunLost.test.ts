import { describe, expect, it } from 'vitest';
import { LATENCY_MS } from '../../tables/run/runRig.fixture.ts';
import { EMPTY_FORM } from './queryForm.ts';
import { rig, textOf } from './queryRun.fixture.ts';
import { createLateEngine } from './queryRun.ts';
import { NO_RUN } from './runState.ts';

describe('a run whose worker stops working', () => {
  it('loses its rows: it is never Complete, cannot continue, and is whole when run again', async () => {
    const { run, session, worker, read } = rig({ prefixes: 2, rowsEach: 15 });
    await read();
    expect(textOf(run)).toMatch(/^Complete: 30 rows/);
    const { dataVersion, requests } = run.get();
    worker.crash('out of memory');
    expect(textOf(run)).toMatch(/^Stopped: 0 rows from 0 of 2 prefixes/);
    expect(textOf(run)).toContain('The rows it held are lost: run the query again.');
    expect(run.canResume(session)).toBe(false);
    expect(run.get()).toMatchObject({ phase: 'ended', rows: 0, requests });
    expect(run.get().dataVersion).toBeGreaterThan(dataVersion);
    await read();
    expect(textOf(run)).toBe('Complete: 30 rows from 2 of 2 prefixes');
  });

  it('ends at once', async () => {
    const { plan, run, session, clock, ended, worker } = rig({ prefixes: 2, rowsEach: 500 });
    run.start(plan, session, EMPTY_FORM);
    clock.env.setTimer(() => worker.crash(''), LATENCY_MS * 5 + 1);
    await ended();
    expect(textOf(run)).toMatch(/^Stopped: 0 rows from 0 of 2 prefixes/);
    expect(run.get().requests.length).toBeLessThan(20);
    expect(run.canResume(session)).toBe(false);
  });

  it('keeps its log up to that moment, not only to the last frame', async () => {
    const frameMs = LATENCY_MS * 4 + 2;
    const { plan, run, session, clock, ended, worker, service } = rig({
      prefixes: 2,
      rowsEach: 500,
      frameMs,
    });
    const lostMs = LATENCY_MS * 7 + 1;
    run.start(plan, session, EMPTY_FORM);
    const shown: number[] = [];
    clock.env.setTimer(() => {
      shown.push(run.get().requests.length);
      worker.crash('');
      shown.push(run.get().requests.length, service.seen.length);
    }, lostMs);
    await ended();
    const [before = 0, after = 0, sent = 0] = shown;
    expect(before).toBeGreaterThan(0);
    expect(before).toBeLessThan(sent);
    expect(after).toBe(sent);
    expect(run.get().elapsedMs).toBe(lostMs);
  });
});

describe('a run that ends by a fault of the page', () => {
  it.each([
    [new Error('There is no memory.'), 'There is no memory.'],
    ['odd', 'The run ended by an unknown fault.'],
  ])('is stopped with its words, never Complete and never running: %s', async (thrown, words) => {
    const { plan, run, session, ended, client, read } = rig({ prefixes: 2, rowsEach: 15 });
    const { begin } = client;
    Object.assign(client, { begin: () => Promise.reject(thrown) });
    run.start(plan, session, EMPTY_FORM);
    expect(run.get().phase).toBe('running');
    await ended();
    expect(run.get()).toMatchObject({ phase: 'ended', rows: 0, completeness: { state: 'stopped' } });
    expect(textOf(run)).toMatch(/^Stopped: 0 rows from 0 of 2 prefixes/);
    expect(textOf(run)).toContain(words);
    // Running the query again gives a complete result.
    Object.assign(client, { begin });
    await read();
    expect(textOf(run)).toBe('Complete: 30 rows from 2 of 2 prefixes');
    // A complete run has nothing left to read, and a run in progress is not resumed.
    const { dataVersion } = run.get();
    run.start(plan, session, EMPTY_FORM);
    run.resume(session);
    expect(run.get().dataVersion).toBe(dataVersion + 1);
    await ended();
    expect(textOf(run)).toBe('Complete: 30 rows from 2 of 2 prefixes');
  });

  it('is not resumed before any was started', () => {
    const { run, session } = rig({ prefixes: 1, rowsEach: 1 });
    run.resume(session);
    run.cancel();
    run.unpause();
    expect(run.canResume(session)).toBe(false);
    expect(() => run.get()).toThrow('No run was started.');
  });
});

describe('a second run in the middle of the first', () => {
  it('ends the first: from then on no request is for it', async () => {
    const { clock, plan, service, run, session, ended } = rig({ prefixes: 2, rowsEach: 95 });
    const sentFor = (filter: string): number => service.seen.filter((seen) => seen.filter === filter).length;
    run.start(plan, session, EMPTY_FORM);
    await clock.advance(LATENCY_MS * 3);
    expect(run.get().phase).toBe('running');
    const own = plan.queries.filter(({ index }) => index === 1);
    run.start({ ...plan, queries: own.map((query) => ({ ...query, index: 0 })) }, session, EMPTY_FORM);
    const before = sentFor('q0');
    await ended();
    expect(textOf(run)).toBe('Complete: 95 rows from 1 of 1 prefixes');
    expect(sentFor('q0')).toBe(before);
  });
});

describe('a run whose queries share keys', () => {
  it('counts a row returned by several queries once, and stays complete except for rows that change meanwhile', async () => {
    const { plan, run, client, read } = rig({ prefixes: 3, rowsEach: 25 });
    const range = plan.queries[1]?.range ?? { partition: {}, exact: true };
    const queries = plan.queries.map((query) => ({ ...query, range, filter: 'q1' }));
    await read({ queries: queries.map((query) => ({ ...query, sharesRows: true })) });
    expect(textOf(run)).toMatch(/^Complete: 25 rows/);
    // A row that changes from matching an unread query to matching one already read is in no answer.
    expect(textOf(run)).toContain(
      'A row that changes while it is read may be missed: the filter is read in 3 queries over the same keys.',
    );
    expect((await client.view({ order: 'key', from: 0, to: 99 })).rows).toHaveLength(25);
    await read({ queries });
    expect(textOf(run)).toMatch(/^Incomplete: 25 rows.*only rows that were read before/);
    expect(textOf(run)).not.toContain('may be missed');
    // The row does not match the filter part of its own query, but that of another.
    const all = "RowKey ge ''";
    const parts = queries.map((query, at) => ({
      ...query,
      sharesRows: true,
      condition: at === 0 ? all : "RowKey eq 'nobody'",
    }));
    await read({ request: { ...plan.request, filter: all }, queries: parts });
    expect(textOf(run)).not.toMatch(/^Complete/);
    expect(run.get().anomalies.repeated).toBeGreaterThan(0);
  });
});

const LOADED = createLateEngine();
const ENGINE = await LOADED.load();

/** A run store whose engine arrives, or fails to load, when the test says so; `loads` has one entry for each time it was asked for. */
function setUp() {
  const loads: { arrive: () => void; fail: (fault: Error) => void }[] = [];
  const engine = createLateEngine(
    () => new Promise((resolve, reject) => loads.push({ arrive: () => resolve(ENGINE), fail: reject })),
  );
  return { ...rig({ prefixes: 2, rowsEach: 15, engine }), loads };
}

it('a run starts once its engine is there, and the page is busy until then', async () => {
  const { plan, run, session, activity, ended, loads } = setUp();
  run.start(plan, session, EMPTY_FORM);
  run.start(plan, session, EMPTY_FORM);
  expect([activity.pending(), loads.length]).toEqual([2, 1]);
  expect(() => run.get()).toThrow('No run was started.');
  loads[0]?.arrive();
  await ended();
  expect(textOf(run)).toBe('Complete: 30 rows from 2 of 2 prefixes');
  expect(run.get().runId).toBe(1);
});

it('a run that is cancelled before its engine is there does not start', async () => {
  const { plan, run, session, service, ended, loads } = setUp();
  run.start(plan, session, EMPTY_FORM);
  run.cancel();
  loads[0]?.arrive();
  await ended();
  expect(service.seen).toEqual([]);
  expect(() => run.get()).toThrow('No run was started.');
});

it('a run says why its engine cannot be loaded, and the next start asks for it again', async () => {
  const { plan, run, session, ended, loads, idle } = setUp();
  run.start(plan, session, EMPTY_FORM);
  loads[0]?.fail(new Error('A newer version was published.'));
  await ended();
  expect(idle()).toEqual({ ...NO_RUN, fault: 'A newer version was published.' });
  run.start(plan, session, EMPTY_FORM);
  loads[1]?.arrive();
  await ended();
  expect(textOf(run)).toBe('Complete: 30 rows from 2 of 2 prefixes');
});

it.each([
  { headersExposed: false, first: 'check' },
  { headersExposed: true, first: 'query' },
  { headersExposed: undefined, first: 'query' },
])(
  'a run asks first whether tokens are still hidden if they were at connect ($headersExposed): $first',
  async ({ headersExposed, first }) => {
    const { run, read } = rig({ prefixes: 5, rowsEach: 25 });
    await read({}, headersExposed === undefined ? {} : { headersExposed });
    expect(run.get().requests[0]?.kind).toBe(first);
    // Meanwhile, somebody has fixed the CORS rule.
    expect(textOf(run)).toBe('Complete: 125 rows from 5 of 5 prefixes');
  },
);

it('and once more at its end if they are: Unverifiable, however many rows arrived', async () => {
  const { run, read } = rig({ prefixes: 1, rowsEach: 35, hidesTokens: true });
  await read({}, { headersExposed: false });
  expect(run.get().requests.filter(({ kind }) => kind === 'check')).toHaveLength(2);
  expect(textOf(run)).toMatch(
    /^Unverifiable: 10 rows from 1 of 1 prefixes\. CORS hides the continuation headers/,
  );
});
