import { diagnose } from '../diagnosis/diagnose.ts';
import type { Finding } from '../diagnosis/finding.ts';
import { checkedAdvice, lossFindings } from './lossFindings.ts';
import type { ModelResult } from './modelTypes.ts';

/** A simulated design, and what the rules find in it. */
export interface ModelAnswer {
  readonly result: ModelResult;
  readonly findings: readonly Finding[];
}

/** Diagnoses a simulation. */
export function modelAnswer(result: ModelResult): ModelAnswer {
  const { grid, labels, diagnosis } = result;
  const found = diagnose({ grid, labels, ...diagnosis });
  return { result, findings: [...lossFindings(result), ...checkedAdvice(found, result)] };
}
