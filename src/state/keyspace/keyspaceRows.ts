import type { RowGrouping } from '../../core/keyspace/map/grouping.ts';

/** Parts of an identity that can be selected: deployment, role, instance, and what other writers add. */
const MOST_PARTS = 9;

/** A grouping as text for the address; round-trips through groupingOfText. */
export function groupingText(grouping: RowGrouping): string {
  if (grouping.by === 'property') return `property.${grouping.name}`;
  if (grouping.by === 'identity' && grouping.part !== undefined) return `identity.${grouping.part}`;
  return grouping.by;
}

/** Undefined: not a grouping. */
export function groupingOfText(text: string | undefined): RowGrouping | undefined {
  if (text === 'prefix' || text === 'partition' || text === 'identity') return { by: text };
  const [, kind, rest = ''] = /^(identity|property)\.(.+)$/s.exec(text ?? '') ?? [];
  if (kind === 'property') return { by: 'property', name: rest };
  const part = Number(rest);
  return kind === 'identity' && /^\d$/.test(rest) && part <= MOST_PARTS
    ? { by: 'identity', part }
    : undefined;
}
