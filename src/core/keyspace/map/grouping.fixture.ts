import type { KeyScheme } from '../../keys/base/keyScheme.ts';
import { groupLabel, inLabelOrder, type RowGrouping } from './grouping.ts';

/** Where keys and values come from: an EntityStore, or the lines of an export. */
export interface GroupSource {
  readonly rowCount: number;
  readonly key: (row: number) => { readonly partitionKey: string; readonly rowKey: string };
  /** A property's value as text; undefined if the row has none. */
  readonly value: (row: number, name: string) => string | undefined;
}

/** Labels in the order of the map, and which label each row has. */
export interface Groups {
  readonly labels: readonly string[];
  /** Index into `labels`, one per row. */
  readonly groups: Uint32Array;
}

/** Finds the group of every row. O(rows). */
export function groupRows(source: GroupSource, grouping: RowGrouping, scheme: KeyScheme): Groups {
  const seen = new Map<string, number>();
  const raw = new Uint32Array(source.rowCount);
  for (let row = 0; row < source.rowCount; row++) {
    const label = groupLabel(grouping, scheme, {
      ...source.key(row),
      value: (name) => source.value(row, name),
    });
    const known = seen.get(label) ?? seen.size;
    if (known === seen.size) seen.set(label, known);
    raw[row] = known;
  }
  const labels = inLabelOrder([...seen.keys()]);
  const order = new Uint32Array(seen.size);
  for (const [at, label] of labels.entries()) order[seen.get(label) ?? 0] = at;
  return { labels, groups: raw.map((group) => order[group] as number) };
}
