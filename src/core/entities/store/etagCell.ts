/** An etag that only restates the Timestamp, as the service's do, takes no memory. */
export const ETAG_OF_TIMESTAMP = 1;
export const ETAG_HEAD = String.raw`W/\"datetime'`;
export const ETAG_TAIL = String.raw`'\"`;

const COLON = 0x3a;

function isAsciiAt(bytes: Uint8Array, at: number, text: string): boolean {
  for (let index = 0; index < text.length; index++) {
    if (bytes[at + index] !== text.charCodeAt(index)) return false;
  }
  return true;
}

/** Whether an etag is the one that the service derives from a Timestamp: its text with `:` as `%3A`. */
export function restatesTimestamp(
  bytes: Uint8Array,
  from: number,
  to: number,
  timestampFrom: number,
  timestampTo: number,
): boolean {
  if (!isAsciiAt(bytes, from, ETAG_HEAD)) return false;
  let at = from + ETAG_HEAD.length;
  for (let index = timestampFrom; index < timestampTo; index++) {
    const byte = bytes[index];
    if (byte === COLON) {
      if (!isAsciiAt(bytes, at, '%3A')) return false;
      at += 3;
    } else if (bytes[at++] !== byte) return false;
  }
  return to === at + ETAG_TAIL.length && isAsciiAt(bytes, at, ETAG_TAIL);
}
