import type { Completeness } from '../../../core/plan/completeness.ts';
import { rowCountWords } from '../../../core/words.ts';
import type { DifferenceWords } from '../../../state/results/difference.ts';

/** `12 rows of Logs, 12:00 to 13:00 that are not in Logs, 11:00 to 12:00`, then what may make them more or less. */
export function differenceText({ of, lackedBy }: DifferenceWords, completeness: Completeness): string {
  const reasons = 'reasons' in completeness ? completeness.reasons.map(({ text }) => text) : [];
  return [`${rowCountWords(completeness.rows)} of ${of} that are not in ${lackedBy}`, ...reasons].join('. ');
}
