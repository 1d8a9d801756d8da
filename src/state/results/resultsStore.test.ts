import { describe, expect, it } from 'vitest';
import { isoToTicks } from '../../core/time/ticks.ts';
import { rowStorePair } from '../../workers/rowStorePair.fixture.ts';
import { createActivity } from '../base/activity.ts';
import { createStore } from '../base/store.ts';
import { NO_RUN, type QueryRunStore, type RunState } from '../run/runState.ts';
import { createLeaveGuard, lostResults, unsavedResults } from './leaveGuard.ts';
import { createResults, namedResults } from './resultsStore.ts';

type Query = Parameters<QueryRunStore['start']>;

/** The parts of a query that the list of results reads. */
function query(tableName: string, from: string, to: string, filter?: string): Query {
  const window = { from: isoToTicks(from), to: isoToTicks(to) };
  return [{ request: { tableName, window, filter } }, {}, {}] as unknown as Query;
}

const NOON = query('DemoEventsVer1v0', '2026-11-20T12:42:00Z', '2026-11-20T14:42:00Z');
const EVENING = query('Logs', '2026-11-20T18:00:05Z', '2026-11-20T19:00:00.25Z');

/** Results whose runs do only what the test says. */
function setUp(most = { rows: 100, bytes: 1e6 }) {
  const told: number[] = [];
  const shares: { heldByOthers: () => { rows: number; bytes: number } }[] = [];
  const stores: { set: (state: Partial<RunState>) => void; cancelled: number }[] = [];
  const results = createResults({
    activity: createActivity((done) => done()),
    createRows: () => rowStorePair().client,
    most,
    pause: (run) => run(),
    onRun: ({ runId }) => void told.push(runId),
    createRun: (_rows, shared) => {
      const store = createStore<ReturnType<QueryRunStore['get']>>(NO_RUN);
      const made = {
        set: (state: Partial<RunState>) => store.set({ ...store.get(), ...state } as RunState),
        cancelled: 0,
      };
      stores.push(made);
      shares.push(shared);
      return {
        get: store.get,
        subscribe: store.subscribe,
        start: (plan) =>
          store.set({ phase: 'running', runId: shared.nextRunId(), plan, rows: 0, bytes: 0 } as RunState),
        canResume: () => true,
        resume: () => store.set({ ...store.get(), phase: 'running' } as RunState),
        cancel: () => void (made.cancelled += 1),
        unpause: () => undefined,
        load: () => Promise.resolve(),
      };
    },
  });
  const names = (): readonly string[] => namedResults(results.get().all).map(({ name }) => name);
  const start = (asked: Query): void => results.get().inSight.services.run.start(...asked);
  return { results, stores, shares, told, names, start };
}

