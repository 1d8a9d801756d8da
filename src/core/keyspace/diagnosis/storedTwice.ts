import { countText, shareText } from '../../words.ts';
import type { DiagnosisRule } from './finding.ts';
import { phrase } from './phrase.ts';

const LEAST_PAIRS = 20;
const LEAST_SHARE = 0.5;

/**
 * Reports aggregates that WADMetrics stores under two RowKeys, time first and metric first, so that counting rows counts them
 * twice.
 */
export const storedTwice: DiagnosisRule = {
  title: 'Stored twice (WADMetrics)',
  find: ({ facts: { twins } }) => {
    if (twins === undefined || twins.pairs < LEAST_PAIRS || twins.pairs * 2 < twins.rows * LEAST_SHARE)
      return [];
    return [
      {
        id: 'stored-twice',
        title: `Each aggregate is stored twice`,
        sentence: phrase`${countText(twins.pairs * 2)} of ${countText(twins.rows)} rows (${shareText((twins.pairs * 2) / twins.rows)}) are pairs: the same metric and time, stored as time__metric and as metric__time.`,
        confidence: 0.95,
        severity: 'note',
        cells: [],
        advice:
          'Read only one form: time first for a window, metric first for one metric. Halve counts that include both.',
      },
    ];
  },
};
