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
  for (const { tableName, pages } of progress) if (pages > 0) missing.delete(tableName);
  return missing;
}
