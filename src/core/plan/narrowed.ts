import type { KeySpan } from '../keys/base/scheme.ts';
import { isSureBound, type Keys } from './spans.ts';
import type { ComparisonNode, ComparisonOperator, FilterNode } from '../odata/filterNode.ts';

/** What is left of a filter within one region: always true, never true, or the conditions that still have to be checked. */
export type Narrowed = FilterNode | boolean;

type Decide = (value: string, from: string, to: string | undefined) => boolean | undefined;

function isAllBelow(value: string, to: string | undefined): boolean {
  return to !== undefined && to <= value;
}

/** Whether all keys in [from, to) are less than a value (true), none is (false), or only some may be (undefined). */
const isLess: Decide = (value, from, to) =>
  isAllBelow(value, to) ? true : from >= value ? false : undefined;

/** The same for "less than or equal", which is "less than the next text". */
const isLessOrEqual: Decide = (value, from, to) => isLess(`${value}\u0000`, from, to);

const isEqual: Decide = (value, from, to) => {
  if (from === value && to === `${value}\u0000`) return true;
  return isAllBelow(value, to) || from > value ? false : undefined;
};

function opposite(decide: Decide): Decide {
  return (value, from, to) => {
    const met = decide(value, from, to);
    return met === undefined ? undefined : !met;
  };
}

const DECIDE: Readonly<Record<ComparisonOperator, Decide>> = {
  eq: isEqual,
  ne: opposite(isEqual),
  lt: isLess,
  ge: opposite(isLess),
  le: isLessOrEqual,
  gt: opposite(isLessOrEqual),
};

/** Whether all keys of a span meet a comparison (true), none does (false), or only some may (undefined, so the service must decide). */
function decided({ operator, literal }: ComparisonNode, { from = '', to }: KeySpan): boolean | undefined {
  if (literal.kind !== 'string') return undefined;
  const isOrder = operator !== 'eq' && operator !== 'ne';
  return isOrder && !isSureBound(literal.value) ? undefined : DECIDE[operator](literal.value, from, to);
}

/** Joins what is left of the operands, and flattens nested nodes of the same kind. */
function joined(kind: 'and' | 'or', operands: readonly Narrowed[]): Narrowed {
  const ends = kind === 'or';
  const left: FilterNode[] = [];
  for (const operand of operands) {
    if (operand === ends) return ends;
    if (typeof operand === 'boolean') continue;
    if (operand.kind === kind) left.push(...operand.operands);
    else left.push(operand);
  }
  const [first, second, ...rest] = left;
  if (first === undefined) return !ends;
  return second === undefined ? first : { kind, operands: [first, second, ...rest] };
}

/** What is left of a filter for the rows of a region: conditions on keys that the region decides are dropped. */
export function narrowed(node: FilterNode, region: Keys): Narrowed {
  switch (node.kind) {
    case 'and':
    case 'or':
      return joined(
        node.kind,
        node.operands.map((operand) => narrowed(operand, region)),
      );
    case 'not': {
      const operand = narrowed(node.operand, region);
      return typeof operand === 'boolean' ? !operand : { kind: 'not', operand };
    }
    case 'comparison':
      if (node.property === 'PartitionKey') return decided(node, region.partition) ?? node;
      if (node.property === 'RowKey') return decided(node, region.row ?? {}) ?? node;
      return node;
    default:
      return node;
  }
}
