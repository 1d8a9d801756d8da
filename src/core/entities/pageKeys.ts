import {
  type DecodedPage,
  SYSTEM_PARTITION_KEY,
  SYSTEM_ROW_KEY,
  SYSTEM_STRIDE,
  systemText,
} from './decodedPage.ts';
import { FORM_PLAIN } from './jsonBytes.ts';
import { decodeUtf8 } from './utf8.ts';
import { copyWords, type WordBytes, wordBytes } from './wordBytes.ts';

/** In place of a position, for a key that is not plain. */
const NOT_PACKED = 0xffffffff;

/** One key column of a page, packed: where each row's key begins and ends. */
class PackedKeys {
  private readonly page: DecodedPage;
  private readonly which: number;
  private readonly from: Uint32Array;
  private readonly to: Uint32Array;
  private readonly text: string;
  private last = '';
  private lastFrom = NOT_PACKED;

  constructor(page: DecodedPage, source: WordBytes, which: number) {
    this.page = page;
    this.which = which;
    this.from = new Uint32Array(page.rowCount).fill(NOT_PACKED);
    this.to = new Uint32Array(page.rowCount);
    this.text = this.pack(source);
  }

  /** Equal keys of neighbouring rows are one string. */
  textOf(row: number): string {
    const from = this.from[row] as number;
    if (from === NOT_PACKED) return systemText(this.page, row, this.which) ?? '';
    if (from !== this.lastFrom) {
      this.last = this.text.slice(from, this.to[row]);
      this.lastFrom = from;
    }
    return this.last;
  }

  private pack(source: WordBytes): string {
    const { system, rowCount } = this.page;
    const packed = wordBytes(new Uint8Array(this.plainLength()));
    let used = 0;
    let last = -1;
    let lastFrom = -1;
    for (let row = 0; row < rowCount; row++) {
      const at = row * SYSTEM_STRIDE + this.which * 3;
      if (system[at] !== FORM_PLAIN) continue;
      const from = system[at + 1] as number;
      const to = system[at + 2] as number;
      // An empty key has no place of its own.
      if (from === to) continue;
      if (from === lastFrom) {
        this.from[row] = this.from[last] as number;
        this.to[row] = this.to[last] as number;
        continue;
      }
      this.from[row] = used;
      copyWords(source, from, to, packed, used);
      used += to - from;
      this.to[row] = used;
      last = row;
      lastFrom = from;
    }
    return decodeUtf8(packed.bytes.subarray(0, used));
  }

  private plainLength(): number {
    const { system, rowCount } = this.page;
    let total = 0;
    let lastFrom = -1;
    for (let row = 0; row < rowCount; row++) {
      const at = row * SYSTEM_STRIDE + this.which * 3;
      const from = system[at + 1] as number;
      if (system[at] !== FORM_PLAIN || from === lastFrom) continue;
      total += (system[at + 2] as number) - from;
      lastFrom = from;
    }
    return total;
  }
}

/**
 * Keys of a page as texts, made when first asked for; `source` holds the page's bytes. Plain ones are packed and decoded
 * at once: a call of the decoder for each key would cost more than all else that a row needs. The texts are slices that
 * keep the whole alive: copy what is to last.
 */
export class PageKeys {
  private readonly page: DecodedPage;
  private readonly source: WordBytes;
  private partitions: PackedKeys | undefined;
  private rows: PackedKeys | undefined;

  constructor(page: DecodedPage, source: WordBytes) {
    this.page = page;
    this.source = source;
  }

  partitionKey(row: number): string {
    this.partitions ??= new PackedKeys(this.page, this.source, SYSTEM_PARTITION_KEY);
    return this.partitions.textOf(row);
  }

  rowKey(row: number): string {
    this.rows ??= new PackedKeys(this.page, this.source, SYSTEM_ROW_KEY);
    return this.rows.textOf(row);
  }
}
