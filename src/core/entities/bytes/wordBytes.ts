/** Bytes with a view of four at a time at any offset: JavaScript copies and compares words four times as fast. */
export interface WordBytes {
  readonly bytes: Uint8Array;
  readonly view: DataView;
}

export function wordBytes(bytes: Uint8Array): WordBytes {
  return { bytes, view: new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength) };
}

/** More bytes than copyPast reads or writes past the end of a text. Buffers need that much room at their end. */
export const WORD_BYTES = 8;

/**
 * Copies UTF-8 to target[at, ...). The last word may run past the end on both sides. Whole words are copied as doubles: exact in any engine,
 * since no eight bytes of UTF-8 are NaN, whose bits an engine may change (UTF-8 has no 0xff, and 0x7f never follows 0xf0 to 0xf4). The last
 * word is copied as integers, because the bytes after the text may be anything. Returns the end of the copy.
 */
export function copyPast(source: DataView, from: number, to: number, target: DataView, at: number): number {
  let index = from;
  let put = at;
  for (; index + 8 <= to; index += 8, put += 8) {
    target.setFloat64(put, source.getFloat64(index, true), true);
  }
  for (; index < to; index += 4, put += 4) target.setInt32(put, source.getInt32(index, true), true);
  return at + to - from;
}

/** Whether a[aFrom, aFrom + length) equals b[bFrom, bFrom + length). */
export function sameWords(a: WordBytes, aFrom: number, b: WordBytes, bFrom: number, length: number): boolean {
  let index = 0;
  for (; index + 4 <= length; index += 4) {
    if (a.view.getInt32(aFrom + index, true) !== b.view.getInt32(bFrom + index, true)) return false;
  }
  for (; index < length; index++) {
    if (a.bytes[aFrom + index] !== b.bytes[bFrom + index]) return false;
  }
  return true;
}

/** Hashes bytes [from, to): FNV-1a over words, then over the remaining bytes. */
export function hashWords(source: WordBytes, from: number, to: number, seed: number): number {
  let hash = seed;
  let index = from;
  for (; index + 4 <= to; index += 4) {
    hash = Math.imul(hash ^ source.view.getInt32(index, true), 0x01000193);
    // FNV moves bits upwards only; this mixes a word's upper bytes into the lower ones.
    hash ^= hash >>> 15;
  }
  for (; index < to; index++) hash = Math.imul(hash ^ (source.bytes[index] as number), 0x01000193);
  return hash ^ (hash >>> 13);
}

/**
 * Ordinal order of [aFrom, aTo) and [bFrom, bTo) in the same bytes, both ASCII: negative, 0 or positive. Compares eight
 * bytes as a double: exact, since no word of ASCII text is zero or NaN.
 */
export function compareWords(
  source: WordBytes,
  aFrom: number,
  aTo: number,
  bFrom: number,
  bTo: number,
): number {
  const { bytes, view } = source;
  const length = Math.min(aTo - aFrom, bTo - bFrom);
  let index = 0;
  while (
    index + 8 <= length &&
    view.getFloat64(aFrom + index, true) === view.getFloat64(bFrom + index, true)
  ) {
    index += 8;
  }
  for (; index < length; index++) {
    const difference = (bytes[aFrom + index] as number) - (bytes[bFrom + index] as number);
    if (difference !== 0) return difference;
  }
  return aTo - aFrom - (bTo - bFrom);
}
