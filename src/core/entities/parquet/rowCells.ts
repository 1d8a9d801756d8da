import { ticksFromParts } from '../../time/ticks.ts';
import type { InstantSlot } from '../bytes/instantBytes.ts';
import { FORM_NULL } from '../bytes/jsonBytes.ts';
import { TYPE_DATETIME } from '../page/typeTable.ts';
import { isShared } from '../store/cellStore.ts';
import type { EntityStore, PlacedCell } from '../store/entityStore.ts';
import type { PropertyReader } from '../store/propertyReader.ts';
import type { ArenaValue } from '../store/valueArena.ts';
import { placesOf } from '../views/filePiece.ts';
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
  readonly value: ParquetValue;
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
const MOST_KEPT = 1 << 16;
const LONGEST_KEPT = 256;
const TIMESTAMP_BYTES = 28;

/** What every row has. */
export const SYSTEM: readonly string[] = ['PartitionKey', 'RowKey', 'Timestamp'];

/**
 * Reads rows cell by cell: it takes as long as they have values, however many properties there are. If a name occurs twice in a row, the
 * first value counts.
 */
export class RowCells {
  private readonly store: EntityStore;
  /** By column of the store: its place among the properties, below 0 if it is left out. */
  private readonly places: Int32Array;
  private readonly partitionOf: PropertyReader;
  private readonly rowKeyOf: PropertyReader;
  /** The last shape, and its cells. */
  private shape = -1;
  private placed: readonly PlacedCell[] = [];
  /** Of values that rows share. */
  private readonly kept = new Map<number, Cell>();
  private readonly slot: InstantSlot = { seconds: 0, fraction: 0, digits: 0 };

  constructor(store: EntityStore, properties: readonly string[]) {
    this.store = store;
    this.places = placesOf(store, properties);
    this.partitionOf = store.propertyReader('PartitionKey');
    this.rowKeyOf = store.propertyReader('RowKey');
  }

  /** Calls back with each cell of a row. `property`: its place in SYSTEM, then that of the property after these. */
  each(row: number, visit: (property: number, cell: Cell) => void): void {
    const { store } = this;
    visit(0, this.read(this.partitionOf(row)));
    visit(1, this.read(this.rowKeyOf(row)));
    const timestamp = this.timestamp(row);
    if (timestamp !== undefined) visit(2, timestamp);
    const shape = store.shapeOf(row);
    if (shape !== this.shape) this.placed = store.placedCells(shape, this.places);
    this.shape = shape;
    for (const { place, position } of this.placed)
      visit(SYSTEM.length + place, this.read(store.reference(row, position)));
  }

  private read(reference: number): Cell {
    const { kept } = this;
    const known = kept.get(reference);
    if (known !== undefined) return known;
    const cell = cellOf(this.store.valueAt(reference));
    if (!isShared(reference) || cell.bytes > LONGEST_KEPT) return cell;
    if (kept.size === MOST_KEPT) kept.clear();
    kept.set(reference, cell);
    return cell;
  }

  private timestamp(row: number): Cell | undefined {
    const { store, slot } = this;
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
  }
}
