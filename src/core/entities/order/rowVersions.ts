import type { EntityKey } from '../../keys/base/entityKey.ts';
import { KeyIndex } from './keyIndex.ts';
import type { RowMask } from './timeColumn.ts';

/** Access to the rows of a store. */
interface StoredRows {
  readonly count: () => number;
  readonly tableOf: (row: number) => string;
  readonly keyOf: (row: number) => EntityKey;
}

/**
 * Rows by table and key, for pages that may bring rows again: of two copies of an entity only the newer one counts. The older one keeps its
 * place, because columns and masks refer to rows by their numbers.
 */
export class RowVersions {
  /** How many rows were replaced by newer copies. */
  replaced = 0;
  private readonly rows: StoredRows;
  private readonly indexes = new Map<string, KeyIndex>();
  /** By row: 0 if a newer copy replaced it. */
  private counts = new Uint8Array(0);

  constructor(rows: StoredRows) {
    this.rows = rows;
  }

  /** The rows that count; undefined: all. */
  mask(): RowMask {
    if (this.replaced === 0) return undefined;
    this.grow(this.rows.count());
    return this.counts.subarray(0, this.rows.count());
  }

  /** The row that counts for a key; undefined: there is none. The first call for a table collects its keys. */
  rowOf(table: string, key: EntityKey): number | undefined {
    return this.indexOf(table).rowOf(key);
  }

  /** Adds a row whose key is not there yet. */
  add(table: string, key: EntityKey, row: number): void {
    this.indexOf(table).add(key, row);
  }

  /** Makes a row count in place of the older one with the same key. */
  replace(table: string, key: EntityKey, older: number, row: number): void {
    this.grow(row + 1);
    this.counts[older] = 0;
    this.replaced += 1;
    this.indexOf(table).move(key, row);
  }

  private indexOf(table: string): KeyIndex {
    const known = this.indexes.get(table);
    if (known !== undefined) return known;
    const { count, tableOf, keyOf } = this.rows;
    const index = new KeyIndex(keyOf);
    // A damaged answer may have brought a key twice.
    for (let row = 0; row < count(); row++)
      if (tableOf(row) === table && index.rowOf(keyOf(row)) === undefined) index.add(keyOf(row), row);
    this.indexes.set(table, index);
    return index;
  }

  private grow(rows: number): void {
    if (rows <= this.counts.length) return;
    const larger = new Uint8Array(Math.max(rows, 2 * this.counts.length)).fill(1);
    larger.set(this.counts);
    this.counts = larger;
  }
}
