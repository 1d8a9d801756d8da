import { toTicks, type Interval } from '../time/ticks.ts';
import { valueOf } from '../valueOf.fixture.ts';
import { planQueries } from './planQueries.ts';
import type { PlanFault, PlanRequest, QueryPlan } from './queryPlan.ts';

const UNIX_EPOCH = 621355968000000000n;

/** A window between two instants that Date can read. */
export function windowOf(from: string, to: string): Interval {
  const ticks = (iso: string) => toTicks(UNIX_EPOCH + BigInt(Date.parse(iso)) * 10000n);
  return { from: ticks(from), to: ticks(to) };
}

function requestOf(part: Partial<PlanRequest>): PlanRequest {
  return { tableName: 'DemoEventsVer1v0', schemeId: 'mds-prefixed', volume: 10, unprefixed: false, ...part };
}

export const planOf = (part: Partial<PlanRequest>): QueryPlan => valueOf(planQueries(requestOf(part)));

export function planFaultOf(part: Partial<PlanRequest>): PlanFault {
  const plan = planQueries(requestOf(part));
  if (plan.ok) throw new Error('The plan was made.');
  return plan.error;
}
