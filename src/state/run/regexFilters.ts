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
    <Asked extends SelectedBy | { readonly query: SelectedBy }, More extends readonly unknown[], Answer>(
      ask: (asked: Asked, ...more: More) => Promise<Answer>,
    ) =>
    async (asked: Asked, ...more: More): Promise<Answer> => {
      await prepare('query' in asked ? asked.query : asked);
      return await ask(asked, ...more);
    };
  return {
    ...rows,
    view: prepared(rows.view),
    search: prepared(rows.search),
    copyCells: prepared(rows.copyCells),
    addUp: prepared(rows.addUp),
    series: prepared(rows.series),
    chart: prepared(rows.chart),
    matrix: prepared(rows.matrix),
    exportRows: prepared(rows.exportRows),
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
