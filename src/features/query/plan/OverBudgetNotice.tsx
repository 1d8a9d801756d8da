import { type ReactNode, useMemo } from 'react';
import type { PlanFault, QueryPlan } from '../../../core/plan/queryPlan.ts';
import type { Result } from '../../../core/result.ts';
import { keysOfSession } from '../../../state/connection/session.ts';
import { writeHash } from '../../../state/address/hashAddress.ts';
import { Button } from '../../../ui/controls/Button.tsx';
import { Notice } from '../../../ui/feedback/Notice.tsx';
import { useServices, useSession } from '../../shared/services.tsx';
import { useLoaded } from '../../shared/useLoaded.ts';
import { useStore } from '../../shared/useStore.ts';
import type { FormPart } from '../form/fieldFaults.ts';
import { expectedHere, overBudget } from './overBudget.ts';
import css from './plan.module.css';

const loadMenu = () => import('../copy/CopyQueryMenu.tsx').then((module) => module.CopyJobMenu);

/**
 * Warns before Run that a plan reads more than one result holds, and offers alternatives. Without an estimate it can only offer them once
 * the run has stopped at the limit.
 */
export function OverBudgetNotice(props: {
  readonly plan: Result<QueryPlan, PlanFault>;
  /** The query was already run, and its result is shown below: says nothing unless rows are missing. */
  readonly isRan: boolean;
  readonly onOpenPart: (part: FormPart) => void;
}): ReactNode {
  const session = useSession();
  const plan = props.plan.ok ? props.plan.value : undefined;
  const { query, results, keyspaceProbe } = useServices();
  const { all } = useStore(results);
  const probe = useStore(keyspaceProbe);
  const scope = session && keysOfSession(session);
  const over = useMemo(() => {
    if (plan === undefined || scope === undefined) return undefined;
    const runs = all.map(({ services }) => services.run.get());
    return overBudget(plan, expectedHere(plan, scope, runs, probe));
  }, [plan, scope, all, probe]);
  const menu = useLoaded(loadMenu, over !== undefined);
  if (over === undefined || plan === undefined || session === undefined) return undefined;
  if (props.isRan && !over.isAtLeast) return undefined;
  const { title, why, isOfBytes, narrower } = over;
  return (
    <Notice
      tone="info"
      title={title}
      nextStep={`Run stops at that limit; Continue reads more.${isOfBytes ? '' : ' Fewer columns do not help: rows are the limit.'}`}
      isLive
      actions={
        <>
          {narrower !== undefined && (
            <Button onPress={() => query.change(narrower)}>Narrow the time range</Button>
          )}
          {isOfBytes && (
            <>
              <Button onPress={() => query.change({ select: 'PartitionKey,RowKey' })}>Read keys only</Button>
              <Button onPress={() => props.onOpenPart('columns')}>Choose columns</Button>
            </>
          )}
          <a
            className={css.countLink}
            href={writeHash('keyspace', [
              ['source', 'count'],
              ['table', plan.request.tableName],
            ])}
          >
            Count only
          </a>
          {menu.state === 'loaded' && <menu.value plan={plan} endpoint={session.connection.endpoint.url} />}
        </>
      }
    >
      {why}
    </Notice>
  );
}
