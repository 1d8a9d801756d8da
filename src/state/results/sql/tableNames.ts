import { caseFreeNames, isPlainName } from '../../../core/rows/sqlNames.ts';
import { namedResults, type NamedResult, type OpenResult } from '../resultTabs.ts';

export interface SqlTableName {
  /** How a query names it. */
  readonly table: string;
  readonly result: NamedResult;
}

/** A second name for the table of the result in sight. */
export const IN_SIGHT = 'result';

/** The open results as tables: named after their Azure tables, in a form that needs no quotes. */
export function tableNames(all: readonly OpenResult[]): readonly SqlTableName[] {
  const taken = new Set([IN_SIGHT]);
  return namedResults(all).map((result) => {
    const plain = result.run.plan.request.tableName.replaceAll(/\W+/gu, '_');
    const base = isPlainName(plain) ? plain : `t_${plain}`;
    let table = base;
    // SQL ignores case.
    for (let count = 2; taken.has(table.toLowerCase()); count++) table = `${base}_${count}`;
    taken.add(table.toLowerCase());
    return { table, result };
  });
}

/** The columns of a result whose rows are not in DuckDB, as far as its views know them. */
export function expectedColumns({ services }: OpenResult): readonly string[] {
  const properties = services.columns.get().answer?.all ?? [];
  return caseFreeNames([
    ...['time', 'prefix', 'PartitionKey', 'RowKey', 'Timestamp'].map((wanted) => ({
      wanted,
      isSystem: true,
    })),
    ...properties.map(({ name }) => ({ wanted: name, isSystem: false })),
  ]);
}
