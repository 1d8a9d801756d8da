import { describe, expect, it } from 'vitest';
import { createRunControl } from '../pacing/pause.ts';
import { BUSY, createRunRig, guardsOf, RESET, truth } from './runRig.fixture.ts';
import type { FakeFault } from '../connection/tableService.fixture.ts';
import { seededRandom } from '../base/virtualClock.fixture.ts';

/*
 * Trouble that several queries share uses up none of their retries: the run slows down, says so, and ends only if no page is answered for
 * 90 s. In these tests, a request without a filter is a check.
 */

type Rig = ReturnType<typeof createRunRig>;

const TIMED_OUT: FakeFault = { fault: { kind: 'service', status: 500, code: 'OperationTimedOut' } };
const ROWS = 25;

interface Scene {
  readonly queries: number;
  readonly fault: FakeFault;
  /** Whether the nth request of a query fails if it is sent at this time, in milliseconds. */
  readonly fails: (query: number, nth: number, atMs: number) => boolean;
  readonly checksToo?: boolean;
  readonly isWatched?: boolean;
  readonly rows?: number;
}

async function run({ queries, fault, fails, checksToo = false, isWatched = true, rows = ROWS }: Scene) {
  const rig: Rig = createRunRig({
    queries,
    rowsEach: rows,
    guardRows: new Map([['g', []]]),
    script: (filter, nth) => {
      const query = filter.startsWith('q') ? Number(filter.slice(1)) : undefined;
      const isHit =
        query === undefined
          ? checksToo && fails(-1, nth, rig.clock.nowMs())
          : fails(query, nth, rig.clock.nowMs());
      return isHit ? fault : undefined;
    },
  });
  const told: (readonly [atMs: number, kind: string | undefined])[] = [];
  const outcome = await rig.run({
    guards: guardsOf('g'),
    ...(isWatched ? { control: createRunControl() } : {}),
    onEvent: (event) => {
      if (event.kind === 'pause') told.push([rig.clock.nowMs(), event.pause?.kind]);
    },
  });
  const failed = outcome.queries.flatMap(({ state, index }) => (state === 'failed' ? index : []));
  return { rig, rows, outcome, failed, told, sent: rig.service.seen.length };
}

/** Everything that the run should have, and does not. */
const missing = ({ rig, rows, outcome }: Awaited<ReturnType<typeof run>>) => {
  const kept = truth(rig, rows);
  return [
    ...outcome.queries.flatMap(({ state, label }) => (state === 'done' ? [] : label)),
    ...[...kept].flatMap(([index, keys]) =>
      JSON.stringify(rig.kept.get(index)) === JSON.stringify(keys) ? [] : `rows of query ${index}`,
    ),
    ...(outcome.guards[0]?.state === 'clear' ? [] : ['the coverage check']),
    ...(outcome.continuation === 'readable' ? [] : ['the last check']),
  ];
};

describe('trouble that several queries share', () => {
  const KINDS = [
    ['503', BUSY],
    ['500 OperationTimedOut', TIMED_OUT],
    ['a reset', RESET],
    ['an error behind the rows of a 200', { page: 'broken off' }],
  ] as const;

  for (const [name, fault] of KINDS) {
    // The number of queries matters in the same way for every kind of fault, so it varies for one only.
    for (const queries of fault === BUSY ? [1, 30] : [10]) {
      it(`${name} to every page of ${queries} for 60 s, while checks are answered: the run is whole`, async () => {
        const found = await run({ queries, fault, fails: (_query, _nth, atMs) => atMs < 60_000 });
        expect(missing(found)).toEqual([]);
        expect(found.outcome.elapsedMs).toBeLessThan(60_000 + 15_000 + queries * 150);
        expect(found.sent).toBeLessThan(queries * 3 + 80);
      });
    }

    it(`${name} at the first try of each of 30: the run is whole`, async () => {
      // Each query has one page or three.
      for (const rows of [5, ROWS])
        expect(missing(await run({ queries: 30, fault, fails: (_query, nth) => nth === 0, rows }))).toEqual(
          [],
        );
    });

    it(`${name} to one request in two, at random, from begin to end: the run is whole`, async () => {
      const random = seededRandom(1);
      expect(
        missing(await run({ queries: 20, fault, fails: () => random() < 0.5, checksToo: true })),
      ).toEqual([]);
    });

    it(`${name} to ten of 30 for 40 s, while the others are read: the run is whole`, async () => {
      const fails = (query: number, _nth: number, atMs: number) => query < 10 && atMs < 40_000;
      expect(missing(await run({ queries: 30, fault, fails }))).toEqual([]);
    });
  }
});

