import type { TableFault } from '../../tables/base/tableError.ts';
import { isNoTable } from '../../tables/page/job.ts';
import type { QueryProgress } from '../../tables/progress/runTypes.ts';

/**
 * The tables of a run that the service says do not exist and that never answered: Continue would hear the same. A table that answered
 * before existed, so it may be back.
 */
export function missingTables({
  progress,
}: {
  readonly progress: readonly Pick<QueryProgress, 'tableName' | 'fault' | 'pages'>[];
}): ReadonlySet<string> {
  const isMissing = (fault: TableFault | undefined): boolean => fault !== undefined && isNoTable(fault);
  const missing = new Set(progress.flatMap(({ fault, tableName }) => (isMissing(fault) ? [tableName] : [])));
  // Not only pages tell that it was there: so does an outage check or a coverage check.
  for (const { tableName, pages, fault } of progress)
    if (pages > 0 || fault?.wasThere === true) missing.delete(tableName);
  return missing;
}
