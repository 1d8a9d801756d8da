/** Joins class names; absent and false ones fall out. CSS-module lookups are `string | undefined`. */
export function cx(...names: readonly (string | false | undefined)[]): string {
  return names.filter((name) => name !== undefined && name !== false && name !== '').join(' ');
}

type Defined<T> = { [K in keyof T]?: Exclude<T[K], undefined> };

/**
 * Drops the keys whose value is undefined. React Aria's optional props do not take an explicit `undefined`
 * under exactOptionalPropertyTypes; ours do.
 */
export function defined<T extends object>(props: T): Defined<T> {
  const kept = Object.entries(props).filter(([, value]) => value !== undefined);
  return Object.fromEntries(kept) as Defined<T>;
}
