/** Byte order marks of other encodings; Windows PowerShell writes UTF-16. */
const MARKS: readonly { readonly bytes: readonly number[]; readonly encoding: string }[] = [
  { bytes: [0xff, 0xfe], encoding: 'utf-16le' },
  { bytes: [0xfe, 0xff], encoding: 'utf-16be' },
];

/** The encoding that a text file's first bytes announce; UTF-8 by default. */
export function encodingOfText(head: Uint8Array): string {
  const mark = MARKS.find((known) => known.bytes.every((byte, index) => head[index] === byte));
  return mark?.encoding ?? 'utf-8';
}

/** A text file as UTF-8; converts UTF-16 if the first bytes announce it. */
export function bytesOfText(bytes: Uint8Array): Uint8Array {
  const encoding = encodingOfText(bytes);
  return encoding === 'utf-8' ? bytes : new TextEncoder().encode(new TextDecoder(encoding).decode(bytes));
}
