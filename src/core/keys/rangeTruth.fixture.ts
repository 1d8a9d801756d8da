/*
 * An oracle for tests of ranges: it checks by simple means whether a key is in a range, without the code that makes and reads ranges. The
 * service orders keys by UTF-16 code units, and a text before longer texts that begin with it.
 */

interface Span {
  readonly from?: string | undefined;
  readonly to?: string | undefined;
}

/** Negative if a precedes b. */
function order(a: string, b: string): number {
  const shared = Math.min(a.length, b.length);
  for (let at = 0; at < shared; at += 1) {
    const difference = a.charCodeAt(at) - b.charCodeAt(at);
    if (difference !== 0) return difference;
  }
  return a.length - b.length;
}

/** Whether a key is at or above `from` and below `to`; a missing end is open. */
export function isInSpan(key: string, span: Span | undefined): boolean {
  const { from, to } = span ?? {};
  const isBelow = from !== undefined && order(key, from) < 0;
  const isAbove = to !== undefined && order(key, to) >= 0;
  return !isBelow && !isAbove;
}

export function isInRange(
  partitionKey: string,
  rowKey: string,
  range: { readonly partition: Span; readonly row?: Span | undefined; readonly exact?: boolean },
): boolean {
  return isInSpan(partitionKey, range.partition) && isInSpan(rowKey, range.row);
}
