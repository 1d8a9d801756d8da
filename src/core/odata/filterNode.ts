/** How a property is compared with a value (Table service: Querying Tables and Entities). */
export type ComparisonOperator = 'eq' | 'ne' | 'gt' | 'ge' | 'lt' | 'le';

/** Literals that are kept as the digits that were written, because no JavaScript number holds all of them. */
export type TextLiteralKind = 'int32' | 'int64' | 'double' | 'datetime' | 'guid' | 'binary';

/**
 * A value in a filter. `text` is without marks of its type: `5` for `5L`, `2024-01-01T00:00:00Z` for `datetime'...'`, `00ff` for `X'00ff'`.
 * Digits are kept as they are: the Double `5.0` stays `5.0`, and differs from the Int32 `5`.
 */
export type FilterLiteral =
  | { readonly kind: 'string'; readonly value: string }
  | { readonly kind: 'boolean'; readonly value: boolean }
  | { readonly kind: TextLiteralKind; readonly text: string };

/** Two or more. */
type FilterOperands = readonly [FilterNode, FilterNode, ...FilterNode[]];

export interface ComparisonNode {
  readonly kind: 'comparison';
  readonly property: string;
  readonly operator: ComparisonOperator;
  readonly literal: FilterLiteral;
}

/** A `$filter`. Parentheses that change the meaning become nested nodes; others are dropped. */
export type FilterNode =
  | { readonly kind: 'and' | 'or'; readonly operands: FilterOperands }
  | { readonly kind: 'not'; readonly operand: FilterNode }
  | ComparisonNode
  /** A Boolean property without a comparison: `IsActive`. */
  | { readonly kind: 'property'; readonly property: string };

/** The comparisons of a filter and its Boolean properties, in the order in which they are written. */
export function conditionsOf(
  node: FilterNode,
): readonly Extract<FilterNode, { readonly kind: 'comparison' | 'property' }>[] {
  switch (node.kind) {
    case 'and':
    case 'or':
      return node.operands.flatMap(conditionsOf);
    case 'not':
      return conditionsOf(node.operand);
    default:
      return [node];
  }
}
