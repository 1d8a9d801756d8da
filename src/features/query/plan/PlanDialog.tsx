import { type ReactNode, useMemo } from 'react';
import type { QueryPlan } from '../../../core/plan/queryPlan.ts';
import { formatPlural } from '../../../ui/format.ts';
import { CopyButton } from '../../../ui/controls/CopyButton.tsx';
import { VisibleText, wordsOf } from '../../../ui/text/VisibleText.tsx';
import { Dialog } from '../../../ui/overlays/Dialog.tsx';
import css from './plan.module.css';
import { explainFilter } from '../../../core/design/query/explainFilter.ts';
import { measuredRows, type WholeRead } from '../../../core/design/query/measuredRows.ts';
import { judgePlan } from '../../../core/design/query/planVerdict.ts';
import { classTitle, planFacts, RATING_WORDS, reasonText } from '../../../core/design/query/verdictWords.ts';
import { parseFilter } from '../../../core/odata/filter.ts';
import { costsPreflight } from '../../../state/connection/session.ts';
import type { OpenResult } from '../../../state/results/resultTabs.ts';
import { useServices, useSession, useStore } from '../../shared/services.tsx';
import { VerdictParts } from '../../shared/VerdictParts.tsx';

/** Lists every planned query with its exact filter, and the coverage checks. */
export function PlanDialog(props: {
  readonly plan: QueryPlan;
  readonly isOpen: boolean;
  readonly onOpenChange: (isOpen: boolean) => void;
}): ReactNode {
  const { queries, guards, notes } = props.plan;
  return (
    <Dialog title="Planned queries" isOpen={props.isOpen} onOpenChange={props.onOpenChange} size="wide">
      <PlanVerdict plan={props.plan} />
      <ul className={css.planNotes}>
        {notes.map((note) => (
          <li key={note}>{wordsOf(note)}</li>
        ))}
        {guards.length > 0 && (
          <li>
            {formatPlural(guards.length, 'coverage check')} request one row each below, between and above the
            planned keys: a row there means that the plan does not cover the table.
          </li>
        )}
      </ul>
      <table className={css.planTable}>
        <thead>
          <tr>
            <th scope="col">Query</th>
            <th scope="col">Table</th>
            <th scope="col">Class</th>
            <th scope="col">$filter</th>
            <th scope="col">
              <span data-visually-hidden="">Copy</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {queries.map((query) => (
            <PlanRow key={query.index} {...query} />
          ))}
          {guards.map((guard) => (
            <PlanRow key={`check ${guard.index}`} {...guard} queryClass="coverage check, one row" />
          ))}
        </tbody>
      </table>
    </Dialog>
  );
}

function PlanRow(props: {
  readonly label: string;
  readonly tableName: string;
  readonly queryClass: string;
  readonly filter?: string | undefined;
}): ReactNode {
  const { label, tableName, queryClass, filter } = props;
  return (
    <tr>
      <th scope="row">{label}</th>
      <td>{wordsOf(tableName)}</td>
      <td>{queryClass}</td>
      <FilterCells of={label} filter={filter} />
    </tr>
  );
}

/** A filter, and a button that copies it, as the last cells of a table row. */
export function FilterCells(props: { readonly of: string; readonly filter: string | undefined }): ReactNode {
  const { of, filter } = props;
  return (
    <>
      <td className={css.filterText}>
        {filter === undefined ? 'none: every row' : <VisibleText text={filter} />}
      </td>
      <td>
        <CopyButton label={`Copy filter of ${of}`} text={filter ?? ''} size="small" />
      </td>
    </>
  );
}

/** The open results that hold all rows of their queries. */
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

/** What a plan costs, in full: its class with the reason, the figures, and what makes it slow. */
function PlanVerdict({ plan }: { readonly plan: QueryPlan }): ReactNode {
  const verdict = useMemo(() => judgePlan(plan), [plan]);
  const { all } = useStore(useServices().results);
  const session = useSession();
  const isPreflown = session !== undefined && costsPreflight(session);
  if (verdict === undefined) return undefined;
  const facts = [
    ...planFacts(verdict, measuredRows(plan, wholeReads(all))),
    ...(isPreflown ? [{ name: 'Preflights', value: 'one before each request: one more round trip' }] : []),
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