describe('open results', () => {
  it('Run replaces the result in sight; Run beside keeps it and shows another; runs have numbers of their own', () => {
    const { results, stores, names, start, told } = setUp();
    expect([names(), results.get().all.length]).toEqual([[], 1]);
    start(NOON);
    stores[0]?.set({ phase: 'ended' });
    start(EVENING);
    expect(names()).toEqual(['Logs, 18:00:05 to 19:00:00.25 UTC']);
    stores[0]?.set({ phase: 'ended' });
    results.startBeside(...NOON);
    expect(names()).toEqual(['Logs, 18:00:05 to 19:00:00.25 UTC', 'DemoEvents, 12:42 to 14:42 UTC']);
    expect(results.get().inSight.id).toBe(2);
    expect(Math.max(...told)).toBe(3);
    expect(new Set(told).size).toBe(3);
    results.show(1);
    expect(results.get().inSight.services.run.get()).toMatchObject({ runId: 2 });
  });

  it('with nothing read, Run beside is Run', () => {
    const { results, names } = setUp();
    results.startBeside(...NOON);
    expect([names(), results.get().all.length]).toEqual([['DemoEvents, 12:42 to 14:42 UTC'], 1]);
  });

  it('two runs never go on at the same time: the second start changes nothing and names what is in the way', () => {
    const { results, stores, names, start } = setUp();
    start(NOON);
    results.startBeside(...EVENING);
    expect(results.get().refusal).toEqual({ kind: 'busy', resultId: 1 });
    expect(names()).toHaveLength(1);
    stores[0]?.set({ phase: 'ended' });
    results.startBeside(...EVENING);
    expect(results.get().refusal).toBeUndefined();
    results.show(1);
    start(NOON);
    results.get().inSight.services.run.resume({} as never);
    expect(results.get().refusal).toEqual({ kind: 'busy', resultId: 2 });
    expect(results.get().inSight.services.run.get().phase).toBe('ended');
    results.dropRefusal();
    expect(results.get().refusal).toBeUndefined();
  });

  it.each([
    ['rows', { rows: 100, bytes: 0 }],
    ['rows, to the last', { rows: 60, bytes: 0 }],
    ['bytes', { rows: 1, bytes: 1e6 }],
    ['bytes, to the last', { rows: 1, bytes: 999_600 }],
  ])(
    'has one budget of %s: what others hold is not free, and a full page starts nothing beside it',
    (_part, held) => {
      const { results, stores, shares, start } = setUp();
      start(NOON);
      stores[0]?.set({ phase: 'ended', rows: 40, bytes: 400 });
      results.startBeside(...EVENING);
      expect([shares[1]?.heldByOthers(), shares[0]?.heldByOthers()]).toEqual([
        { rows: 40, bytes: 400 },
        { rows: 0, bytes: 0 },
      ]);
      stores[1]?.set({ phase: 'ended', ...held });
      results.startBeside(...NOON);
      expect(results.get().refusal).toEqual({ kind: 'full', resultId: 1 });
      expect(results.get().all).toHaveLength(2);
      // In place of the full one there is room.
      start(NOON);
      expect(results.get().refusal).toBeUndefined();
    },
  );

  it('starts another where one more row and byte have room', () => {
    const { results, stores, start } = setUp();
    start(NOON);
    stores[0]?.set({ phase: 'ended', rows: 99, bytes: 999_999 });
    results.startBeside(...EVENING);
    expect([results.get().refusal, results.get().all.length]).toEqual([undefined, 2]);
  });

  it('frees the columns of the other results when a run begins, and only theirs', () => {
    const { results, stores, start } = setUp();
    start(NOON);
    stores[0]?.set({ phase: 'ended' });
    const freed = results.get().inSight.services.rows;
    const before = freed.pending();
    results.startBeside(...EVENING);
    expect(freed.pending()).toBeGreaterThan(before);
    expect(results.get().inSight.services.rows.pending()).toBe(0);
  });

  it('closes only what it is told to, cancels its run, ends its worker, and always keeps one to run in', async () => {
    const { results, stores, names, start } = setUp();
    start(NOON);
    stores[0]?.set({ phase: 'ended' });
    results.startBeside(...EVENING);
    const { rows } = results.get().inSight.services;
    results.close(2);
    expect([names(), results.get().inSight.id, stores[1]?.cancelled]).toEqual([
      ['DemoEvents, 12:42 to 14:42 UTC'],
      1,
      1,
    ]);
    await expect(rows.columns()).rejects.toThrow('The row store was closed.');
    results.close(99);
    results.close(1);
    expect([names(), results.get().all.length, results.get().inSight.id]).toEqual([[], 1, 3]);
    start(EVENING);
    expect(names()).toHaveLength(1);
  });

  it('takes a given name until it is emptied, keeps what views hold, and tells equal names apart', () => {
    const { results, stores, names, start } = setUp();
    start(NOON);
    stores[0]?.set({ phase: 'ended' });
    results.startBeside(...NOON);
    expect(names()).toEqual(['DemoEvents, 12:42 to 14:42 UTC', 'DemoEvents, 12:42 to 14:42 UTC (2)']);
    const before = results.get().inSight.services;
    results.rename(2, '  before the deployment ');
    expect(names()).toEqual(['DemoEvents, 12:42 to 14:42 UTC', 'before the deployment']);
    expect(results.get().inSight.services).toBe(before);
    results.rename(2, ' ');
    expect(names()[1]).toBe('DemoEvents, 12:42 to 14:42 UTC (2)');
  });

  it('does not name a filter that looks like a secret, of which a cut part looks like none', () => {
    const { results, stores, names, start } = setUp();
    const digits = 'PhOtjTZshoMe9wxf8+kOXtAq3vN5yLr2WcDgKb7uIzE=';
    const filtered = (filter: string): Query =>
      query('DemoEventsVer1v0', '2026-11-20T12:42:00Z', '2026-11-20T14:42:00Z', filter);
    start(filtered(`Hash eq '${digits}'`));
    stores[0]?.set({ phase: 'ended' });
    results.startBeside(...filtered(`Hash ne '${digits}'`));
    expect(names()).toEqual(['DemoEvents, 12:42 to 14:42 UTC', 'DemoEvents, 12:42 to 14:42 UTC (2)']);
  });

  it('names the filters of results that are equal but for them, cut where they are long', () => {
    const { results, stores, names, start } = setUp();
    const filtered = (filter: string): Query =>
      query('DemoEventsVer1v0', '2026-11-20T12:42:00Z', '2026-11-20T14:42:00Z', filter);
    start(filtered('Level le 2'));
    expect(names()).toEqual(['DemoEvents, 12:42 to 14:42 UTC']);
    stores[0]?.set({ phase: 'ended' });
    results.startBeside(...NOON);
    stores[1]?.set({ phase: 'ended' });
    results.startBeside(...filtered("Role eq 'ingest' or\n Role eq 'a long name of a role'"));
    expect(names()).toEqual([
      'DemoEvents, 12:42 to 14:42 UTC, Level le 2',
      'DemoEvents, 12:42 to 14:42 UTC',
      "DemoEvents, 12:42 to 14:42 UTC, Role eq 'ingest' or Role eq 'a\u2026",
    ]);
  });

  it('says that the list changed when a run begins or ends, and not at every page', () => {
    const { results, stores, start } = setUp();
    start(NOON);
    let changes = 0;
    results.subscribe(() => void (changes += 1));
    for (let rows = 1; rows < 5; rows += 1) stores[0]?.set({ rows });
    expect(changes).toBe(0);
    stores[0]?.set({ phase: 'ended' });
    expect(changes).toBe(1);
  });
});

