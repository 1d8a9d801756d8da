import type { KeyScheme } from '../keys/base/keyScheme.ts';
import type { Entity } from '../entities/entity.ts';
import { type PageFault, pageFault } from '../entities/bytes/pageFault.ts';
import { RowSorter } from '../entities/order/rowOrder.ts';
import { type TimedRows, timesOfArrays } from '../entities/order/timeColumn.ts';
import { EntityStore } from '../entities/store/entityStore.ts';
import { prepareParquet } from '../entities/parquet/prepareParquet.ts';
import { exportCsv } from '../entities/views/exportCsv.ts';
import { type FilePiece, writtenColumns } from '../entities/views/filePiece.ts';
import { repeatedNames } from '../entities/views/repeatedNames.ts';
import { exportNdjson } from '../entities/views/exportNdjson.ts';
import { RowSearch, type SearchProgress } from '../entities/views/searchRows.ts';
import { type SeriesRequest, type TimeSeries, timeSeries } from '../entities/views/timeSeries.ts';
import { type KeyspaceMatrix, keyspaceMatrix } from '../keyspace/map/matrix.ts';
import type { RowFacts } from '../keyspace/sources/collectRows.ts';
import { defined } from '../defined.ts';
import { fail, ok, type Result } from '../result.ts';
import { writeCapture } from './capture/captureWriter.ts';
import type { GroupTable } from '../entities/chart/groupTable.ts';
import {
  type ChartRequest,
  type ChartResult,
  ChartRows,
  emptyChart,
  type GroupsRequest,
  NO_GROUPS,
} from './chartRows.ts';
import { arrangeColumns } from './arrangeColumns.ts';
import { ColumnProfiles } from './columnProfile.ts';
import { type Differences, NO_DIFFERENCES } from './differs/differences.ts';
import { compareDigests, type ComparedRows, type CompareRequest } from './compare/compareDigests.ts';
import { digestRows, type DigestedRows, type DigestRequest } from './compare/rowDigests.ts';
import { addUpCells, type CellRange, copyCells, type CopyRequest } from './cellRange.ts';
import type { CellStats } from './cellStats.ts';
import { NO_TEXTS, type RegexQuestion, type RegexVerdict, type TextSlice } from './regexVerdicts.ts';
import { type ArrangedAt, noColumns, packColumns, type PackedColumns } from './packedColumns.ts';
import { packRows, type PackedView } from './packedRows.ts';
import { checksOf, type RunChecks } from './windowCheck.ts';
import { roundRows } from './roundRows.ts';
import { rowsBefore } from './rowsBefore.ts';
import { type ComparedMasks, type CountedRows, RowQueries, type SelectedBy } from './rowQuery.ts';
import type {
  ColumnsRequest,
  ExportedRows,
  ExportRequest,
  Extension,
  FactsRequest,
  PageReceipt,
  RowPage,
  RowsFound,
  RunMatrixRequest,
  RunSpec,
  SearchRequest,
  ViewRequest,
} from './rowTypes.ts';
import { sqlTable } from './sqlTable.ts';
import { StoreMap } from './storeMap.ts';
import { valueMatcher } from './valueMatcher.ts';
import type { Steps } from '../steps.ts';

export type SchemeOf = (schemeId: string) => KeyScheme | undefined;

interface Run extends RunChecks {
  readonly spec: RunSpec;
  /** See `Extension`; undefined: no page brings rows again. */
  readonly readTo?: bigint;
  readonly scheme: KeyScheme;
  readonly store: EntityStore;
  readonly map: StoreMap;
  readonly queries: RowQueries;
  readonly charts: ChartRows;
  readonly search: RowSearch;
  readonly profiles: ColumnProfiles;
  /** Undefined until the columns are first requested. */
  arranged: ArrangedAt | undefined;
}

/** Stands for the rows before the first run and after a reset. */
const NO_ROWS: TimedRows = {
  rowCount: 0,
  times: () => timesOfArrays({ seconds: [], fraction: [] }),
  groups: new Uint32Array(0),
  groupLabels: [],
  queryIndexes: new Uint32Array(0),
};

/** The rows of the current run, and answers about them. Throws RangeError for an unknown row or scheme. */
export class RunRows {
  private run: Run | undefined;
  private readonly schemeOf: SchemeOf;

