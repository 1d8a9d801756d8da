import { describe, expect, it } from 'vitest';
import { createRunControl } from '../pacing/pause.ts';
import { createKeyTable, rangeInTime, rowsInTime } from './keyTable.fixture.ts';
import { BUSY, createRunRig, guardsOf, LATENCY_MS } from './runRig.fixture.ts';

const GUARDS = guardsOf('g0', 'g1', 'g2');
const GUARD_ROWS = new Map([
  ['g0', []],
  ['g1', []],
  ['g2', [{ PartitionKey: 'stranger', RowKey: 'r' }]],
]);

describe('guards of a run that is continued', () => {
  it('are asked again where they had no answer, and only there', async () => {
    let isBroken = true;
    const rig = createRunRig({
      queries: 3,
      rowsEach: 12,
      guardRows: GUARD_ROWS,
      script: (filter) => (isBroken && filter === 'g1' ? BUSY : undefined),
    });
    const first = await rig.run({ guards: GUARDS });
    expect(first.guards.map(({ state }) => state)).toEqual(['clear', 'failed', 'hit']);
    isBroken = false;
    const sent = rig.service.seen.length;
    const resumed = { resume: first.queries, resumeGuards: first.guards };
    const again = await rig.run({ guards: GUARDS, ...resumed });
    expect(rig.service.seen.slice(sent).map(({ filter }) => filter)).toEqual(['g1', '']);
    expect(again.guards.map(({ state }) => state)).toEqual(['clear', 'clear', 'hit']);
    expect(again.guards[2]?.key?.partitionKey).toBe('stranger');
    expect(again.rows).toBe(36);
  });

  it('find the first row, however many follow and whatever comes before, with one page that has a row', async () => {
    for (const [rows, empty] of [
      [1, 0],
      [25, 0],
      [25, 3],
    ] as const) {
      const strangers = Array.from({ length: rows }, (_, row) => ({
        PartitionKey: 'stranger',
        RowKey: String(row).padStart(2, '0'),
      }));
      const rig = createRunRig({
        queries: 1,
        rowsEach: 12,
        pageRows: 1,
        guardRows: new Map([['g0', strangers]]),
        script: (filter, request) => (filter === 'g0' && request < empty ? { page: 'empty' } : undefined),
      });
      const { guards } = await rig.run({ guards: GUARDS.slice(0, 1) });
      const key = { partitionKey: 'stranger', rowKey: '00' };
      expect(guards).toMatchObject([{ state: 'hit', key }]);
      expect(rig.service.seen.filter(({ filter }) => filter === 'g0')).toHaveLength(empty + 1);
    }
  });

  it('are asked all where the run was cancelled before them', async () => {
    const rig = createRunRig({ queries: 1, rowsEach: 5, guardRows: GUARD_ROWS });
    const stop = new AbortController();
    const work = rig.start({ guards: GUARDS, signal: stop.signal });
    await rig.clock.advance(LATENCY_MS + 1);
    stop.abort();
    const first = await rig.clock.run(work);
    expect(first.stoppedBy).toBe('cancel');
    const again = await rig.run({
      guards: GUARDS,
      resume: first.queries,
      resumeGuards: first.guards,
    });
    expect(again.stoppedBy).toBeUndefined();
    expect(again.guards.map(({ state }) => state)).toEqual(['clear', 'clear', 'hit']);
  });
});

