import { numberText, rowCountWords } from '../../words.ts';
import type { QueryPlan } from '../../plan/queryPlan.ts';

/** A result that was read to its end. */
export interface WholeRead {
  readonly plan: QueryPlan;
  readonly rows: number;
  readonly requests: number;
}

/** What earlier results tell about the cost of a plan. */
export interface MeasuredRows {
  /** How many rows are in the key ranges of the plan. The service reads all of them, however few match. Undefined if it is not known. */
  readonly inRanges?: number | undefined;
  /** The last run of the same query; undefined if it was never run. */
  readonly last?: { readonly rows: number; readonly requests: number } | undefined;
}

export function rangesText({ queries }: QueryPlan): string {
  return JSON.stringify(queries.map(({ tableName, range }) => [tableName, range.partition, range.row ?? {}]));
}

export function conditionOf({ queries }: QueryPlan): string | undefined {
  const conditions = queries.map(({ condition }) => condition);
  return conditions.every((condition) => condition === undefined) ? undefined : JSON.stringify(conditions);
}

/** What complete reads of the same keys tell about a plan. `reads` are sorted, the oldest first. */
export function measuredRows(plan: QueryPlan, reads: readonly WholeRead[]): MeasuredRows {
  const ranges = rangesText(plan);
  const same = reads.filter((read) => rangesText(read.plan) === ranges);
  const all = same.findLast((read) => conditionOf(read.plan) === undefined);
  const last = same.findLast((read) => conditionOf(read.plan) === conditionOf(plan));
  return {
    inRanges: all?.rows,
    last: last && { rows: last.rows, requests: last.requests },
  };
}

/** How many rows were read for each row returned: "14.2: 21,509 rows are in these keys, 1,512 match". Undefined if it was not measured. */
export function rowsPerRowText({ inRanges, last }: MeasuredRows): string | undefined {
  if (inRanges === undefined) return undefined;
  const there = `${rowCountWords(inRanges)} in these keys`;
  if (last === undefined) return `measured once it has run; ${there}`;
  if (last.rows === 0) return inRanges === 0 ? 'no rows in these keys' : `${there}, none returned`;
  return `${numberText(inRanges / last.rows)}, measured: ${there}, ${rowCountWords(last.rows)} returned`;
}
