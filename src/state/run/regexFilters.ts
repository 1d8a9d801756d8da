import type { SelectedBy } from '../../core/rows/rowQuery.ts';
import type { RowStoreClient } from '../../workers/rowStoreClient.ts';

/** Tests the regular expressions of a list on its rows before the list is built. */
export type TryExpressions = (rows: RowStoreClient, query: SelectedBy) => Promise<void>;

/**
 * A row store whose lists may have regular expressions, which are tested first, in a separate worker. Rows that arrive
 * meanwhile are tested with the next question. `load`: loads the code that tests them, with the first expression.
 */
export function withRegexFilters(rows: RowStoreClient, load: () => Promise<TryExpressions>): RowStoreClient {
  const prepare = async (query: SelectedBy): Promise<void> => {
    if (query.filters?.some(({ kind }) => kind === 'matches') !== true) return;
    const tryExpressions = await load();
    await tryExpressions(rows, query);
  };
  const prepared =
    <Asked extends readonly unknown[], Answer>(
      ask: (...asked: Asked) => Promise<Answer>,
      queryOf: (...asked: Asked) => SelectedBy,
    ) =>
    async (...asked: Asked): Promise<Answer> => {
      await prepare(queryOf(...asked));
      return await ask(...asked);
    };
  return {
    ...rows,
    view: prepared(rows.view, (query) => query),
    search: prepared(rows.search, ({ query }) => query),
    copyCells: prepared(rows.copyCells, ({ query }) => query),
    addUp: prepared(rows.addUp, ({ query }) => query),
    series: prepared(rows.series, (query) => query),
    chart: prepared(rows.chart, (query) => query),
    matrix: prepared(rows.matrix, (query) => query),
    exportRows: prepared(rows.exportRows, (_onChunk, query) => query),
  };
}

/**
 * What is wrong with a regular expression, in words; undefined: nothing. Compiling an expression is always
 * fast; running it may not be.
 */
export function regexFault(pattern: string): string | undefined {
  try {
    return RegExp(pattern, 'iu') && undefined;
  } catch (error) {
    const words = error instanceof Error ? error.message : String(error);
    return `${words.replace(/^Invalid regular expression: /, '').replace(pattern, () => 'it')}.`;
  }
}
