import type { KnownColumn } from '../../../core/odata/edit/knownColumn.ts';
import type { OpenResult } from '../../../state/results/resultTabs.ts';
import { columnsQuestion } from '../../../state/run/runState.ts';

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
    if (columns.get().question?.version !== state.dataVersion) columns.ask(columnsQuestion(state));
  }
}

/** What the open results of a table and the sample tell about its properties. */
export function knownColumns(
  sample: readonly KnownColumn[],
  results: readonly OpenResult[],
  table: string,
): readonly (readonly KnownColumn[])[] {
  const read = results
    .filter((result) => isOfTable(result, table))
    .map(({ services }) => services.columns.get().answer?.all ?? []);
  return [...read, sample];
}
