// Runs that failed once; `npm test` repeats them all. `npm run soak` prints a failing seed in this form, reduced to what is needed. The
// whole schedule is stored, so that changes to its generator do not matter.
import { readFileSync } from 'node:fs';
import { QUIET, type Schedule } from './schedule.ts';

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
