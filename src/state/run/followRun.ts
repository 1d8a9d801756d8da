import { ARRIVAL_MARGIN_MS, completenessState } from '../../core/plan/completeness.ts';
import { type JoinedPlan, joinRound, roundPlan, whyNotFollowed } from '../../core/plan/followPlan.ts';
import type { QueryPlan } from '../../core/plan/queryPlan.ts';
import { ok } from '../../core/result.ts';
import type { Interval } from '../../core/time/interval.ts';
import { clampTicks, type Ticks, TICKS_PER_MS, ticksFromUnixMs } from '../../core/time/ticks.ts';
import type { TablesEnv } from '../../tables/base/env.ts';
import type { RowStoreClient } from '../../workers/rowStoreClient.ts';
import { createRunControl, type RunControl, type RunPause } from '../../tables/pacing/pause.ts';
import { nextBudget, type ReadAmount, RUN_BUDGET } from '../../tables/progress/runBudget.ts';
import type { PageSink, QueryProgress, RunOptions, RunOutcome } from '../../tables/progress/runTypes.ts';
import type { runQueries } from '../../tables/run/runQueries.ts';
import { type FollowSeconds, type FollowState, heldBy, type RoundCounts } from './followState.ts';
import { runFacts } from './runFacts.ts';
import type { Collected } from './runSoFar.ts';
import { runSpec } from './runSpec.ts';
import type { RunState } from './runState.ts';

/** What a round reads, and the plan of all that is read with it. */
interface Round {
  readonly plan: QueryPlan;
  readonly joined: JoinedPlan;
  /** Until when everything had been read before it. */
  readonly readTo: Ticks;
}

/**
 * The next round. Rows arrive up to ARRIVAL_MARGIN_MS after their time: a row that the last reading missed is at most so much older than
 * the beginning of that reading.
 * @param readFromMs when the last complete reading began
 */
function nextRound(
  plan: QueryPlan,
  existing: (plan: QueryPlan) => QueryPlan,
  { readFromMs, nowMs }: { readonly readFromMs: number; readonly nowMs: number },
): Round | string {
  const { window } = plan.request;
  if (window === undefined) return 'The query has no time range.';
  const earlier = (a: Ticks, b: Ticks): Ticks => (a < b ? a : b);
  const now = ticksFromUnixMs(nowMs);
  const readTo = earlier(window.to, earlier(ticksFromUnixMs(readFromMs), now));
  const late = clampTicks(readTo - BigInt(ARRIVAL_MARGIN_MS) * TICKS_PER_MS);
  const reads: Interval = {
    from: late > window.from ? late : window.from,
    to: window.to > now ? window.to : now,
  };
  if (reads.from >= reads.to) return 'The time range has not begun yet.';
  const planned = roundPlan(plan, reads);
  if (!planned.ok) return planned.error.message;
  const round = existing(planned.value);
  return { plan: round, joined: joinRound(plan, round), readTo };
}

/** Why the claim of a result cannot be that of all its time with the round; undefined: it can. */
function whyNotRead(
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
  // What was open before stays open, for the same reasons.
  if (claim.state === state && outcome.queries.every((query) => query.state === 'done')) return undefined;
  return 'reasons' in claim ? (claim.reasons[0]?.text ?? '') : '';
}

/** What a result has read with a round. `isRead`: its keys count as read too; otherwise only its rows and costs do. */
function withRound(
  before: RunOutcome,
  { joined }: Round,
  outcome: RunOutcome,
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
  return { ...before, queries, guards, firstReadAtMs: outcome.firstReadAtMs, readAtMs: outcome.readAtMs };
}

/** A query and what a round read of it. A row that took the place of another is not one more. */
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

/** See QueryRunDeps. */
interface FollowDeps {
  readonly env: TablesEnv;
  readonly rows: RowStoreClient;
  readonly budget?: ReadAmount;
  readonly heldByOthers?: () => ReadAmount;
}

/** What following a result takes. */
export interface Followed {
  readonly deps: FollowDeps;
  readonly runQueries: typeof runQueries;
  readonly existing: (plan: QueryPlan) => QueryPlan;
  /** Its run has ended. */
  readonly collected: Collected;
  /** When it began to be read, by the service's clock. */
  readonly readFromMs: number;
  readonly everySeconds: FollowSeconds;
  /** The sources of a run, without what each round has of its own. */
  readonly sources: Omit<
    RunOptions,
    'queries' | 'guards' | 'sink' | 'signal' | 'control' | 'budget' | 'onEvent'
  >;
  readonly watchPauses: (control: RunControl) => {
    readonly onPause: (pause: RunPause | undefined) => void;
    readonly end: () => void;
  };
  readonly publish: () => void;
}

