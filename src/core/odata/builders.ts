import type { ComparisonNode, ComparisonOperator, FilterLiteral, FilterNode } from './filterNode.ts';
import { keyAfterPrefix, textAfterPrefix } from './keyText.ts';
import { literalFault, propertyNameFault } from './literalText.ts';

/**
 * Typed builders. A text that cannot stand in a filter is a mistake of the caller: they throw RangeError.
 * Text that a user typed is checked first (parseFilter, propertyNameFault, stringValueFault).
 */

/** A String value. Throws on a lone surrogate and on U+0000. */
export function stringLiteral(value: string): FilterLiteral {
  const literal: FilterLiteral = { kind: 'string', value };
  const fault = literalFault(literal);
  if (fault !== undefined) {
    throw new RangeError(`${fault.message} ${fault.nextStep}`);
  }
  return literal;
}

/** Throws where `property` is no property name. */
export function comparison(
  property: string,
  operator: ComparisonOperator,
  literal: FilterLiteral,
): ComparisonNode {
  const fault = propertyNameFault(property);
  if (fault !== undefined) {
    throw new RangeError(`${fault.message} ${fault.nextStep}`);
  }
  return { kind: 'comparison', property, operator, literal };
}

/** All of them (`and`); undefined ones are left out, nested `and`s are opened. Undefined where none is left. */
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
 * "begins with", which the service has no word for: `ge 'p' and lt 'p + 1'`, exact in UTF-16 order.
 * An empty prefix is met by every text: `ge ''`.
 */
export function beginsWith(property: string, prefix: string): FilterNode {
  const after = isKeyName(property) ? keyAfterPrefix(prefix) : textAfterPrefix(prefix);
  const from = comparison(property, 'ge', stringLiteral(prefix));
  return after === undefined
    ? from
    : { kind: 'and', operands: [from, comparison(property, 'lt', stringLiteral(after))] };
}
