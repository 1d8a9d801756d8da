import type { SeriesRequest } from '../../core/entities/views/timeSeries.ts';
import type { ChartRequest } from '../../core/rows/chartRows.ts';
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
  return {
    ...rows,
    view: async (request, signal) => {
      await prepare(request);
      return await rows.view(request, signal);
    },
    search: async (request, signal, onProgress) => {
      await prepare(request.query);
      return await rows.search(request, signal, onProgress);
    },
    copyCells: async (request) => {
      await prepare(request.query);
      return await rows.copyCells(request);
    },
    addUp: async (range) => {
      await prepare(range.query);
      return await rows.addUp(range);
    },
    series: async (request: SeriesRequest & SelectedBy) => {
      await prepare(request);
      return await rows.series(request);
    },
    chart: async (request: ChartRequest & SelectedBy) => {
      await prepare(request);
      return await rows.chart(request);
    },
    matrix: async (request) => {
      await prepare(request);
      return await rows.matrix(request);
    },
    exportRows: async (onChunk, request, signal, onProgress) => {
      await prepare(request);
      return await rows.exportRows(onChunk, request, signal, onProgress);
    },
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
