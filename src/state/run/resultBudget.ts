import type { ExpectedRead } from '../../core/design/query/expectedRead.ts';
import { RUN_BUDGET } from '../../tables/progress/runBudget.ts';

/** The rows, and bytes of pages, that one result holds. */
export const RESULT_BUDGET = RUN_BUDGET;

/** Returns how many results the rows would fill, or undefined if they fit into one. */
export function resultsFilled({ rows, bytes = 0, isAtLeast }: ExpectedRead): number | undefined {
  const filled = Math.max(rows / RESULT_BUDGET.rows, bytes / RESULT_BUDGET.bytes);
  // A run that stopped at the limit may have had more to read.
  return filled > 1 || (filled === 1 && isAtLeast) ? filled : undefined;
}
