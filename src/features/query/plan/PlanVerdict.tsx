import { type ReactNode, useMemo } from 'react';
import { explainFilter } from '../../../core/design/query/explainFilter.ts';
import { measuredRows, type WholeRead } from '../../../core/design/query/measuredRows.ts';
import { judgePlan } from '../../../core/design/query/planVerdict.ts';
import { classTitle, planFacts, RATING_WORDS, reasonText } from '../../../core/design/query/verdictWords.ts';
import { parseFilter } from '../../../core/odata/filter.ts';
import type { QueryPlan } from '../../../core/plan/queryPlan.ts';
import { VisibleText } from '../../../ui/text/VisibleText.tsx';
import type { OpenResult } from '../../../state/results/resultTabs.ts';
import { useServices } from '../../shared/services.tsx';
import { VerdictParts } from '../../shared/VerdictParts.tsx';
import { useStore } from '../../shared/useStore.ts';
import css from './plan.module.css';
import { useCostsPreflight } from './useCostsPreflight.ts';

/** The open results that hold every row of their query. */
function wholeReads(results: readonly OpenResult[]): readonly WholeRead[] {
  return results.flatMap(({ services }) => {
    const run = services.run.get();
    return run.phase === 'ended' && run.completeness.state === 'complete'
      ? [
          {
            plan: run.plan,
            rows: run.rows,
            requests: run.requests.filter(({ kind }) => kind !== 'search').length,
          },
        ]
      : [];
  });
}

/** What a plan costs in full: its class with the reason, the figures, and what makes it slow. */
export function PlanVerdict({ plan }: { readonly plan: QueryPlan }): ReactNode {
  const verdict = useMemo(() => judgePlan(plan), [plan]);
  const { all } = useStore(useServices().results);
  const costsPreflight = useCostsPreflight();
  if (verdict === undefined) return undefined;
  const facts = [
    ...planFacts(verdict, measuredRows(plan, wholeReads(all))),
    ...(costsPreflight
      ? [{ name: 'Preflights', value: 'one before each request: one more round trip' }]
      : []),
  ];
  const filter = plan.request.filter === undefined ? undefined : parseFilter(plan.request.filter);
  const { worst } = verdict;
  return (
    <section className={css.verdict} aria-label="Verdict">
      <p>
        <strong>{classTitle(worst)}.</strong>{' '}
        <span className={css.class} data-rating={worst.rating}>
          {RATING_WORDS[worst.rating]}.
        </span>{' '}
        {reasonText(worst)}
      </p>
      {filter?.ok === true && (
        <p>
          Filter in words: <VisibleText text={explainFilter(filter.value, plan.request.tableName)} />.
        </p>
      )}
      <VerdictParts facts={facts} causes={worst.causes} />
    </section>
  );
}
