import { isInRange } from '../keys/keySpan.ts';
import type { KeyScheme, RowTime, TableKeyRange } from '../keys/scheme.ts';
import {
  CELL_STRIDE,
  type DecodedPage,
  FORM_ABSENT,
  SYSTEM_ETAG,
  SYSTEM_STRIDE,
  SYSTEM_TIMESTAMP,
  TAG_DUPLICATE,
  TAG_FORM_MASK,
  TAG_TYPE_SHIFT,
} from './decodedPage.ts';
import type { EntityKey } from './entity.ts';
import { type InstantSlot, readIsoBytes, readTicksBytes } from './instantBytes.ts';
import { FORM_PLAIN } from './jsonBytes.ts';
import { PageKeys } from './pageKeys.ts';
import { valueText } from './pageNames.ts';
import type { PagePlace, RowStream, RowStreams } from './rowStreams.ts';
import type { RowTable } from './rowTable.ts';
import type { ShapeTable } from './shapeTable.ts';
import { BASIS_ARRIVAL, BASIS_EVENT, BASIS_KEY, BASIS_NONE } from './timeColumn.ts';
import {
  setTimestamp,
  setTimestampAbsent,
  setTimestampReference,
  timestampInstant,
} from './timestampCell.ts';
import { TYPE_DATETIME, TYPE_INT64, TYPE_STRING, type TypeTable } from './typeTable.ts';
import type { ValueArena } from './valueArena.ts';
import { type WordBytes, wordBytes } from './wordBytes.ts';

/** An etag that only restates the Timestamp, as the service's do, takes no memory. */
export const ETAG_OF_TIMESTAMP = 1;
export const ETAG_HEAD = String.raw`W/\"datetime'`;
export const ETAG_TAIL = String.raw`'\"`;

/** PartitionKey, RowKey, Timestamp, etag. */
const SYSTEM_VALUES = 4;

const NO_COLUMN = 0xffffffff;

/** Interning is given up for a column where fewer than 1 in 8 of its first values repeat. */
const INTERN_TRIAL = 256;
const INTERN_WORTH = 8;

/** How often a column's values were found again. */
interface ColumnHabit {
  tries: number;
  repeats: number;
}

/** The parts of a store that a page is written into. */
export interface StoreParts {
  readonly arena: ValueArena;
  readonly rows: RowTable;
  readonly shapes: ShapeTable;
  readonly types: TypeTable;
  readonly groupIds: Map<string, number>;
  readonly groupLabels: string[];
  readonly habits: ColumnHabit[];
  readonly streams: RowStreams;
}

export interface PageAnomalies {
  /** Rows whose key is below the greatest that was read before them, and that were not read yet; kept. */
  readonly outOfOrder: number;
  /** Rows that were read before, so the same entity once more; not stored again. */
  readonly repeated: number;
  /** Rows whose keys lie outside of what was asked for; kept. */
  readonly outside: number;
  /** Rows in which a property name stands twice; kept with both. */
  readonly duplicateNames: number;
}

/** Text that does not keep its page's alive: engines cut a slice without copying it. */
function ownCopy(text: string): string {
  return JSON.parse(JSON.stringify(text)) as string;
}

function isAsciiAt(bytes: Uint8Array, at: number, text: string): boolean {
  for (let index = 0; index < text.length; index++) {
    if (bytes[at + index] !== text.charCodeAt(index)) return false;
  }
  return true;
}

/** Whether an etag is the one that the service makes of a Timestamp: its text with `:` as `%3A`. */
function restatesTimestamp(
  bytes: Uint8Array,
  from: number,
  to: number,
  timestampFrom: number,
  timestampTo: number,
): boolean {
  if (!isAsciiAt(bytes, from, ETAG_HEAD)) return false;
  let at = from + ETAG_HEAD.length;
  for (let index = timestampFrom; index < timestampTo; index++) {
    const byte = bytes[index];
    if (byte === 0x3a) {
      if (!isAsciiAt(bytes, at, '%3A')) return false;
      at += 3;
    } else if (bytes[at++] !== byte) return false;
  }
  return to === at + ETAG_TAIL.length && isAsciiAt(bytes, at, ETAG_TAIL);
}

/** Writes one page into a store, as a whole or, where it throws, not at all: bytes of values to the arena, everything else to typed arrays. */
export class PageAppender {
  outOfOrder = 0;
  repeated = 0;
  outside = 0;
  private readonly parts: StoreParts;
  private readonly page: DecodedPage;
  private readonly queryIndex: number;
  private readonly scheme: KeyScheme;
  private readonly source: WordBytes;
  private readonly keys: PageKeys;
  private readonly columnByName: Uint32Array;
  private readonly typeByCode: Uint32Array;
  /** By name: 0, or how far behind the best the property is among the scheme's event times. */
  private readonly eventRank: Uint8Array;
  private readonly rowColumns: Uint32Array;
  private readonly rowTime: RowTime = { seconds: 0, fraction: 0 };
  private readonly slot: InstantSlot = { seconds: 0, fraction: 0, digits: 0 };
  private readonly stream: RowStream;
  private readonly range: TableKeyRange | undefined;
  private readonly firstRow: number;

