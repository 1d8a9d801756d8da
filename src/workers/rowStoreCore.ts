import { EntityStore } from '../core/entities/store/entityStore.ts';
import { exportNdjson } from '../core/entities/views/exportNdjson.ts';
import { pageFault } from '../core/entities/bytes/pageFault.ts';
import { RowSorter } from '../core/entities/order/rowOrder.ts';
import type { TimedRows } from '../core/entities/order/timeColumn.ts';
import { timeSeries } from '../core/entities/views/timeSeries.ts';
import type { KeyScheme } from '../core/keys/base/scheme.ts';
import { type KeyspaceMatrix, keyspaceMatrix } from '../core/keyspace/matrix.ts';
import type { RowFacts } from '../core/keyspace/sources/collectRows.ts';
import { fail, ok } from '../core/result.ts';
import { RowCheck } from './rowCheck.ts';
import type {
  ExportRequest,
  FactsRequest,
  RunMatrixRequest,
  RowStoreCall,
  RowStoreCalls,
  RowStoreRequest,
  RowStoreResponse,
  RowView,
  RunSpec,
  ViewRequest,
  ViewResult,
} from './rowStoreProtocol.ts';
import { StoreMap } from './storeMap.ts';
import { WindowCheck } from './windowCheck.ts';

/** What surrounds the core: a worker's port, or a test's. */
export interface RowStoreHost {
  readonly post: (message: RowStoreResponse, transfer: ArrayBuffer[]) => void;
  readonly schemeOf: (schemeId: string) => KeyScheme | undefined;
}

interface Run {
  readonly spec: RunSpec;
  readonly store: EntityStore;
  readonly map: StoreMap;
  readonly sorter: RowSorter;
  /** Undefined: the run has no property filter. */
  readonly check: RowCheck | undefined;
  /** Undefined: the run has no window. */
  readonly windowCheck: WindowCheck | undefined;
  readonly tables: ReadonlyMap<number, string>;
  readonly queryLabels: ReadonlyMap<number, string>;
}

interface OpenExport {
  readonly chunks: Iterator<Uint8Array<ArrayBuffer>>;
  readonly rows: number;
  bytes: number;
}

const NO_TIMES = { seconds: new Float64Array(0), fraction: new Uint32Array(0), basis: new Uint8Array(0) };

/** What is counted before the first run, and after a reset. */
const NO_ROWS: TimedRows = {
  rowCount: 0,
  times: () => NO_TIMES,
  groups: new Uint32Array(0),
  groupLabels: [],
  queryIndexes: new Uint32Array(0),
};

function rowView(store: EntityStore, row: number, columns: readonly string[]): RowView {
  const timestamp = store.timestamp(row);
  const time = store.instant(row, 'event');
  return {
    row,
    queryIndex: store.queryIndexes[row] ?? -1,
    group: store.groupLabels[store.groups[row] ?? -1] ?? '',
    ...store.key(row),
    ...(timestamp === undefined ? {} : { timestamp }),
    ...(time === undefined ? {} : { time }),
    cells: columns.map((column) => store.cell(row, column)),
    duplicateNames: store.hasDuplicateNames(row),
  };
}

type Handlers = {
  readonly [K in Exclude<RowStoreCall, 'exportNdjson'>]: (
    input: RowStoreCalls[K]['input'],
  ) => RowStoreCalls[K]['output'];
};

/** The rows of the current run, and the answers about them. */
class RowStore {
  run: Run | undefined;
  private readonly schemeOf: RowStoreHost['schemeOf'];

  constructor(schemeOf: RowStoreHost['schemeOf']) {
    this.schemeOf = schemeOf;
  }

  readonly handlers: Handlers = {
    begin: (spec) => this.begin(spec),
    append: (input) => {
      const { run } = this;
      if (run === undefined || run.spec.runId !== input.runId) {
        return fail(pageFault('stale-run', 'The page belongs to a run that is no longer the current one.'));
      }
      const receipt = run.store.appendBody(input.body, input.queryIndex, input.place);
      if (!receipt.ok) return receipt;
      const range = input.place?.range;
      const checked = run.check?.checked(receipt.value, range) ?? receipt.value;
      const tableName = run.tables.get(input.queryIndex) ?? '';
      return ok(run.windowCheck?.checked(checked, { tableName, range }) ?? checked);
    },
    view: (request) => this.view(request),
    columns: () => this.run?.store.columns() ?? [],
    entity: (row) => {
      if (this.run === undefined) throw new RangeError(`There is no row ${row}: no run has begun.`);
      return this.run.store.entity(row);
    },
    series: (request) => timeSeries(this.rows, request, this.queryLabel),
    matrix: (request) => this.matrix(request),
    facts: (request) => this.facts(request),
    reset: () => {
      this.run = undefined;
    },
  };

