import type { KeyScheme } from '../../keys/base/keyScheme.ts';
import { ok, type Result } from '../../result.ts';
import { decodePage } from '../page/decodePage.ts';
import {
  type DecodedPage,
  formName,
  pageKey,
  SYSTEM_PARTITION_KEY,
  SYSTEM_ROW_KEY,
} from '../page/decodedPage.ts';
import type { Entity, EntityProperty } from '../entity.ts';
import type { PackedRow } from '../packed/packedBlock.ts';
import { ETAG_HEAD, ETAG_OF_TIMESTAMP, ETAG_TAIL, timestampInstant, timestampOf } from './timestampCell.ts';
import { type PageAnomalies, PageAppender } from './pageAppender.ts';
import { storedKeys, textOf, timestampText } from './storedCopies.ts';
import { CellStore, type Packing } from './cellStore.ts';
import type { PageFault } from '../bytes/pageFault.ts';
import { valueText } from '../page/pageNames.ts';
import { PageRows } from '../page/pageRows.ts';
import { cellReader, keyReader, type PropertyReader } from './propertyReader.ts';
import { type PageSlot, RowStreams } from '../order/rowStreams.ts';
import { RowVersions } from '../order/rowVersions.ts';
import { sortRuns } from '../order/rowOrder.ts';
import { RowTable } from './rowTable.ts';
import { rowShapes, ShapeTable } from './shapeTable.ts';
import type { StoreParts } from './storeParts.ts';
import {
  BASIS_NAMES,
  BASIS_NONE,
  type RowInstant,
  type RowMask,
  type TimeChoice,
  type TimeColumn,
  type TimedRows,
} from '../order/timeColumn.ts';
import type { Codes } from '../bytes/narrowColumn.ts';
import type { InstantSlot } from '../bytes/instantBytes.ts';
import { TypeTable } from '../page/typeTable.ts';
import { ArenaBudget, type ArenaValue } from './valueArena.ts';
import { compareKeys, type EntityKey } from '../../keys/base/entityKey.ts';
import type { Steps } from '../../steps.ts';

/** What one page brought. */
export interface AppendReceipt {
  /** Rows stored: those of the page except repeats. */
  readonly rows: number;
  /** Stored rows that the page brought again, because the plan or a later round may read rows twice. They are not stored again. */
  readonly sharedRows: readonly number[];
  /** Those of `rows` that replaced an older copy. */
  readonly newerRows: readonly number[];
  /** First key of the page as received; undefined for a page without rows. */
  readonly firstKey?: EntityKey;
  readonly lastKey?: EntityKey;
  readonly anomalies: PageAnomalies;
  /** Rows of the whole store. */
  readonly totalRows: number;
}

export interface ColumnInfo {
  readonly name: string;
  /** Value counts by type, most frequent first. */
  readonly types: readonly { readonly type: string; readonly count: number }[];
  /** Values in all. */
  readonly count: number;
}

/** The place of a cell among chosen columns, and its position in its row. */
export interface PlacedCell {
  readonly place: number;
  /** For `reference` and `findPacked`; the first one if the name occurs twice. */
  readonly position: number;
}

/** One value of a row. */
export interface CellValue {
  readonly type: string;
  readonly text: string;
}

/**
 * All rows of a run, append-only: numbers of each row in typed arrays, values in blocks of raw bytes that are packed
 * later (CellStore). A row's shape says which column each of its cells belongs to. So rare columns cost nothing in rows without
 * them, and the service's order of properties is kept.
 */
export class EntityStore implements TimedRows {
  private readonly parts: StoreParts;
  private readonly scheme: KeyScheme;
  private readonly keyOf: (row: number) => EntityKey;
  /** Refilled by each page. */
  private readonly pageRows = new PageRows();

  /**
   * `maxValueBytes`: memory for values, at most (and by default) MAX_ARENA_BYTES. `tableOf`, `sharesRows`: see RowStreams. `packing`: for
   * tests.
   */
  constructor(
    scheme: KeyScheme,
    maxValueBytes?: number,
    tableOf?: (query: number) => string,
    sharesRows?: (query: number) => boolean,
    packing?: Packing,
  ) {
    this.scheme = scheme;
    const rows = new RowTable(packing?.wordBits);
    const shapes = new ShapeTable();
    const cells = new CellStore(new ArenaBudget(maxValueBytes), rowShapes(rows, shapes), packing);
    const streams = new RowStreams(tableOf, sharesRows);
    this.keyOf = storedKeys({ rows, cells });
    this.parts = {
      cells,
      rows,
      shapes,
      types: new TypeTable(),
      groupIds: new Map(),
      groupLabels: [],
      habits: [],
      streams,
      versions: new RowVersions({
        count: () => rows.count,
        tableOf: (row) => streams.tableOf(rows.queries.codes[row] as number),
        keyOf: this.keyOf,
      }),
    };
  }

  /** Decodes and stores the body of a page. See decodePage and append. */
  appendBody(body: Uint8Array, queryIndex: number, slot?: PageSlot): Result<AppendReceipt, PageFault> {
    const page = decodePage(body, this.pageRows);
    return page.ok ? ok(this.append(page.value, queryIndex, slot)) : page;
  }

