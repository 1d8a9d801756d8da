import { type KnownColumn, mergedColumns } from '../../../core/odata/edit/knownColumn.ts';
import type { ColumnProfile } from '../../../core/rows/columnProfile.ts';
import type { OpenResult } from '../../../state/results/resultsStore.ts';

function columnOf({ name, types, values }: ColumnProfile): KnownColumn {
  return { name, types: types.map(({ type }) => type), values: values ?? [] };
}

function isOfTable({ services }: OpenResult, table: string): boolean {
  const run = services.run.get();
  return run.phase !== 'idle' && run.plan.request.tableName === table;
}

/** Asks the rows of the open results of a table for their columns, if that was not done yet. Nothing is sent to the account. */
export function askForColumns(results: readonly OpenResult[], table: string): void {
  for (const result of results) {
    const { run, columns } = result.services;
    const state = run.get();
    if (state.phase === 'idle' || !isOfTable(result, table)) continue;
    if (columns.get().question !== state.dataVersion) columns.ask(state.dataVersion);
  }
}

/** What the sample and the open results of a table tell about its properties. */
export function knownColumns(
  sample: readonly KnownColumn[],
  results: readonly OpenResult[],
  table: string,
): readonly KnownColumn[] {
  const read = results
    .filter((result) => isOfTable(result, table))
    .map(({ services }) => (services.columns.get().answer ?? []).map(columnOf));
  return mergedColumns([...read, sample]);
}
