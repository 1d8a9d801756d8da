import type { KeyScheme } from '../../keys/base/keyScheme.ts';
import { isInRange } from '../../keys/base/keySpan.ts';
import type { RowTime, TableKeyRange } from '../../keys/base/scheme.ts';
import { needsPartitionOnly } from '../../keys/base/schemeSpec.ts';
import { PREFIXED_BYTES } from '../../keys/forms/prefixedKey.ts';
import { type FixedBytes, fixedBytesOf } from '../../keys/grammar/fixedBytes.ts';
import { CellAppender } from './cellAppender.ts';
import {
  type DecodedPage,
  FORM_ABSENT,
  SYSTEM_ETAG,
  SYSTEM_ROW_KEY,
  SYSTEM_STRIDE,
  SYSTEM_TIMESTAMP,
  systemText,
} from '../page/decodedPage.ts';
import {
  ETAG_OF_TIMESTAMP,
  restatesTimestamp,
  setTimestamp,
  setTimestampReference,
  timestampInstant,
} from './timestampCell.ts';
import { type InstantSlot, readIsoBytes } from '../bytes/instantBytes.ts';
import { FORM_PLAIN } from '../bytes/jsonBytes.ts';
import { KeyOrder } from '../order/keyOrder.ts';
import { PageKeys } from '../page/pageKeys.ts';
import { isPlainInSpan } from '../bytes/plainSpan.ts';
import { AGAIN, AS_GIVEN, type PageSlot, type RowStream } from '../order/rowStreams.ts';
import { storedKeys, takeCopy } from './storedCopies.ts';
import type { StoreParts } from './storeParts.ts';
import type { ValueArena } from './valueArena.ts';
import { BASIS_ARRIVAL, BASIS_KEY, BASIS_NONE } from '../order/timeColumn.ts';
import { TYPE_DATETIME, TYPE_STRING } from '../page/typeTable.ts';
import { type WordBytes, wordBytes } from '../bytes/wordBytes.ts';
import { compareKeys, type EntityKey } from '../../keys/base/entityKey.ts';

/** PartitionKey, RowKey, Timestamp, etag. */
const SYSTEM_VALUES = 4;
const TIMESTAMP_AT = SYSTEM_TIMESTAMP * 3;
const ETAG_AT = SYSTEM_ETAG * 3;
const ROW_KEY_AT = SYSTEM_ROW_KEY * 3;
/** No value begins here. */
const NOWHERE = -1;
/** Less than any group number. */
const NO_GROUP_NUMBER = -2;
/** More than every prefix number, and more than the mark for a missing prefix. */
const PREFIXES = 2 ** 16;
/** The numbers of one PartitionKey. */
const NUMBERS = {
  seconds: new Float64Array(1),
  fraction: new Uint32Array(1),
  prefix: new Uint16Array(1),
};
const NO_ROWS = { from: 0, to: 0 } as const;

export interface PageAnomalies {
  /** New rows with a key below the greatest before; kept. */
  readonly outOfOrder: number;
  /** Rows read before, by this query or another one of the table; not stored again. */
  readonly repeated: number;
  /** Rows outside the requested keys; kept. */
  readonly outside: number;
}

/** A copy that does not keep the page's text in memory. A slice would, because engines make slices without copying. */
function ownCopy(text: string): string {
  return JSON.parse(JSON.stringify(text)) as string;
}

/** Whether the plan lets both streams have the same row. Two parts of one query may not. */
function isSharing(a: RowStream, b: RowStream): boolean {
  return a.sharesRows && b.sharesRows && a.query !== b.query;
}