  constructor(
    parts: StoreParts,
    page: DecodedPage,
    queryIndex: number,
    scheme: KeyScheme,
    place?: PagePlace,
  ) {
    this.parts = parts;
    this.page = page;
    this.queryIndex = queryIndex;
    this.scheme = scheme;
    this.source = wordBytes(page.bytes);
    this.keys = new PageKeys(page, this.source);
    this.columnByName = new Uint32Array(page.names.length).fill(NO_COLUMN);
    this.typeByCode = Uint32Array.from(page.types, (name) => parts.types.codeOf(name));
    this.eventRank = Uint8Array.from(page.names, (name) => scheme.eventTimeProperties.indexOf(name) + 1);
    this.rowColumns = new Uint32Array(page.rowCells[page.rowCount] as number);
    this.stream = parts.streams.stream(queryIndex, place?.order ?? 0);
    this.range = place?.range;
    this.firstRow = parts.rows.count;
  }

  run(): void {
    const { page, parts } = this;
    const cells = page.rowCells[page.rowCount] as number;
    // All that can fail for want of memory comes first: a page is stored as a whole or not at all.
    parts.arena.reserve(cells + page.rowCount * SYSTEM_VALUES, page.bytes.length);
    parts.rows.reserve(page.rowCount, cells);
    for (let row = 0; row < page.rowCount; row++) this.appendRow(row);
    const { stream } = this;
    parts.streams.addPage(stream, this.firstRow, parts.rows.count);
    if (stream.greatest === undefined) return;
    const { partitionKey, rowKey } = stream.greatest;
    stream.greatest = { partitionKey: ownCopy(partitionKey), rowKey: ownCopy(rowKey) };
  }

  private appendRow(pageRow: number): void {
    const { rows, arena } = this.parts;
    const { system } = this.page;
    const partitionKey = this.keys.partitionKey(pageRow);
    const rowKey = this.keys.rowKey(pageRow);
    if (!this.isNew(partitionKey, rowKey)) return;
    if (this.range !== undefined && !isInRange(partitionKey, rowKey, this.range)) this.outside++;
    const row = rows.count;
    const at = pageRow * SYSTEM_STRIDE;
    rows.partitionKeys[row] = arena.intern(
      this.source,
      system[at + 1] as number,
      system[at + 2] as number,
      system[at] as number,
      TYPE_STRING,
    );
    rows.rowKeys[row] = arena.append(
      this.source,
      system[at + 4] as number,
      system[at + 5] as number,
      system[at + 3] as number,
      TYPE_STRING,
    );
    rows.queries[row] = this.queryIndex;
    rows.groups[row] = this.groupOf(partitionKey, rowKey);
    this.appendTimestamp(pageRow, row);
    this.appendKeyTime(row, partitionKey, rowKey);
    this.appendCells(pageRow, row);
    rows.count = row + 1;
  }

  /** Compares a row's key with the greatest so far, in ordinal UTF-16 order; false where the row was read before. */
  private isNew(partitionKey: string, rowKey: string): boolean {
    const { stream } = this;
    const { greatest } = stream;
    const isBehind =
      greatest === undefined ||
      partitionKey > greatest.partitionKey ||
      (partitionKey === greatest.partitionKey && rowKey > greatest.rowKey);
    if (!isBehind) return this.isStray({ partitionKey, rowKey });
    stream.greatest = { partitionKey, rowKey };
    this.parts.streams.note(stream, stream.greatest);
    return true;
  }

  /** A row at the wrong place: new all the same, or one that was read before. */
  private isStray(key: EntityKey): boolean {
    const { streams, rows } = this.parts;
    const open = { from: this.firstRow, to: rows.count };
    const { greatest } = this.stream;
    const isGreatest = key.partitionKey === greatest?.partitionKey && key.rowKey === greatest.rowKey;
    if (isGreatest || streams.holds(this.stream, key, open, (row) => this.keyOf(row))) {
      this.repeated++;
      return false;
    }
    this.outOfOrder++;
    streams.note(this.stream, key);
    return true;
  }

  private keyOf(row: number): EntityKey {
    const { rows, arena } = this.parts;
    const text = (reference: number): string => {
      const value = arena.read(reference);
      return valueText(value.bytes, value.form, value.from, value.to);
    };
    return {
      partitionKey: text(rows.partitionKeys[row] as number),
      rowKey: text(rows.rowKeys[row] as number),
    };
  }

  private groupOf(partitionKey: string, rowKey: string): number {
    const { groupIds, groupLabels } = this.parts;
    const label = this.scheme.groupOf(partitionKey, rowKey);
    const known = groupIds.get(label);
    if (known !== undefined) return known;
    const own = ownCopy(label);
    groupIds.set(own, groupLabels.length);
    groupLabels.push(own);
    return groupLabels.length - 1;
  }

