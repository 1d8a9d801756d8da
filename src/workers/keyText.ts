/** Files of other encodings begin with their byte order mark; Windows PowerShell writes UTF-16. */
const MARKS: readonly { readonly bytes: readonly number[]; readonly encoding: string }[] = [
  { bytes: [0xff, 0xfe], encoding: 'utf-16le' },
  { bytes: [0xfe, 0xff], encoding: 'utf-16be' },
];

/** The encoding that the first bytes of a text file announce; UTF-8 where they do not. */
export function encodingOfText(head: Uint8Array): string {
  const mark = MARKS.find((known) => known.bytes.every((byte, index) => head[index] === byte));
  return mark?.encoding ?? 'utf-8';
}

/** A text file as UTF-8: as it is, or turned from the UTF-16 that its first bytes announce. */
export function bytesOfText(bytes: Uint8Array): Uint8Array {
  const encoding = encodingOfText(bytes);
  return encoding === 'utf-8' ? bytes : new TextEncoder().encode(new TextDecoder(encoding).decode(bytes));
}
