import { completenessState } from '../../core/plan/completeness.ts';
import { type JoinedPlan, joinRound, roundPlan } from '../../core/plan/followPlan.ts';
import type { QueryPlan } from '../../core/plan/queryPlan.ts';
import { type Ticks, ticksFromUnixMs } from '../../core/time/ticks.ts';
import type { QueryProgress, RunOutcome } from '../../tables/progress/runTypes.ts';
import type { Reread } from './followState.ts';
import { runFacts } from './runFacts.ts';
import type { Collected } from './runSoFar.ts';
import type { RunState } from './runState.ts';

/** What a round reads, and the plan that the result has after it. */
export interface Round {
  readonly plan: QueryPlan;
  readonly joined: JoinedPlan;
  /** End of the time that was completely read before this round. */
  readonly readTo: Ticks;
  /** The next `FollowState.rereads`, if the round is complete. */
  readonly rereads: readonly Reread[];
}

/**
 * Plans the next round. It reads the new time and, before that, each stretch of `rereads` that is due, or every one if `readsAll`. A row
 * that was up to `ms` late and missed by the last reading of its stretch has a time of at least `begunMs - ms`, so the stretch is read from
 * there. Returns the reason if there is nothing to read.
 */
export function nextRound(
  plan: QueryPlan,
  existing: (plan: QueryPlan) => QueryPlan,
  {
    rereads,
    nowMs,
    readsAll,
  }: { readonly rereads: readonly Reread[]; readonly nowMs: number; readonly readsAll: boolean },
): Round | string {
  const { window } = plan.request;
  if (window === undefined) return 'The query has no time range.';
  const now = ticksFromUnixMs(nowMs);
  const earliest = (times: readonly Ticks[]): Ticks =>
    times.reduce((least, time) => (time < least ? time : least), window.to < now ? window.to : now);
  const since = ({ ms, begunMs }: Reread): Ticks => ticksFromUnixMs(begunMs - ms);
  const isDue = ({ ms, begunMs }: Reread, at: number): boolean =>
    readsAll || at === rereads.length - 1 || nowMs - begunMs >= ms;
  const late = earliest(rereads.filter(isDue).map(since));
  const reads = {
    from: late > window.from ? late : window.from,
    to: window.to > now ? window.to : now,
  };
  if (reads.from >= reads.to) return 'The time range has not begun yet.';
  const planned = roundPlan(plan, reads);
  if (!planned.ok) return planned.error.message;
  const round = existing(planned.value);
  return {
    plan: round,
    joined: joinRound(plan, round),
    readTo: earliest(rereads.slice(-1).map(({ begunMs }) => ticksFromUnixMs(begunMs))),
    rereads: rereads.map((each) => (since(each) < late ? each : { ...each, begunMs: nowMs })),
  };
}

/** Why a result may not claim the time that a round read; undefined if it may. */
export function whyNotRead(
  run: Collected,
  state: RunState['completeness']['state'],
  round: Round,
  outcome: RunOutcome,
): string | undefined {
  const facts = runFacts(round.plan, {
    progress: outcome.queries,
    guards: outcome.guards,
    end: { kind: 'finished', outcome },
    startedAtUnixMs: run.startedAtUnixMs,
    otherTables: run.otherTables,
    sasKeys: run.sasKeys,
  });
  const claim = completenessState(facts);
  if (claim.state === 'complete') return undefined;
  // The result has this state already, and the round leaves no gap of its own.
  if (claim.state === state && outcome.queries.every((query) => query.state === 'done')) return undefined;
  return 'reasons' in claim ? (claim.reasons[0]?.text ?? '') : '';
}

/** Adds a round to what a result has read. Unless `isRead`, only its rows and requests count, and its keys do not count as read. */
export function withRound(
  before: RunOutcome,
  { joined, rereads }: Round,
  outcome: Pick<RunOutcome, 'queries' | 'guards' | 'readAtMs'>,
  changed: readonly number[],
  isRead: boolean,
): RunOutcome {
  const queries = [...before.queries];
  for (const [at, read] of outcome.queries.entries()) {
    const own = joined.queries[at] ?? 0;
    const index = isRead || own < queries.length ? own : 0;
    const known = queries[index];
    const label = joined.plan.queries[index]?.label ?? read.label;
    queries[index] =
      known === undefined ? { ...read, index, label } : summed(known, read, changed[at] ?? 0, isRead);
  }
  if (!isRead) return { ...before, queries };
  const guards = [...before.guards];
  for (const [at, checked] of outcome.guards.entries()) {
    const index = joined.guards[at] ?? at;
    guards[index] = { ...checked, index };
  }
  // Rows may be missing that arrived after the last reading of the longest stretch began.
  return { ...before, queries, guards, firstReadAtMs: rereads[0]?.begunMs ?? 0, readAtMs: outcome.readAtMs };
}

/** Adds what a round read to the progress of a query. A row that replaced an older copy is not counted again. */
function summed(known: QueryProgress, round: QueryProgress, changed: number, isRead: boolean): QueryProgress {
  const sum = (a = 0, b = 0): number | undefined => a + b || undefined;
  return {
    ...known,
    pages: known.pages + round.pages,
    emptyPages: known.emptyPages + round.emptyPages,
    rows: known.rows + round.rows - changed,
    bytes: known.bytes + round.bytes,
    requests: known.requests + round.requests,
    retries: known.retries + round.retries,
    unjudged: sum(known.unjudged, round.unjudged),
    besideWindow: sum(known.besideWindow, round.besideWindow),
    ...(isRead && round.anomalies !== undefined && { anomalies: round.anomalies }),
    ...(isRead &&
      round.readsSecondary === true && { readsSecondary: true, secondarySyncMs: round.secondarySyncMs ?? 0 }),
  };
}

/** Gives the requests of a round the numbers that their queries and checks have in the result. */
export function requestsOf(
  { joined }: Round,
  { requests }: RunOutcome,
  { queries }: RunOutcome,
): RunOutcome['requests'] {
  return requests.map((request) => {
    const own = (request.kind === 'guard' ? joined.guards : joined.queries)[request.queryIndex] ?? 0;
    return { ...request, queryIndex: request.kind === 'guard' || own < queries.length ? own : 0 };
  });
}
