/** Words that DuckDB does not read as the name of a column or table. Source: its table function `duckdb_keywords()`. */
const RESERVED = new Set(
  `
  all analyse analyze and anti any array as asc asof asymmetric at authorization binary both by case cast check collate
  collation column columns concurrently constraint create cross default deferrable desc describe distinct do else end except
  false fetch for foreign freeze from full generated glob group having ilike in initially inner intersect into is isnull join
  lambda lateral leading left like limit map natural not notnull null offset on only or order outer overlaps pivot pivot_longer
  pivot_wider placing positional primary qualify references returning right select semi show similar some struct summarize
  symmetric table tablesample then to trailing true try_cast union unique unpack unpivot using variadic verbose when where
  window with
  `.split(/\s+/),
);

/** Whether SQL can read a name without quotes. */
export function isPlainName(name: string): boolean {
  return /^[a-z_]\w*$/i.test(name) && !RESERVED.has(name.toLowerCase());
}

/** Makes names unique without changing their order. SQL ignores the case of names, so a name that differs only by case gets `@2`. */
export function caseFreeNames(
  wanted: readonly { readonly wanted: string; readonly isSystem: boolean }[],
): readonly string[] {
  const taken = new Set<string>();
  const names: string[] = [];
  // Properties of the rows keep their names; keys, Timestamp and derived columns get the `@2`.
  for (const isSystem of [false, true])
    for (const [at, one] of wanted.entries()) {
      if (one.isSystem !== isSystem) continue;
      // SQL cannot quote a NUL.
      const base = one.wanted === '' ? '(no name)' : one.wanted.replaceAll('\0', '\ufffd');
      let name = base;
      for (let count = 2; taken.has(name.toLowerCase()); count++) name = `${base}@${count}`;
      taken.add(name.toLowerCase());
      names[at] = name;
    }
  return names;
}
