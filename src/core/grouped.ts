/** Items by a key, in the order in which the keys first occur. `valueOf`: what is kept of an item, by default the item. */
export function grouped<T, K>(items: Iterable<T>, keyOf: (item: T) => K): Map<K, T[]>;
export function grouped<T, K, V>(
  items: Iterable<T>,
  keyOf: (item: T) => K,
  valueOf: (item: T) => V,
): Map<K, V[]>;
export function grouped<T, K>(
  items: Iterable<T>,
  keyOf: (item: T) => K,
  valueOf: (item: T) => unknown = (item) => item,
): Map<K, unknown[]> {
  const groups = new Map<K, unknown[]>();
  for (const item of items) {
    const key = keyOf(item);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [valueOf(item)]);
    else group.push(valueOf(item));
  }
  return groups;
}

/** How often each item occurs. */
export function counted<T>(items: Iterable<T>): Map<T, number> {
  const counts = new Map<T, number>();
  for (const item of items) counts.set(item, (counts.get(item) ?? 0) + 1);
  return counts;
}