  constructor(schemeOf: SchemeOf) {
    this.schemeOf = schemeOf;
  }

  begin(spec: RunSpec): void {
    const scheme = this.schemeOf(spec.schemeId);
    if (scheme === undefined)
      throw new RangeError(`No key scheme is called ${JSON.stringify(spec.schemeId)}.`);
    const sharing = new Set(
      spec.queries.flatMap(({ index, sharesRows }) => (sharesRows === true ? [index] : [])),
    );
    const tableOf = (query: number): string => this.run?.tables.get(query) ?? '';
    this.hold(spec, scheme, new EntityStore(scheme, undefined, tableOf, (query) => sharing.has(query)));
  }

  /** Makes rows that are there already, such as those of a file, the rows of the run. */
  hold(spec: RunSpec, scheme: KeyScheme, store: EntityStore): void {
    const map = new StoreMap(store, scheme);
    const queries = new RowQueries(store, new RowSorter(store));
    this.run = {
      spec,
      scheme,
      store,
      map,
      queries,
      charts: new ChartRows(store, queries, map),
      search: new RowSearch(store),
      profiles: new ColumnProfiles(store),
      arranged: undefined,
      ...checksOf(spec, scheme, store),
    };
  }

  /** From now on, pages may bring rows that are there already, rows of more queries, and rows of a longer window. */
  extend({ spec, readTo }: Extension): void {
    const { run } = this;
    if (run?.spec.runId !== spec.runId) return;
    this.run = { ...run, spec, readTo, ...checksOf(spec, run.scheme, run.store) };
  }

  reset(): void {
    this.run = undefined;
  }

  /** Decodes one page and stores its rows. */
  append({ runId, queryIndex, body, slot }: RowPage): Result<PageReceipt, PageFault> {
    const { run } = this;
    if (run === undefined || run.spec.runId !== runId) {
      return fail(pageFault('stale-run', 'The page belongs to a run that is no longer the current one.'));
    }
    // The columns do not cover the new rows, and the rows need the memory more.
    run.queries.free();
    run.charts.free();
    const { readTo, scheme, store } = run;
    const placed = readTo === undefined ? slot : { order: 0, ...slot, mayRepeat: true };
    const receipt = store.appendBody(body, queryIndex, placed);
    if (!receipt.ok) return receipt;
    const range = slot?.range;
    const { sharedRows, newerRows } = receipt.value;
    const checked = run.check?.checked(receipt.value, { range, queryIndex }) ?? {
      ...receipt.value,
      ...(sharedRows.length > 0 && { shared: sharedRows.length }),
    };
    const tableName = run.tables.get(queryIndex) ?? '';
    const found = run.windowCheck?.checked(checked, { tableName, range }) ?? checked;
    if (readTo === undefined) return ok(found);
    return ok({ ...found, round: roundRows(store, scheme, { tableName, readTo }, { ...found, newerRows }) });
  }

  /**
   * Part of a list of rows.
   * @yields while columns to sort or filter by are built
   */
  *view(request: ViewRequest): Steps<PackedView> {
    const { run } = this;
    if (run === undefined) return { total: 0, filteredOut: 0 };
    const { from, to, anchor, columns = [], toDraw = false, ...query } = request;
    const { queries } = run;
    const { rows, total, filteredOut, unlooked, uncompared }: CountedRows & { readonly rows?: Uint32Array } =
      from < to ? yield* queries.select(query) : yield* queries.counted(query);
    const at = anchor === undefined ? -1 : (rows?.indexOf(anchor.row) ?? -1);
    const shift = anchor === undefined || at < 0 ? 0 : at - anchor.at;
    const shown = rows?.subarray(Math.max(0, from + shift), Math.max(0, to + shift)) ?? new Uint32Array(0);
    return {
      total,
      filteredOut,
      unlooked: unlooked || undefined,
      ...(uncompared.length > 0 && { uncompared }),
      ...(shift !== 0 && { shift }),
      packed: packRows(run.store, shown, columns, toDraw),
    };
  }

  /** Estimated memory of the rows and of the columns built from them, in bytes. */
  memory(): number {
    if (this.run === undefined) return 0;
    const { store, queries, charts } = this.run;
    return store.bytesHeld + queries.bytesHeld + charts.bytesHeld;
  }

