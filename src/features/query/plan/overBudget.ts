import type { ExpectedRead } from '../../../core/design/query/expectedRead.ts';
import type { QueryPlan } from '../../../core/plan/queryPlan.ts';
import { ticksToIso } from '../../../core/time/ticks.ts';
import { RESULT_BUDGET, resultsFilled } from '../../../state/run/resultBudget.ts';
import type { QueryForm } from '../../../state/run/queryForm.ts';
import { formatBytes, formatCount } from '../../../ui/format.ts';

/** A plan that reads more than one result holds. */
export interface OverBudget {
  /** "About 3,400,000 rows: one result holds 1,000,000." */
  readonly title: string;
  /** From what this is known. */
  readonly why: string;
  /** Fewer or shorter columns help: the rows fit, their bytes do not. */
  readonly isOfBytes: boolean;
  /** The end of the window, shortened so that it fits; undefined: there is no window. */
  readonly narrower: Partial<QueryForm> | undefined;
}

const WHY = {
  'same query': 'An open result of the same query shows this.',
  'other window': 'Estimated from an open result of the same query over another time range.',
  probe: 'Estimated by the probe of this table.',
} as const;

/** A narrower window aims below the limit, since rows are not spread evenly. */
const AIM = 0.8;

/** Undefined: it fits, as far as is known. */
export function overBudget(plan: QueryPlan, expected: ExpectedRead | undefined): OverBudget | undefined {
  if (expected === undefined) return undefined;
  const { rows, bytes = 0, isAtLeast, by } = expected;
  const filled = resultsFilled(expected);
  if (filled === undefined) return undefined;
  const isOfBytes = rows <= RESULT_BUDGET.rows && !isAtLeast;
  const about = isAtLeast ? 'At least' : by === 'same query' ? 'All' : 'About';
  const title = isOfBytes
    ? `${about} ${formatBytes(bytes)}: one result holds ${formatBytes(RESULT_BUDGET.bytes)}.`
    : `${about} ${formatCount(rows)} rows: one result holds ${formatCount(RESULT_BUDGET.rows)}.`;
  const { window } = plan.request;
  const narrower = window && {
    from: ticksToIso(window.to - BigInt(Math.floor((Number(window.to - window.from) * AIM) / filled))),
    to: ticksToIso(window.to),
    windowGiven: true,
  };
  return { title, why: WHY[by], isOfBytes, narrower };
}