  /** Stores a page of one planned query. Throws RangeError if the store is full; then it stores nothing of the page. */
  append(page: DecodedPage, queryIndex: number, slot?: PageSlot): AppendReceipt {
    const before = this.rowCount;
    const appender = new PageAppender(this.parts, page, queryIndex, this.scheme, slot);
    appender.run();
    const { outOfOrder, repeated, outside, shared, newer } = appender;
    return {
      rows: this.rowCount - before,
      sharedRows: shared,
      newerRows: newer,
      ...(page.rowCount === 0
        ? {}
        : { firstKey: pageKey(page, 0), lastKey: pageKey(page, page.rowCount - 1) }),
      anomalies: { outOfOrder, repeated, outside },
      totalRows: this.rowCount,
    };
  }

  get rowCount(): number {
    return this.parts.rows.count;
  }

  /** Rows that a newer copy replaced. */
  get replacedRows(): number {
    return this.parts.versions.replaced;
  }

  /** The rows that were not replaced by a newer copy; undefined: all. */
  countedRows(): RowMask {
    return this.parts.versions.mask();
  }

  /** Whether `pack` has something to do. */
  get canPack(): boolean {
    return this.parts.cells.canPack || this.parts.rows.canPack;
  }

  /**
   * Makes the rows that were read so far take less memory. References to their values stay valid.
   * @yields after some values
   */
  *pack(): Steps<void> {
    yield* this.parts.rows.pack();
    yield* this.parts.cells.pack();
  }

  /** Estimated memory, in bytes. */
  get bytesHeld(): number {
    const { cells, rows, shapes, groupLabels, habits } = this.parts;
    // A group is a label and a map entry, a habit a small object: about 150 and 50 bytes.
    const values = cells.bytesHeld + rows.bytesHeld + shapes.bytesHeld + this.pageRows.bytesHeld;
    return values + groupLabels.length * 150 + habits.length * 50;
  }

  get groups(): Codes {
    return this.parts.rows.groups.codes;
  }

  get groupLabels(): readonly string[] {
    return this.parts.groupLabels;
  }

  get queryIndexes(): Codes {
    return this.parts.rows.queries.codes;
  }

  /** See RowStreams.readingOrder. */
  readingOrder(): Uint32Array<ArrayBuffer> | undefined {
    return this.parts.streams.readingOrder();
  }

  /** See RowStreams.keyStretches; sorts the stretches that are out of order. */
  keyOrder(): Uint32Array<ArrayBuffer> {
    const rows = new Uint32Array(this.rowCount);
    let at = 0;
    for (const { rows: stretch, isInOrder } of this.parts.streams.keyStretches()) {
      const isAfter = (a: number, b: number): boolean => compareKeys(this.key(a), this.key(b)) > 0;
      rows.set(isInOrder ? stretch : sortRuns(stretch, isAfter), at);
      at += stretch.length;
    }
    return rows;
  }

  /** Times of all rows. Call again after an append: the arrays are replaced as they grow. */
  times(choice: TimeChoice): TimeColumn {
    return choice === 'key' ? this.parts.rows.keyTimes : this.parts.rows.eventTimes;
  }

  /** A row's time; undefined if it has none. */
  instant(row: number, choice: TimeChoice): RowInstant | undefined {
    const times = this.times(choice);
    const basis = BASIS_NAMES[times.basisAt(this.check(row))];
    if (basis === undefined || basis === 'none') return undefined;
    return { seconds: times.secondsAt(row), fraction: times.fractionAt(row), basis };
  }

  key(row: number): EntityKey {
    return this.keyOf(this.check(row));
  }

  timestamp(row: number): string | undefined {
    return timestampText(this.parts, this.check(row));
  }

  hasTimestamp(row: number): boolean {
    return this.parts.rows.timestamps.basisAt(row) !== BASIS_NONE;
  }

  etag(row: number): string | undefined {
    const reference = this.parts.rows.etags.codes[this.check(row)] as number;
    if (reference === 0) return undefined;
    if (reference !== ETAG_OF_TIMESTAMP) return textOf(this.parts.cells, reference);
    const raw = `${ETAG_HEAD}${(this.timestamp(row) ?? '').replaceAll(':', '%3A')}${ETAG_TAIL}`;
    return raw.replaceAll('\\"', '"');
  }

  /** A row's value in a column (the first, if the name repeats); undefined if it has none. */
  cell(row: number, column: string): CellValue | undefined {
    const { rows, shapes, cells, types } = this.parts;
    const id = shapes.findColumn(column);
    if (id === undefined) return undefined;
    const position = shapes.positionIn(rows.shapes.codes[this.check(row)] as number, id);
    if (position === undefined) return undefined;
    const value = cells.valueAt(row, 1 + position);
    return {
      type: types.names[value.type] ?? '',
      text: valueText(value.bytes, value.form, value.from, value.to),
    };
  }

