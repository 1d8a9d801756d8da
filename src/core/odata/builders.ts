import { faultText } from '../result.ts';
import type { ComparisonNode, ComparisonOperator, FilterLiteral, FilterNode } from './filterNode.ts';
import { keyAfterPrefix, textAfterPrefix } from './keyText.ts';
import { literalFault, propertyNameFault } from './literalText.ts';

/**
 * Builders for filter nodes. They throw RangeError on text that a filter cannot hold: check what a user typed first
 * (parseFilter, propertyNameFault, stringValueFault).
 */

/** A String value. Throws on a lone surrogate and on U+0000. */
export function stringLiteral(value: string): FilterLiteral {
  const literal: FilterLiteral = { kind: 'string', value };
  const fault = literalFault(literal);
  if (fault !== undefined) {
    throw new RangeError(faultText(fault));
  }
  return literal;
}

/** Throws if `property` is not a property name. */
export function comparison(
  property: string,
  operator: ComparisonOperator,
  literal: FilterLiteral,
): ComparisonNode {
  const fault = propertyNameFault(property);
  if (fault !== undefined) {
    throw new RangeError(faultText(fault));
  }
  return { kind: 'comparison', property, operator, literal };
}

/** Joins nodes with `and`. Skips undefined ones and flattens nested `and`s. Undefined if nothing is left. */
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

/** Whether a property is one of the two keys. */
export function isKeyName(property: string): boolean {
  return property === 'PartitionKey' || property === 'RowKey';
}

/**
 * "begins with", which the service lacks: `ge 'p' and lt 'p + 1'`, exact in UTF-16 order. Every text begins with the
 * empty prefix: `ge ''`.
 */
export function beginsWith(property: string, prefix: string): FilterNode {
  const after = isKeyName(property) ? keyAfterPrefix(prefix) : textAfterPrefix(prefix);
  const from = comparison(property, 'ge', stringLiteral(prefix));
  return after === undefined
    ? from
    : { kind: 'and', operands: [from, comparison(property, 'lt', stringLiteral(after))] };
}
