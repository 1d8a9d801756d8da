import { countText } from '../../core/words.ts';
import { whyNotFollowed } from '../../core/plan/followPlan.ts';
import type { QueryPlan } from '../../core/plan/queryPlan.ts';
import { ok } from '../../core/result.ts';
import type { TablesEnv } from '../../tables/base/clock.ts';
import type { RowStoreClient } from '../../workers/rowStoreClient.ts';
import { createRunControl, type RunControl, type RunPause } from '../../tables/pacing/pause.ts';
import {
  isCeiling,
  nextBudget,
  type ReadAmount,
  RUN_BUDGET,
  type RunBudget,
  spentPart,
} from '../../tables/progress/runBudget.ts';
import type { PageSink, QueryProgress, RunOptions, RunOutcome } from '../../tables/progress/runTypes.ts';
import type { runQueries } from '../../tables/run/runQueries.ts';
import { nextRound, requestsOf, type Round, whyNotRead, withRound } from './followRounds.ts';
import { type FollowSeconds, type FollowState, heldBy, REREAD_MS, type RoundCounts } from './followState.ts';
import type { Collected } from './runSoFar.ts';
import { runSpec } from './runSpec.ts';

/** See QueryRunDeps. */
interface FollowDeps {
  readonly env: TablesEnv;
  readonly rows: Pick<RowStoreClient, 'append' | 'extend'>;
  readonly budget?: ReadAmount;
  readonly heldByOthers?: () => ReadAmount;
}

/** What following a result needs. */
export interface Followed {
  readonly deps: FollowDeps;
  readonly runQueries: typeof runQueries;
  readonly existing: (plan: QueryPlan) => QueryPlan;
  /** The result. Its run has ended. */
  readonly collected: Collected;
  /** When its run began, by the service's clock, ms since the Unix epoch. */
  readonly readFromMs: number;
  readonly everySeconds: FollowSeconds;
  /** Options of the run that all rounds share. */
  readonly sources: Omit<
    RunOptions,
    'queries' | 'guards' | 'sink' | 'signal' | 'control' | 'budget' | 'onEvent' | 'answered'
  >;
  readonly watchPauses: (control: RunControl) => {
    readonly onPause: (pause: RunPause | undefined) => void;
    readonly end: () => void;
  };
  readonly picture: Picture;
}

/** Draws a result, at once (`now`) or in the next frame (`soon`). */
export interface Picture {
  readonly now: () => void;
  readonly soon: () => void;
}

/** A result that is being followed. */
export interface Following {
  readonly setEvery: (seconds: FollowSeconds) => void;
  /** Ends it, and says why. */
  readonly end: (why: string) => void;
}

