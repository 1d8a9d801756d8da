// The judge finds out an engine that does wrong within itself: in its log, its coverage checks, its breaker, its retries,
// its cuts, or in what it says of the result. Reader and sink are in `sabotage.ts`.
import { afterAll, afterEach, describe, expect, it, vi } from 'vitest';
import { ENGINE_FAULTS, type Planted } from './engineFaults.ts';

const seam = vi.hoisted(() => {
  type AnyFunction = (...given: readonly unknown[]) => unknown;
  const planted: { now: Record<string, (original: AnyFunction) => AnyFunction> } = { now: {} };
  /** The same module: each of its functions may have another in its place. */
  const open = (original: object): object =>
    Object.fromEntries(
      Object.entries(original).map(([name, value]: readonly [string, unknown]) => {
        if (typeof value !== 'function') return [name, value];
        const own = value as AnyFunction;
        return [name, (...given: readonly unknown[]) => (planted.now[name]?.(own) ?? own)(...given)];
      }),
    );
  return { planted, open };
});

vi.mock('../../src/core/plan/completeness.ts', async (load) => seam.open(await load()));
vi.mock('../../src/core/plan/rangeSplit.ts', async (load) => seam.open(await load()));
vi.mock('../../src/core/plan/sasReach.ts', async (load) => seam.open(await load()));
vi.mock('../../src/core/plan/unreadRanges.ts', async (load) => seam.open(await load()));
vi.mock('../../src/tables/pacing/retry.ts', async (load) => seam.open(await load()));
vi.mock('../../src/tables/run/absentTables.ts', async (load) => seam.open(await load()));
vi.mock('../../src/tables/pacing/circuitBreaker.ts', async (load) => seam.open(await load()));
vi.mock('../../src/tables/run/coverageChecks.ts', async (load) => seam.open(await load()));
vi.mock('../../src/tables/pacing/hostHolds.ts', async (load) => seam.open(await load()));
vi.mock('../../src/tables/pacing/lanes.ts', async (load) => seam.open(await load()));
vi.mock('../../src/tables/progress/endProof.ts', async (load) => seam.open(await load()));
vi.mock('../../src/tables/progress/runLog.ts', async (load) => seam.open(await load()));
vi.mock('../../src/tables/run/parts.ts', async (load) => seam.open(await load()));
vi.mock('../../src/tables/pacing/outageChecks.ts', async (load) => seam.open(await load()));
vi.mock('../../src/tables/page/secondary.ts', async (load) => seam.open(await load()));
vi.mock('../../src/tables/wire/pageQuery.ts', async (load) => seam.open(await load()));
vi.mock('../../src/tables/run/share.ts', async (load) => seam.open(await load()));

// Test files share their modules: an engine that another file has loaded would be the sound one, and the one of this file must not stay.
vi.resetModules();
afterAll(() => void vi.resetModules());
const { makeSchedule, QUIET } = await import('./schedule.ts');
const { faultsOf } = await import('./shrink.ts');

function plant(planted: Planted): void {
  seam.planted.now = planted as typeof seam.planted.now;
}

afterEach(() => plant({}));

/** With every function in its own place. */
const SEEDS = [0, 2];

describe('an engine that does wrong within itself', () => {
  it('and not the engine as it is', async () => {
    for (const seed of SEEDS)
      expect({ seed, wrong: await faultsOf(seed, makeSchedule(seed)) }).toEqual({ seed, wrong: [] });
    const changed = [...ENGINE_FAULTS.values()].flatMap(({ seeds, change }) =>
      change === undefined ? [] : seeds.map((seed) => ({ seed, schedule: { ...QUIET, ...change } })),
    );
    for (const { seed, schedule } of changed) expect(await faultsOf(seed, schedule)).toEqual([]);
  });

  it('in twenty ways', () => {
    expect(ENGINE_FAULTS.size).toBeGreaterThanOrEqual(20);
  });

  it.each([...ENGINE_FAULTS])('%s: is found out', async (_name, { seeds, planted, change }) => {
    plant(planted);
    const wrong: string[] = [];
    for (const seed of seeds) {
      const schedule = change === undefined ? makeSchedule(seed) : { ...QUIET, ...change };
      wrong.push(...(await faultsOf(seed, schedule)));
      if (wrong.length > 0) break;
    }
    expect(wrong).not.toEqual([]);
  });
});