  /** Work to do while nothing is requested: it packs rows, so that they take less memory. Undefined: there is none. */
  idleWork(): Steps<void> | undefined {
    const store = this.run?.store;
    return store?.canPack === true ? store.pack() : undefined;
  }

  /** Frees the columns. The next query builds those that it needs. */
  freeColumns(): void {
    this.run?.queries.free();
    this.run?.charts.free();
  }

  /**
   * What changed of the columns since the requested state, and their arrangement if that changed.
   * @yields after a few thousand rows
   */
  *columns({ since, isStill }: ColumnsRequest): Steps<PackedColumns> {
    const { run } = this;
    if (run === undefined) return noColumns(since);
    const { profiles, scheme, spec } = run;
    yield* profiles.update();
    const before = run.arranged;
    const options = { isStill, eventTimes: scheme.entry.exactTime ?? [] };
    const arrangement = arrangeColumns(before?.arrangement, profiles, options);
    const arranged = before?.arrangement === arrangement ? before : { arrangement, epoch: profiles.epoch };
    run.arranged = arranged;
    return packColumns(profiles, spec.runId, since, arranged);
  }

  get count(): number {
    return this.run?.store.rowCount ?? 0;
  }

  entity(row: number): Entity {
    if (this.run === undefined) throw new RangeError(`There is no row ${row}: no run has begun.`);
    return this.run.store.entity(row);
  }

  /** @yields while columns to filter by are built */
  *series(request: SeriesRequest & SelectedBy): Steps<TimeSeries> {
    const { run } = this;
    if (run === undefined) return timeSeries(NO_ROWS, request);
    const { store } = run;
    const { mark } = request;
    const mask = yield* run.queries.mask(request);
    return timeSeries(store, request, mark && valueMatcher(store, mark.property, mark.texts), mask);
  }

  /**
   * A statistic over time, a histogram, or the most frequent values.
   * @yields after a few thousand rows or values
   */
  *chart(request: ChartRequest & SelectedBy): Steps<ChartResult> {
    const { run } = this;
    return run === undefined ? emptyChart(request) : yield* run.charts.answer(request);
  }

  /**
   * Rows counted by the values of one or two columns.
   * @yields after a few thousand rows or values
   */
  *groups(request: GroupsRequest & SelectedBy): Steps<GroupTable> {
    return this.run === undefined ? NO_GROUPS : yield* this.run.charts.groupTable(request);
  }

  /**
   * What tells the selected rows from the rest.
   * @yields after a few thousand rows or values
   */
  *differences(selected: SelectedBy): Steps<Differences> {
    return this.run === undefined ? NO_DIFFERENCES : yield* this.run.charts.differences(selected);
  }

  /** @yields while columns to filter by are built */
  *matrix(request: RunMatrixRequest): Steps<KeyspaceMatrix> {
    const { run } = this;
    if (run === undefined) return keyspaceMatrix(NO_ROWS, request);
    const mask = yield* run.queries.mask(request);
    if (request.grouping !== undefined) return run.map.matrix(request, mask);
    const labels = request.labels ?? (request.by === 'query' ? [...run.queryLabels.values()] : []);
    const queryLabel = (query: number): string => run.queryLabels.get(query) ?? `query ${query}`;
    return keyspaceMatrix(run.store, { ...request, labels }, queryLabel, mask);
  }

  facts(request: FactsRequest): RowFacts {
    return this.run?.map.facts(request) ?? { facts: {}, future: [], pauses: [] };
  }

  /**
   * Finds where a text is in the rows of a list.
   * @yields the progress, after a few thousand rows
   */
  *search({ query, text }: SearchRequest): Generator<SearchProgress | undefined, RowsFound, undefined> {
    const { run } = this;
    if (run === undefined || text === '') return { positions: new Uint32Array(0) };
    yield* run.search.search(text);
    const { rows } = yield* run.queries.select(query);
    return { positions: run.search.positions(rows) };
  }

  /**
   * Cells of the list as a text for the clipboard.
   * @yields after some rows
   */
  *copyCells(request: CopyRequest): Steps<string> {
    const { run } = this;
    if (run === undefined) return '';
    const { rows } = yield* run.queries.select(request.query);
    return yield* copyCells(run.store, rows.subarray(request.from, request.to), request);
  }

