import fc from 'fast-check';
import { countedSignal } from '../base/listeners.fixture.ts';
import { describe, expect, it } from 'vitest';
import { createLanes, LANE_PRIORITY, LANES_PER_HOST, type Lane, type LanePriority } from './lanes.ts';
import { faultOf } from '../base/tableError.ts';

const { signal: never } = new AbortController();

describe('lanes', () => {
  it('six at a time, first come first served', async () => {
    const lanes = createLanes();
    const granted: number[] = [];
    const held: Lane[] = [];
    const asks = Array.from({ length: 10 }, async (_, index) => {
      held[index] = await lanes.acquire(LANE_PRIORITY.start, never);
      granted.push(index);
    });
    await Promise.all(asks.slice(0, LANES_PER_HOST));
    expect(granted).toEqual([0, 1, 2, 3, 4, 5]);
    expect([lanes.inFlight(), lanes.waiting()]).toEqual([6, 4]);
    expect(held.map((lane) => lane.number)).toEqual([0, 1, 2, 3, 4, 5]);
    held[3]?.release();
    held[3]?.release();
    await asks[6];
    expect(held[6]?.number).toBe(3);
    expect([lanes.inFlight(), lanes.waiting()]).toEqual([6, 3]);
  });

  it('what has started goes before what has not, guards come last', async () => {
    const lanes = createLanes(1);
    const first = await lanes.acquire(LANE_PRIORITY.start, never);
    const order: string[] = [];
    const ask = (name: string, priority: LanePriority): Promise<void> =>
      lanes.acquire(priority, never).then((lane) => {
        order.push(name);
        lane.release();
      });
    const asks = [
      ask('guard', LANE_PRIORITY.guard),
      ask('new 1', LANE_PRIORITY.start),
      ask('on 1', LANE_PRIORITY.goOn),
      ask('new 2', LANE_PRIORITY.start),
      ask('on 2', LANE_PRIORITY.goOn),
    ];
    first.release();
    await Promise.all(asks);
    expect(order).toEqual(['on 1', 'on 2', 'new 1', 'new 2', 'guard']);
    expect(lanes.inFlight()).toBe(0);
  });

  it('a renewed lane passes those who have not started, not those who have', async () => {
    const lanes = createLanes(1);
    const held = await lanes.acquire(LANE_PRIORITY.start, never);
    const order: string[] = [];
    const note = (name: string) => (lane: Lane) => {
      order.push(name);
      lane.release();
    };
    const asks = [
      lanes.acquire(LANE_PRIORITY.start, never).then(note('new')),
      lanes.acquire(LANE_PRIORITY.goOn, never).then(note('on')),
      lanes.renew(held, never).then(note('renewed')),
    ];
    await Promise.all(asks);
    expect(order).toEqual(['on', 'renewed', 'new']);
    const controller = new AbortController();
    const last = await lanes.acquire(LANE_PRIORITY.start, never);
    controller.abort();
    await expect(lanes.renew(last, controller.signal)).rejects.toThrow('Cancelled');
    expect([lanes.inFlight(), lanes.waiting()]).toEqual([0, 0]);
  });

  it('a wait that is aborted takes no lane', async () => {
    const lanes = createLanes(1);
    const held = await lanes.acquire(LANE_PRIORITY.start, never);
    const controller = new AbortController();
    const waiting = lanes
      .acquire(LANE_PRIORITY.goOn, controller.signal)
      .catch((error: unknown) => faultOf(error)?.kind);
    const behind = lanes.acquire(LANE_PRIORITY.start, never);
    controller.abort();
    expect(await waiting).toBe('cancelled');
    held.release();
    (await behind).release();
    await expect(lanes.acquire(LANE_PRIORITY.start, controller.signal)).rejects.toThrow('Cancelled');
    expect([lanes.inFlight(), lanes.waiting()]).toEqual([0, 0]);
  });

  it('leaves what has not started to the secondary where guards are more work', async () => {
    const { signal } = new AbortController();
    const lanes = createLanes(1, 2);
    const [first, second] = await Promise.all([
      lanes.acquire(LANE_PRIORITY.start, signal, 'either'),
      lanes.acquire(LANE_PRIORITY.start, signal, 'either'),
    ]);
    const order: string[] = [];
    const ask = (name: string, priority: LanePriority, where: 'primary' | 'either') =>
      lanes.acquire(priority, signal, where).then(({ replica, release }) => {
        order.push(`${name} at the ${replica}`);
        return release;
      });
    const asked = [
      ask('query 1', LANE_PRIORITY.start, 'either'),
      ask('query 2', LANE_PRIORITY.start, 'either'),
      ask('guard 1', LANE_PRIORITY.guard, 'primary'),
      ask('guard 2', LANE_PRIORITY.guard, 'primary'),
      ask('guard 3', LANE_PRIORITY.guard, 'primary'),
    ];
    first.release();
    (await asked[2])?.();
    (await asked[3])?.();
    second.release();
    for (const each of asked) (await each)();
    expect(order).toEqual([
      'guard 1 at the primary',
      'guard 2 at the primary',
      'query 1 at the primary',
      'query 2 at the secondary',
      'guard 3 at the primary',
    ]);
  });

  it('counts as work of a query the pages that queries have taken so far, not the checks', async () => {
    const { signal } = new AbortController();
    const lanes = createLanes(1, 2);
    const busy = await lanes.acquire(LANE_PRIORITY.start, signal, 'secondary');
    let held = await lanes.acquire(LANE_PRIORITY.start, signal, 'primary');
    const guard = lanes.acquire(LANE_PRIORITY.guard, signal, 'primary');
    held.release();
    held = await guard;
    // Two queries have taken six pages, so the two that wait are expected to take three each.
    for (let page = 0; page < 4; page += 1) {
      const next = lanes.acquire(LANE_PRIORITY.goOn, signal, 'primary');
      held.release();
      held = await next;
    }
    const order: string[] = [];
    const ask = (name: string, priority: LanePriority, where: 'primary' | 'either') =>
      lanes.acquire(priority, signal, where).then(({ replica, release }) => {
        order.push(`${name} at the ${replica}`);
        return release;
      });
    const queries = ['query 1', 'query 2'].map((name) => ask(name, LANE_PRIORITY.start, 'either'));
    const guards = Array.from({ length: 6 }, (_, at) => ask(`guard ${at}`, LANE_PRIORITY.guard, 'primary'));
    // Six checks are as much work as two queries. The primary serves checks until fewer of them are left.
    held.release();
    (await guards[0])?.();
    const release = await queries[0];
    expect(order).toEqual(['guard 0 at the primary', 'query 1 at the primary']);
    release?.();
    busy.release();
    for (const each of [...queries.slice(1), ...guards.slice(1)]) (await each)();
    expect(order.slice(2)).toHaveLength(6);
    // All lanes were idle, so the count starts again, with one page for each query.
    const again = [
      await lanes.acquire(LANE_PRIORITY.start, signal),
      await lanes.acquire(LANE_PRIORITY.start, signal, 'secondary'),
    ];
    order.length = 0;
    const query = ask('query 3', LANE_PRIORITY.start, 'either');
    const check = ask('guard 6', LANE_PRIORITY.guard, 'primary');
    again[0]?.release();
    (await check)();
    again[1]?.release();
    (await query)();
    expect(order).toEqual(['guard 6 at the primary', 'query 3 at the primary']);
  });

  it('never more than its width, never idle while somebody waits', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 1, max: 8 }),
        fc.array(
          fc.record({
            priority: fc.constantFrom<LanePriority>(0, 1, 2),
            turns: fc.nat(4),
            abort: fc.boolean(),
          }),
          { maxLength: 40 },
        ),
        async (width, tasks) => {
          const lanes = createLanes(width);
          let running = 0;
          let most = 0;
          await Promise.all(
            tasks.map(async ({ priority, turns, abort }) => {
              const controller = new AbortController();
              const asked = lanes.acquire(priority, controller.signal);
              if (abort) queueMicrotask(() => controller.abort());
              const lane = await asked.catch(() => undefined);
              if (lane === undefined) return;
              running += 1;
              most = Math.max(most, running);
              expect(lanes.inFlight() === width || lanes.waiting() === 0).toBe(true);
              for (let turn = 0; turn < turns; turn += 1) await Promise.resolve();
              running -= 1;
              lane.release();
            }),
          );
          expect(most).toBeLessThanOrEqual(width);
          expect([lanes.inFlight(), lanes.waiting()]).toEqual([0, 0]);
        },
      ),
    );
  });

  it('leave no listener at the signal of one who waited', async () => {
    const lanes = createLanes(1);
    const { signal, listeners } = countedSignal();
    const first = await lanes.acquire(LANE_PRIORITY.start, signal);
    const second = lanes.acquire(LANE_PRIORITY.start, signal);
    expect(listeners()).toBe(1);
    first.release();
    (await second).release();
    expect(listeners()).toBe(0);
  });
});

