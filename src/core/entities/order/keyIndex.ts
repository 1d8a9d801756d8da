import type { EntityKey } from '../../keys/base/entityKey.ts';

const FIRST_SLOTS = 1024;
/** How many keys with one hash are compared one by one. If there are ever more, the others are kept as texts. */
const MOST_ALIKE = 64;

function mixed(text: string, start: number): number {
  let hash = start;
  for (let at = 0; at < text.length; at += 1) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  return hash;
}

function hashOf({ partitionKey, rowKey }: EntityKey): number {
  // No key holds U+0000, and mixing it in keeps 'a', 'bc' apart from 'ab', 'c'.
  const hash = mixed(rowKey, Math.imul(mixed(partitionKey, 0x811c9dc5), 0x01000193));
  const spread = Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d);
  return (spread ^ (spread >>> 13)) >>> 0;
}

function nameOf({ partitionKey, rowKey }: EntityKey): string {
  return `${partitionKey}\u0000${rowKey}`;
}

/**
 * Finds rows by key, in about 16 bytes per row: a hash and a row number. To compare keys, it reads them where the rows are stored. A map of
 * texts would take as much memory as the rows.
 */
export class KeyIndex {
  private count = 0;
  private hashes = new Uint32Array(FIRST_SLOTS);
  /** By slot: the row number plus 1; 0: free. */
  private rows = new Uint32Array(FIRST_SLOTS);
  private readonly more = new Map<string, number>();
  private readonly keyOf: (row: number) => EntityKey;

  constructor(keyOf: (row: number) => EntityKey) {
    this.keyOf = keyOf;
  }

  /** Memory of rows and hashes, in bytes. */
  get bytes(): number {
    return this.hashes.byteLength + this.rows.byteLength;
  }

  /** The row with this key; undefined: there is none. */
  rowOf(key: EntityKey): number | undefined {
    const hash = hashOf(key);
    let alike = 0;
    for (let slot = this.slotOf(hash); this.rows[slot] !== 0; slot = this.next(slot)) {
      if (this.hashes[slot] !== hash) continue;
      const row = (this.rows[slot] as number) - 1;
      const other = this.keyOf(row);
      if (other.rowKey === key.rowKey && other.partitionKey === key.partitionKey) return row;
      alike += 1;
    }
    return alike < MOST_ALIKE ? undefined : this.more.get(nameOf(key));
  }

  /** Adds a row whose key is not there yet. */
  add(key: EntityKey, row: number): void {
    const hash = hashOf(key);
    if (2 * (this.count + 1) > this.rows.length) this.grow();
    let alike = 0;
    let slot = this.slotOf(hash);
    for (; this.rows[slot] !== 0; slot = this.next(slot)) if (this.hashes[slot] === hash) alike += 1;
    if (alike >= MOST_ALIKE) {
      this.more.set(nameOf(key), row);
      return;
    }
    this.put(slot, hash, row + 1);
    this.count += 1;
  }

  /** Gives another row to a key that is there already. */
  move(key: EntityKey, row: number): void {
    const hash = hashOf(key);
    for (let slot = this.slotOf(hash); this.rows[slot] !== 0; slot = this.next(slot)) {
      if (this.hashes[slot] !== hash) continue;
      const other = this.keyOf((this.rows[slot] as number) - 1);
      if (other.rowKey !== key.rowKey || other.partitionKey !== key.partitionKey) continue;
      this.rows[slot] = row + 1;
      return;
    }
    this.more.set(nameOf(key), row);
  }

  private slotOf(hash: number): number {
    return hash & (this.rows.length - 1);
  }

  private next(slot: number): number {
    return (slot + 1) & (this.rows.length - 1);
  }

  private put(slot: number, hash: number, entry: number): void {
    this.hashes[slot] = hash;
    this.rows[slot] = entry;
  }

  private grow(): void {
    const { hashes, rows } = this;
    this.hashes = new Uint32Array(2 * rows.length);
    this.rows = new Uint32Array(2 * rows.length);
    for (const [at, entry] of rows.entries()) {
      if (entry === 0) continue;
      const hash = hashes[at] as number;
      let slot = this.slotOf(hash);
      while (this.rows[slot] !== 0) slot = this.next(slot);
      this.put(slot, hash, entry);
    }
  }
}
