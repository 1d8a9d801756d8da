/** Files of other encodings begin with their byte order mark; Windows PowerShell writes UTF-16. */
const MARKS: readonly { readonly bytes: readonly number[]; readonly encoding: string }[] = [
  { bytes: [0xff, 0xfe], encoding: 'utf-16le' },
  { bytes: [0xfe, 0xff], encoding: 'utf-16be' },
];

/** A text file as UTF-8: as it is, or turned from the UTF-16 that its first bytes announce. */
export function bytesOfText(bytes: Uint8Array): Uint8Array {
  const mark = MARKS.find((known) => known.bytes.every((byte, index) => bytes[index] === byte));
  return mark === undefined ? bytes : new TextEncoder().encode(new TextDecoder(mark.encoding).decode(bytes));
}
