/** How a property is compared with a value (Table service: Querying Tables and Entities). */
export type ComparisonOperator = 'eq' | 'ne' | 'gt' | 'ge' | 'lt' | 'le';

/** Literals kept as the digits that were written, because no number type holds them all. */
export type TextLiteralKind = 'int32' | 'int64' | 'double' | 'datetime' | 'guid' | 'binary';

/**
 * A value in a filter. `text` has no type marks: `5` for `5L`, `2024-01-01T00:00:00Z` for `datetime'...'`, `00ff` for
 * `X'00ff'`. Digits stay exact: Double `5.0` stays `5.0` and differs from Int32 `5`.
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

/** A `$filter`. Parentheses that change the meaning are kept as nesting; others are dropped. */
export type FilterNode =
  | { readonly kind: 'and' | 'or'; readonly operands: FilterOperands }
  | { readonly kind: 'not'; readonly operand: FilterNode }
  | ComparisonNode
  /** A Boolean property alone: `IsActive`. */
  | { readonly kind: 'property'; readonly property: string };
