/**
 * How far keys were read: those of a planned query, of a part of one, or of a cell of the map.
 * `waiting`: nothing was requested yet.
 * `done`: to the end.
 * `failed`: given up.
 * `stopped`: left before the end.
 * `unverified`: to what looked like the end, but rows may be missing.
 * `outside`: the SAS does not reach all of them, and the service omits those rows silently.
 */
export type ReadState = 'waiting' | 'reading' | 'done' | 'failed' | 'stopped' | 'unverified' | 'outside';

/** How long rows may take to arrive. WAD and Geneva send theirs every 1 to 5 minutes; the rest is a margin. */
export const ARRIVAL_MARGIN_MS = 600_000;

/** The states that the engine knows while it reads. The other two are judged from the whole result. */
export type ReadProgress = Exclude<ReadState, 'unverified' | 'outside'>;

/** The state of a coverage check, which looks for one row in a range that should hold none. `clear`: it found none. `hit`: it found one. */
export type CheckState = Extract<ReadProgress, 'waiting' | 'failed'> | 'clear' | 'hit';

/** The words for each state. `long` is for places where `short` is not clear enough. */
export const READ_WORDS: Readonly<Record<ReadState, { readonly short: string; readonly long: string }>> = {
  waiting: { short: 'not queried', long: 'not queried yet' },
  reading: { short: 'reading', long: 'reading' },
  done: { short: 'done', long: 'done' },
  failed: { short: 'failed', long: 'failed' },
  stopped: { short: 'not read', long: 'stopped, not read to the end' },
  unverified: { short: 'unverifiable', long: 'unverifiable, rows may be missing' },
  outside: { short: 'outside the SAS', long: 'outside the SAS range' },
};

/** The order in which states of merged queries take precedence, the least certain first. */
export const LEAST_SURE = [
  'reading',
  'failed',
  'stopped',
  'outside',
  'waiting',
  'unverified',
  'done',
] as const;

/** Whether the keys were neither read to the end nor given up, so that Continue can read the rest. */
export function isLeft(state: ReadState): boolean {
  return state === 'waiting' || state === 'reading' || state === 'stopped';
}