/** A result that is being followed. */
export interface Following {
  readonly setEvery: (seconds: FollowSeconds) => void;
  /** Ends it, and says why. */
  readonly end: (why: string) => void;
}

/** Reads a result on, round after round, until it is ended, full, or its rows are lost. Undefined: it cannot be followed. */
export function followRun(followed: Followed): Following | undefined {
  const { deps, collected, publish } = followed;
  const { env } = deps;
  if (whyNotFollowed(collected.snapshot()) !== undefined) return undefined;
  const stopping = new AbortController();
  const limit = nextBudget(deps.budget ?? RUN_BUDGET, heldBy(collected.snapshot()), deps.heldByOthers?.());
  let timer: ReturnType<TablesEnv['setTimer']> | undefined;
  let fromMs = followed.readFromMs;
  const before = collected.follow ?? {
    total: NO_ROWS,
    lateRows: new Set(),
    againBytes: 0,
    requestsLeftOut: 0,
    rounds: 0,
  };
  collected.follow = { ...before, everySeconds: followed.everySeconds, phase: 'waiting', fault: undefined };
  const set = (change: Partial<FollowState>): void => {
    if (collected.follow !== undefined) collected.follow = { ...collected.follow, ...change };
    publish();
  };
  const end = (ended: string): void => {
    if (stopping.signal.aborted) return;
    stopping.abort();
    if (timer !== undefined) env.clearTimer(timer);
    forget?.();
    set({ phase: { ended } });
  };
  const isAway = (): boolean => !env.isOnline() || env.isVisible?.() === false;
  let startedMs = env.monotonicMs();
  const wait = (): void => {
    const everyMs = (collected.follow?.everySeconds ?? followed.everySeconds) * 1000;
    timer = env.setTimer(() => void next(), Math.max(0, startedMs + everyMs - env.monotonicMs()));
  };
  const next = async (): Promise<void> => {
    timer = undefined;
    startedMs = env.monotonicMs();
    if (isAway()) set({ phase: 'away' });
    else {
      set({ phase: 'reading' });
      const done = await readRound(followed, { fromMs, limit, signal: stopping.signal });
      fromMs = done.fromMs ?? fromMs;
      if (stopping.signal.aborted) publish();
      else if (done.ended !== undefined) end(done.ended);
      else set({ phase: 'waiting' });
    }
    if (!stopping.signal.aborted) wait();
  };
  const forget = env.onReturn?.(() => {
    if (collected.follow?.phase !== 'away' || isAway() || timer === undefined) return;
    env.clearTimer(timer);
    void next();
  });
  void next();
  const setEvery = (everySeconds: FollowSeconds): void => {
    set({ everySeconds });
    if (timer === undefined) return;
    env.clearTimer(timer);
    wait();
  };
  return { setEvery, end };
}

/** While a result is followed for hours, only its newest requests are kept in the list, because each frame goes through all of them. */
export const KEPT_REQUESTS = 10_000;
const NO_ROWS: RoundCounts = { added: 0, changed: 0, late: 0 };
const FULL = 'The result has as many rows as this tab holds at once. Follow again to read on.';

interface RoundDone {
  /** When it began, if all was read. */
  readonly fromMs?: number;
  /** Why no round follows; undefined: the next one does. */
  readonly ended?: string;
}

async function readRound(
  followed: Followed,
  {
    fromMs,
    limit,
    signal,
  }: { readonly fromMs: number; readonly limit: ReadAmount; readonly signal: AbortSignal },
): Promise<RoundDone> {
  const { deps, collected, publish } = followed;
  const { runId, plan } = collected.subject;
  const nowMs = deps.env.nowMs();
  const held = heldBy(collected.snapshot());
  const budget = { rows: limit.rows - held.rows, bytes: limit.bytes - held.bytes };
  if (budget.rows <= 0 || budget.bytes <= 0) return { ended: FULL };
  const round = nextRound(plan, followed.existing, { readFromMs: fromMs, nowMs });
  if (typeof round === 'string') return { ended: round };
  const { sink, brought } = roundSink(deps.rows, runId, round);
  const control = createRunControl();
  const pauses = followed.watchPauses(control);
  try {
    await deps.rows.extend({ spec: runSpec(runId, round.joined.plan), readTo: round.readTo });
    const outcome = await followed.runQueries({
      ...followed.sources,
      queries: round.plan.queries,
      guards: round.plan.guards,
      sink,
      signal,
      control,
      budget,
      onEvent: (event) => {
        if (event.kind !== 'pause') return;
        pauses.onPause(event.pause);
        publish();
      },
    });
    const isRead = take(collected, round, outcome, brought(), deps.env.nowMs());
    const isFull = outcome.stoppedBy === 'rows' || outcome.stoppedBy === 'bytes';
    return { ...(isRead && { fromMs: nowMs }), ...(isFull && { ended: FULL }) };
  } catch (caught) {
    return { ended: caught instanceof Error ? caught.message : 'A round ended by an unknown fault.' };
  } finally {
    pauses.end();
  }
}