describe('guards beside queries', () => {
  const filtersOf = (rig: ReturnType<typeof createRunRig>) => rig.service.seen.map(({ filter }) => filter);
  const many = (count: number) => guardsOf(...Array.from({ length: count }, (_, index) => `g${index}`));

  it('wait for the first answer of their table, then go in lanes that queries leave', async () => {
    const rig = createRunRig({ queries: 1, rowsEach: 35, guardRows: GUARD_ROWS });
    const outcome = await rig.run({ guards: GUARDS });
    expect(filtersOf(rig).slice(0, 1)).toEqual(['q0']);
    expect(filtersOf(rig).slice(1, 5).toSorted()).toEqual(['g0', 'g1', 'g2', 'q0']);
    expect(outcome.guards.map(({ state }) => state)).toEqual(['clear', 'clear', 'hit']);
    // Four pages, then the last check.
    expect(outcome.elapsedMs).toBe(5 * LATENCY_MS);
  });

  it('never go before a page of a query', async () => {
    const rig = createRunRig({ queries: 12, rowsEach: 25 });
    await rig.run({ guards: many(20) });
    const seen = filtersOf(rig);
    expect(seen.slice(0, 36).filter((filter) => filter.startsWith('g'))).toEqual([]);
    expect(seen.slice(36, 56).every((filter) => filter.startsWith('g'))).toBe(true);
  });

  it.each([
    // All lanes are busy to the end, so the checks need round trips of their own, six checks at a time.
    { queries: 100, rowsEach: 35, checks: 101, rounds: 17 },
    { queries: 40, rowsEach: 15, checks: 41, rounds: 7 },
    // One query is read alone while five lanes are free, so the checks cost almost no time.
    { queries: 7, rowsEach: 225, checks: 101, rounds: 1 },
    { queries: 1, rowsEach: 145, checks: 60, rounds: 0 },
  ])('cost at most $rounds round trips: $checks checks, $queries queries', async (contest) => {
    const elapsed: number[] = [];
    for (const guards of [[], many(contest.checks)]) {
      const rig = createRunRig(contest);
      const outcome = await rig.run({ guards });
      expect(outcome.guards.map(({ state }) => state)).toEqual(guards.map(() => 'clear'));
      // Each check is one request, and none asks for several at once.
      expect(filtersOf(rig).filter((filter) => filter.startsWith('g'))).toHaveLength(guards.length);
      elapsed.push(outcome.elapsedMs / LATENCY_MS);
    }
    const [alone = 0, beside = 0] = elapsed;
    expect(beside - alone).toBeLessThanOrEqual(contest.rounds);
  });

  it('that fail cost the queries no retry, and are asked again after them', async () => {
    const rig = createRunRig({
      queries: 2,
      rowsEach: 300,
      script: (filter, request) =>
        (filter.startsWith('g') && request === 0) || (filter === 'q1' && request > 20 && request < 23)
          ? BUSY
          : undefined,
    });
    const outcome = await rig.run({ guards: many(9) });
    expect(new Set(outcome.guards.map(({ state }) => state))).toEqual(new Set(['clear']));
    const seen = filtersOf(rig);
    const lastQuery = seen.findLastIndex((filter) => filter.startsWith('q'));
    const again = seen.flatMap((filter, at) =>
      filter.startsWith('g') && seen.indexOf(filter) < at ? [at] : [],
    );
    expect(again.length).toBeGreaterThan(0);
    expect(again.every((at) => at > lastQuery)).toBe(true);
    const freed = outcome.requests.filter(({ retryReason }) => retryReason === 'repeated after the queries');
    expect(freed.length).toBeGreaterThan(0);
    expect(outcome.queries.map(({ state }) => state)).toEqual(['done', 'done']);
  });

  it('that are refused, or told of no table, stop no query of that table', async () => {
    for (const fault of [
      { kind: 'auth', status: 403 },
      { kind: 'not-found', status: 404 },
    ] as const) {
      const rig = createRunRig({
        queries: 2,
        rowsEach: 95,
        script: (filter) => (filter === 'g0' ? { fault } : undefined),
      });
      const outcome = await rig.run({ guards: many(2) });
      expect([outcome.rows, ...outcome.queries.map(({ state }) => state)]).toEqual([190, 'done', 'done']);
      expect(outcome.guards[0]?.state).toBe('failed');
    }
  });

  it('that are under way when the run is cancelled are not asked, and send nothing more', async () => {
    const rig = createRunRig({ queries: 1, rowsEach: 95 });
    const stop = new AbortController();
    const work = rig.start({ guards: many(30), signal: stop.signal });
    await rig.clock.advance(LATENCY_MS * 3 + 1);
    stop.abort();
    const sent = rig.service.seen.length;
    const outcome = await rig.clock.run(work);
    expect([outcome.stoppedBy, rig.service.seen.length]).toEqual(['cancel', sent]);
    const states = outcome.guards.map(({ state }) => state);
    expect(states.filter((state) => state === 'clear')).toHaveLength(10);
    expect(states.filter((state) => state === 'waiting')).toHaveLength(20);
  });
});

describe('a guard with empty pages, whose primary is gone for a while', () => {
  it('goes on where it was, and asks for none of its pages again', async () => {
    const filter = "PartitionKey ge '9'";
    let asked = 0;
    let ofSecondary = 0;
    const table = createKeyTable({
      rows: [...rowsInTime('0', 200), ...rowsInTime('9', 5)],
      ranges: [rangeInTime('0', 200)],
      // The service leaves out the only row of each of five pages, so that they are empty.
      spoil: (rows, request) => (request.filter === filter ? [] : rows),
      fault: (request) => {
        ofSecondary += request.replica === 'secondary' ? 1 : 0;
        asked += request.filter === filter ? 1 : 0;
        const isGone = request.replica === 'primary' && asked > 2 && ofSecondary < 5;
        return isGone ? { kind: 'network' } : undefined;
      },
    });
    const more = { secondary: table.secondary, control: createRunControl(), share: false };
    const outcome = await table.run({ guards: guardsOf(filter), ...more });
    expect(outcome.guards).toMatchObject([{ state: 'clear' }]);
    expect(outcome.queries).toMatchObject([{ state: 'done', rows: 200, readsSecondary: true }]);
    const own = table.seen.filter((request) => request.filter === filter);
    expect(own.filter(({ isFirstPage }) => isFirstPage)).toHaveLength(1);
    expect(outcome.requests.filter(({ kind, rows }) => kind === 'guard' && rows === 0)).toHaveLength(5);
  });
});

describe('a query that is given up', () => {
  it('says what happened and how often it was tried, in one sentence', async () => {
    const rig = createRunRig({
      queries: 2,
      rowsEach: 5,
      script: (filter) => (filter === 'q0' ? { page: 'truncated' } : undefined),
    });
    const { fault } = (await rig.run()).queries[0] ?? {};
    expect(fault?.message).toBe(
      'page 1 of table Orders: The body ends in the middle of the JSON: given up after 3 retries.',
    );
  });
});