/** Writes one page into a store, all or nothing: value bytes to the arena, the rest to typed arrays. */
export class PageAppender {
  outOfOrder = 0;
  repeated = 0;
  outside = 0;
  /** Rows that took the place of an older copy. */
  readonly newer: number[] = [];
  /** Stored rows that this page brought again, as the plan or a later round allows. */
  readonly shared: number[] = [];
  private readonly order: KeyOrder;
  private readonly stream: RowStream;
  private readonly range: TableKeyRange | undefined;
  private readonly firstRow: number;
  private readonly parts: StoreParts;
  private readonly page: DecodedPage;
  private readonly queryIndex: number;
  private readonly scheme: KeyScheme;
  private readonly source: WordBytes;
  private readonly keys: PageKeys;
  private readonly keyOf: (row: number) => EntityKey;
  private readonly cells: CellAppender;
  /** Values of this page that are not shared. */
  private readonly own: ValueArena;
  private readonly instant: InstantSlot = { seconds: 0, fraction: 0, digits: 0 };
  /** The last written row: where its PartitionKey begins, and that key's reference. */
  private partitionFrom = NOWHERE;
  private partition = 0;
  private group = 0;
  /** Forms of PartitionKeys that are read from bytes, because making texts costs more than everything else. */
  private readonly forms: readonly FixedBytes[];
  /** Stands for the group that bytes gave last; NO_GROUP_NUMBER if the group came from texts. */
  private groupNumber = NO_GROUP_NUMBER;
  /** The least key of the misplaced rows; undefined: none. */
  private least: EntityKey | undefined;
  private hasTime = false;
  private isOutside = false;
  private readonly time: RowTime = { seconds: 0, fraction: 0 };

  constructor(parts: StoreParts, page: DecodedPage, queryIndex: number, scheme: KeyScheme, slot?: PageSlot) {
    this.parts = parts;
    this.page = page;
    this.queryIndex = queryIndex;
    this.scheme = scheme;
    this.forms = (scheme.prefixed ? PREFIXED_BYTES : []).map((template) => fixedBytesOf(template));
    this.source = wordBytes(page.bytes);
    this.keys = new PageKeys(page, this.source);
    this.keyOf = storedKeys(parts);
    // Everything that can run out of memory comes first, so that a page is stored as a whole or not at all.
    const values = (page.rowCells[page.rowCount] as number) + page.rowCount * SYSTEM_VALUES;
    parts.cells.reserve(page.rowCount, values, page.bytes.length);
    this.own = parts.cells.own;
    parts.rows.reserve(page.rowCount);
    this.cells = new CellAppender(parts, page, this.source, scheme.entry.exactTime ?? []);
    const mayRepeat = slot?.mayRepeat === true;
    this.stream = parts.streams.stream(queryIndex, mayRepeat ? AGAIN : (slot?.order ?? 0));
    this.order = new KeyOrder(page, this.source, mayRepeat ? undefined : this.stream.greatest);
    this.range = slot?.range;
    this.firstRow = parts.rows.count;
  }

  run(): void {
    const { page, parts, stream } = this;
    const { rows } = parts;
    const low = page.rowCount === 0 ? undefined : this.order.keyOf(0);
    const signs = this.compareAll();
    const greatest = this.order.greatestKey();
    const rivals =
      low === undefined || greatest === undefined ? [] : parts.streams.rivals(stream, low, greatest);
    for (let pageRow = 0; pageRow < page.rowCount; pageRow++) {
      if (!this.isNew(pageRow, signs[pageRow] as number, rivals)) continue;
      const row = rows.count;
      const rowKey = this.appendKeys(pageRow, row);
      this.appendTimestamp(pageRow, row);
      this.appendKeyTime(row);
      this.cells.append(pageRow, row, rowKey);
      rows.count = row + 1;
    }
    this.cells.finish();
    rows.queries.fill(this.queryIndex, this.firstRow, rows.count);
    parts.streams.addPage(stream, this.firstRow, rows.count);
    parts.streams.widen(stream, low, greatest);
    parts.streams.widen(stream, this.least, greatest);
  }

  /** Order of each row's key against the greatest before it, in ordinal UTF-16 order: 1, 0 or -1. */
  private compareAll(): Int8Array {
    const { order, page } = this;
    const signs = new Int8Array(page.rowCount);
    for (let pageRow = 0; pageRow < page.rowCount; pageRow++) {
      const sign = Math.sign(order.compare(pageRow));
      signs[pageRow] = sign;
      if (sign > 0) order.raise(pageRow);
    }
    return signs;
  }

