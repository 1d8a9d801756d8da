import type { KeyScheme } from '../../keys/base/keyScheme.ts';
import { SEPARATOR, UNPREFIXED, agentIdentity } from '../../keys/forms/prefixedKey.ts';

/** What the rows of the map are. */
export type RowGrouping =
  | { readonly by: 'prefix' }
  | { readonly by: 'partition' }
  /** One part of the identity in the RowKey: 0 deployment, 1 role, 2 instance. Undefined: the whole identity. */
  | { readonly by: 'identity'; readonly part?: number }
  /** The values of one property. */
  | { readonly by: 'property'; readonly name: string };

/** Label of entities that lack the identity part or the property. */
export const NO_LABEL = '(none)';

/**
 * The parts of the identity in a RowKey: as the agents write it, otherwise what the scheme calls identity, otherwise all pieces between
 * separators. Undefined if there is none of these.
 */
function identityParts(scheme: KeyScheme, rowKey: string): readonly string[] | undefined {
  const agent = agentIdentity(rowKey);
  if (agent !== undefined) return agent.split(SEPARATOR);
  const parts = scheme.segments(rowKey, 'row')?.filter(({ kind }) => kind === 'identity');
  if (parts !== undefined && parts.length > 0) return parts.map(({ text }) => text);
  return rowKey.includes(SEPARATOR) ? rowKey.split(SEPARATOR) : undefined;
}

function identityLabel(scheme: KeyScheme, rowKey: string, part: number | undefined): string {
  const parts = identityParts(scheme, rowKey);
  if (parts === undefined) return NO_LABEL;
  return part === undefined ? parts.join(SEPARATOR) : (parts[part] ?? NO_LABEL);
}

/** The label of one entity. */
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

/** Sorts labels as numbers if all of them are numbers or unprefixed, which comes last; otherwise by code units. */
export function inLabelOrder(labels: readonly string[]): readonly string[] {
  const areNumbers = labels.every((label) => /^\d{1,15}$/.test(label) || label === UNPREFIXED);
  if (!areNumbers) return labels.toSorted();
  const rank = (label: string) => (label === UNPREFIXED ? Number.POSITIVE_INFINITY : Number(label));
  return labels.toSorted((a, b) => rank(a) - rank(b));
}
