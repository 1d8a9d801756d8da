import { type ReactNode, useState } from 'react';
import { keyAnatomy } from '../../../core/keys/keyAnatomy.ts';
import type { PlanFault, PlannedQuery, QueryPlan } from '../../../core/plan/queryPlan.ts';
import type { Result } from '../../../core/result.ts';
import { Button } from '../../../ui/controls/Button.tsx';
import { CopyButton } from '../../../ui/controls/CopyButton.tsx';
import { formatCount } from '../../../ui/format.ts';
import { KeyAnatomy } from '../../../ui/keys/KeyAnatomy.tsx';
import { useServices } from '../../shared/services.tsx';
import { useStore } from '../../shared/useStore.ts';
import { planFaultWords } from '../form/fieldFaults.ts';
import { PlanDialog } from './PlanDialog.tsx';
import css from '../query.module.css';
import { wordsOf } from '../../../ui/text/VisibleText.tsx';

/** What would be asked: how many queries of which class, the first range, and what to know before running. */
export function PlanLine({ plan }: { readonly plan: Result<QueryPlan, PlanFault> }): ReactNode {
  const [open, setOpen] = useState(false);
  const form = useStore(useServices().query);
  if (!plan.ok) {
    return <p className={css.plan}>{wordsOf(planFaultWords(plan.error, form))}</p>;
  }
  const { queries, queryClass, notes } = plan.value;
  const [first] = queries;
  return (
    <div className={css.plan}>
      <span>
        {formatCount(queries.length)} {queryClass} {queries.length === 1 ? 'query' : 'queries'}
      </span>
      {first !== undefined && <PlanRange planned={first} schemeId={plan.value.request.schemeId} />}
      <span className={css.notes}>{wordsOf(notes.join(' '))}</span>
      <span className={css.planActions}>
        <Button look="link" size="small" onPress={() => setOpen(true)}>
          Show all
        </Button>
        <CopyButton
          label="Copy filters"
          face="Copy"
          look="link"
          size="small"
          text={() =>
            queries.map((query) => `${query.tableName}\t${query.label}\t${query.filter ?? ''}`).join('\n')
          }
        />
      </span>
      <PlanDialog plan={plan.value} isOpen={open} onOpenChange={setOpen} />
    </div>
  );
}

/** The key range of one query in colours. */
function PlanRange(props: { readonly planned: PlannedQuery; readonly schemeId: string }): ReactNode {
  const { range } = props.planned;
  const isRowRange = range.row?.from !== undefined || range.row?.to !== undefined;
  const span = isRowRange ? range.row : range.partition;
  if (span?.from === undefined && span?.to === undefined)
    return <span className={css.range}>every partition</span>;
  const part = isRowRange ? 'row' : 'partition';
  const side = (name: string, text: string | undefined): ReactNode =>
    text !== undefined && (
      <>
        {name} <KeyAnatomy segments={keyAnatomy(props.schemeId, part, text)} />
      </>
    );
  return (
    <span className={css.range}>
      {isRowRange ? 'RowKey' : 'PartitionKey'} {side('ge', span?.from)} {side('lt', span?.to)}
    </span>
  );
}
