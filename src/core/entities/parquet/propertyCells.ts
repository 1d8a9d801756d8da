import { ticksFromParts } from '../../time/ticks.ts';
import type { InstantSlot } from '../bytes/instantBytes.ts';
import { FORM_NULL } from '../bytes/jsonBytes.ts';
import { TYPE_DATETIME } from '../page/typeTable.ts';
import type { EntityStore } from '../store/entityStore.ts';
import { type PropertyReader, VALUE_ABSENT, VALUE_TWICE } from '../store/propertyReader.ts';
import type { ArenaValue } from '../store/valueArena.ts';
import type { ParquetValue } from './parquetTable.ts';
import { isBeyondUtf8, nativeValue, textOf } from './parquetValue.ts';

/** Values of one property that fill one column: null, or a type code twice, plus 1 if the values are not what the type promises. */
export type Bucket = number;

export const BUCKET_NULL: Bucket = -1;

export function bucketOf(type: number, isMisfit: boolean): Bucket {
  return type * 2 + (isMisfit ? 1 : 0);
}

/** The value of a property in a row. */
export interface Cell {
  readonly bucket: Bucket;
  /** Native, or the text of a value that is not what its type promises; true for null. Instants are ticks. */
  readonly value: Exclude<ParquetValue, undefined>;
  /** Bytes as the service wrote them. */
  readonly bytes: number;
  /** UTF-8 cannot hold it. */
  readonly isLossy: boolean;
}

function cellOf(value: ArenaValue): Cell {
  const bytes = value.to - value.from;
  if (value.form === FORM_NULL) return { bucket: BUCKET_NULL, value: true, bytes, isLossy: false };
  const native = nativeValue(value);
  return {
    bucket: bucketOf(value.type, native === undefined),
    value: native ?? textOf(value),
    bytes,
    isLossy: isBeyondUtf8(value),
  };
}

/** How many repeated values are cached; more would take too much memory. */
const MOST_KEPT = 4096;
const LONGEST_KEPT = 256;

/** Reads one property, row after row; undefined: the row lacks it. */
export function cellsOf(store: EntityStore, property: string): (row: number) => Cell | undefined {
  return property === 'Timestamp'
    ? timestampCells(store)
    : propertyCells(store, property, store.propertyReader(property));
}

function propertyCells(
  store: EntityStore,
  property: string,
  read: PropertyReader,
): (row: number) => Cell | undefined {
  const kept = new Map<number, Cell>();
  return (row) => {
    const reference = read(row);
    if (reference === VALUE_ABSENT) return undefined;
    if (reference === VALUE_TWICE) return firstOf(store, row, property);
    const known = kept.get(reference);
    if (known !== undefined) return known;
    const cell = cellOf(store.valueAt(reference));
    if (cell.bytes > LONGEST_KEPT) return cell;
    if (kept.size === MOST_KEPT) kept.clear();
    kept.set(reference, cell);
    return cell;
  };
}

/** The first of two values with one name. */
function firstOf(store: EntityStore, row: number, property: string): Cell | undefined {
  const column = store.columnNames.indexOf(property);
  let first: Cell | undefined;
  store.eachCell(row, (each, value) => {
    if (each === column) first ??= cellOf(value);
  });
  return first;
}

const TIMESTAMP_BYTES = 28;

function timestampCells(store: EntityStore): (row: number) => Cell | undefined {
  const slot: InstantSlot = { seconds: 0, fraction: 0, digits: 0 };
  return (row) => {
    if (store.readTimestamp(row, slot)) {
      const value = ticksFromParts(slot.seconds, slot.fraction);
      return { bucket: bucketOf(TYPE_DATETIME, false), value, bytes: TIMESTAMP_BYTES, isLossy: false };
    }
    const text = store.timestamp(row);
    if (text === undefined) return undefined;
    return {
      bucket: bucketOf(TYPE_DATETIME, true),
      value: text,
      bytes: text.length,
      isLossy: /\p{Surrogate}/u.test(text),
    };
  };
}
