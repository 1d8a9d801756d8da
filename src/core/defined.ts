type Defined<T> = { [K in keyof T]?: Exclude<T[K], undefined> };

/** Drops members whose value is undefined, because under exactOptionalPropertyTypes an optional member must be absent instead. */
export function defined<T extends object>(members: T): Defined<T> {
  return Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined)) as Defined<T>;
}
