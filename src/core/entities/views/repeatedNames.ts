import type { EntityKey } from '../../keys/base/entityKey.ts';
import type { EntityStore } from '../store/entityStore.ts';

/** Properties that rows of a file have twice. NDJSON has both of a row's values; CSV and Parquet have the first. */
export interface RepeatedNames {
  readonly rows: number;
  /** In order of first occurrence. */
  readonly names: readonly string[];
  /** The key of the first row that has such a property; it has the first of `names`. */
  readonly example: EntityKey;
}

/**
 * Looks only at the shapes of rows, at none of their values.
 * @param properties the written ones; undefined: all
 */
export function repeatedNames(
  store: EntityStore,
  rows: Uint32Array,
  properties?: readonly string[],
): RepeatedNames | undefined {
  const written = properties === undefined ? undefined : new Set(properties);
  const names = new Set<string>();
  const byShape = new Map<number, boolean>();
  let example: EntityKey | undefined;
  let count = 0;
  for (const row of rows) {
    const shape = store.shapeOf(row);
    let isRepeated = byShape.get(shape);
    if (isRepeated === undefined) {
      const own = store.repeatedNames(shape).filter((name) => written?.has(name) !== false);
      isRepeated = own.length > 0;
      byShape.set(shape, isRepeated);
      for (const name of own) names.add(name);
    }
    if (!isRepeated) continue;
    count += 1;
    example ??= store.key(row);
  }
  return example && { rows: count, names: [...names], example };
}