describe('a service that answers no page for 90 s', () => {
  it.each([
    { isWatched: true, checksToo: false },
    { isWatched: false, checksToo: true },
  ])('ends the run, and says so (watched: $isWatched, checks fail too: $checksToo)', async (scene) => {
    const found = await run({ queries: 30, fault: BUSY, fails: () => true, ...scene });
    expect(found.failed).toHaveLength(30);
    expect(found.outcome.queries.at(-1)?.fault?.message).toMatch(/No page was answered for 90 s\.$/u);
    expect(found.outcome.elapsedMs).toBeGreaterThanOrEqual(90_000);
    expect(found.outcome.elapsedMs).toBeLessThan(100_000);
    expect(found.sent).toBeLessThan(70);
    expect(found.rig.clock.timers()).toBe(0);
  });

  it('ends the run 90 s after its last page, whichever query that was for', async () => {
    const fails = (query: number, _nth: number, atMs: number) => query > 4 || atMs < 40_000;
    const { failed, outcome } = await run({ queries: 10, fault: BUSY, fails });
    expect(failed).toEqual([5, 6, 7, 8, 9]);
    expect(outcome.elapsedMs).toBeGreaterThanOrEqual(130_000);
  });

  it('is said to be busy from the second second on, until a page comes', async () => {
    const { told } = await run({ queries: 10, fault: BUSY, fails: (_query, _nth, atMs) => atMs < 20_000 });
    expect(told.map(([, kind]) => kind)).toEqual(['busy', 'unanswered', undefined]);
    const [busyAt = 0, unansweredAt = 0, endAt = 0] = told.map(([atMs]) => atMs);
    expect([busyAt < 3000, unansweredAt >= 10_000 && unansweredAt < 15_000]).toEqual([true, true]);
    expect(endAt).toBeGreaterThanOrEqual(20_000);
    const short = await run({ queries: 10, fault: BUSY, fails: (_query, nth) => nth === 0 });
    expect(short.told).toEqual([]);
  });
});

describe('a service that asks to wait for a minute', () => {
  const ASKS: FakeFault = { fault: { kind: 'throttled', status: 503, retryAfterMs: 60_000 } };

  it('is waited for as often as it asks, and its waits do not count as silence', async () => {
    for (const toMs of [100_000, 400_000]) {
      const found = await run({
        queries: 10,
        fault: ASKS,
        fails: (_query, _nth, atMs) => atMs < toMs,
        checksToo: true,
      });
      expect(missing(found)).toEqual([]);
      expect(found.sent).toBeLessThan(60);
    }
  });

  it('ends the run if it asks for ten minutes on end, and answers nothing', async () => {
    const { failed, outcome, sent, rig } = await run({
      queries: 10,
      fault: ASKS,
      fails: () => true,
      checksToo: true,
    });
    expect([failed.length, outcome.elapsedMs > 600_000, outcome.elapsedMs < 800_000]).toEqual([
      10,
      true,
      true,
    ]);
    expect([sent < 30, rig.clock.timers()]).toEqual([true, 0]);
  });

  it('is said to at once, and until when, also if it asks only one query: nobody may send', async () => {
    for (const asked of [0, 9]) {
      const found = await run({
        queries: 10,
        fault: ASKS,
        fails: (query, _nth, atMs) => (query === 0 || asked === 9) && atMs < 1000,
      });
      expect(missing(found)).toEqual([]);
      expect(found.told.map(([, kind]) => kind)).toEqual(['asked-to-wait', undefined]);
      const [[saidAtMs], [endAtMs]] = [found.told[0] ?? [NaN], found.told[1] ?? [NaN]];
      expect([saidAtMs < 100, endAtMs >= 60_000]).toEqual([true, true]);
    }
  });
});

describe('a service that asks for a longer wait than a run allows a query', () => {
  const ASKS: FakeFault = { fault: { kind: 'throttled', status: 503, retryAfterMs: 400_000 } };

  it('is waited for, however few queries heard it, and however many were answered before: the run is whole', async () => {
    for (const [queries, fromMs] of [
      [1, 0],
      [10, 0],
      [100, 500],
    ] as const) {
      const fails = (_query: number, _nth: number, atMs: number) => atMs >= fromMs && atMs < 300_000;
      const found = await run({ queries, fault: ASKS, fails, checksToo: true });
      expect([queries, missing(found)]).toEqual([queries, []]);
      expect(found.told.map(([, kind]) => kind)).toEqual(['asked-to-wait', undefined]);
    }
  });

  it('and answers others meanwhile, costs only the queries that it asked, and nobody waits for them', async () => {
    for (const asked of [1, 5]) {
      const found = await run({ queries: 10, fault: ASKS, fails: (query) => query >= 0 && query < asked });
      expect(found.failed).toEqual(Array.from({ length: asked }, (_, query) => query));
      expect(found.outcome.rows).toBe((10 - asked) * ROWS);
      expect(found.outcome.queries[0]?.fault?.message).toMatch(/asks to wait 400 s/u);
      expect(found.outcome.elapsedMs).toBeLessThan(10_000);
    }
  });
});

describe('a prefix that is broken for good', () => {
  it('ends soon, alone, and costs the others nothing', async () => {
    for (const fault of [BUSY, RESET, TIMED_OUT]) {
      const found = await run({ queries: 30, fault, fails: (query) => query === 3 });
      expect(found.failed).toEqual([3]);
      expect(found.outcome.rows).toBe(29 * ROWS);
      expect([found.outcome.guards[0]?.state, found.outcome.continuation]).toEqual(['clear', 'readable']);
      expect(found.outcome.elapsedMs).toBeLessThan(40_000);
      expect(found.sent).toBeLessThan(90 + 20);
    }
  });

  it('leaves the others their turn even if the first six are: only they are missing', async () => {
    for (const fault of [BUSY, RESET]) {
      const found = await run({ queries: 40, fault, fails: (query) => query < 6 });
      expect(found.failed).toEqual([0, 1, 2, 3, 4, 5]);
      expect(found.outcome.rows).toBe(34 * ROWS);
      expect([found.outcome.guards[0]?.state, found.outcome.continuation]).toEqual(['clear', 'readable']);
      expect(found.outcome.elapsedMs).toBeLessThan(110_000);
      expect(found.sent).toBeLessThan(120 + 150);
    }
  });
});
