import { cutAgentRowKey } from '../../keys/agentRowKey.ts';
import type { KeyScheme } from '../../keys/scheme.ts';

/** What a row of the map is. */
export type RowGrouping =
  | { readonly by: 'prefix' }
  | { readonly by: 'partition' }
  /** Part 0, 1, ... of the identity in the RowKey (deployment, role, instance); undefined: all of it. */
  | { readonly by: 'identity'; readonly part?: number }
  /** Values of a property. */
  | { readonly by: 'property'; readonly name: string };

/** Where keys and values come from: an EntityStore, or lines of an export. */
export interface GroupSource {
  readonly rowCount: number;
  readonly key: (row: number) => { readonly partitionKey: string; readonly rowKey: string };
  /** A property's value as text; undefined where the row has none. */
  readonly value: (row: number, name: string) => string | undefined;
}

/** Labels in ordinal order, and the number of each row's label. */
export interface Groups {
  readonly labels: readonly string[];
  /** Index into labels, an entry a row. */
  readonly groups: Uint32Array;
}

/** Label of rows that have no such part. */
export const NO_LABEL = '(none)';

/** The identity in a RowKey: the agents' own, or what the scheme calls identity. Undefined where there is none. */
function identityParts(scheme: KeyScheme, rowKey: string): readonly string[] | undefined {
  const agent = cutAgentRowKey(rowKey);
  if (agent?.rowIndexText !== undefined) return agent.identity;
  const parts = scheme.segments(rowKey, 'row')?.filter(({ kind }) => kind === 'identity');
  return parts === undefined || parts.length === 0 ? agent?.identity : parts.map(({ text }) => text);
}

function identityLabel(scheme: KeyScheme, rowKey: string, part: number | undefined): string {
  const parts = identityParts(scheme, rowKey);
  if (parts === undefined) return NO_LABEL;
  return part === undefined ? parts.join('___') : (parts[part] ?? NO_LABEL);
}

/** The label of one row. */
export function groupLabel(
  grouping: RowGrouping,
  scheme: KeyScheme,
  row: {
    readonly partitionKey: string;
    readonly rowKey: string;
    readonly value: (name: string) => string | undefined;
  },
): string {
  if (grouping.by === 'prefix') return scheme.groupOf(row.partitionKey, row.rowKey);
  if (grouping.by === 'partition') return row.partitionKey;
  if (grouping.by === 'identity') return identityLabel(scheme, row.rowKey, grouping.part);
  return row.value(grouping.name) ?? NO_LABEL;
}

/** Numbers as numbers, all else in ordinal order: prefix 2 stands before prefix 10. */
export function inLabelOrder(labels: readonly string[]): readonly string[] {
  const areNumbers = labels.every((label) => /^\d{1,15}$/.test(label) || label === 'unprefixed');
  if (!areNumbers) return labels.toSorted();
  const rank = (label: string) => (label === 'unprefixed' ? Number.POSITIVE_INFINITY : Number(label));
  return labels.toSorted((a, b) => rank(a) - rank(b));
}

/** The group of every row. O(rows), one look at the keys of each. */
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
