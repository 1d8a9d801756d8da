import { expect, it } from 'vitest';
import type { FilterNode } from '../filterNode.ts';
import { parsedFilter } from '../parsedFilter.fixture.ts';
import { conditionJudge, type Verdict } from './verdict.ts';

/** The verdict on a filter in which `A eq 0`, `A eq 1` and `A eq 2` are NO, MAYBE and YES. */
function judged(text: string): Verdict {
  return conditionJudge(parsedFilter(text), ({ literal }) => {
    const verdict = Number(literal.kind === 'int32' ? literal.text : Number.NaN) as Verdict;
    return () => verdict;
  })(0);
}

it('`and` is the lowest verdict, `or` the highest, and `not` swaps NO and YES', () => {
  for (const a of [0, 1, 2]) {
    expect(judged(`not (A eq ${a})`)).toBe(2 - a);
    for (const b of [0, 1, 2])
      for (const c of [0, 1, 2]) {
        const texts = [a, b, c].map((each) => `A eq ${each}`);
        expect([a, b, c, judged(texts.join(' and '))]).toEqual([a, b, c, Math.min(a, b, c)]);
        expect([a, b, c, judged(texts.join(' or '))]).toEqual([a, b, c, Math.max(a, b, c)]);
      }
  }
});

it('a Boolean property alone is compared with true', () => {
  const seen: FilterNode[] = [];
  conditionJudge({ kind: 'property', property: 'Ok' }, (node) => {
    seen.push(node);
    return () => 0;
  });
  expect(seen).toEqual([
    { kind: 'comparison', property: 'Ok', operator: 'eq', literal: { kind: 'boolean', value: true } },
  ]);
});
