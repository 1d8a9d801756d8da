import { type ReactNode, useMemo } from 'react';
import type { PlanFault, QueryPlan } from '../../../core/plan/queryPlan.ts';
import type { Result } from '../../../core/result.ts';
import { keysOfSession } from '../../../state/connection/session.ts';
import { writeHash } from '../../../state/address/hashAddress.ts';
import { Button } from '../../../ui/controls/Button.tsx';
import { Notice } from '../../../ui/feedback/Notice.tsx';
import { useServices, useSession, useStore } from '../../shared/services.tsx';
import { useLoaded } from '../../shared/late.ts';
import type { FormPart } from '../form/chipWords.ts';
import css from './plan.module.css';
import { type ExpectedRead, expectedRead } from '../../../core/design/query/expectedRead.ts';
import { type Interval, TICKS_PER_SECOND, ticksToIso } from '../../../core/time/ticks.ts';
import { RESULT_BUDGET, resultsFilled } from '../../../state/run/resultBudget.ts';
import { numberText } from '../../../core/words.ts';
import type { ProbeState } from '../../../state/keyspace/probe.ts';
import type { NoRun, RunState } from '../../../state/run/runState.ts';
import { formatBytes, formatCount } from '../../../ui/format.ts';

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

const WHY = {
  'same query': 'An open result of the same query shows this.',
  'other window': 'Estimated from an open result of the same query over another time range.',
  probe: 'Estimated by the probe of this table.',
} as const;

/** Estimates what a plan will read, from those results and that probe whose sessions could read the same keys (`keysOfSession`). */
export function expectedHere(
  plan: QueryPlan,
  scope: string,
  runs: readonly (NoRun | RunState)[],
  probe: ProbeState,
): ExpectedRead | undefined {
  const reads = runs.flatMap((run) => {
    if (run.phase !== 'ended' || run.scope !== scope) return [];
    const { plan: own, rows, bytes, completeness } = run;
    return [{ plan: own, rows, bytes, isWhole: completeness.state === 'complete' }];
  });
  const isProbed = probe.kind === 'probed' && probe.phase !== 'running' && probe.scope === scope;
  return expectedRead(plan, reads, isProbed ? probe : undefined);
}

/** The shortened range aims at this share of the limit, because rows are not spread evenly. */
const AIM = 0.8;

/** By how much a plan exceeds one result; undefined if it fits or nothing is known. */
export function overBudget(plan: QueryPlan, expected: ExpectedRead | undefined) {
  if (expected === undefined) return undefined;
  const { rows, bytes = 0, isAtLeast, by } = expected;
  const filled = resultsFilled(expected);
  if (filled === undefined) return undefined;
  /** The number of rows fits but their bytes do not, so reading fewer columns helps. */
  const isOfBytes = rows < RESULT_BUDGET.rows;
  const about = isAtLeast ? 'At least' : by === 'same query' ? 'All' : 'About';
  const title = isOfBytes
    ? `${about} ${formatBytes(bytes)}: one result holds ${formatBytes(RESULT_BUDGET.bytes)}.`
    : `${about} ${by === 'same query' ? formatCount(rows) : numberText(rows)} rows: one result holds ${formatCount(RESULT_BUDGET.rows)}.`;
  const { window } = plan.request;
  /** A change of the form that shortens the time range until the rows fit; undefined if the query has no time range. */
  const narrower = window && {
    from: ticksToIso(fromWholeMinute(window, (Number(window.to - window.from) * AIM) / filled)),
    to: ticksToIso(window.to),
    windowGiven: true,
  };
  return { title, why: WHY[by], isOfBytes, isAtLeast, narrower };
}

const MINUTE = 60n * TICKS_PER_SECOND;

/** The beginning of the last part of a window: the next whole minute, if that is within it. */
function fromWholeMinute({ to }: Interval, lengthTicks: number): bigint {
  const from = to - BigInt(Math.floor(lengthTicks));
  const minute = ((from + MINUTE - 1n) / MINUTE) * MINUTE;
  return minute < to ? minute : from;
}
