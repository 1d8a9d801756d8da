import { countText, secondsText, shareText } from '../../words.ts';
import type { DiagnosisRule } from './finding.ts';
import { phrase } from './phrase.ts';

const LEAST_ROWS = 100;
const LEAST_LATE = 20;
/** Least share of rows that were stored more than an hour after the time in their key. */
const LEAST_SHARE = 0.01;

/** Reports rows stored long after the time in their key: a recent window is then not complete yet. */
export const lateData: DiagnosisRule = {
  title: 'Late data',
  isBlind: ({ facts }) => facts.lag === undefined,
  find: ({ facts: { lag } }) => {
    if (lag === undefined || lag.rows < LEAST_ROWS || lag.lateRows < LEAST_LATE) return [];
    if (lag.lateRows < lag.rows * LEAST_SHARE) return [];
    const { lateFrom, lateTo } = lag;
    return [
      {
        id: 'late-data',
        title: `Late data`,
        sentence: phrase`${countText(lag.lateRows)} of ${countText(lag.rows)} rows (${shareText(lag.lateRows / lag.rows)}) were stored more than 1 h after the time in their key; half within ${secondsText(lag.medianSeconds)}, the latest after ${secondsText(lag.maxSeconds)}.`,
        confidence: 0.95,
        severity: 'fault',
        cells: lateFrom === undefined || lateTo === undefined ? [] : [{ from: lateFrom, to: lateTo }],
        advice:
          'Read recent windows again later: counts of the newest hours still grow. Look for writers that queue.',
      },
    ];
  },
};
