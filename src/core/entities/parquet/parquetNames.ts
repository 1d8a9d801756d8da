const LONE_SURROGATES = /\p{Surrogate}/gu;

/** The text after a round trip through UTF-8. */
function asUtf8(text: string): string {
  return text.replace(LONE_SURROGATES, '\ufffd');
}

/** The name that a column gets if it is free. */
export interface WantedName {
  readonly property: string;
  /** Suffix of the property's name; empty for the values of its most frequent type. */
  readonly suffix: string;
}

/**
 * Unique names of columns. A property keeps its own name. A derived column is `<name>@<what it holds>`, with another `@`
 * before what it holds while a property has that very name.
 */
export function uniqueNames(wanted: readonly WantedName[]): readonly string[] {
  const names: string[] = [];
  const taken = new Set<string>();
  const give = (at: number, name: string): void => {
    names[at] = name;
    taken.add(name);
  };
  for (const [at, { property, suffix }] of wanted.entries()) {
    // A page may have a property with the name of a key.
    if (suffix === '' && asUtf8(property) === property && !taken.has(property)) give(at, property);
  }
  for (const [at, { property, suffix }] of wanted.entries()) {
    if (names[at] !== undefined) continue;
    const base = asUtf8(property);
    let mark = suffix === '' ? '' : '@';
    while (taken.has(`${base}${mark}${asUtf8(suffix)}`)) mark += '@';
    give(at, `${base}${mark}${asUtf8(suffix)}`);
  }
  return names;
}
