import type { FilterLiteral } from '../filterNode.ts';
import { literalFault } from '../literalText.ts';

/** A value as it was read from a row. */
export interface KnownValue {
  /** The type in OData, such as `Edm.Int64`. */
  readonly type: string;
  readonly text: string;
}

/** What the rows that are loaded so far tell about a property. */
export interface KnownColumn {
  readonly name: string;
  /** The most frequent first; empty if none is known. */
  readonly types: readonly string[];
  /** Some of its values, in the order in which they first occurred; undefined if there are too many to list. */
  readonly values: readonly KnownValue[] | undefined;
}

function unchecked({ type, text }: KnownValue): FilterLiteral | undefined {
  switch (type) {
    case 'Edm.String':
      return { kind: 'string', value: text };
    case 'Edm.Boolean':
      return { kind: 'boolean', value: text === 'true' };
    case 'Edm.Int32':
      return { kind: 'int32', text };
    case 'Edm.Int64':
      return { kind: 'int64', text };
    case 'Edm.Double':
      return { kind: 'double', text: /^-?\d+$/.test(text) ? `${text}.0` : text };
    case 'Edm.DateTime':
      return { kind: 'datetime', text };
    case 'Edm.Guid':
      return { kind: 'guid', text };
    default:
      return undefined;
  }
}

/** A value as a filter literal. Undefined if no literal can hold it, or if its type has no literals here. */
export function knownLiteral(value: KnownValue): FilterLiteral | undefined {
  const literal = unchecked(value);
  return literal === undefined || literalFault(literal) !== undefined ? undefined : literal;
}

/** Merges what several results tell about each property. */
export function mergedColumns(lists: readonly (readonly KnownColumn[])[]): readonly KnownColumn[] {
  const merged = new Map<string, { types: Set<string>; values: Map<string, KnownValue> }>();
  for (const { name, types, values } of lists.flat()) {
    const own = merged.get(name) ?? { types: new Set(), values: new Map() };
    merged.set(name, own);
    for (const type of types) own.types.add(type);
    for (const value of values ?? []) own.values.set(`${value.type} ${value.text}`, value);
  }
  return [...merged].map(([name, { types, values }]) => ({
    name,
    types: [...types],
    values: [...values.values()],
  }));
}
