import { describe, expect, it } from 'vitest';
import { createLanes } from './lanes.ts';
import { DEFAULT_RETRY_POLICY } from './retry.ts';
import { createRunGate } from './circuitBreaker.ts';
import type { TableFault } from '../base/tableError.ts';
import { countedSignal } from '../base/listeners.fixture.ts';
import { createVirtualClock } from '../base/virtualClock.fixture.ts';

const fault = (kind: TableFault['kind'], more: Partial<TableFault> = {}): TableFault => {
  return { kind, message: `scripted ${kind}`, nextStep: 'none', ...more };
};
const BUSY = fault('throttled', { status: 503 });
const RESET = fault('network');

/** A gate whose probes are answered by script: the nth one, from 0. */
function gateOf(script: (probe: number) => TableFault | undefined = () => undefined) {
  const clock = createVirtualClock(() => Promise.reject(new Error('unused')));
  const lanes = createLanes();
  const probedAtMs: number[] = [];
  const ending = new AbortController();
  const gate = createRunGate({
    env: clock.env,
    lanes,
    policy: DEFAULT_RETRY_POLICY,
    signal: ending.signal,
    onPause: () => undefined,
    probe: () => {
      probedAtMs.push(clock.nowMs());
      const found = script(probedAtMs.length - 1);
      lanes.hold('primary', found?.retryAfterMs ?? 0, clock.env);
      return Promise.resolve(found);
    },
  });
  const fail = (times: number, asker: object, found = RESET, startedAtMs = clock.env.monotonicMs()): void => {
    for (let count = 0; count < times; count += 1) {
      gate.noteFailure({ fault: found, asker, startedAtMs });
    }
  };
  return { clock, lanes, gate, fail, probedAtMs, ending };
}

describe('the gate of a run', () => {
  it('is not closed by one query alone, however often it fails', () => {
    const { gate, fail } = gateOf();
    fail(50, { name: 'broken for ever' });
    expect(gate.isOpen()).toBe(true);
    fail(1, { name: 'another' });
    expect(gate.isOpen()).toBe(false);
  });

  it('closes at the sixth failure of two queries, and an answer in between begins anew', () => {
    for (const answers of [false, true]) {
      const { gate, fail } = gateOf();
      const [one, other] = [{}, {}];
      fail(2, one);
      fail(3, other);
      expect(gate.isOpen()).toBe(true);
      if (answers) gate.noteAnswer();
      fail(1, one);
      expect(gate.isOpen()).toBe(answers);
      if (answers) fail(4, other);
      expect(gate.isOpen()).toBe(answers);
      if (answers) fail(1, other);
      expect(gate.isOpen()).toBe(false);
    }
  });

  it('takes no answer of the service that a question is wrong for an outage', () => {
    const { gate, fail, lanes } = gateOf();
    for (const asker of [{}, {}, {}]) fail(9, asker, fault('bad-request', { status: 400 }));
    expect([gate.isOpen(), lanes.limit()]).toEqual([true, 6]);
  });

  it('lets in whoever waits as soon as a probe is answered, and gives nobody up who left before', async () => {
    const { gate, fail, clock, probedAtMs } = gateOf((probe) => (probe < 2 ? RESET : undefined));
    fail(3, {});
    fail(3, {});
    let entered = 0;
    const leaving = new AbortController();
    const left = gate.enter(leaving.signal).catch((caught: unknown) => caught);
    const waits = gate.enter(new AbortController().signal).then(() => void (entered += 1));
    await clock.settle();
    expect(entered).toBe(0);
    leaving.abort();
    expect(await left).toMatchObject({ kind: 'cancelled' });
    await clock.run(waits);
    expect([entered, probedAtMs.length, gate.isOpen()]).toEqual([1, 3, true]);
  });

  it('leaves no listener at the signal of one who waited', async () => {
    const { gate, fail, clock } = gateOf();
    const { signal, listeners } = countedSignal();
    for (let round = 0; round < 3; round += 1) {
      fail(3, {});
      fail(3, {});
      const waits = gate.enter(signal);
      expect(listeners()).toBe(1);
      await clock.run(waits);
      expect(listeners()).toBe(0);
    }
  });

  it('leaves none either where the run ends while it is closed', async () => {
    const { gate, fail, clock, ending } = gateOf(() => RESET);
    const { signal, listeners } = countedSignal();
    fail(3, {});
    fail(3, {});
    const waits = gate.enter(signal).catch((caught: unknown) => caught);
    ending.abort();
    expect(await clock.run(waits)).toMatchObject({ kind: 'cancelled' });
    expect(listeners()).toBe(0);
  });
});