/** Follows a result, round after round, until it is stopped or full, or its rows are lost. Undefined: it cannot be followed. */
export function followRun(followed: Followed): Following | undefined {
  const { deps, collected, picture } = followed;
  const { env } = deps;
  if (whyNotFollowed(collected.snapshot()) !== undefined) return undefined;
  const stopping = new AbortController();
  const limit = nextBudget(deps.budget ?? RUN_BUDGET, heldBy(collected.snapshot()), deps.heldByOthers?.());
  let timer: ReturnType<TablesEnv['setTimer']> | undefined;
  let isFirst = true;
  const before = collected.follow ?? {
    total: NO_ROWS,
    lateRows: new Set(),
    againBytes: 0,
    requestsLeftOut: 0,
    rounds: 0,
    rereads: REREAD_MS.map((ms) => ({ ms, begunMs: followed.readFromMs })),
  };
  collected.follow = { ...before, everySeconds: followed.everySeconds, phase: 'waiting', fault: undefined };
  const set = (change: Partial<FollowState>): void => {
    if (collected.follow !== undefined) collected.follow = { ...collected.follow, ...change };
    picture.now();
  };
  const end = (ended: string): void => {
    if (stopping.signal.aborted) return;
    stopping.abort();
    if (timer !== undefined) env.clearTimer(timer);
    forget?.();
    set({ phase: { ended }, reading: undefined });
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
      const ended = await readRound(followed, { limit, isFirst, signal: stopping.signal });
      isFirst = false;
      if (stopping.signal.aborted) picture.now();
      else if (ended !== undefined) end(ended);
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
const KEPT_REQUESTS = 10_000;
const NO_ROWS: RoundCounts = { added: 0, changed: 0, late: 0 };
const CLOSED = 'The connection is closed. Connect again, then press Follow.';

/** Explains why following ends when the result is full. */
function fullWords(limit: RunBudget, part: 'rows' | 'bytes', { rows }: ReadAmount): string {
  return isCeiling(limit, part)
    ? 'This tab holds no more rows. Close other results, or run the query again for a shorter time.'
    : `${countText(rows)} rows are here, and more could slow this tab down. Press Follow to read on.`;
}

/** Reads one round. Returns why following ends, or undefined if it continues. */
async function readRound(
  followed: Followed,
  {
    limit,
    isFirst,
    signal,
  }: { readonly limit: RunBudget; readonly isFirst: boolean; readonly signal: AbortSignal },
): Promise<string | undefined> {
  const { deps, collected, picture } = followed;
  const { runId, plan } = collected.subject;
  const { follow, end } = collected;
  if (follow === undefined || end?.kind !== 'finished') return 'Its rows are lost.';
  const nowMs = deps.env.nowMs();
  const held = heldBy(collected.snapshot());
  const full = spentPart(limit, held);
  if (full !== undefined) return fullWords(limit, full, held);
  const round = nextRound(plan, followed.existing, { rereads: follow.rereads, nowMs, readsAll: isFirst });
  if (typeof round === 'string') return round;
  const { sink, brought } = roundSink(deps.rows, collected, round);
  const isAnswered = ({ index }: { readonly index: number }): boolean =>
    (end.outcome.queries[index]?.pages ?? 0) > 0;
  const control = createRunControl();
  const pauses = followed.watchPauses(control);
  const soFar: QueryProgress[] = [];
  try {
    await deps.rows.extend({ spec: runSpec(runId, round.joined.plan), readTo: round.readTo });
    const outcome = await followed.runQueries({
      ...followed.sources,
      answered: plan.queries.filter(isAnswered).map(({ tableName }) => tableName),
      queries: round.plan.queries,
      guards: round.plan.guards,
      sink,
      signal,
      control,
      budget: { rows: limit.rows - held.rows, bytes: limit.bytes - held.bytes },
      onEvent: (event) => {
        if (event.kind === 'query') {
          soFar[event.query.index] = event.query;
          showSoFar(collected, end.outcome, { ...brought(), round, soFar, beganAtMs: nowMs });
        } else if (event.kind === 'pause') pauses.onPause(event.pause);
        else return;
        picture.soon();
      },
    });
    const { stoppedBy, queries } = outcome;
    const spent = stoppedBy === 'rows' || stoppedBy === 'bytes' ? stoppedBy : undefined;
    const isClosed = queries.some(({ fault }) => fault?.kind === 'closed');
    const atMs = deps.env.nowMs();
    take(collected, end.outcome, outcome, {
      ...brought(),
      round,
      atMs,
      isEnd: isClosed || spent !== undefined,
    });
    if (isClosed) return CLOSED;
    return spent && fullWords(limit, spent, collected.snapshot());
  } catch (caught) {
    return caught instanceof Error ? caught.message : 'A round failed for an unknown reason.';
  } finally {
    pauses.end();
  }
}

interface Brought {
  readonly counts: RoundCounts;
  readonly lateRows: readonly number[];
  /** Number of rows that replaced an older copy, by query of the round. */
  readonly changed: readonly number[];
  readonly againBytes: number;
  /** Lowest number of the new rows; Infinity: there are none. */
  readonly firstRow: number;
}

function roundSink(
  rows: Pick<RowStoreClient, 'append'>,
  run: Collected,
  { joined }: Round,
): { readonly sink: PageSink; readonly brought: () => Brought } {
  const changed: number[] = [];
  const lateRows: number[] = [];
  let [firstRow, againBytes, added] = [Number.POSITIVE_INFINITY, 0, 0];
  return {
    sink: async (queryIndex, page, slot) => {
      const bytes = page.body.length;
      const receipt = await rows.append(run.subject.runId, joined.queries[queryIndex] ?? 0, page.body, slot);
      if (!receipt.ok) return receipt;
      const { anomalies, round = { added: 0, changed: 0, late: [] }, ...stored } = receipt.value;
      const { shared = 0 } = stored;
      if (shared > 0) againBytes += Math.round((bytes * shared) / (stored.rows + shared));
      if (stored.rows > 0) {
        firstRow = Math.min(firstRow, stored.totalRows - stored.rows);
        run.dataVersion += 1;
      }
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

/** Shows the rows of a round while it is still being read: they count, but the result does not claim their time yet. */
function showSoFar(
  run: Collected,
  before: RunOutcome,
  of: Brought & {
    readonly round: Round;
    readonly soFar: readonly (QueryProgress | undefined)[];
    readonly beganAtMs: number;
  },
): void {
  if (run.follow === undefined || run.end?.kind !== 'finished') return;
  const queries = of.soFar.filter((query) => query !== undefined);
  const outcome = withRound(before, of.round, { ...before, queries }, of.changed, false);
  run.end = { kind: 'finished', outcome };
  run.follow = {
    ...run.follow,
    reading: {
      beganAtMs: of.beganAtMs,
      queries: of.round.plan.queries.length,
      queriesRead: queries.filter(({ state }) => state === 'done').length,
      added: of.counts.added,
    },
  };
}

/** Adds a round that has ended to a result. The result claims its time if all of it was read. `isEnd`: following ends with this round. */
function take(
  run: Collected,
  before: RunOutcome,
  outcome: RunOutcome,
  of: Brought & { readonly round: Round; readonly atMs: number; readonly isEnd: boolean },
): void {
  if (run.follow === undefined || run.end?.kind !== 'finished') return;
  const { round, counts, firstRow, atMs } = of;
  const fault = whyNotRead(run, run.snapshot().completeness.state, round, outcome);
  const isRead = fault === undefined;
  const joined = withRound(before, round, outcome, of.changed, isRead);
  run.end = { kind: 'finished', outcome: joined };
  const requests = [...run.requestsAfter, ...requestsOf(round, outcome, joined)];
  run.requestsAfter = requests.slice(-KEPT_REQUESTS);
  if (isRead) run.subject = { ...run.subject, plan: round.joined.plan };
  const { rounds, total, againBytes, lateRows, requestsLeftOut, phase, last } = run.follow;
  const isStopped = of.isEnd || typeof phase !== 'string';
  run.follow = {
    ...run.follow,
    rounds: rounds + 1,
    // A round that was stopped has not failed.
    fault: isStopped ? run.follow.fault : fault,
    lateRows: new Set([...lateRows, ...of.lateRows]),
    againBytes: againBytes + of.againBytes,
    requestsLeftOut: requestsLeftOut + requests.length - run.requestsAfter.length,
    total: {
      added: total.added + counts.added,
      changed: total.changed + counts.changed,
      late: total.late + counts.late,
    },
    reading: undefined,
    ...(isRead && { readAtMs: atMs, rereads: round.rereads }),
    last: firstRow === Number.POSITIVE_INFINITY ? last : { ...counts, atMs, round: rounds + 1, firstRow },
  };
}
