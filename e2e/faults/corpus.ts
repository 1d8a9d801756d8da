// Runs that once failed; `npm test` repeats them all. `npm run soak` prints a failing seed in this form, reduced to what it
// needs. The schedule is stored completely, so that changes of its generator invalidate nothing.
import { readFileSync } from 'node:fs';
import { QUIET, type Schedule } from './schedule.ts';

export interface CorpusEntry {
  /** What went wrong, in words. */
  readonly was: string;
  /** Seed of `makeWorld` and of everything random in the run. */
  readonly seed: number;
  /** How the schedule differs from a run without faults. */
  readonly schedule: Partial<Schedule>;
}

export function readCorpus(): readonly CorpusEntry[] {
  return JSON.parse(readFileSync(new URL('corpus.json', import.meta.url), 'utf8')) as readonly CorpusEntry[];
}

export function scheduleOf({ schedule }: CorpusEntry): Schedule {
  return { ...QUIET, ...schedule };
}