describe('the lanes of a service that is overloaded', () => {
  it('are halved once for all that was in flight, and again for what was sent since', async () => {
    const { lanes, fail, clock } = gateOf();
    const sentAtMs = clock.env.monotonicMs();
    await clock.advance(40);
    fail(6, {}, BUSY, sentAtMs);
    expect(lanes.limit()).toBe(3);
    fail(1, {}, BUSY, clock.env.monotonicMs());
    expect(lanes.limit()).toBe(1);
  });

  it('come back one by one, each after as many answers as there are lanes', () => {
    const { lanes, fail, gate } = gateOf();
    fail(1, {}, BUSY);
    const limits = Array.from({ length: 14 }, () => {
      gate.noteAnswer();
      return lanes.limit();
    });
    expect(limits).toEqual([3, 3, 4, 4, 4, 4, 5, 5, 5, 5, 5, 6, 6, 6]);
  });

  it('come back no sooner for answers of before a failure', () => {
    const { lanes, fail, gate } = gateOf();
    fail(1, {}, BUSY, 100);
    const answer = (times: number): number => {
      for (let count = 0; count < times; count += 1) gate.noteAnswer();
      return lanes.limit();
    };
    expect(answer(2)).toBe(3);
    // Sent before the lanes were halved: they stay, and are counted anew.
    fail(1, {}, BUSY, -1);
    expect(lanes.limit()).toBe(3);
    expect([answer(2), answer(1)]).toEqual([3, 4]);
  });

  it('stay all where the way to it is broken', () => {
    const { lanes, fail } = gateOf();
    fail(5, {}, RESET);
    expect(lanes.limit()).toBe(6);
  });
});

describe('a Retry-After', () => {
  it('keeps the probes away, also the one that a probe itself was given', async () => {
    const { gate, fail, lanes, clock, probedAtMs } = gateOf((probe) =>
      probe === 0 ? fault('throttled', { retryAfterMs: 7000 }) : undefined,
    );
    lanes.hold('primary', 9000, clock.env);
    fail(3, {});
    fail(3, {});
    await clock.run(gate.enter(new AbortController().signal));
    expect(probedAtMs.map((atMs) => atMs - (probedAtMs[0] ?? 0))).toEqual([0, 7000]);
    expect(probedAtMs[0]).toBeGreaterThanOrEqual(9000);
  });

  it('that comes while a probe waits keeps that one away, too', async () => {
    for (const askedMs of [9000, 250_000]) {
      const { gate, fail, lanes, clock, probedAtMs } = gateOf();
      fail(3, {});
      fail(3, {});
      await clock.advance(10);
      // Of a request that was under way when the gate closed.
      lanes.hold('primary', askedMs, clock.env);
      await clock.run(gate.enter(new AbortController().signal));
      expect([probedAtMs.length, (probedAtMs[0] ?? 0) >= askedMs]).toEqual([1, true]);
    }
  });

  it('that is longer than a run waits counts no more once the host has answered', async () => {
    const { gate, fail, lanes, clock, probedAtMs } = gateOf();
    lanes.hold('primary', 1e9, clock.env);
    lanes.noteAnswer('primary');
    fail(3, {});
    fail(3, {});
    await clock.run(gate.enter(new AbortController().signal));
    expect([probedAtMs.length, (probedAtMs[0] ?? 1e9) < 10_000]).toEqual([1, true]);
  });
});
