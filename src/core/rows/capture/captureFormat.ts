/**
 * A capture is a result saved in a file: lines of JSON in UTF-8, usually compressed with gzip. The first line identifies the file, and the
 * second holds everything but the rows. Blocks follow: a line with the index of a query, then its entities, one per line as in NDJSON. The
 * last line counts the rows again and holds a checksum of all bytes before it, so that a cut or changed file is noticed.
 */
export const CAPTURE_VERSION = 1;

/** The most rows in a block; each block becomes one page of the row store. */
export const BLOCK_ROWS = 1000;

/** The first line. With `rows` and `blocks`, a reader knows how far it is, and whether rows are missing. */
export interface CaptureHead {
  readonly keyscope: 'capture';
  readonly version: number;
  readonly rows: number;
  readonly blocks: number;
}

/** CRC-32 of bytes that arrive in pieces (ISO 3309, as in gzip and PNG). */
export class ByteSum {
  private value = 0xff_ff_ff_ff;

  add(bytes: Uint8Array, from = 0, to = bytes.length): void {
    let { value } = this;
    for (let at = from; at < to; at++)
      value = (CRC_TABLE[(value ^ (bytes[at] as number)) & 0xff] as number) ^ (value >>> 8);
    this.value = value;
  }

  /** Eight hexadecimal digits. */
  get text(): string {
    return ((this.value ^ 0xff_ff_ff_ff) >>> 0).toString(16).padStart(8, '0');
  }
}

const CRC_TABLE = Uint32Array.from({ length: 256 }, (_, byte) => {
  let value = byte;
  for (let bit = 0; bit < 8; bit++) value = value & 1 ? 0xed_b8_83_20 ^ (value >>> 1) : value >>> 1;
  return value;
});
