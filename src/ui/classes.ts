/** Joins class names and drops undefined and false ones. CSS module lookups are `string | undefined`. */
export function cx(...names: readonly (string | false | undefined)[]): string {
  return names.filter((name) => name !== undefined && name !== false && name !== '').join(' ');
}
