import { describe, expect, it } from 'vitest';
import { createRunControl, type RunPause } from '../pacing/pause.ts';
import { tableError } from '../base/tableError.ts';
import { BUSY, createRunRig, guardsOf, LATENCY_MS, RESET, truth } from './runRig.fixture.ts';
import type { RunOptions } from '../progress/runTypes.ts';
import type { FakeFault } from '../connection/tableService.fixture.ts';

type Rig = ReturnType<typeof createRunRig>;

const REFUSED: FakeFault = { fault: { kind: 'auth', status: 403, code: 'AuthenticationFailed' } };
const EXPIRED: FakeFault = { fault: { kind: 'expired', status: 403 } };

const pausesOf = (rig: Rig): readonly (RunPause | undefined)[] =>
  rig.events.flatMap((event) => (event.kind === 'pause' ? [event.pause] : []));
const kindsOf = (rig: Rig): readonly (string | undefined)[] => pausesOf(rig).map((pause) => pause?.kind);

/** A rig whose service answers with `state.fault` while that is set. */
function faultyRig(queries: number, rowsEach: number) {
  const state: { fault: FakeFault | undefined; online: boolean } = { fault: undefined, online: true };
  const rig = createRunRig({ queries, rowsEach, script: () => state.fault });
  const control = createRunControl();
  const returns = new Set<() => void>();
  const options: Partial<RunOptions> = {
    control,
    env: {
      ...rig.clock.env,
      isOnline: () => state.online,
      onReturn: (listener) => {
        returns.add(listener);
        return () => void returns.delete(listener);
      },
    },
  };
  return { rig, control, state, returns, options };
}

describe('a SAS that ends midway', () => {
  for (const fault of [REFUSED, EXPIRED]) {
    it(`pauses once, all lanes with their tokens, and goes on with another (${fault === EXPIRED ? 'expired' : 'revoked'})`, async () => {
      const { rig, control, state, options } = faultyRig(20, 45);
      const work = rig.start(options);
      await rig.clock.advance(LATENCY_MS * 8 + 5);
      state.fault = fault;
      await rig.clock.advance(LATENCY_MS * 2);
      expect(kindsOf(rig)).toEqual(['credential']);
      const sent = rig.service.seen.length;
      await rig.clock.advance(3_600_000);
      expect(rig.service.seen).toHaveLength(sent);
      expect(rig.clock.timers()).toBe(0);
      state.fault = undefined;
      control.resume();
      const outcome = await rig.clock.run(work);
      expect(kindsOf(rig)).toEqual(['credential', undefined]);
      expect(rig.kept).toEqual(truth(rig, 45));
      expect(outcome.retries).toBe(0);
      // Six pages are read again, and there is a check whether all requests are refused, the trial of the new SAS, and the last check.
      expect(rig.service.seen).toHaveLength(20 * 5 + 6 + (fault === REFUSED ? 1 : 0) + 1 + 1);
      expect(rig.service.seen[sent]?.filter).toBe('');
    });
  }

  it('stays paused while the new one is refused too: one request for each try', async () => {
    const { rig, control, state, options } = faultyRig(8, 25);
    const work = rig.start(options);
    await rig.clock.advance(LATENCY_MS + 5);
    state.fault = EXPIRED;
    await rig.clock.advance(LATENCY_MS * 2);
    const sent = rig.service.seen.length;
    control.resume();
    await rig.clock.advance(60_000);
    state.fault = REFUSED;
    control.resume();
    await rig.clock.advance(60_000);
    expect(rig.service.seen).toHaveLength(sent + 2);
    expect(pausesOf(rig).map((pause) => pause?.fault.kind)).toEqual(['expired', 'expired', 'auth']);
    state.fault = undefined;
    control.resume();
    await rig.clock.run(work);
    expect(rig.kept).toEqual(truth(rig, 25));
  });

  it('that was never let in fails the queries, as does one that nobody can renew', async () => {
    const never = faultyRig(8, 25);
    never.state.fault = REFUSED;
    const outcome = await never.rig.run(never.options);
    expect(outcome.queries.every(({ state }) => state === 'failed')).toBe(true);
    const alone = createRunRig({
      queries: 8,
      rowsEach: 25,
      script: (_filter, request) => (request > 0 ? EXPIRED : undefined),
    });
    expect((await alone.run()).queries.every(({ state }) => state === 'failed')).toBe(true);
  });

  it('cancelled while it waits, ends at once', async () => {
    const { rig, state, options } = faultyRig(8, 25);
    const controller = new AbortController();
    const work = rig.start({ ...options, signal: controller.signal });
    await rig.clock.advance(LATENCY_MS + 5);
    state.fault = EXPIRED;
    await rig.clock.advance(LATENCY_MS * 2);
    const sent = rig.service.seen.length;
    controller.abort();
    const outcome = await work;
    expect(outcome.stoppedBy).toBe('cancel');
    expect([rig.service.seen.length, rig.clock.timers()]).toEqual([sent, 0]);
    const healthy = await rig.run({ resume: outcome.queries }).catch(() => undefined);
    expect(healthy?.queries.every(({ state: each }) => each === 'failed')).toBe(true);
  });
});

