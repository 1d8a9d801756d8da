import type { ComparisonNode, ComparisonOperator, FilterLiteral, FilterNode } from './filterNode.ts';
import { keyAfterPrefix, textAfterPrefix } from '../keyText.ts';
import { literalFault, propertyNameFault, throwOn } from './literalText.ts';

/**
 * Builders for filter nodes. They throw RangeError for text that a filter cannot hold, so check first what a user typed, by parseFilter,
 * propertyNameFault or stringValueFault.
 */

/** A String literal. Throws RangeError for a lone surrogate or U+0000. */
export function stringLiteral(value: string): FilterLiteral {
  const literal: FilterLiteral = { kind: 'string', value };
  throwOn(literalFault(literal));
  return literal;
}

/** Throws RangeError if `property` is not a valid name of a property. */
export function comparison(
  property: string,
  operator: ComparisonOperator,
  literal: FilterLiteral,
): ComparisonNode {
  throwOn(propertyNameFault(property));
  return { kind: 'comparison', property, operator, literal };
}

/** Joins nodes with `and`. Undefined ones are skipped and nested `and`s are flattened. Undefined if nothing is left. */
export function allOf(nodes: readonly (FilterNode | undefined)[]): FilterNode | undefined {
  const flat = nodes.flatMap((node): readonly FilterNode[] => {
    if (node === undefined) {
      return [];
    }
    return node.kind === 'and' ? node.operands : [node];
  });
  const [first, second, ...rest] = flat;
  return first === undefined || second === undefined
    ? first
    : { kind: 'and', operands: [first, second, ...rest] };
}

export function isKeyName(property: string): boolean {
  return property === 'PartitionKey' || property === 'RowKey';
}

/** Whether every row has the property. */
export function isSystemName(property: string): boolean {
  return isKeyName(property) || property === 'Timestamp';
}

/**
 * "begins with", for which the service has no operator: `ge 'p' and lt 'p + 1'`, which is exact in UTF-16 order. Every text begins with the
 * empty prefix, so that is `ge ''`.
 */
export function beginsWith(property: string, prefix: string): FilterNode {
  const after = isKeyName(property) ? keyAfterPrefix(prefix) : textAfterPrefix(prefix);
  const from = comparison(property, 'ge', stringLiteral(prefix));
  return after === undefined
    ? from
    : { kind: 'and', operands: [from, comparison(property, 'lt', stringLiteral(after))] };
}