describe('lanes that queries leave', () => {
  it('are those that are free or in use by guards, none while a query waits', async () => {
    const lanes = createLanes(3);
    const query = await lanes.acquire(LANE_PRIORITY.start, never);
    await lanes.acquire(LANE_PRIORITY.guard, never);
    expect([lanes.spare('primary'), lanes.spare('secondary')]).toEqual([2, 0]);
    await lanes.acquire(LANE_PRIORITY.guard, never);
    void lanes.acquire(LANE_PRIORITY.guard, never);
    expect(lanes.spare('primary')).toBe(2);
    lanes.setLimit(2);
    expect(lanes.spare('primary')).toBe(1);
    const waits = lanes.acquire(LANE_PRIORITY.goOn, never);
    expect(lanes.spare('primary')).toBe(0);
    lanes.setLimit(3);
    query.release();
    expect((await waits).number).toBe(0);
  });

  it('are lent to a guard, or to who goes on, never to who starts, and kept where nobody waits', async () => {
    const lanes = createLanes(1);
    const held = await lanes.acquire(LANE_PRIORITY.start, never);
    expect([held.lend(), lanes.inFlight()]).toEqual([false, 1]);
    const order: string[] = [];
    const ask = (name: string, priority: LanePriority): Promise<Lane> =>
      lanes.acquire(priority, never).then((lane) => {
        order.push(name);
        return lane;
      });
    const start = ask('start', LANE_PRIORITY.start);
    expect(held.lend()).toBe(false);
    const guard = ask('guard', LANE_PRIORITY.guard);
    expect(held.lend()).toBe(true);
    held.release();
    const back = ask('back', LANE_PRIORITY.goOn);
    (await guard).release();
    (await back).release();
    (await start).release();
    expect(order).toEqual(['guard', 'back', 'start']);
    expect([lanes.inFlight(), lanes.waiting()]).toEqual([0, 0]);
  });
});
