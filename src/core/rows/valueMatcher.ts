import type { EntityStore } from '../entities/store/entityStore.ts';
import { VALUE_ABSENT, VALUE_TWICE } from '../entities/store/propertyReader.ts';

/** How many references are remembered, so that each is compared only once. Columns with few values have few references. */
const MOST_KNOWN = 65_536;

/** Whether a row's value in a column is one of these texts; false if the row has none, or two. */
export function valueMatcher(
  store: EntityStore,
  property: string,
  texts: readonly string[],
): (row: number) => boolean {
  const read = store.propertyReader(property);
  const wanted = new Set(texts);
  const known = new Map<number, boolean>();
  return (row) => {
    const reference = read(row);
    if (reference === VALUE_ABSENT || reference === VALUE_TWICE) return false;
    const seen = known.get(reference);
    if (seen !== undefined) return seen;
    const isWanted = wanted.has(store.cell(row, property)?.text ?? '');
    if (known.size < MOST_KNOWN) known.set(reference, isWanted);
    return isWanted;
  };
}
