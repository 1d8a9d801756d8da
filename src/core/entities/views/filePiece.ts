import type { EntityStore } from '../store/entityStore.ts';

/** A piece of a file that is being written. */
export interface FilePiece {
  readonly bytes: Uint8Array<ArrayBuffer>;
  /** Rows of the file that are written by the end of these bytes, or earlier. */
  readonly rowsDone: number;
}

/**
 * By column of the store: its index among the properties; negative if it is none of them. Without `properties`, all columns in the store's
 * order.
 */
export function placesOf(store: EntityStore, properties?: readonly string[]): Int32Array {
  const wanted = new Map((properties ?? store.columnNames).map((name, place) => [name, place]));
  return Int32Array.from(store.columnNames, (name) => wanted.get(name) ?? -1);
}
