/** Joins class names and drops undefined and false ones. CSS module lookups are `string | undefined`. */
export function cx(...names: readonly (string | false | undefined)[]): string {
  return names.filter((name) => name !== undefined && name !== false && name !== '').join(' ');
}

type Defined<T> = { [K in keyof T]?: Exclude<T[K], undefined> };

/**
 * Drops properties whose value is undefined. Under exactOptionalPropertyTypes, React Aria's optional props do not accept an
 * explicit `undefined`, but ours do.
 */
export function defined<T extends object>(props: T): Defined<T> {
  const kept = Object.entries(props).filter(([, value]) => value !== undefined);
  return Object.fromEntries(kept) as Defined<T>;
}
