import { RunRows, type SchemeOf } from '../core/rows/runRows.ts';
import type { RowStoreCalls } from './rowStoreProtocol.ts';
import type { CallHandlers } from './serveCalls.ts';

const NEW_RUN = 'The rows were dropped: they belong to an earlier run.';

/** The call handlers of a worker that holds the rows of a run. */
export function rowStoreHandlers(schemeOf: SchemeOf): CallHandlers<RowStoreCalls> {
  const rows = new RunRows(schemeOf);
  return {
    begin: (spec, call) => {
      call.endOthers(NEW_RUN);
      return rows.begin(spec) as undefined;
    },
    append: (page) => rows.append(page),
    view: (request) => rows.view(request),
    search: (request) => rows.search(request),
    columns: () => rows.columns(),
    entity: (row) => rows.entity(row),
    series: (request) => rows.series(request),
    chart: (request) => rows.chart(request),
    matrix: (request) => rows.matrix(request),
    facts: (request) => rows.facts(request),
    exportRows: function* (request) {
      const made = yield* rows.exportRows(request);
      let bytes = 0;
      for (const chunk of made.chunks) {
        bytes += chunk.length;
        yield { kind: 'chunk', bytes: chunk };
      }
      return { rows: made.rows, bytes, lossyRows: made.lossyRows() };
    },
    reset: (_input, call) => {
      call.endOthers(NEW_RUN);
      return rows.reset() as undefined;
    },
  };
}

/** Calls whose answer is transferred, not cloned. */
export const ROW_STORE_MOVES = ['series', 'chart', 'matrix', 'facts', 'search'] as const;
