/** Keeps what a function says of each sample, because every scheme asks for every key of a column. A sample must not change afterwards. */
export function sampleFact<T>(
  factOf: (sample: readonly string[]) => T,
): (sample: readonly string[] | undefined) => T | undefined {
  const known = new WeakMap<readonly string[], { readonly fact: T }>();
  return (sample) => {
    if (sample === undefined) return undefined;
    const kept = known.get(sample) ?? { fact: factOf(sample) };
    known.set(sample, kept);
    return kept.fact;
  };
}
