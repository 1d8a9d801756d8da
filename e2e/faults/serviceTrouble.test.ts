// Only the service has trouble: whatever table is read and whichever requests are affected, for up to a minute, the first run must be
// whole.
import { describe, expect, it } from 'vitest';
import { createRandom, type Random } from '../../scripts/demo/random.mjs';
import type { FaultAction } from '../rig/faultActions.ts';
import type { FaultRule } from '../rig/faultRules.ts';
import { violations } from './laws.ts';
import { BROKEN_OFF, QUIET, type Schedule } from './schedule.ts';
import { runWorld } from './seededRun.ts';
import { makeWorld } from './world.ts';

const SEEDS = 8;
const PARTS = 2;

function troubleOf(random: Random): FaultAction {
  return random.pick<FaultAction>([
    { kind: 'status', status: 503, code: 'ServerBusy' },
    { kind: 'status', status: 503, code: 'ServerBusy', retryAfter: random.pick([1, 5]) },
    { kind: 'status', status: 429, code: 'TooManyRequests' },
    { kind: 'status', status: 500, code: 'OperationTimedOut' },
    { kind: 'reset' },
    { kind: 'body', body: BROKEN_OFF },
  ]);
}

/** A time without answers, for all requests or for queries only; or requests at random; or the first one for each page. */
function rulesOf(random: Random): readonly FaultRule[] {
  const action = troubleOf(random);
  const fromMs = random.below(500);
  const during = { fromMs, toMs: fromMs + random.pick([3000, 20_000, 60_000]) };
  const storm: FaultRule = { action, during };
  return random.pick<readonly FaultRule[]>([
    [storm],
    [{ ...storm, filterHas: 'Key' }],
    [{ ...storm, chance: 0.9 }],
    [{ action, chance: random.pick([0.1, 0.4]) }],
    [{ action, hasToken: false, filterHas: 'Key', chance: 0.6 }],
  ]);
}

describe('trouble of the service', () => {
  const size = SEEDS / PARTS;
  it.each(Array.from({ length: PARTS }, (_, part) => part * size))(
    `costs no row, nor a press of Continue: ${size} tables from %i`,
    async (from) => {
      for (let seed = from; seed < from + size; seed += 1) {
        const random = createRandom(seed, 'trouble');
        const world = makeWorld(seed);
        const schedule: Schedule = {
          ...QUIET,
          rules: rulesOf(random),
          paging: { rowsPerPage: random.pick([5, 20, 1000]) },
          load: { latencyMs: random.pick([1, 40]) },
          hasControl: random.next() < 0.5,
        };
        const evidence = await runWorld(seed, world, schedule);
        const quiet = await runWorld(seed, world, { ...schedule, rules: [] });
        const said = [evidence, quiet].map(({ stages }) => stages[0]?.completeness.state);
        expect({ seed, wrong: violations(evidence), said: said[0] }).toEqual({
          seed,
          wrong: [],
          said: said[1],
        });
      }
    },
  );
});
