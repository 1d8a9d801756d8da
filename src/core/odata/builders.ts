import type {
  ComparisonNode,
  ComparisonOperator,
  FilterLiteral,
  FilterNode,
  TextLiteralKind,
} from './filterNode.ts';
import { keyAfterPrefix, textAfterPrefix } from './keyText.ts';
import { literalFault, literalTextFault, propertyNameFault } from './literalText.ts';

/**
 * Typed builders. A text that cannot stand in a filter is a mistake of the caller: they throw RangeError.
 * Text that a user typed is checked first (parseFilter, propertyNameFault, stringValueFault).
 */

function textLiteral(kind: TextLiteralKind, text: string): FilterLiteral {
  const fault = literalTextFault(kind, text);
  if (fault !== undefined) {
    throw new RangeError(`${fault.message} ${fault.nextStep}`);
  }
  return { kind, text };
}

/** A String value. Throws on a lone surrogate and on U+0000. */
export function stringLiteral(value: string): FilterLiteral {
  const literal: FilterLiteral = { kind: 'string', value };
  const fault = literalFault(literal);
  if (fault !== undefined) {
    throw new RangeError(`${fault.message} ${fault.nextStep}`);
  }
  return literal;
}

export function booleanLiteral(value: boolean): FilterLiteral {
  return { kind: 'boolean', value };
}

/** A whole number, -2147483648 .. 2147483647. */
export function int32Literal(value: number): FilterLiteral {
  return textLiteral('int32', String(value));
}

/** A whole number of 64 bits. */
export function int64Literal(value: bigint): FilterLiteral {
  return textLiteral('int64', value.toString());
}

/** Any double; NaN and the infinities print as NaN, INF, -INF. The shortest digits that give the same double. */
export function doubleLiteral(value: number): FilterLiteral {
  if (Number.isNaN(value)) {
    return { kind: 'double', text: 'NaN' };
  }
  if (!Number.isFinite(value)) {
    return { kind: 'double', text: value > 0 ? 'INF' : '-INF' };
  }
  const text = Object.is(value, -0) ? '-0' : String(value);
  // Without a point or an exponent the service would read an Int32.
  return textLiteral('double', /[.e]/.test(text) ? text : `${text}.0`);
}

/** `iso`: yyyy-MM-ddTHH:mm:ss, up to 7 fraction digits, then Z. */
export function datetimeLiteral(iso: string): FilterLiteral {
  return textLiteral('datetime', iso);
}

/** 8-4-4-4-12 hex digits; the case is kept. */
export function guidLiteral(text: string): FilterLiteral {
  return textLiteral('guid', text);
}

/** An even number of hex digits; the case is kept. */
export function binaryLiteral(hex: string): FilterLiteral {
  return textLiteral('binary', hex);
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

function join(kind: 'and' | 'or', nodes: readonly (FilterNode | undefined)[]): FilterNode | undefined {
  const flat = nodes.flatMap((node): readonly FilterNode[] => {
    if (node === undefined) {
      return [];
    }
    return node.kind === kind ? node.operands : [node];
  });
  const [first, second, ...rest] = flat;
  return first === undefined || second === undefined ? first : { kind, operands: [first, second, ...rest] };
}

/** All of them (`and`); undefined ones are left out, nested `and`s are opened. Undefined where none is left. */
export function allOf(nodes: readonly (FilterNode | undefined)[]): FilterNode | undefined {
  return join('and', nodes);
}

/** At least one of them (`or`); undefined ones are left out, nested `or`s are opened. */
export function anyOf(nodes: readonly (FilterNode | undefined)[]): FilterNode | undefined {
  return join('or', nodes);
}

export function negate(operand: FilterNode): FilterNode {
  return { kind: 'not', operand };
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
