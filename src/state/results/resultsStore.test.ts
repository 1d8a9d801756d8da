import { describe, expect, it } from 'vitest';
import { EVENING, NOON, query, type Query, setUp } from './resultsStore.fixture.ts';
import type { EndedRun } from '../run/runState.ts';
import { captureRun } from './resultsStore.ts';

describe('open results', () => {
  it('Run replaces the current result; Run beside keeps it and shows a new one; each run has its own number', () => {
    const { results, stores, names, start, told, read } = setUp();
    expect([names(), results.get().all.length]).toStrictEqual([[], 1]);
    read(NOON);
    start(EVENING);
    expect(names()).toStrictEqual(['Logs, 18:00:05 to 19:00:00.25 UTC']);
    stores[0]?.set({ phase: 'ended' });
    results.startBeside(...NOON);
    expect(names()).toStrictEqual(['Logs, 18:00:05 to 19:00:00.25 UTC', 'DemoEvents, 12:42 to 14:42 UTC']);
    expect(results.get().inSight.id).toBe(2);
    expect(Math.max(...told)).toBe(3);
    expect(new Set(told).size).toBe(3);
    results.show(1);
    expect(results.get().inSight.services.run.get()).toMatchObject({ runId: 2 });
  });

  it('if nothing was read, Run beside is the same as Run', () => {
    const { results, names } = setUp();
    results.startBeside(...NOON);
    expect([names(), results.get().all.length]).toStrictEqual([['DemoEvents, 12:42 to 14:42 UTC'], 1]);
  });

  it('two runs are never active at once: the second start changes nothing and names what prevents it', () => {
    const { results, stores, names, start } = setUp();
    start(NOON);
    results.startBeside(...EVENING);
    expect(results.get().refusal).toStrictEqual({ kind: 'busy', resultId: 1 });
    expect(names()).toHaveLength(1);
    stores[0]?.set({ phase: 'ended' });
    expect(results.get().refusal).toBeUndefined();
    results.startBeside(...EVENING);
    results.show(1);
    start(NOON);
    results.get().inSight.services.run.resume({} as never);
    expect(results.get().refusal).toStrictEqual({ kind: 'busy', resultId: 2 });
    expect(results.get().inSight.services.run.get().phase).toBe('ended');
    results.dropRefusal();
    expect(results.get().refusal).toBeUndefined();
  });

  it('a run does not prevent the next one in the same result', () => {
    const { results, names, start } = setUp();
    start(NOON);
    start(EVENING);
    expect([results.get().refusal, names(), results.get().inSight.services.run.get()]).toMatchObject([
      undefined,
      ['Logs, 18:00:05 to 19:00:00.25 UTC'],
      { phase: 'running', runId: 2 },
    ]);
  });

  it.each([
    ['rows', { rows: 100, bytes: 0 }],
    ['rows, to the last', { rows: 60, bytes: 0 }],
    ['bytes', { rows: 1, bytes: 1e6 }],
    ['bytes, to the last', { rows: 1, bytes: 999_600 }],
  ])('share one budget of %s: a full page starts no further result', (_part, held) => {
    const { results, stores, shares, start, read } = setUp();
    read(NOON, 0, { rows: 40, bytes: 400 });
    results.startBeside(...EVENING);
    expect([shares[1]?.heldByOthers(), shares[0]?.heldByOthers()]).toStrictEqual([
      { rows: 40, bytes: 400 },
      { rows: 0, bytes: 0 },
    ]);
    stores[1]?.set({ phase: 'ended', ...held });
    results.startBeside(...NOON);
    expect(results.get().refusal).toStrictEqual({ kind: 'full', resultId: 1 });
    expect(results.get().all).toHaveLength(2);
    // Running into the same tab is possible, because that replaces its rows.
    start(NOON);
    expect(results.get().refusal).toBeUndefined();
    // Closing a tab clears the refusal.
    results.startBeside(...NOON);
    expect(results.get().refusal).toStrictEqual({ kind: 'busy', resultId: 2 });
    results.close(1);
    expect(results.get().refusal).toBeUndefined();
  });

  it('starts another if there is room for one more row and byte', () => {
    const { results, read } = setUp();
    read(NOON, 0, { rows: 99, bytes: 999_999 });
    results.startBeside(...EVENING);
    expect([results.get().refusal, results.get().all.length]).toStrictEqual([undefined, 2]);
  });

  it('frees the built columns of the other results, and only those, when a run begins', () => {
    const { results, read } = setUp();
    read(NOON);
    const freed = results.get().inSight.services.rows;
    const before = freed.pending();
    results.startBeside(...EVENING);
    expect(freed.pending()).toBeGreaterThan(before);
    expect(results.get().inSight.services.rows.pending()).toBe(0);
  });

  it('closes only the given result, cancels its run, ends its worker with the next run, and always keeps one to run in', async () => {
    const { results, stores, names, start, read } = setUp();
    read(NOON);
    results.startBeside(...EVENING);
    const { rows } = results.get().inSight.services;
    results.close(2);
    expect([names(), results.get().inSight.id, stores[1]?.cancelled]).toStrictEqual([
      ['DemoEvents, 12:42 to 14:42 UTC'],
      1,
      1,
    ]);
    results.close(99);
    results.close(1);
    expect([names(), results.get().all.length, results.get().inSight.id]).toStrictEqual([[], 1, 3]);
    // Its rows make room for others.
    expect((await rows.columns(true)).rowCount).toBe(0);
    start(EVENING);
    await expect(rows.columns(true)).rejects.toThrow('The row store was closed.');
    expect(names()).toHaveLength(1);
    const { rows: others } = results.get().inSight.services;
    results.close(3);
    // Opening a file frees the rows of closed tabs, too.
    await results.takeRows(() => Promise.resolve({ ok: false, error: 'No rows.' }));
    await expect(others.columns(true)).rejects.toThrow('The row store was closed.');
  });

  it('keeps a given name until it is cleared, keeps references that views hold, and distinguishes equal names', () => {
    const { results, names, read } = setUp();
    read(NOON);
    results.startBeside(...NOON);
    expect(names()).toStrictEqual(['DemoEvents, 12:42 to 14:42 UTC', 'DemoEvents, 12:42 to 14:42 UTC (2)']);
    const before = results.get().inSight.services;
    results.rename(2, '  before the deployment ');
    expect(names()).toStrictEqual(['DemoEvents, 12:42 to 14:42 UTC', 'before the deployment']);
    expect(results.get().inSight.services).toBe(before);
    expect(results.get().inSight.givenName).toBe('before the deployment');
    results.rename(2, ' ');
    expect(names()[1]).toBe('DemoEvents, 12:42 to 14:42 UTC (2)');
  });

  it('omits a filter that looks like a secret from names, because a part of it would not be recognized', () => {
    const { results, stores, names, start } = setUp();
    const digits = 'PhOtjTZshoMe9wxf8+kOXtAq3vN5yLr2WcDgKb7uIzE=';
    const filtered = (filter: string): Query =>
      query('DemoEventsVer1v0', '2026-11-20T12:42:00Z', '2026-11-20T14:42:00Z', filter);
    start(filtered(`Hash eq '${digits}'`));
    stores[0]?.set({ phase: 'ended' });
    results.startBeside(...filtered(`Hash ne '${digits}'`));
    expect(names()).toStrictEqual(['DemoEvents, 12:42 to 14:42 UTC', 'DemoEvents, 12:42 to 14:42 UTC (2)']);
  });

  it('notifies when a run begins or ends, but not for every page', () => {
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

describe('the name of a result', () => {
  it('ends the worker of a refused file, unless a query can use it', async () => {
    const { results, read } = setUp();
    const refused = async () => {
      let taken: Parameters<Parameters<typeof results.takeRows>[0]>[0]['rows'] | undefined;
      const words = await results.takeRows(({ rows }) => {
        taken = rows;
        return Promise.resolve({ ok: false, error: 'It is odd.' });
      });
      expect(words).toBe('It is odd.');
      if (taken === undefined) throw new Error('Nothing was read.');
      return taken;
    };
    const own = await refused();
    expect([own === results.get().inSight.services.rows, (await own.columns(true)).all]).toStrictEqual([
      true,
      [],
    ]);
    read(NOON);
    const other = await refused();
    expect(other).not.toBe(own);
    await expect(other.columns(true)).rejects.toThrow('The row store was closed.');
    expect((await own.columns(true)).all).toStrictEqual([]);
    // A stopped run continues in its own result.
    results.get().inSight.services.run.resume({} as never);
    expect([results.get().refusal, results.get().inSight.services.run.get().phase]).toStrictEqual([
      undefined,
      'running',
    ]);
  });

  it('gives a file the room that the other results leave', async () => {
    const { results, stores, read } = setUp();
    read(NOON, 0, { rows: 40, bytes: 400 });
    const rooms: unknown[] = [];
    const refused = () =>
      results.takeRows(({ room }) => {
        rooms.push(room);
        return Promise.resolve({ ok: false, error: 'no' });
      });
    expect(await refused()).toBe('no');
    stores[0]?.set({ rows: 100, bytes: 2e6 });
    expect(await refused()).toBe('no');
    stores[0]?.set({ rows: 101, bytes: 1e6 });
    expect(await refused()).toBe('no');
    expect(rooms).toStrictEqual([
      { rows: 60, bytes: 999_600 },
      { rows: 0, bytes: 0 },
      { rows: 0, bytes: 0 },
    ]);
    await expect(results.takeRows(() => Promise.reject(new Error('lost')))).rejects.toThrow('lost');
    // Reading has ended, so a query may start.
    stores[0]?.set({ rows: 1, bytes: 1 });
    results.startBeside(...EVENING);
    expect(results.get().refusal).toBeUndefined();
  });
});

const COMPLETENESS = {
  state: 'unverifiable',
  rows: 75,
  queriesDone: 3,
  queriesAsked: 3,
  readAtMs: 1000,
  firstReadAtMs: 900,
  arrivalNote: 'Late rows possible.',
  reasons: [{ kind: 'unread', text: 'A file.', queries: ['a'] }],
  unread: [],
  resumable: false,
} as const;

function runOf(more: object = {}): EndedRun {
  return {
    phase: 'ended',
    runId: 9,
    plan: {},
    rows: 75,
    bytes: 100,
    dataVersion: 4,
    completeness: { ...COMPLETENESS, ...more },
  } as unknown as EndedRun;
}

/** The run of a file, and a way to make its worker die. */
function opened(run: EndedRun) {
  let lose: (words: string) => void = () => undefined;
  const started: unknown[] = [];
  const onLost = (listener: (words: string) => void) => {
    lose = listener;
    return () => undefined;
  };
  const store = captureRun(run, { onLost }, (...query) => {
    started.push(query);
  });
  return { store, started, lose: (words: string) => lose(words) };
}

describe('the run of a file', () => {
  it('has ended: it cannot be continued, and a new query starts elsewhere', () => {
    const run = runOf();
    const { store, started } = opened(run);
    let changes = 0;
    store.subscribe(() => void (changes += 1));
    store.resume({} as never);
    store.cancel();
    store.unpause();
    expect([store.get(), store.canResume({} as never), changes]).toEqual([run, false, 0]);
    const query = [{ plan: 1 }, { session: 1 }, { form: 1 }] as const;
    store.start(...(query as unknown as Parameters<typeof store.start>));
    expect([started, store.get()]).toEqual([[query], run]);
  });

  it.each([{}, { tables: 4 }])('has no rows once its worker has died, and says so: %j', (more) => {
    const run = runOf(more);
    const { store, lose } = opened(run);
    let changes = 0;
    store.subscribe(() => void (changes += 1));
    lose('The worker stopped.');
    expect(changes).toBe(1);
    expect(store.get()).toEqual({
      ...run,
      rows: 0,
      dataVersion: 5,
      completeness: {
        state: 'stopped',
        rows: 0,
        queriesDone: 0,
        queriesAsked: 3,
        readAtMs: 1000,
        ...more,
        reasons: [{ kind: 'cancelled', text: 'The worker stopped. Open the file again.', queries: [] }],
        unread: [],
        resumable: false,
      },
    });
  });
});
