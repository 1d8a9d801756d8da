import { violations } from './laws.ts';
import { QUIET, type Schedule } from './schedule.ts';
import { runWorld } from './seededRun.ts';
import { makeWorld } from './world.ts';
import { readFileSync } from 'node:fs';

/** What is wrong with a run. A crash of the engine counts too. */
export async function faultsOf(seed: number, schedule: Schedule): Promise<readonly string[]> {
  try {
    return violations(await runWorld(seed, makeWorld(seed, schedule.traits), schedule));
  } catch (error) {
    return [`threw ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`];
  }
}

/** Finds the smallest schedule that fails in the same way, for the corpus. */
export async function shrink(seed: number, schedule: Schedule): Promise<CorpusEntry> {
  let smallest = schedule;
  let was = await faultsOf(seed, schedule);
  const tryOne = async (candidate: Schedule): Promise<void> => {
    const found = await faultsOf(seed, candidate);
    if (found.length === 0) return;
    smallest = candidate;
    was = found;
  };
  for (let at = schedule.rules.length - 1; at >= 0; at -= 1) {
    await tryOne({ ...smallest, rules: smallest.rules.toSpliced(at, 1) });
  }
  for (const name of Object.keys(schedule) as (keyof Schedule)[]) {
    const { [name]: _left, ...rest } = smallest;
    if (name !== 'rules') await tryOne({ ...QUIET, ...rest });
  }
  const differs = Object.entries(smallest).filter(
    ([name, value]) => JSON.stringify(value) !== JSON.stringify(QUIET[name as keyof Schedule]),
  );
  return { was: was.join('; ').slice(0, 300), seed, schedule: Object.fromEntries(differs) };
}

// Runs that failed once; `npm test` repeats them all. `npm run soak` prints a failing seed in this form, reduced to what is needed. The
// whole schedule is stored, so that changes to its generator do not matter.
export interface CorpusEntry {
  /** What went wrong, in words. */
  readonly was: string;
  /** Seed of `makeWorld` and of everything random in the run. */
  readonly seed: number;
  /** The differences between the schedule and a run without faults. */
  readonly schedule: Partial<Schedule>;
}

export function readCorpus(): readonly CorpusEntry[] {
  return JSON.parse(readFileSync(new URL('corpus.json', import.meta.url), 'utf8')) as readonly CorpusEntry[];
}

export function scheduleOf({ schedule }: CorpusEntry): Schedule {
  return { ...QUIET, ...schedule };
}
