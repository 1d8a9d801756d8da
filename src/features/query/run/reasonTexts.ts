import type { Completeness } from '../../../core/plan/completeness.ts';
import { countedNotes } from '../../../core/plan/completenessText.ts';

/** Every sentence about a result, reasons before notes. */
export function reasonTexts(completeness: Completeness): readonly string[] {
  const reasons = 'reasons' in completeness ? completeness.reasons.map(({ text }) => text) : [];
  return [...reasons, ...countedNotes(completeness)];
}
