import { describe, expect, it } from 'vitest';
import { createPrefixTable, evenly } from '../run/keyTable.fixture.ts';
import { guardsOf } from '../run/runRig.fixture.ts';
import { createLanes, LANE_PRIORITY } from './lanes.ts';
import { createVirtualClock } from '../base/virtualClock.fixture.ts';
import type { Replica } from './hostHolds.ts';

const never = new AbortController().signal;

describe('lanes of a host that asked to be left alone', () => {
  it('are given to nobody before, while those of the other host are', async () => {
    const clock = createVirtualClock();
    const lanes = createLanes(6, 2);
    const given: string[] = [];
    const ask = (where: Replica | 'either'): void =>
      void lanes.acquire(LANE_PRIORITY.goOn, never, where).then(({ replica }) => {
        given.push(`${where}: ${replica} at ${clock.nowMs()}`);
      });
    lanes.hold('primary', 2000, clock.env);
    lanes.hold('primary', 5000, clock.env);
    lanes.hold('primary', 3000, clock.env);
    // The answer to a request that was sent earlier must not end the wait.
    lanes.noteAnswer('primary');
    expect([lanes.spare('primary'), lanes.spare('either'), lanes.askedMs('primary')]).toEqual([0, 6, 5000]);
    ask('primary');
    ask('either');
    ask('secondary');
    await clock.settle();
    expect(given).toEqual(['either: secondary at 0', 'secondary: secondary at 0']);
    await clock.advance(4999);
    expect(given).toHaveLength(2);
    await clock.advance(1);
    expect(given).toEqual([...given.slice(0, 2), 'primary: primary at 5000']);
    expect([clock.timers(), lanes.askedMs('primary')]).toEqual([0, 0]);
  });
});

it('a host may ask for five minutes, and for longer only whoever it told waits', () => {
  const clock = createVirtualClock();
  const lanes = createLanes(6, 2);
  lanes.hold('primary', 300_000, clock.env);
  lanes.hold('secondary', 300_001, clock.env);
  expect([lanes.spare('primary'), lanes.spare('secondary')]).toEqual([0, 6]);
  expect([lanes.askedMs('primary'), lanes.askedMs('secondary')]).toEqual([300_000, 300_001]);
});

describe('whoever sends', () => {
  const GUARDS = guardsOf(...Array.from({ length: 6 }, (_, index) => `PartitionKey ge '9${index}'`));

  it('waits as long as a host asked, whoever was told: pages, coverage checks, outage checks and the last check', async () => {
    // The refused requests, by their position in the order of all requests.
    for (const places of [[3], [0, 1, 2, 3, 4, 5], [25, 61], [40, 41, 42, 43, 44, 45, 46], [64, 66, 67]]) {
      for (const copy of [false, true]) {
        const notBefore = { primary: 0, secondary: 0 };
        let undercut = 0;
        const { table } = createPrefixTable(evenly(20, 25), {
          fault: ({ request, replica }) => {
            const nowMs = table.clock.env.monotonicMs();
            if (nowMs < notBefore[replica]) undercut += 1;
            if (!places.includes(request)) return undefined;
            // The wait begins when the response arrives, 40 ms later.
            table.clock.env.setTimer(() => {
              notBefore[replica] = Math.max(notBefore[replica], table.clock.env.monotonicMs() + 30_000);
            }, 40);
            return { kind: 'throttled', status: 503, retryAfterMs: 30_000 };
          },
        });
        const outcome = await table.run({
          guards: GUARDS,
          ...(copy ? { secondary: table.secondary } : {}),
        });
        expect({ places, copy, undercut }).toEqual({ places, copy, undercut: 0 });
        expect([outcome.rows, outcome.continuation]).toEqual([500, 'readable']);
        expect(outcome.guards.every(({ state }) => state === 'clear')).toBe(true);
      }
    }
  });
});
