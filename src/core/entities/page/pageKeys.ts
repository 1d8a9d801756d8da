import { type DecodedPage, SYSTEM_PARTITION_KEY, SYSTEM_ROW_KEY, SYSTEM_STRIDE } from './decodedPage.ts';
import { decodeUtf8 } from '../bytes/utf8.ts';
import { copyPast, WORD_BYTES, type WordBytes, wordBytes } from '../bytes/wordBytes.ts';

const OPEN = 0x5b;
const CLOSE = 0x5d;
const QUOTE = 0x22;
const COMMA = 0x2c;
/** A comma and two quotes. */
const AROUND_KEY = 3;

/**
 * One key column of a page as texts. All raw keys are written as one JSON array and decoded in one call: a decoder call
 * for each key would cost more than the rest of the row, and slices of one long text are slow to read.
 */
class PackedKeys {
  /** The number of each row's text. Neighbouring rows with equal keys share one. */
  private readonly places: Uint32Array;
  private readonly texts: readonly string[];

  constructor(page: DecodedPage, source: WordBytes, which: number) {
    this.places = new Uint32Array(page.rowCount);
    this.texts = this.pack(page, source, which * 3);
  }

  textOf(row: number): string {
    return this.texts[this.places[row] as number] ?? '';
  }

  private pack({ system, rowCount }: DecodedPage, source: WordBytes, column: number): readonly string[] {
    let size = 2;
    let last = -1;
    for (let row = 0; row < rowCount; row++) {
      const at = row * SYSTEM_STRIDE + column;
      const from = system[at + 1] as number;
      if (from !== last) size += (system[at + 2] as number) - from + AROUND_KEY;
      last = from;
    }
    const packed = wordBytes(new Uint8Array(size + WORD_BYTES));
    const { bytes } = packed;
    let used = 0;
    let count = 0;
    last = -1;
    for (let row = 0; row < rowCount; row++) {
      const at = row * SYSTEM_STRIDE + column;
      const from = system[at + 1] as number;
      if (from !== last) {
        const to = system[at + 2] as number;
        bytes[used++] = count === 0 ? OPEN : COMMA;
        bytes[used++] = QUOTE;
        used = copyPast(source.view, from, to, packed.view, used);
        bytes[used++] = QUOTE;
        count++;
      }
      this.places[row] = count - 1;
      last = from;
    }
    bytes[used++] = CLOSE;
    return count === 0 ? [] : (JSON.parse(decodeUtf8(bytes.subarray(0, used))) as readonly string[]);
  }
}

/** Keys of a page as texts, made on first use; `source` holds the page's bytes. */
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
