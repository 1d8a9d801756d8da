import type { BulkList } from './bulkList.ts';
import { type KeyDuplicates, MOST_DUPLICATES } from './bulkTypes.ts';

/** FNV-1a (32 bits) of some bytes. Source: Fowler, Noll, Vo. */
function hashOf(bytes: Uint8Array, from: number, to: number): number {
  let hash = 0x811c9dc5;
  for (let index = from; index < to; index++) hash = Math.imul(hash ^ (bytes[index] as number), 0x01000193);
  // The lower bits choose the slot, so the upper bits are mixed in.
  return hash ^ (hash >>> 15);
}

/** Counts keys that repeat an earlier one. A hash table of first entries with open addressing. */
export class DuplicateCount {
  private readonly list: BulkList;
  /** Entry number + 1; 0: free. */
  private readonly slots: Int32Array;
  private readonly mask: number;
  /** Number of repeats by first entry. */
  private readonly repeats: Map<number, number> = new Map();
  private total = 0;

  constructor(list: BulkList) {
    this.list = list;
    const size = 2 ** Math.ceil(Math.log2(Math.max(16, list.columns.count * 2)));
    this.slots = new Int32Array(size);
    this.mask = size - 1;
  }

  /** Adds the entries [from, to). */
  add(from: number, to: number): void {
    const { slots, mask, list } = this;
    const { start, length } = list.columns;
    for (let index = from; index < to; index++) {
      const at = start[index] as number;
      let slot = hashOf(list.bytes, at, at + (length[index] as number)) & mask;
      let taken = slots[slot] as number;
      while (taken !== 0 && !this.isSame(taken - 1, index)) {
        slot = (slot + 1) & mask;
        taken = slots[slot] as number;
      }
      if (taken === 0) {
        slots[slot] = index + 1;
      } else {
        this.total++;
        this.repeats.set(taken - 1, (this.repeats.get(taken - 1) ?? 0) + 1);
      }
    }
  }

  result(): KeyDuplicates {
    const { list } = this;
    const most = [...this.repeats]
      .toSorted((a, b) => b[1] - a[1] || a[0] - b[0])
      .slice(0, MOST_DUPLICATES)
      .map(([index, repeats]) => ({
        text: list.key(index)?.text ?? list.written(index),
        count: repeats + 1,
        firstLine: list.columns.line[index] as number,
      }));
    return { repeats: this.total, repeatedKeys: this.repeats.size, most };
  }

  private isSame(first: number, second: number): boolean {
    const { bytes, columns } = this.list;
    const size = columns.length[first] as number;
    if (size !== columns.length[second]) return false;
    const a = columns.start[first] as number;
    const b = columns.start[second] as number;
    for (let index = 0; index < size; index++) if (bytes[a + index] !== bytes[b + index]) return false;
    return true;
  }
}
