import { diagnose } from '../diagnosis/diagnose.ts';
import type { Finding } from '../diagnosis/finding.ts';
import { coarsen } from '../map/coarsen.ts';
import type { ModelInput, ModelResult } from './modelTypes.ts';

/** A simulated design, in columns no finer than its keys, and what the rules find in it. */
export interface ModelAnswer {
  readonly result: ModelResult;
  readonly findings: readonly Finding[];
}

/** Columns finer than the keys would be empty between two roundings. */
function atKeyWidth(input: ModelInput, result: ModelResult): ModelResult {
  const { grid } = result;
  const columnsPer = Number((input.roundingTicks + grid.bucketTicks - 1n) / grid.bucketTicks);
  if (columnsPer <= 1) return result;
  const rowOf = Uint32Array.from({ length: grid.rowCount }, (_, row) => row);
  return { ...result, grid: coarsen(grid, { rowOf, rowCount: grid.rowCount, columnsPer }) };
}

/** A simulation as it is looked at. */
export function modelAnswer(input: ModelInput, simulated: ModelResult): ModelAnswer {
  const result = atKeyWidth(input, simulated);
  const { grid, labels, diagnosis } = result;
  return { result, findings: diagnose({ grid, labels, ...diagnosis }) };
}
