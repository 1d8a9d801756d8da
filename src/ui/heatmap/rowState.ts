/** How far the planned query of a row is. `done`: a zero in it is a zero. */
export type HeatRowState = 'done' | 'reading' | 'waiting' | 'failed' | 'stopped' | 'outside';

/** What an empty cell of such a row means, in words. */
export const ROW_STATE_WORDS: Readonly<Record<HeatRowState, string>> = {
  done: 'no rows',
  reading: 'still reading',
  waiting: 'not asked yet',
  failed: 'failed, not known',
  stopped: 'not read to the end',
  outside: 'outside the SAS range, not known',
};
