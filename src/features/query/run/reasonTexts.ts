import type { Completeness } from '../../../core/plan/completeness.ts';

/** Every sentence about a result, reasons before notes. */
export function reasonTexts(completeness: Completeness): readonly string[] {
  const { filterNote, splitNote, absentNote, secondaryNote, arrivalNote } = completeness;
  const reasons = 'reasons' in completeness ? completeness.reasons.map(({ text }) => text) : [];
  return [...reasons, filterNote, splitNote, absentNote, secondaryNote, arrivalNote].filter(
    (text) => text !== undefined,
  );
}
