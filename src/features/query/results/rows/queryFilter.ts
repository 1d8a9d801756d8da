import { comparison, stringLiteral } from '../../../../core/odata/builders.ts';
import { allOf, isKeyName } from '../../../../core/odata/builders.ts';
import { formatFilter, parseFilter } from '../../../../core/odata/filter.ts';
import type { ComparisonOperator, FilterLiteral, FilterNode } from '../../../../core/odata/filterNode.ts';
import type { ColumnProfile } from '../../../../core/rows/columnProfile.ts';
import type { RowFilter } from '../../../../core/rows/rowQuery.ts';

const TEXT_LITERALS = new Map<string, 'int32' | 'int64' | 'double' | 'datetime' | 'guid'>([
  ['Edm.Int32', 'int32'],
  ['Edm.Int64', 'int64'],
  ['Edm.Double', 'double'],
  ['Edm.DateTime', 'datetime'],
  ['Edm.Guid', 'guid'],
]);

function literalOf(type: string, text: string): FilterLiteral | undefined {
  if (type === 'Edm.String') return stringLiteral(text);
  if (type === 'Edm.Boolean') return { kind: 'boolean', value: text === 'true' };
  const kind = TEXT_LITERALS.get(type);
  return kind === undefined ? undefined : { kind, text };
}

/** What is known of the column of a filter. */
export interface QueryColumn {
  /** Its main type. */
  readonly type: string;
  /** Each row that was read has a value of that type. */
  readonly isInAll?: boolean | undefined;
}

/** Whether each row that was read has a value of one and the same type. */
export function isInAllRows({ types, count, rowCount }: ColumnProfile): boolean {
  return types.length === 1 && count === rowCount;
}

/** What the service calls the bounds of a range; the type is the column's. */
function rangeNodes(
  { name, from, to, as }: Extract<RowFilter, { kind: 'range' }>,
  type: string,
): FilterNode | undefined {
  const bound = (operator: ComparisonOperator, text: string): FilterNode | undefined => {
    const literal = text === '' ? undefined : literalOf(type, text);
    return literal && comparison(name, operator, literal);
  };
  return allOf([bound('ge', from), bound(as === 'instant' ? 'lt' : 'le', to)]);
}

function nodeOf(filter: RowFilter, { type, isInAll = false }: QueryColumn): FilterNode | undefined {
  // Keys and times have fields of their own in the query; that a property is absent cannot be asked.
  if (filter.fact !== undefined || isKeyName(filter.name)) return undefined;
  if (filter.kind === 'range') return rangeNodes(filter, type);
  if (filter.kind !== 'is' && filter.kind !== 'is-not') return undefined;
  // The list keeps rows without the property, or with a value of another type; `ne` of the service drops them.
  if (filter.kind === 'is-not' && (!isInAll || filter.type !== type)) return undefined;
  const literal = literalOf(filter.type, filter.text);
  return literal && comparison(filter.name, filter.kind === 'is' ? 'eq' : 'ne', literal);
}

/**
 * The query's `$filter` with a filter of the list added; undefined if the service cannot ask that, or if the text is no filter.
 */
export function withQueryFilter(text: string, filter: RowFilter, column: QueryColumn): string | undefined {
  try {
    const node = nodeOf(filter, column);
    if (node === undefined) return undefined;
    if (text.trim() === '') return formatFilter(node);
    const before = parseFilter(text);
    if (!before.ok) return undefined;
    const joined = allOf([before.value, node]);
    return joined && readBack(formatFilter(joined));
  } catch (error) {
    // A name or text that no filter can hold.
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

function readBack(text: string): string | undefined {
  return parseFilter(text).ok ? text : undefined;
}
