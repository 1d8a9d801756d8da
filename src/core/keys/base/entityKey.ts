/** The two keys that together identify an entity in its table. */
export interface EntityKey {
  readonly partitionKey: string;
  readonly rowKey: string;
}

/** Compares in the order of the service: first partition keys, then row keys, by UTF-16 units. */
export function compareKeys(left: EntityKey, right: EntityKey): number {
  if (left.partitionKey !== right.partitionKey) return left.partitionKey < right.partitionKey ? -1 : 1;
  if (left.rowKey === right.rowKey) return 0;
  return left.rowKey < right.rowKey ? -1 : 1;
}

/** How many UTF-16 units two texts begin with alike. */
export function commonLength(a: string, b: string): number {
  let at = 0;
  while (at < a.length && at < b.length && a.charCodeAt(at) === b.charCodeAt(at)) at += 1;
  return at;
}

/** The documentation says 1 KiB and 1,024 characters. Services accept 512 UTF-16 units, which are 1 KiB, and refuse 513. */
export const LONGEST_KEY = 512;
