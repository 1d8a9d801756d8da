import type { QueryPlan } from '../../core/plan/queryPlan.ts';
import type { TableFault } from '../../tables/base/tableError.ts';
import { isNoTable } from '../../tables/run/job.ts';
import type { GuardOutcome, QueryProgress } from '../../tables/progress/runTypes.ts';

interface TablesOfRun {
  readonly plan: { readonly guards: readonly Pick<QueryPlan['guards'][number], 'tableName'>[] };
  readonly progress: readonly Pick<QueryProgress, 'tableName' | 'fault' | 'pages'>[];
  /** In the order of the plan's. */
  readonly guards: readonly Pick<GuardOutcome, 'state'>[];
}

/**
 * The tables of a run that the service says do not exist and that never answered: Continue would hear the same. A table that answered
 * before existed, so it may be back.
 */
export function missingTables({ plan, progress, guards }: TablesOfRun): ReadonlySet<string> {
  const isMissing = (fault: TableFault | undefined): boolean => fault !== undefined && isNoTable(fault);
  const missing = new Set(progress.flatMap(({ fault, tableName }) => (isMissing(fault) ? [tableName] : [])));
  // Not only pages show that it was there: so does an outage check, and a coverage check that was answered.
  for (const { tableName, pages, fault } of progress)
    if (pages > 0 || fault?.wasThere === true) missing.delete(tableName);
  for (const [at, { tableName }] of plan.guards.entries()) {
    const state = guards[at]?.state;
    if (state === 'clear' || state === 'hit') missing.delete(tableName);
  }
  return missing;
}