  private appendTimestamp(pageRow: number, row: number): void {
    const { rows, arena } = this.parts;
    const { bytes, system } = this.page;
    const at = pageRow * SYSTEM_STRIDE + SYSTEM_TIMESTAMP * 3;
    const form = system[at] as number;
    const from = system[at + 1] as number;
    const to = system[at + 2] as number;
    if (form === FORM_ABSENT) setTimestampAbsent(rows, row);
    else if (form !== FORM_PLAIN || !setTimestamp(rows, row, bytes, from, to, this.slot)) {
      setTimestampReference(rows, row, arena.append(this.source, from, to, form, TYPE_DATETIME));
    }
    const etagAt = pageRow * SYSTEM_STRIDE + SYSTEM_ETAG * 3;
    const etagForm = system[etagAt] as number;
    const etagFrom = system[etagAt + 1] as number;
    const etagTo = system[etagAt + 2] as number;
    if (etagForm === FORM_ABSENT) rows.etags[row] = 0;
    else if (form !== FORM_ABSENT && restatesTimestamp(bytes, etagFrom, etagTo, from, to)) {
      rows.etags[row] = ETAG_OF_TIMESTAMP;
    } else rows.etags[row] = arena.append(this.source, etagFrom, etagTo, etagForm, TYPE_STRING);
  }

  /** Both times begin as the key's; a property may make the event's more exact. */
  private appendKeyTime(row: number, partitionKey: string, rowKey: string): void {
    const { rows } = this.parts;
    const { rowTime, scheme } = this;
    let basis = BASIS_NONE;
    let seconds = Number.NaN;
    let fraction = 0;
    if (scheme.rowTime(partitionKey, rowKey, rowTime)) {
      basis = BASIS_KEY;
      seconds = rowTime.seconds;
      fraction = rowTime.fraction;
    } else if (scheme.timeSource === 'none') {
      if (timestampInstant(rows, row, this.slot)) {
        basis = BASIS_ARRIVAL;
        seconds = this.slot.seconds;
        fraction = this.slot.fraction;
      }
    }
    for (const times of [rows.keyTimes, rows.eventTimes]) {
      times.seconds[row] = seconds;
      times.fraction[row] = fraction;
      times.basis[row] = basis;
    }
  }

  private appendCells(pageRow: number, row: number): void {
    const { rows, shapes } = this.parts;
    const { page, rowColumns } = this;
    const from = page.rowCells[pageRow] as number;
    const to = page.rowCells[pageRow + 1] as number;
    let bestRank = Number.MAX_SAFE_INTEGER;
    let target = rows.cellCount;
    rows.cellFrom[row] = target;
    for (let cell = from; cell < to; cell++) {
      const at = cell * CELL_STRIDE;
      const name = page.cells[at] as number;
      const column = this.columnOf(name);
      rowColumns[cell - from] = column;
      rows.cells[target++] = this.appendValue(column, at);
      const rank = this.eventRank[name] as number;
      if (rank !== 0 && rank < bestRank && this.appendEventTime(row, at)) bestRank = rank;
    }
    rows.cellCount = target;
    rows.shapes[row] = shapes.shapeOf(
      rowColumns,
      to - from,
      row === 0 ? -1 : (rows.shapes[row - 1] as number),
    );
  }

  private columnOf(name: number): number {
    const known = this.columnByName[name] as number;
    if (known !== NO_COLUMN) return known;
    const column = this.parts.shapes.columnOf(this.page.names[name] as string);
    this.columnByName[name] = column;
    this.parts.habits[column] ??= { tries: 0, repeats: 0 };
    return column;
  }

  private appendValue(column: number, at: number): number {
    const { arena, shapes, habits } = this.parts;
    const { cells } = this.page;
    const tag = cells[at + 1] as number;
    const from = cells[at + 2] as number;
    const to = cells[at + 3] as number;
    const mark = tag & (TAG_FORM_MASK | TAG_DUPLICATE);
    const type = this.typeByCode[tag >> TAG_TYPE_SHIFT] as number;
    shapes.countValue(column, type);
    const habit = habits[column];
    if (habit === undefined || (habit.tries > INTERN_TRIAL && habit.repeats * INTERN_WORTH < habit.tries)) {
      return arena.append(this.source, from, to, mark, type);
    }
    const next = arena.nextReference;
    const reference = arena.intern(this.source, from, to, mark, type);
    habit.tries++;
    if (reference < next) habit.repeats++;
    return reference;
  }

  private appendEventTime(row: number, at: number): boolean {
    const { bytes, cells } = this.page;
    const { slot } = this;
    const type = (cells[at + 1] as number) >> TAG_TYPE_SHIFT;
    const from = cells[at + 2] as number;
    const to = cells[at + 3] as number;
    const read =
      type === TYPE_INT64
        ? readTicksBytes(bytes, from, to, slot)
        : (type === TYPE_DATETIME || type === TYPE_STRING) && readIsoBytes(bytes, from, to, slot);
    if (!read) return false;
    const times = this.parts.rows.eventTimes;
    times.seconds[row] = slot.seconds;
    times.fraction[row] = slot.fraction;
    times.basis[row] = BASIS_EVENT;
    return true;
  }
}