  /** False if the row was read before, by this query or another one. `rivals`: streams that overlap this page. */
  private isNew(pageRow: number, sign: number, rivals: readonly RowStream[]): boolean {
    const { order, stream } = this;
    const { streams } = this.parts;
    if (stream.order >= AGAIN) return stream.order === AS_GIVEN || this.isNewest(pageRow, sign);
    if (sign > 0 && stream.keys === undefined && rivals.length === 0) return true;
    const key = order.keyOf(pageRow);
    if (sign === 0 || this.isStored(key, sign, rivals)) {
      this.repeated++;
      return false;
    }
    const shared = this.sharedRow(key, sign, rivals);
    if (shared !== undefined) {
      // Another query brought this row too. If this query did not ask for its key, it counts as repeated.
      if (this.range === undefined || isInRange(key.partitionKey, key.rowKey, this.range))
        this.shared.push(shared);
      else this.repeated++;
      return false;
    }
    if (sign < 0) {
      this.outOfOrder++;
      if (this.least === undefined || compareKeys(key, this.least) < 0) this.least = key;
    }
    streams.note(stream, key, this.parts.rows.count);
    return true;
  }

  /** False if this copy of the row, or a newer one, was read before. Even so, the rows of a page must be in order, each once. */
  private isNewest(pageRow: number, sign: number): boolean {
    if (sign === 0) this.repeated++;
    else if (sign < 0) this.outOfOrder++;
    if (sign === 0) return false;
    const copy = {
      table: this.stream.table,
      key: this.order.keyOf(pageRow),
      timestamp: systemText(this.page, pageRow, SYSTEM_TIMESTAMP),
    };
    const { stored, isNewer } = takeCopy(this.parts, copy);
    if (stored !== undefined)
      (isNewer ? this.newer : this.shared).push(isNewer ? this.parts.rows.count : stored);
    return isNewer;
  }

  private isStored(key: EntityKey, sign: number, rivals: readonly RowStream[]): boolean {
    const { stream } = this;
    const { streams, rows } = this.parts;
    const { keyOf } = this;
    const open = { from: this.firstRow, to: rows.count };
    return (
      (sign < 0 && streams.rowWith(stream, key, open, keyOf) !== undefined) ||
      this.othersOf(key, sign, rivals).some(
        (other) => !isSharing(stream, other) && streams.rowWith(other, key, NO_ROWS, keyOf) !== undefined,
      )
    );
  }

  /** The stored row with this key of another query that may read the same keys; undefined: there is none. */
  private sharedRow(key: EntityKey, sign: number, rivals: readonly RowStream[]): number | undefined {
    const { stream } = this;
    if (!stream.sharesRows) return undefined;
    const { keyOf } = this;
    for (const other of this.othersOf(key, sign, rivals)) {
      if (!isSharing(stream, other)) continue;
      const row = this.parts.streams.rowWith(other, key, NO_ROWS, keyOf);
      if (row !== undefined) return row;
    }
    return undefined;
  }

  /** Other streams that may have this key. A misplaced row may be outside the page's apparent key range, so its own key is looked up. */
  private othersOf(key: EntityKey, sign: number, rivals: readonly RowStream[]): readonly RowStream[] {
    return sign > 0 ? rivals : this.parts.streams.rivals(this.stream, key, key);
  }

  /** Writes the keys of a row, and returns the reference of its RowKey in `own`. */
  private appendKeys(pageRow: number, row: number): number {
    const { parts, scheme, source, range } = this;
    const { rows } = parts;
    const { shared } = parts.cells;
    const { system } = this.page;
    const at = pageRow * SYSTEM_STRIDE;
    const from = system[at + 1] as number;
    const isSamePartition = from === this.partitionFrom;
    if (!isSamePartition) {
      this.partitionFrom = from;
      const to = system[at + 2] as number;
      const form = system[at] as number;
      this.partition = shared.append(source, from, to, form, TYPE_STRING);
    }
    if (!isSamePartition || !needsPartitionOnly(scheme)) this.readKeys(pageRow, at);
    if (range !== undefined) {
      if (!isSamePartition || range.row !== undefined) this.isOutside = !this.isInside(at, pageRow, range);
      if (this.isOutside) this.outside++;
    }
    const key = at + ROW_KEY_AT;
    rows.partitionKeys.set(row, this.partition);
    rows.groups.set(row, this.group);
    const [keyFrom, keyTo] = [system[key + 1] as number, system[key + 2] as number];
    return this.own.append(source, keyFrom, keyTo, system[key] as number, TYPE_STRING);
  }

