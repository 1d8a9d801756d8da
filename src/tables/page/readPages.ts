import { pause, SLEEP_MS } from '../base/clock.ts';
import type { TablesEnv } from '../base/env.ts';
import { faultOf } from '../base/tableError.ts';
import { type Lane, LANE_PRIORITY } from '../pacing/lanes.ts';
import { askForPage } from './askForPage.ts';
import { isSilent, whyTooEarly } from './faults.ts';
import { dropLane, type PageAnswer, type PageJob, type RunContext } from './job.ts';
import { mayUse, replicaFor, whyNowhere } from './secondary.ts';

/**
 * The life of a page. A job waits until the circuit breaker lets it send and a lane of one of its hosts is free. It
 * sends one request (`askForPage.ts`). A whole page is decoded and moves the job past it. Anything else is judged
 * (`faults.ts`, `secondary.ts`): read the same page again, cut it, move to the other host, or give it up. The caller
 * gets the result and decides what it means for the query.
 */

/** Reads the next page of a job, as often as the policy allows. Throws only bugs (never a TableError). */
export async function readNextPage(run: RunContext, job: PageJob): Promise<PageAnswer> {
  try {
    return await readOn(run, job);
  } catch (caught) {
    // While it waited, it was cancelled or the outage lasted too long.
    const fault = faultOf(caught);
    if (fault === undefined) throw caught;
    return { kind: 'failed', fault };
  }
}

async function readOn(run: RunContext, job: PageJob): Promise<PageAnswer> {
  let retries = 0;
  let lateMs = 0;
  for (let attempt = 0; ; attempt += 1) {
    // A wait that ended late counts as the page's own time, like a wait for a lane.
    const queuedAtMs = run.env.monotonicMs() - lateMs;
    const open = await takeLaneOfTable(run, job);
    if (open.kind !== 'lane') return open;
    const tried = await askForPage(run, job, { attempt, retries, queuedAtMs, lane: open.lane });
    if (tried.kind !== 'again') return tried;
    dropLane(job);
    retries += tried.isFree ? 0 : 1;
    lateMs = await pause(tried.waitMs, run.env, run.signal);
    if (lateMs > SLEEP_MS && isSilent(run)) run.breaker.trip({ ...tried.fault, afterSleep: true });
  }
}

type OpenLane = { readonly kind: 'lane'; readonly lane: Lane } | PageAnswer;

/**
 * A lane, unless the table is dead. One refused request does not decide that while others of the table are in flight:
 * if one of them is answered, the refusal was about its own request.
 */
async function takeLaneOfTable(run: RunContext, job: PageJob): Promise<OpenLane> {
  for (;;) {
    const open = await takeOpenLane(run, job);
    if (open.kind !== 'lane' || !run.deadTables.has(job.tableName)) return open;
    dropLane(job);
    const others = [...run.inFlight].filter(({ tableName }) => tableName === job.tableName);
    await Promise.allSettled(others.map(({ ended }) => ended));
    const dead = run.deadTables.get(job.tableName);
    if (dead !== undefined) return { kind: 'failed', fault: dead };
  }
}

/** A lane, once requests may be sent; or why the page cannot be read anywhere. */
async function takeOpenLane(run: RunContext, job: PageJob): Promise<OpenLane> {
  for (;;) {
    if (!run.breaker.isClosed(job)) dropLane(job);
    await run.breaker.enter(job, job.trouble.failedAtMs, run.signal);
    const before = whyNowhere(run, job);
    if (before !== undefined) return before;
    const lane = await takeLane(run, job);
    const since = whyNowhere(run, job);
    if (since !== undefined) return since;
    if (run.breaker.isClosed(job) && mayUse(run, job, lane.replica)) {
      const fault = whyTooEarly(run, job, lane.replica);
      return fault === undefined ? { kind: 'lane', lane } : { kind: 'failed', fault };
    }
    dropLane(job);
    // Yields in any case: without it, a loop here would be one long task that freezes the page.
    await nextTurn(run.env);
  }
}

function nextTurn(env: TablesEnv): Promise<void> {
  return new Promise((resolve) => void env.setTimer(resolve, 0));
}

async function takeLane(run: RunContext, job: PageJob): Promise<Lane> {
  if (job.lane !== undefined && !mayUse(run, job, job.lane.replica)) dropLane(job);
  const held = job.lane;
  job.lane = undefined;
  const isLast = job.trouble.failedAtMs !== undefined && run.breaker.triesOthers();
  const goesOn = job.started && job.priority !== LANE_PRIORITY.guard && !isLast;
  const lane = await (held === undefined
    ? run.lanes.acquire(goesOn ? LANE_PRIORITY.goOn : job.priority, run.signal, () => replicaFor(run, job))
    : run.lanes.renew(held, run.signal));
  job.lane = lane;
  return lane;
}