  /** A row as an entity, without loss. */
  entity(row: number): Entity {
    const timestamp = this.timestamp(row);
    const etag = this.etag(row);
    const properties: EntityProperty[] = [];
    this.eachCell(row, (column, value) => {
      properties.push({
        name: this.parts.shapes.columnNames[column] ?? '',
        type: this.parts.types.names[value.type] ?? '',
        form: formName(value.form),
        text: valueText(value.bytes, value.form, value.from, value.to),
        duplicate: value.duplicate,
      });
    });
    return { ...this.key(row), timestamp, etag, properties };
  }

  /** Calls back with each cell of a row in the service's order. The value object is reused: copy what you keep. */
  eachCell(row: number, visit: (column: number, value: ArenaValue) => void): void {
    const { rows, shapes, cells } = this.parts;
    const columns = shapes.columnsOf(rows.shapes.codes[this.check(row)] as number);
    for (let index = 0; index < columns.length; index++)
      visit(columns[index] as number, cells.valueAt(row, 1 + index));
  }

  /** Whether a test is true for the reference of some cell of a row. */
  someReference(row: number, test: (reference: number) => boolean): boolean {
    const { cells, rows, shapes } = this.parts;
    const { length } = shapes.columnsOf(rows.shapes.codes[this.check(row)] as number);
    for (let at = 1; at <= length; at++) if (test(cells.reference(row, at))) return true;
    return false;
  }

  /** The number of a row's shape: rows of one shape have the same columns. */
  shapeOf(row: number): number {
    return this.parts.rows.shapes.codes[this.check(row)] as number;
  }

  /** The cells of a shape that are in chosen columns, in the order of their places. `places`: by column; negative if it is left out. */
  placedCells(shape: number, places: Int32Array): readonly PlacedCell[] {
    const positions = new Map<number, number>();
    this.parts.shapes.columnsOf(shape).forEach((column, index) => {
      const place = places[column] as number;
      if (place >= 0 && !positions.has(place)) positions.set(place, 1 + index);
    });
    return Array.from(positions, ([place, position]) => ({ place, position })).sort(
      (a, b) => a.place - b.place,
    );
  }

  /** Names that each row of a shape has more than once. */
  repeatedNames(shape: number): readonly string[] {
    return this.parts.shapes.repeatedIn(shape).map((column) => this.columnNames[column] ?? '');
  }

  /** The reference of a row's cell, by position: 0 is the row key. */
  reference(row: number, position: number): number {
    return this.parts.cells.reference(row, position);
  }

  /** See CellStore. Position 0 is the row key. */
  findPacked(row: number, into: PackedRow): boolean {
    return this.parts.cells.findPacked(row, into);
  }

  /** A PartitionKey's raw JSON bytes. The value object is reused. */
  partitionKey(row: number): ArenaValue {
    return this.valueAt(this.parts.rows.partitionKeys.at(this.check(row)));
  }

  /** Reads one property row after row, including PartitionKey and RowKey; Timestamp has its own reader. */
  propertyReader(name: string): PropertyReader {
    if (name === 'PartitionKey') return keyReader(this.parts, SYSTEM_PARTITION_KEY);
    return name === 'RowKey' ? keyReader(this.parts, SYSTEM_ROW_KEY) : cellReader(this.parts, name);
  }

  /** The value of a reference. The next call reuses the object. */
  valueAt(reference: number): ArenaValue {
    return this.parts.cells.read(reference);
  }

  /** The raw JSON bytes of a row's cell, by position: 0 is the row key. The value object is reused. */
  valueIn(row: number, position: number): ArenaValue {
    return this.parts.cells.valueAt(row, position);
  }

  /** A row's Timestamp in another form than the service's; undefined: it has none, or a usual one. The value object is reused. */
  oddTimestamp(row: number): ArenaValue | undefined {
    const timestamp = timestampOf(this.parts.rows, row);
    return typeof timestamp === 'number' ? this.valueAt(timestamp) : undefined;
  }

  /** A row's Timestamp as an instant; false if it has none that parses. */
  readTimestamp(row: number, into: InstantSlot): boolean {
    return timestampInstant(this.parts, row, into);
  }

  /** Column names by number. */
  get columnNames(): readonly string[] {
    return this.parts.shapes.columnNames;
  }

  /** Type names by code. */
  get typeNames(): readonly string[] {
    return this.parts.types.names;
  }

  /** The columns of a shape by position, as indexes in `columnNames`. A column may be there twice. */
  columnsOf(shape: number): Uint32Array {
    return this.parts.shapes.columnsOf(shape);
  }

  /** What is known of a column by its number. */
  columnInfo(column: number): ColumnInfo {
    const { shapes, types } = this.parts;
    const counts = shapes.typeCounts(column).sort((a, b) => b.count - a.count);
    return {
      name: shapes.columnNames[column] ?? '',
      types: counts.map(({ type, count }) => ({ type: types.names[type] ?? '', count })),
      count: counts.reduce((total, entry) => total + entry.count, 0),
    };
  }

  private check(row: number): number {
    if (row >= 0 && row < this.rowCount && Number.isInteger(row)) return row;
    throw new RangeError(`There is no row ${row}: the store holds ${this.rowCount}.`);
  }
}
