// Runs that once failed: `npm test` replays them all. A failing seed of `npm run soak` is printed in this form, with
// everything left out that it does not need. The schedule is kept whole, so that a change of its generator voids nothing.
import { readFileSync } from 'node:fs';
import { QUIET, type Schedule } from './schedule.ts';

export interface CorpusEntry {
  /** What went wrong, in words. */
  readonly was: string;
  /** Of `makeWorld`, and for all chances of the run. */
  readonly seed: number;
  /** What differs from a run in which nothing goes wrong. */
  readonly schedule: Partial<Schedule>;
}

export function readCorpus(): readonly CorpusEntry[] {
  return JSON.parse(readFileSync(new URL('corpus.json', import.meta.url), 'utf8')) as readonly CorpusEntry[];
}

export function scheduleOf({ schedule }: CorpusEntry): Schedule {
  return { ...QUIET, ...schedule };
}
