import type { QueryPlan } from '../../core/plan/queryPlan.ts';
import type { TableFault } from '../../tables/base/tableError.ts';
import { isNoTable } from '../../tables/run/context.ts';
import type { GuardOutcome, QueryProgress } from '../../tables/progress/runTypes.ts';

interface TablesOfRun {
  readonly plan: { readonly guards: readonly Pick<QueryPlan['guards'][number], 'tableName'>[] };
  readonly progress: readonly Pick<QueryProgress, 'tableName' | 'fault' | 'pages'>[];
  /** In the order of the plan. */
  readonly guards: readonly Pick<GuardOutcome, 'state'>[];
}

/**
 * The tables of a run that do not exist according to the service and that never answered, so that Continue would get
 * the same answer. A table that answered before did exist, and may be back.
 */
export function missingTables({ plan, progress, guards }: TablesOfRun): ReadonlySet<string> {
  const isMissing = (fault: TableFault | undefined): boolean => fault !== undefined && isNoTable(fault);
  const missing = new Set(progress.flatMap(({ fault, tableName }) => (isMissing(fault) ? [tableName] : [])));
  // Besides pages, an answered outage check or coverage check shows that the table existed.
  for (const { tableName, pages, fault } of progress)
    if (pages > 0 || fault?.wasThere === true) missing.delete(tableName);
  for (const [at, { tableName }] of plan.guards.entries()) {
    const state = guards[at]?.state;
    if (state === 'clear' || state === 'hit') missing.delete(tableName);
  }
  return missing;
}
