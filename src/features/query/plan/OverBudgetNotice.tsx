import { type ReactNode, useMemo } from 'react';
import { type EarlierRead, expectedRead } from '../../../core/design/query/expectedRead.ts';
import type { PlanFault, QueryPlan } from '../../../core/plan/queryPlan.ts';
import type { Result } from '../../../core/result.ts';
import type { Session } from '../../../state/connection/session.ts';
import type { OpenResult } from '../../../state/results/resultTabs.ts';
import { writeHash } from '../../../state/address/hashAddress.ts';
import { Button } from '../../../ui/controls/Button.tsx';
import { Notice } from '../../../ui/feedback/Notice.tsx';
import { useServices } from '../../shared/services.tsx';
import { useLoaded } from '../../shared/useLoaded.ts';
import { useStore } from '../../shared/useStore.ts';
import type { FormPart } from '../form/fieldFaults.ts';
import { overBudget } from './overBudget.ts';
import css from './plan.module.css';

function earlierReads(results: readonly OpenResult[]): readonly EarlierRead[] {
  return results.flatMap(({ services }) => {
    const run = services.run.get();
    if (run.phase !== 'ended') return [];
    const { plan, rows, bytes, completeness } = run;
    return [{ plan, rows, bytes, isWhole: completeness.state === 'complete' }];
  });
}

const loadMenu = () => import('../copy/CopyQueryMenu.tsx').then((module) => module.CopyJobMenu);

/** Said before Run: more rows than one result holds, and what to do instead. Nothing if they fit, or nothing tells. */
export function OverBudgetNotice(props: {
  readonly plan: Result<QueryPlan, PlanFault>;
  /** The result below is of this query. */
  readonly isRan: boolean;
  readonly session: Session | undefined;
  readonly onOpenPart: (part: FormPart) => void;
}): ReactNode {
  const { session, onOpenPart } = props;
  const plan = props.plan.ok && !props.isRan ? props.plan.value : undefined;
  const { query, results, keyspaceProbe } = useServices();
  const { all } = useStore(results);
  const probe = useStore(keyspaceProbe);
  const over = useMemo(() => {
    const probed = probe.kind === 'probed' && probe.phase !== 'running' ? probe : undefined;
    return plan && overBudget(plan, expectedRead(plan, earlierReads(all), probed));
  }, [plan, all, probe]);
  const menu = useLoaded(loadMenu, over !== undefined);
  if (over === undefined || plan === undefined || session === undefined) return undefined;
  const { title, why, isOfBytes, narrower } = over;
  return (
    <Notice
      tone="info"
      title={title}
      nextStep="Run stops there, and Continue reads on."
      isLive
      actions={
        <>
          {narrower !== undefined && (
            <Button onPress={() => query.change(narrower)}>Narrow the time range</Button>
          )}
          {isOfBytes && (
            <>
              <Button onPress={() => query.change({ select: 'PartitionKey,RowKey' })}>Read keys only</Button>
              <Button onPress={() => onOpenPart('columns')}>Choose columns</Button>
            </>
          )}
          <a
            className={css.countLink}
            href={writeHash('keyspace', [
              ['source', 'count'],
              ['table', plan.request.tableName],
            ])}
          >
            Only count the table
          </a>
          {menu.state === 'loaded' && <menu.value plan={plan} endpoint={session.connection.endpoint.url} />}
        </>
      }
    >
      {why}
    </Notice>
  );
}