describe('a SAS that ends twice', () => {
  it('is asked for twice, also where most had no page in between', async () => {
    const { rig, control, state, options } = faultyRig(3, 95);
    const work = rig.start(options);
    for (let times = 0; times < 2; times += 1) {
      await rig.clock.advance(LATENCY_MS * 2 + 5);
      state.fault = REFUSED;
      await rig.clock.advance(LATENCY_MS * 3);
      state.fault = undefined;
      control.resume();
    }
    const outcome = await rig.clock.run(work);
    expect(kindsOf(rig)).toEqual(['credential', undefined, 'credential', undefined]);
    expect([outcome.rows, outcome.retries]).toEqual([285, 0]);
  });
});

describe('without a network', () => {
  it('waits, spends no retry, and goes on when a request comes through', async () => {
    const { rig, state, returns, options } = faultyRig(12, 35);
    const work = rig.start(options);
    await rig.clock.advance(LATENCY_MS * 3 + 5);
    state.fault = RESET;
    state.online = false;
    await rig.clock.advance(300_000);
    expect(kindsOf(rig).at(-1)).toBe('offline');
    // The six requests in flight failed, and a check is sent now and then in case the platform is wrong.
    const spent = rig.events.filter(({ kind }) => kind === 'request').length;
    expect(spent).toBeGreaterThan(0);
    const sent = rig.service.seen.length;
    // The platform says that the network is back, but it is wrong.
    state.online = true;
    for (const listener of returns) listener();
    await rig.clock.advance(LATENCY_MS);
    expect(rig.service.seen).toHaveLength(sent + 1);
    state.fault = undefined;
    const outcome = await rig.clock.run(work);
    expect(rig.kept).toEqual(truth(rig, 35));
    expect(outcome.retries).toBe(0);
    expect(rig.service.seen.length).toBeLessThan(12 * 4 + 6 + 15);
    expect(kindsOf(rig).at(-1)).toBeUndefined();
    expect(returns.size).toBe(0);
  });
});

describe('answers without CORS headers, which look like none', () => {
  it('of a whole table: the run says at once that it waits, asks seldom, and can be cancelled', async () => {
    const { rig, state, options } = faultyRig(12, 35);
    const stop = new AbortController();
    state.fault = RESET;
    const work = rig.start({ ...options, signal: stop.signal });
    await rig.clock.advance(3000);
    expect(kindsOf(rig)).toEqual(['busy']);
    await rig.clock.advance(80_000);
    expect(kindsOf(rig)).toEqual(['busy', 'unanswered']);
    expect(rig.service.seen.length).toBeLessThan(40);
    stop.abort();
    expect((await rig.clock.run(work)).stoppedBy).toBe('cancel');
    expect(rig.clock.timers()).toBe(0);
  });
});