  /** Reads time and group. Making texts of keys costs more than everything else, so it is done only for schemes that need them. */
  private readKeys(pageRow: number, at: number): void {
    const { scheme, keys } = this;
    const { system } = this.page;
    const form =
      system[at] === FORM_PLAIN ? this.formOf(system[at + 1] as number, system[at + 2] as number) : -1;
    if (form >= 0) {
      this.hasTime = true;
      this.time.seconds = NUMBERS.seconds[0] as number;
      this.time.fraction = NUMBERS.fraction[0] as number;
      const groupNumber = form * PREFIXES + (NUMBERS.prefix[0] as number);
      if (groupNumber === this.groupNumber) return;
      this.groupNumber = groupNumber;
      this.group = this.groupOf(keys.partitionKey(pageRow), '');
      return;
    }
    const partitionKey = keys.partitionKey(pageRow);
    const rowKey = needsPartitionOnly(scheme) ? '' : keys.rowKey(pageRow);
    this.hasTime = scheme.rowTime(partitionKey, rowKey, this.time);
    this.group = this.groupOf(partitionKey, rowKey);
    this.groupNumber = NO_GROUP_NUMBER;
  }

  /** The index of the form that the bytes of a PartitionKey have, with its numbers in NUMBERS; -1: none. */
  private formOf(from: number, to: number): number {
    return this.forms.findIndex(
      ({ length, read }) => length === to - from && read(this.source.view, from, 1, NUMBERS, 0) === 1,
    );
  }

  private isInside(at: number, pageRow: number, range: TableKeyRange): boolean {
    const { keys, source } = this;
    const { system } = this.page;
    if (range.row === undefined && system[at] === FORM_PLAIN) {
      return isPlainInSpan(source.bytes, system[at + 1] as number, system[at + 2] as number, range.partition);
    }
    const rowKey = range.row === undefined ? '' : keys.rowKey(pageRow);
    return isInRange(keys.partitionKey(pageRow), rowKey, range);
  }

  private groupOf(partitionKey: string, rowKey: string): number {
    const { groupIds, groupLabels } = this.parts;
    const label = this.scheme.groupOf(partitionKey, rowKey);
    if (label === groupLabels[this.group]) return this.group;
    const known = groupIds.get(label);
    if (known !== undefined) return known;
    const own = ownCopy(label);
    groupIds.set(own, groupLabels.length);
    groupLabels.push(own);
    return groupLabels.length - 1;
  }

  private appendTimestamp(pageRow: number, row: number): void {
    const { source } = this;
    const { rows } = this.parts;
    const { shared } = this.parts.cells;
    const { system } = this.page;
    const at = pageRow * SYSTEM_STRIDE + TIMESTAMP_AT;
    const form = system[at] as number;
    const from = system[at + 1] as number;
    const to = system[at + 2] as number;
    const isIso = form === FORM_PLAIN && readIsoBytes(source.bytes, from, to, this.instant);
    if (isIso) setTimestamp(rows, row, this.instant);
    else if (form === FORM_ABSENT) rows.timestamps.clear(row);
    else setTimestampReference(rows, row, shared.intern(source, from, to, form, TYPE_DATETIME));
    const etagAt = pageRow * SYSTEM_STRIDE + ETAG_AT;
    const etagForm = system[etagAt] as number;
    const etagFrom = system[etagAt + 1] as number;
    const etagTo = system[etagAt + 2] as number;
    if (etagForm === FORM_ABSENT) rows.etags.set(row, 0);
    else if (form !== FORM_ABSENT && restatesTimestamp(source.bytes, etagFrom, etagTo, from, to)) {
      rows.etags.set(row, ETAG_OF_TIMESTAMP);
    } else rows.etags.set(row, shared.intern(source, etagFrom, etagTo, etagForm, TYPE_STRING));
  }

  /** Both times start as the time of the key; a property may then replace the event time. */
  private appendKeyTime(row: number): void {
    const { keyTimes, eventTimes } = this.parts.rows;
    let basis = BASIS_NONE;
    let seconds = Number.NaN;
    let fraction = 0;
    if (this.hasTime) {
      basis = BASIS_KEY;
      seconds = this.time.seconds;
      fraction = this.time.fraction;
    } else if (this.scheme.timeSource === 'none' && timestampInstant(this.parts, row, this.instant)) {
      basis = BASIS_ARRIVAL;
      seconds = this.instant.seconds;
      fraction = this.instant.fraction;
    }
    for (const times of [keyTimes, eventTimes]) {
      if (basis === BASIS_NONE) times.clear(row);
      else times.set(row, seconds, fraction, basis);
    }
  }
}
