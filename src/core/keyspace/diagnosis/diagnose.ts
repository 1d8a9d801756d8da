import type { DiagnosisInput, Finding } from './finding.ts';
import { DIAGNOSIS_RULES } from './registry.ts';
import { diagnosisView } from './view.ts';
import { onWritersGrid } from './writersGrid.ts';

/** What the map shows, in words: faults first, the surest first. Empty where nothing stands out. */
export function diagnose(input: DiagnosisInput): readonly Finding[] {
  const view = diagnosisView(onWritersGrid(input));
  const found = DIAGNOSIS_RULES.flatMap((rule) => rule.find(view));
  const weight = ({ severity, confidence }: Finding) => (severity === 'fault' ? 1 : 0) + confidence;
  return found.toSorted((a, b) => weight(b) - weight(a));
}
