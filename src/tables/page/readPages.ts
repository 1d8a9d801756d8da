import { pause, SLEEP_MS } from '../base/clock.ts';
import type { TablesEnv } from '../base/env.ts';
import { faultOf } from '../base/tableError.ts';
import { type Lane, LANE_PRIORITY } from '../pacing/lanes.ts';
import { askForPage } from './askForPage.ts';
import { isSilent, whyTooEarly } from './faults.ts';
import { dropLane, type PageAnswer, type PageJob, type RunContext } from './job.ts';
import { mayUse, replicaFor, whyNowhere } from './secondary.ts';

/*
 * The life of a page. A job waits until the circuit breaker lets it send and a lane of a host that it may ask is free. It asks
 * once (`askForPage.ts`). A page that came whole is decoded, and moves the job behind it. Anything else is judged
 * (`faults.ts`, `secondary.ts`): the same page is asked for again, or it is to be cut, or to move to the other host, or it is
 * given up. Whoever reads the job is told which, and decides what it means for its query.
 */

/** Reads the next page of a job, as often as the policy allows. Throws only what is no TableError. */
export async function readNextPage(run: RunContext, job: PageJob): Promise<PageAnswer> {
  try {
    return await readOn(run, job);
  } catch (caught) {
    // Cancelled, or the outage lasted too long, while it waited.
    const fault = faultOf(caught);
    if (fault === undefined) throw caught;
    return { kind: 'failed', fault };
  }
}

async function readOn(run: RunContext, job: PageJob): Promise<PageAnswer> {
  let retries = 0;
  let lateMs = 0;
  for (let attempt = 0; ; attempt += 1) {
    // A wait that the page ended late is its own time, as a wait for a lane is.
    const queuedAtMs = run.env.monotonicMs() - lateMs;
    const open = await takeOpenLane(run, job);
    if (open.kind !== 'lane') return open;
    const dead = run.deadTables.get(job.tableName);
    if (dead !== undefined) return { kind: 'failed', fault: dead };
    const tried = await askForPage(run, job, { attempt, retries, queuedAtMs, lane: open.lane });
    if (tried.kind !== 'again') return tried;
    dropLane(job);
    retries += tried.isFree ? 0 : 1;
    lateMs = await pause(tried.waitMs, run.env, run.signal);
    if (lateMs > SLEEP_MS && isSilent(run)) run.gate.close(tried.fault);
  }
}

/** A lane, at a time when requests may be sent; or why the page can be asked for nowhere. */
async function takeOpenLane(
  run: RunContext,
  job: PageJob,
): Promise<{ readonly kind: 'lane'; readonly lane: Lane } | PageAnswer> {
  for (;;) {
    if (!run.gate.isOpen()) dropLane(job);
    await run.gate.enter(run.signal);
    const before = whyNowhere(run, job);
    if (before !== undefined) return before;
    const lane = await takeLane(run, job);
    const since = whyNowhere(run, job);
    if (since !== undefined) return since;
    if (run.gate.isOpen() && mayUse(run, job, lane.replica)) {
      const fault = whyTooEarly(run, job, lane.replica);
      return fault === undefined ? { kind: 'lane', lane } : { kind: 'failed', fault };
    }
    dropLane(job);
    // Whatever is wrong with the lanes, the page stays alive: without a turn, this would be one long task.
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
  const goesOn = job.started && job.priority !== LANE_PRIORITY.guard;
  const lane = await (held === undefined
    ? run.lanes.acquire(goesOn ? LANE_PRIORITY.goOn : job.priority, run.signal, () => replicaFor(run, job))
    : run.lanes.renew(held, run.signal));
  job.lane = lane;
  return lane;
}