/** What the pages of a round brought. */
interface Brought {
  readonly counts: RoundCounts;
  readonly lateRows: readonly number[];
  /** By query of the round: rows that took the place of others. */
  readonly changed: readonly number[];
  readonly againBytes: number;
  /** The least number of a row; infinite: there is none. */
  readonly firstRow: number;
}

function roundSink(
  rows: RowStoreClient,
  runId: number,
  { joined }: Round,
): { readonly sink: PageSink; readonly brought: () => Brought } {
  const changed: number[] = [];
  const lateRows: number[] = [];
  let [firstRow, againBytes, added] = [Number.POSITIVE_INFINITY, 0, 0];
  return {
    sink: async (queryIndex, page, slot) => {
      const bytes = page.body.length;
      const receipt = await rows.append(runId, joined.queries[queryIndex] ?? 0, page.body, slot);
      if (!receipt.ok) return receipt;
      const { anomalies, round = { added: 0, changed: 0, late: [] }, ...stored } = receipt.value;
      const { shared = 0 } = stored;
      if (shared > 0) againBytes += Math.round((bytes * shared) / (stored.rows + shared));
      if (stored.rows > 0) firstRow = Math.min(firstRow, stored.totalRows - stored.rows);
      changed[queryIndex] = (changed[queryIndex] ?? 0) + round.changed;
      added += round.added;
      lateRows.push(...round.late);
      // Without anomalies, the run itself checks that pages follow each other.
      const isOdd = anomalies.outOfOrder + anomalies.repeated + anomalies.outside > 0;
      return ok({ ...stored, ...(isOdd && { anomalies }) });
    },
    brought: () => ({
      counts: { added, changed: changed.reduce((sum, rows) => sum + rows, 0), late: lateRows.length },
      lateRows,
      changed,
      againBytes,
      firstRow,
    }),
  };
}

/** Adds a round to a result. Whether all of it was read, so that the result claims its time too. */
function take(run: Collected, round: Round, outcome: RunOutcome, brought: Brought, atMs: number): boolean {
  const before = run.end?.kind === 'finished' ? run.end.outcome : undefined;
  if (before === undefined || run.follow === undefined) return false;
  const fault = whyNotRead(run, run.snapshot().completeness.state, round, outcome);
  const isRead = fault === undefined;
  const joined = withRound(before, round, outcome, brought.changed, isRead);
  run.end = { kind: 'finished', outcome: joined };
  const requests = [...run.requestsAfter, ...requestsOf(round, outcome, joined)];
  run.requestsAfter = requests.slice(-KEPT_REQUESTS);
  if (isRead) run.subject = { ...run.subject, plan: round.joined.plan };
  const { rounds, total, againBytes, lateRows, requestsLeftOut } = run.follow;
  const { counts, firstRow } = brought;
  run.follow = {
    ...run.follow,
    rounds: rounds + 1,
    // A round that was stopped has not failed.
    fault: typeof run.follow.phase === 'string' ? fault : run.follow.fault,
    lateRows: new Set([...lateRows, ...brought.lateRows]),
    againBytes: againBytes + brought.againBytes,
    requestsLeftOut: requestsLeftOut + requests.length - run.requestsAfter.length,
    total: {
      added: total.added + counts.added,
      changed: total.changed + counts.changed,
      late: total.late + counts.late,
    },
    ...(isRead && { readAtMs: atMs }),
  };
  if (firstRow === Number.POSITIVE_INFINITY) return isRead;
  run.dataVersion += 1;
  run.follow = { ...run.follow, last: { ...counts, atMs, round: rounds + 1, firstRow } };
  return isRead;
}

/** The requests of a round, as those of the queries that they are of now. */
function requestsOf(
  { joined }: Round,
  { requests }: RunOutcome,
  { queries }: RunOutcome,
): RunOutcome['requests'] {
  return requests.map((request) => {
    const own = (request.kind === 'guard' ? joined.guards : joined.queries)[request.queryIndex] ?? 0;
    return { ...request, queryIndex: request.kind === 'guard' || own < queries.length ? own : 0 };
  });
}