describe('a service that is away', () => {
  it('and asks to wait ten minutes is not asked before, whoever is impatient', async () => {
    const { rig, control, state, options } = faultyRig(12, 35);
    state.fault = { fault: { kind: 'throttled', status: 503, retryAfterMs: 600_000 } };
    const work = rig.start(options);
    await rig.clock.advance(LATENCY_MS * 3);
    const [pause] = pausesOf(rig);
    expect(pause).toMatchObject({ kind: 'asked-to-wait' });
    const sent = rig.service.seen.length;
    control.resume();
    await rig.clock.advance(599_000);
    expect(rig.service.seen).toHaveLength(sent);
    state.fault = undefined;
    await rig.clock.run(work);
    expect(rig.service.seen[sent]?.atMs).toBeGreaterThanOrEqual(600_000);
  });

  it('is asked at once where somebody says so, but not more than once a second', async () => {
    const { rig, control, state, options } = faultyRig(12, 15);
    state.fault = BUSY;
    const work = rig.start(options);
    await rig.clock.advance(60_000);
    const sent = rig.service.seen.length;
    for (let count = 0; count < 50; count += 1) {
      control.resume();
      await rig.clock.advance(20);
    }
    expect(rig.service.seen.length - sent).toBeLessThanOrEqual(2);
    state.fault = undefined;
    await rig.clock.run(work);
    expect(rig.kept).toEqual(truth(rig, 15));
  });
});

describe('a Retry-After of more than a run waits, heard while an outage check waits for its lane', () => {
  const WAIT_MS = 900_000;
  const guards = guardsOf('g0', 'g1');

  /** Nobody is answered from 100 to 1500 ms. The answer to `asker` arrives late, and that to `late` even later. */
  async function run(asker: string, late?: string) {
    const isAway = (): boolean => rig.clock.nowMs() > 100 && rig.clock.nowMs() < 1500;
    const rig: Rig = createRunRig({
      queries: 5,
      rowsEach: 95,
      guardRows: new Map(guards.map(({ filter }) => [filter, []])),
      script: (filter) => (isAway() && filter !== asker && filter !== late ? RESET : undefined),
    });
    const pass = (ms: number): Promise<void> =>
      new Promise((resolve) => void rig.clock.env.setTimer(resolve, ms));
    const slow = new Set([asker, late]);
    let heardAtMs = Number.NaN;
    const reader: typeof rig.service.reader = {
      ...rig.service.reader,
      readPage: async (query, signal) => {
        const { filter = '' } = query;
        const page = await rig.service.reader.readPage(query, signal);
        if (!isAway() || !slow.delete(filter)) return page;
        await pass(filter === asker ? 3000 : 4000);
        if (filter !== asker) return page;
        heardAtMs = rig.clock.nowMs();
        const told = { kind: 'throttled', status: 503, retryAfterMs: WAIT_MS } as const;
        throw tableError({ ...told, message: 'told to wait', nextStep: 'none' });
      },
    };
    const outcome = await rig.clock.run(rig.start({ control: createRunControl(), guards, reader }));
    const after = rig.service.seen.filter(({ atMs }) => atMs >= heardAtMs);
    return { rig, outcome, heardAtMs, after };
  }

  it.each(['g1', 'q4'])(
    'keeps everybody away as long as that where nobody is answered since (%s)',
    async (asker) => {
      const { rig, outcome, heardAtMs, after } = await run(asker);
      expect(heardAtMs).toBeGreaterThan(3000);
      expect(after[0]?.atMs).toBeGreaterThanOrEqual(heardAtMs + WAIT_MS);
      expect(kindsOf(rig)).toContain('asked-to-wait');
      expect([outcome.rows, ...outcome.guards.map(({ state }) => state)]).toEqual([475, 'clear', 'clear']);
    },
  );

  it.each(['g1', 'q4'])('fails whoever it was given to where others are answered (%s)', async (asker) => {
    const { outcome, heardAtMs, after } = await run(asker, 'q0');
    expect(heardAtMs).toBeGreaterThan(3000);
    expect(after.filter(({ filter }) => filter === asker)).toEqual([]);
    const all = [...outcome.queries, ...outcome.guards];
    const failed = all.filter(({ state }) => state === 'failed');
    expect(failed).toHaveLength(1);
    expect(failed[0]?.fault).toMatchObject({ retryAfterMs: WAIT_MS });
    expect(failed[0]?.fault?.message).toMatch(/asks to wait 900 s, longer than this run waits/u);
  });
});
