type Defined<T> = { [K in keyof T]?: Exclude<T[K], undefined> };

/** Drops members whose value is undefined: under exactOptionalPropertyTypes, an optional member is absent, never undefined. */
export function defined<T extends object>(members: T): Defined<T> {
  return Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined)) as Defined<T>;
}
