/** The byte order marks of other encodings. Windows PowerShell, for example, writes UTF-16. */
const MARKS: readonly { readonly bytes: readonly number[]; readonly encoding: string }[] = [
  { bytes: [0xff, 0xfe], encoding: 'utf-16le' },
  { bytes: [0xfe, 0xff], encoding: 'utf-16be' },
];

/** The encoding of a text file by its first bytes. Without a byte order mark, UTF-8. */
export function encodingOfText(head: Uint8Array): string {
  const mark = MARKS.find((known) => known.bytes.every((byte, index) => head[index] === byte));
  return mark?.encoding ?? 'utf-8';
}

/** A text file as UTF-8. It is converted if its first bytes say that it is UTF-16. */
export function bytesOfText(bytes: Uint8Array): Uint8Array {
  const encoding = encodingOfText(bytes);
  return encoding === 'utf-8' ? bytes : new TextEncoder().encode(new TextDecoder(encoding).decode(bytes));
}