  /** Chunks of an export of the rows as they stand now. */
  openExport(request: ExportRequest): OpenExport {
    const { run } = this;
    if (run === undefined) return { chunks: [][Symbol.iterator](), rows: 0, bytes: 0 };
    const { rows } = run.sorter.select({ order: 'key', ...request });
    return { chunks: exportNdjson(run.store, rows), rows: rows.length, bytes: 0 };
  }

  private get rows(): TimedRows {
    return this.run?.store ?? NO_ROWS;
  }

  private readonly queryLabel = (queryIndex: number): string =>
    this.run?.queryLabels.get(queryIndex) ?? `query ${queryIndex}`;

  private matrix(request: RunMatrixRequest): KeyspaceMatrix {
    const { run } = this;
    if (request.grouping !== undefined && run !== undefined) return run.map.matrix(request);
    const labels = request.labels ?? (request.by === 'query' ? [...(run?.queryLabels.values() ?? [])] : []);
    return keyspaceMatrix(this.rows, { ...request, labels }, this.queryLabel);
  }

  private facts(request: FactsRequest): RowFacts {
    return this.run?.map.facts(request) ?? { facts: {}, future: [] };
  }

  private begin(spec: RunSpec): undefined {
    const scheme = this.schemeOf(spec.schemeId);
    if (scheme === undefined) throw new Error(`No key scheme is called ${JSON.stringify(spec.schemeId)}.`);
    const tables = new Map(spec.queries.map(({ index, tableName = '' }) => [index, tableName]));
    const store = new EntityStore(scheme, undefined, (query) => tables.get(query) ?? '');
    const queryLabels = new Map(spec.queries.map((query) => [query.index, query.label]));
    this.run = {
      spec,
      store,
      map: new StoreMap(store, scheme),
      sorter: new RowSorter(store),
      check: spec.filter === undefined ? undefined : new RowCheck(store, spec.filter),
      windowCheck: spec.window === undefined ? undefined : new WindowCheck(store, scheme, spec.window),
      tables,
      queryLabels,
    };
    return undefined;
  }

  private view(request: ViewRequest): ViewResult {
    const { run } = this;
    if (run === undefined) return { total: 0, outsideWindow: 0, withoutTime: 0, rows: [] };
    const selected = run.sorter.select(request);
    const shown = selected.rows.subarray(Math.max(0, request.from), Math.max(0, request.to));
    return {
      total: selected.rows.length,
      outsideWindow: selected.outsideWindow,
      withoutTime: selected.withoutTime,
      rows: Array.from(shown, (row) => rowView(run.store, row, request.columns ?? [])),
    };
  }
}

const NEW_RUN = 'The rows were dropped while the export was running. Export again.';

/** Answers requests one by one, in order. All that the worker does; tests call it directly. */
export function createRowStoreCore(host: RowStoreHost): (request: RowStoreRequest) => void {
  const store = new RowStore(host.schemeOf);
  const exports = new Map<number, OpenExport>();

  /** One chunk, or the end: the next is made when the reader asks, so that it never runs ahead. */
  const step = (id: number) => {
    const open = exports.get(id);
    if (open === undefined) return;
    const chunk = open.chunks.next();
    if (chunk.done === true) {
      exports.delete(id);
      host.post({ id, kind: 'done', output: { rows: open.rows, bytes: open.bytes } }, []);
    } else {
      open.bytes += chunk.value.length;
      host.post({ id, kind: 'chunk', bytes: chunk.value }, [chunk.value.buffer]);
    }
  };

  const dropExports = () => {
    for (const id of exports.keys()) host.post({ id, kind: 'failed', message: NEW_RUN }, []);
    exports.clear();
  };

  const answer = (request: RowStoreRequest) => {
    if (request.kind === 'next') step(request.id);
    else if (request.kind === 'abort') exports.delete(request.id);
    else if (request.kind === 'exportNdjson') {
      exports.set(request.id, store.openExport(request.input));
      step(request.id);
    } else {
      if (request.kind === 'begin' || request.kind === 'reset') dropExports();
      const handle = store.handlers[request.kind] as (
        input: unknown,
      ) => RowStoreCalls[RowStoreCall]['output'];
      host.post({ id: request.id, kind: 'done', output: handle(request.input) }, []);
    }
  };

  return (request) => {
    try {
      answer(request);
    } catch (error) {
      exports.delete(request.id);
      const message = error instanceof Error ? error.message : String(error);
      host.post({ id: request.id, kind: 'failed', message }, []);
    }
  };
}
