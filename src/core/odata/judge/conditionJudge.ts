import type { ComparisonNode, FilterNode } from '../filterNode.ts';
import { MAYBE, negated, NO, type Verdict, YES } from './verdict.ts';

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
