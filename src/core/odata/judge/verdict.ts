import type { ComparisonOperator, ComparisonNode, FilterNode } from '../filterNode.ts';

/**
 * Whether a row meets a condition: NO, YES, or MAYBE if services differ or if nothing documents it. The order is that of Kleene's logic:
 * `and` is the minimum, `or` the maximum, and `not` swaps NO and YES.
 */
export type Verdict = 0 | 1 | 2;
export const NO: Verdict = 0;
export const MAYBE: Verdict = 1;
export const YES: Verdict = 2;

function negated(verdict: Verdict): Verdict {
  return (YES - verdict) as Verdict;
}

const HOLDS: Readonly<Record<ComparisonOperator, (order: number) => boolean>> = {
  eq: (order) => order === 0,
  ne: (order) => order !== 0,
  gt: (order) => order > 0,
  ge: (order) => order >= 0,
  lt: (order) => order < 0,
  le: (order) => order <= 0,
};

/**
 * The verdict for an order: below 0, 0 or above 0 if the value is less than, equal to or greater than the literal; NaN if that is not
 * known.
 */
export function verdictOf(operator: ComparisonOperator, order: number): Verdict {
  if (Number.isNaN(order)) return MAYBE;
  return HOLDS[operator](order) ? YES : NO;
}

/** The verdict for types that have no documented order. */
export function equalityVerdict(operator: ComparisonOperator, isEqual: boolean): Verdict {
  if (operator !== 'eq' && operator !== 'ne') return MAYBE;
  return isEqual === (operator === 'eq') ? YES : NO;
}

/** Returns the verdict on a row, given its number. */
export type RowJudge = (row: number) => Verdict;

/**
 * Turns a filter into one function over rows. `comparison` builds the function of each comparison; a Boolean property
 * alone becomes `property eq true`. MAX_FILTER_DEPTH bounds the recursion.
 */
export function conditionJudge(node: FilterNode, comparison: (node: ComparisonNode) => RowJudge): RowJudge {
  switch (node.kind) {
    case 'and':
    case 'or': {
      const judges = node.operands.map((operand) => conditionJudge(operand, comparison));
      const [start, end] = node.kind === 'and' ? [YES, NO] : [NO, YES];
      return (row) => {
        let found = start;
        for (const judge of judges) {
          const verdict = judge(row);
          if (verdict === end) return end;
          if (verdict === MAYBE) found = MAYBE;
        }
        return found;
      };
    }
    case 'not': {
      const judge = conditionJudge(node.operand, comparison);
      return (row) => negated(judge(row));
    }
    case 'comparison':
      return comparison(node);
    default: {
      const { property } = node;
      const literal = { kind: 'boolean', value: true } as const;
      return comparison({ kind: 'comparison', property, operator: 'eq', literal });
    }
  }
}
