import { type ReactNode, useMemo } from 'react';
import { judgeQuery, type Verdict } from '../../../core/design/query/verdict.ts';
import { classTitle, reasonText, verdictFacts } from '../../../core/design/query/verdictWords.ts';
import { parseFilter } from '../../../core/odata/filter.ts';
import type { PlannedQuery } from '../../../core/plan/queryPlan.ts';
import css from './plan.module.css';

const RATINGS = ['best', 'good', 'costly', 'worst'] as const;
/** Queries of one plan differ in their keys only; a few show the worst class. */
const MOST_JUDGED = 20;

function verdictOf({ filter }: PlannedQuery): Verdict | undefined {
  if (filter === undefined) return judgeQuery(undefined);
  const node = parseFilter(filter);
  return node.ok ? judgeQuery(node.value) : undefined;
}

/** What each planned query costs: the most expensive one in words, with its figures. */
export function PlanVerdict({ queries }: { readonly queries: readonly PlannedQuery[] }): ReactNode {
  const worst = useMemo(
    () =>
      queries
        .slice(0, MOST_JUDGED)
        .flatMap((query) => verdictOf(query) ?? [])
        .toSorted((a, b) => RATINGS.indexOf(b.rating) - RATINGS.indexOf(a.rating))[0],
    [queries],
  );
  if (worst === undefined) return undefined;
  const facts = verdictFacts(worst).map(({ name, value }) => `${name}: ${value}`);
  return (
    <p className={css.planNotes}>
      <strong>{classTitle(worst)}.</strong> {reasonText(worst)} {queries.length > 1 ? 'Each query: ' : ''}
      {facts.join('; ')}.
    </p>
  );
}
