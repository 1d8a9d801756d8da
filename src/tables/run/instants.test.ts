import { describe, expect, it } from 'vitest';
import { createRunRig, LATENCY_MS, onlyFor } from './runRig.fixture.ts';

describe('the instants of a reading', () => {
  it('are the start of its first page and the end of its last, also over a break', async () => {
    const rig = createRunRig({
      queries: 2,
      rowsEach: 25,
      script: onlyFor('q1', [undefined, { fault: { kind: 'bad-request' } }]),
    });
    const beganAtMs = rig.clock.env.nowMs();
    const first = await rig.run();
    expect(first.firstReadAtMs).toBe(beganAtMs);
    expect(first.readAtMs).toBe(beganAtMs + 3 * LATENCY_MS);
    await rig.clock.advance(20 * 60_000);
    const resumedAtMs = rig.clock.env.nowMs();
    const second = await rig.run({ resume: first.queries });
    expect(second.firstReadAtMs).toBe(beganAtMs);
    expect(second.readAtMs).toBeGreaterThan(resumedAtMs);
    expect(second.queries.map(({ firstReadAtMs }) => firstReadAtMs)).toEqual([beganAtMs, beganAtMs]);
  });

  it('count from the answer that was accepted, not from the one that failed', async () => {
    const rig = createRunRig({
      queries: 1,
      rowsEach: 5,
      script: onlyFor('q0', [{ fault: { kind: 'bad-request' } }]),
    });
    const first = await rig.run();
    expect(first.queries[0]?.firstReadAtMs).toBeUndefined();
    await rig.clock.advance(60_000);
    const resumedAtMs = rig.clock.env.nowMs();
    expect((await rig.run({ resume: first.queries })).firstReadAtMs).toBe(resumedAtMs);
  });
});
