import { FORM_NULL } from '../bytes/jsonBytes.ts';
import { newSlot } from '../packed/valueSlot.ts';
import { TYPE_DATETIME } from '../page/typeTable.ts';
import type { EntityStore, PlacedCell } from '../store/entityStore.ts';
import type { ArenaValue } from '../store/valueArena.ts';
import { placesOf, SYSTEM } from '../views/filePiece.ts';
import { isBeyondUtf8, type NativeValue, newNative, readNative } from './parquetValue.ts';

/**
 * Values of a property that share a column: BUCKET_NULL, or twice the code of their type, plus 1 if they are not what the type promises.
 */
export type Bucket = number;

export const BUCKET_NULL: Bucket = -1;

export function bucketOf(type: number, isMisfit: boolean): Bucket {
  return type * 2 + (isMisfit ? 1 : 0);
}

/** The value of a property in a row. Readers reuse one object. */
export interface Cell extends NativeValue {
  bucket: Bucket;
  /** Bytes as the service wrote them. */
  bytes: number;
  /** True if UTF-8 cannot hold it. */
  isLossy: boolean;
}

const TIMESTAMP_BYTES = 28;

/**
 * Reads rows cell by cell. The time depends on the number of values, however many properties there are. If a name occurs twice in a row,
 * the first value counts.
 */
export class RowCells {
  private readonly store: EntityStore;
  /** By column of the store: its index among the properties; negative if it is left out. */
  private readonly places: Int32Array;
  /** The last shape, and its cells. */
  private shape = -1;
  private placed: readonly PlacedCell[] = [];
  private readonly cell: Cell = { ...newNative(newSlot()), bucket: 0, bytes: 0, isLossy: false };

  constructor(store: EntityStore, properties: readonly string[]) {
    this.store = store;
    this.places = placesOf(store, properties);
  }

  /**
   * Calls back with each cell of a row. `property` is an index in SYSTEM or, from SYSTEM.length on, the index of one of the other
   * properties.
   */
  each(row: number, visit: (property: number, cell: Cell) => void): void {
    const { store, cell } = this;
    visit(0, this.read(store.partitionKey(row)));
    visit(1, this.read(store.valueIn(row, 0)));
    if (store.readTimestamp(row, cell.instant)) {
      cell.bucket = bucketOf(TYPE_DATETIME, false);
      cell.bytes = TIMESTAMP_BYTES;
      cell.isLossy = false;
      visit(2, cell);
    } else {
      const odd = store.oddTimestamp(row);
      if (odd !== undefined) visit(2, this.read(odd, bucketOf(TYPE_DATETIME, true)));
    }
    const shape = store.shapeOf(row);
    if (shape !== this.shape) this.placed = store.placedCells(shape, this.places);
    this.shape = shape;
    for (const { place, position } of this.placed)
      visit(SYSTEM.length + place, this.read(store.valueIn(row, position)));
  }

  /** `bucket`: if it is known without reading. */
  private read(value: ArenaValue, bucket?: Bucket): Cell {
    const { cell } = this;
    cell.bytes = value.to - value.from;
    cell.isLossy = false;
    if (value.form === FORM_NULL) {
      cell.bucket = BUCKET_NULL;
      cell.number = 1;
      return cell;
    }
    cell.bucket = bucket ?? bucketOf(value.type, !readNative(value, cell));
    cell.raw = value;
    cell.isLossy = isBeyondUtf8(value);
    return cell;
  }
}