  /**
   * The sums and other figures of cells of the list.
   * @yields after some rows
   */
  *addUp(range: CellRange): Steps<CellStats> {
    const { run } = this;
    if (run === undefined) return { cells: 0, values: 0, numbers: 0, notNumbers: 0 };
    const { rows } = yield* run.queries.select(range.query);
    return yield* addUpCells(run.store, rows.subarray(range.from, range.to), range.columns);
  }

  /**
   * The next texts of a column that a regular expression must be tested on.
   * @yields while the column is built
   */
  *regexTexts(question: RegexQuestion): Steps<TextSlice> {
    const { run } = this;
    if (run === undefined) return NO_TEXTS;
    const { queries } = run;
    const column = queries.regex.isOpen(question) ? undefined : yield* queries.column(question);
    return queries.regex.next(question, column);
  }

  /** Takes a verdict, and returns whether all values of the column have been tested. */
  regexVerdict(verdict: RegexVerdict): boolean {
    return this.run?.queries.regex.take(verdict) ?? true;
  }

  /**
   * A 64-bit digest of every row, to compare it with the rows of another result.
   * @yields the progress, 0 to 1, after some rows
   */
  *keyDigests(request: DigestRequest): Generator<number, DigestedRows, undefined> {
    if (this.run === undefined) throw new RangeError('There are no rows to compare.');
    return yield* digestRows(this.run.store, this.run.scheme, request);
  }

  /** Takes the rows that a comparison found. Filters can select them until the next comparison. */
  takeCompared(compared: ComparedMasks): void {
    if (this.run !== undefined) this.run.queries.compared = compared;
  }

  /**
   * Finds which rows are in both results, and which in only one.
   * @yields the progress, 0 to 1, after some rows
   */
  *compareKeys({
    other,
    ...request
  }: CompareRequest): Generator<number | undefined, ComparedRows, undefined> {
    const { digests, valueNames } = yield* this.keyDigests(request);
    const comparison = yield* compareDigests(digests, other);
    return { comparison, rowCount: digests.rows.length, ...defined({ valueNames }) };
  }

  /**
   * The current rows as a file.
   * @yields while columns to sort or filter by are built, or columns of Parquet are found
   */
  *exportRows(request: ExportRequest): Steps<ExportedRows> {
    const { run } = this;
    if (run === undefined) return { rows: 0, file: { kind: 'pieces', pieces: [] }, lossyRows: () => 0 };
    const { format, formulaGuard = true, properties: asked, without = [], ...chosen } = request;
    const query = { order: run.spec.queries[0]?.isAnswer ? 'arrival' : 'key', ...chosen } as const;
    let selected = yield* run.queries.select(query);
    // Repeated until it has all rows that arrive meanwhile. Those that a regular expression of the list has not been tested on stay out.
    while (selected.unlooked > 0 && !run.queries.hasUntried(query))
      selected = yield* run.queries.select(query);
    const { store } = run;
    const rows = yield* rowsBefore(store, selected.rows, run.queryLabels, without);
    const { system, properties } = writtenColumns(store, asked, run.spec.queries[0]);
    const counts = { rows: rows.length, ...defined({ repeated: repeatedNames(store, rows, properties) }) };
    switch (format) {
      case 'csv': {
        const { pieces, lossyRows } = exportCsv(store, rows, { formulaGuard, properties, system });
        return { ...counts, file: { kind: 'pieces', pieces }, lossyRows };
      }
      case 'ndjson': {
        const pieces = exportNdjson(store, rows, { properties });
        return { ...counts, file: { kind: 'pieces', pieces }, lossyRows: () => 0 };
      }
      case 'sql': {
        const table = yield* sqlTable(store, rows, properties, system);
        return { ...counts, file: { kind: 'sql', table }, lossyRows: () => table.lossyRows };
      }
      case 'parquet': {
        const table = yield* prepareParquet(store, rows, properties, system);
        return { ...counts, file: { kind: 'parquet', table }, lossyRows: () => table.lossyRows };
      }
    }
  }

  /** All rows as a capture. `summary`: everything else that the capture holds, as one line of JSON. */
  capture(summary: string): Generator<FilePiece, void, undefined> {
    if (this.run === undefined) throw new RangeError('There are no rows to save.');
    return writeCapture(this.run.store, summary);
  }
}