describe('a reload', () => {
  it('waits for an answer while rows would be lost, and only then', () => {
    const { results, stores, start } = setUp();
    const guard = createLeaveGuard(results);
    let gone = 0;
    const leaving = { what: 'Disconnecting', button: 'Disconnect', go: () => void (gone += 1) };
    guard.ask(leaving);
    start(NOON);
    guard.ask(leaving);
    expect([gone, guard.get()]).toEqual([2, undefined]);
    stores[0]?.set({ rows: 7 });
    guard.ask(leaving);
    expect([gone, guard.get(), unsavedResults(results.get().all).length]).toEqual([2, leaving, 1]);
    guard.stay();
    expect(guard.get()).toBeUndefined();
  });

  it('waits for a capture too, whose rows are in its file', async () => {
    const { results } = setUp();
    const run = { phase: 'ended', runId: 5, rows: 9, plan: { request: { tableName: 'Logs' } } };
    const words = { savedAtMs: 0, readAtMs: 0, says: '' };
    const fault = await results.takeRows(() =>
      Promise.resolve({ ok: true, value: { run, words } } as unknown as Awaited<
        ReturnType<Parameters<typeof results.takeRows>[0]>
      >),
    );
    expect([fault, namedResults(results.get().all).map(({ name }) => name)]).toEqual([
      undefined,
      ['Logs, all time'],
    ]);
    expect(unsavedResults(results.get().all)).toEqual([]);
    expect(lostResults(results.get().all)).toHaveLength(1);
    const guard = createLeaveGuard(results);
    const leaving = { what: 'Disconnecting', button: 'Disconnect', go: () => expect.fail('It asks first.') };
    guard.ask(leaving);
    expect(guard.get()).toBe(leaving);
    // A query leaves the capture as it is.
    results.get().inSight.services.run.start(...EVENING);
    expect(namedResults(results.get().all)).toHaveLength(2);
  });

  it('no query starts while a capture is read, and a refused one changes nothing', async () => {
    const { results, start } = setUp();
    const before = results.get().all;
    let refuse: (words: string) => void = () => undefined;
    const taken = results.takeRows(
      () => new Promise((resolve) => (refuse = (error) => resolve({ ok: false, error }))),
    );
    start(NOON);
    expect(results.get().refusal).toEqual({ kind: 'file', resultId: 0 });
    expect(await results.takeRows(() => Promise.reject(new Error('unused')))).toContain('still being read');
    refuse('Line 3 is not JSON.');
    expect(await taken).toBe('Line 3 is not JSON.');
    expect(results.get().all).toEqual(before);
    start(NOON);
    expect(namedResults(results.get().all)).toHaveLength(1);
  });
});

describe('the name of a result', () => {
  it('has dates where the window is longer than a day, and no window where there is none', () => {
    const { results, stores, names, start } = setUp();
    start(query('Logs', '2026-11-20T00:00:00Z', '2026-11-22T06:30:00Z'));
    expect(names()).toEqual(['Logs, 2026-11-20 00:00 to 2026-11-22 06:30 UTC']);
    stores[0]?.set({ plan: { request: { tableName: 'Logs' } } as never, runId: 7 });
    expect(namedResults(results.get().all)[0]?.name).toBe('Logs, all time');
  });
});
