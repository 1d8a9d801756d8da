import type { ReactNode } from 'react';
import type { QueryPlan } from '../../../core/plan/queryPlan.ts';
import { formatPlural } from '../../../ui/format.ts';
import { CopyButton } from '../../../ui/controls/CopyButton.tsx';
import { VisibleText } from '../../../ui/text/VisibleText.tsx';
import { Dialog } from '../../../ui/overlays/Dialog.tsx';
import { PlanVerdict } from './PlanVerdict.tsx';
import css from './plan.module.css';
import { wordsOf } from '../../../ui/text/VisibleText.tsx';

/** Every planned query with its exact filter, and the coverage checks beside them. */
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
      <td className={css.filterText}>
        {filter === undefined ? 'none: every row' : <VisibleText text={filter} />}
      </td>
      <td>
        <CopyButton label={`Copy filter of ${label}`} text={filter ?? ''} size="small" />
      </td>
    </tr>
  );
}
