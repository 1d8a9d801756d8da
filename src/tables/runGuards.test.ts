import { describe, expect, it } from 'vitest';
import { BUSY, createRunRig, LATENCY_MS } from './runRig.fixture.ts';
import type { LaneGuard } from './runTypes.ts';

const GUARDS: readonly LaneGuard[] = ['g0', 'g1', 'g2'].map((filter, index) => {
  return { index, position: 'between', tableName: 'Orders', filter, label: filter };
});
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

describe('a query that is given up', () => {
  it('says what happened and how often it was tried, in one sentence', async () => {
    const rig = createRunRig({
      queries: 2,
      rowsEach: 5,
      script: (filter) => (filter === 'q0' ? { page: 'truncated' } : undefined),
    });
    const { fault } = (await rig.run()).queries[0] ?? {};
    expect(fault?.message).toBe('page 1 of table Orders: not whole: given up after 3 retries.');
  });
});
