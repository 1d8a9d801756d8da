import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { runLoad } from './runLoad.ts';
import { verdictOf } from './verdict.ts';
import { DEFAULT_SERVICE, serviceModel } from './serviceModel.ts';
import { keysFor, PLAN, policyOf, simulatedLoad } from './stress.fixture.ts';
import type { Answer } from './answer.ts';
import type { Operation, StressPlan } from './stressPlan.ts';
import type { StressRecord } from './stressRecord.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

const after = (ms: number) =>
  new Promise<void>((resolve) => {
    setTimeout(resolve, Math.ceil(ms));
  });

interface Started {
  readonly stop: AbortController;
  readonly done: Promise<StressRecord>;
}

function start(
  change: Partial<StressPlan>,
  send: (operation: Operation, atMs: number) => Promise<Answer>,
  lateMs = 0,
): Started {
  const plan = { ...PLAN, ...change };
  const stop = new AbortController();
  const startMs = performance.now();
  const now = () => performance.now() - startMs;
  const done = runLoad({
    plan,
    keysOf: keysFor(plan),
    // From then on, all lanes are in use.
    clock: { now, wait: (ms) => after(now() < 500 ? ms : ms + lateMs) },
    send: (operation) => send(operation, now()),
    stop,
  });
  return { stop, done };
}

/** Answers after `ms` milliseconds. */
const served = async ({ keys }: Operation, ms = 5): Promise<Answer> => {
  await after(ms);
  return { status: 204, entities: keys.length };
};

async function finished({ done }: Started): Promise<StressRecord> {
  await vi.advanceTimersByTimeAsync(400_000);
  return done;
}

describe('a load', () => {
  it('sends every operation when it is due, in seconds as in total', async () => {
    const record = await finished(start({}, (operation) => served(operation)));
    expect(record.totals).toMatchObject({ operations: 1000, served: 1000, attempts: 1000, entities: 1000 });
    expect(record.seconds.slice(0, 10).map(({ sent }) => sent)).toEqual(Array(10).fill(100));
    expect(record.endedBy).toBe('schedule');
    expect(record.fromDue.count).toBe(1000);
    expect(record.scheduleError.at(1)).toBeLessThan(1.1);
  });

  it('measures in real time what the same model gives without a clock', async () => {
    const change: Partial<StressPlan> = {
      shape: { kind: 'burst', perSecond: 100, factor: 8, atSeconds: 2, lengthSeconds: 3, seconds: 10 },
      policy: policyOf('milder'),
    };
    const plan = { ...PLAN, ...change };
    const assumed = { ...DEFAULT_SERVICE, partitionPerSecond: 300, latencyMs: 7, jitterMs: 0 };
    const service = serviceModel(assumed, plan.keys.groups);
    const record = await finished(
      start(change, async (operation, atMs) => {
        const { answer, takesMs } = service.answer(operation, atMs);
        await after(takesMs);
        return answer;
      }),
    );
    const simulated = simulatedLoad(plan, keysFor(plan), serviceModel(assumed, plan.keys.groups));
    expect(simulated.totals.throttled).toBeGreaterThan(500);
    expect(record.totals.operations).toBe(simulated.totals.operations);
    expect(record.totals.served).toBe(simulated.totals.served);
    expect(Math.abs(record.totals.attempts / simulated.totals.attempts - 1)).toBeLessThan(0.05);
  });

  it('counts waiting behind a service that stalls as latency from due, not from sent', async () => {
    const record = await finished(
      start({ limits: { ...PLAN.limits, lanes: 6 } }, (operation, atMs) =>
        served(operation, atMs >= 3000 && atMs < 7000 ? 7000 - atMs : 5),
      ),
    );
    expect(record.fromSent.at(0.99)).toBeLessThan(10);
    expect(record.fromDue.at(0.75)).toBeGreaterThan(1500);
    expect(record.totals).toMatchObject({ operations: 1000, served: 1000 });
    expect(Math.max(...record.seconds.map(({ heldBackMs }) => heldBackMs))).toBeGreaterThan(3900);
    expect(record.scheduleError.at(1)).toBeLessThan(1.1);
  });

  it('sends no more requests at once than it has lanes', async () => {
    let inFlight = 0;
    let most = 0;
    const record = await finished(
      start({ limits: { ...PLAN.limits, lanes: 6 } }, async (operation) => {
        inFlight += 1;
        most = Math.max(most, inFlight);
        const answer = await served(operation, 90);
        inFlight -= 1;
        return answer;
      }),
    );
    expect(most).toBe(6);
    expect(record.totals.unsent).toBeGreaterThan(200);
    expect(record.drainMs).toBeUndefined();
    expect(record.totals.served + record.totals.unsent).toBe(1000);
  });

  it('does not blame the service for answers that a busy page reads late', async () => {
    const limits = { ...PLAN.limits, lanes: 6 };
    const kindAt = async (lateMs: number) => {
      const run = start({ limits }, (operation) => served(operation, 600), lateMs);
      return verdictOf(await finished(run), { ...PLAN, limits }).kind;
    };
    expect([await kindAt(0), await kindAt(200)]).toEqual(['slow', 'browser']);
  });

  it.each(['stopped', 'hidden'] as const)('is over at once when it is %s', async (reason) => {
    const sent: number[] = [];
    const run = start({}, async (operation, atMs) => {
      sent.push(atMs);
      return served(operation, 3000);
    });
    await vi.advanceTimersByTimeAsync(2500);
    run.stop.abort(reason);
    const record = await run.done;
    expect(record.endedBy).toBe(reason);
    expect(record.endedMs).toBe(2500);
    const { operations, served: done, lost, unanswered, unsent } = record.totals;
    expect(operations).toBe(done + lost + unanswered + unsent);
    await vi.advanceTimersByTimeAsync(10_000);
    expect(Math.max(...sent)).toBeLessThanOrEqual(2500);
  });

  it('gives up its requests in flight at the end of every load', async () => {
    const run = start({ limits: { ...PLAN.limits, seconds: 4 } }, (operation) => served(operation, 60_000));
    const record = await finished(run);
    expect(record.endedBy).toBe('seconds');
    expect(record.totals).toMatchObject({ operations: 400, unanswered: 400 });
    expect(run.stop.signal.aborted).toBe(true);
  });

  it.each([401, 403])('ends when the credential is refused midway (%i), with the answer', async (status) => {
    const record = await finished(
      start({ policy: policyOf('milder') }, async (operation, atMs) =>
        atMs < 4000 ? served(operation) : { status, code: 'AuthenticationFailed', entities: 0 },
      ),
    );
    expect(record.endedBy).toBe('refused');
    expect(record.refusal).toMatchObject({ status, code: 'AuthenticationFailed' });
    expect(record.endedMs).toBe(4000);
  });

  it('ends when nothing answers any more', async () => {
    const record = await finished(
      start({}, async (operation, atMs) => (atMs < 4000 ? served(operation) : { status: 0, entities: 0 })),
    );
    expect(record.endedBy).toBe('offline');
    expect(record.endedMs).toBeLessThan(4400);
  });
});
