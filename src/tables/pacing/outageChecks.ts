import { pause } from '../base/clock.ts';
import type { TablesEnv } from '../base/env.ts';
import { backoffMs, type RetryPolicy } from './retry.ts';
import { isRefusal, type RunControl, type RunPause } from './pause.ts';
import { cancelledError, type TableFault, tableError } from '../base/tableError.ts';

export interface OutageCheckDeps {
  readonly env: TablesEnv;
  readonly policy: RetryPolicy;
  readonly signal: AbortSignal;
  /**
   * Sends one small request. Undefined if the service answered it: a page, or any status except 5xx and refusals. 'not sent':
   * while it waited for a lane, the host asked to be left alone; never if `isSent`, which sends it anyway because the
   * user says that there is another SAS.
   */
  readonly check: (attempt: number, isSent: boolean) => Promise<TableFault | 'not sent' | undefined>;
  /** Undefined: nobody watches, so an outage ends the run and nobody waits for another SAS. */
  readonly control?: RunControl;
  readonly onPause: (pause: RunPause | undefined) => void;
}

/** A shorter silence is not shown. */
const SILENCE_SHOWN_MS = 10_000;
/** However often the user asks. */
const MIN_CHECK_GAP_MS = 1000;

/**
 * Sends outage checks from time to time until the service answers; for a refused SAS, after the user gave another.
 * `askedMs`: how long the host still wants to be left alone; always respected. Throws TableError: cancelled; the last
 * fault if nobody watches and it lasts too long; or that of answers which are no pages, after as many checks as a page
 * has retries: a person must act then, and Continue reads on.
 */
export async function untilAnswered(
  deps: OutageCheckDeps,
  cause: { readonly fault: TableFault; readonly checksFirst: boolean },
  askedMs: () => number,
): Promise<void> {
  const { env } = deps;
  const sinceMs = env.monotonicMs();
  let { fault } = cause;
  // First checks whether the SAS is refused at all, before asking anybody for another.
  let isSure = !cause.checksFirst;
  let brokenChecks = 0;
  for (let attempt = 1; ; attempt += 1) {
    const asksPerson = isRefusal(fault) && isSure;
    if (asksPerson) {
      if (deps.control === undefined) break;
      deps.onPause({ kind: 'sas', fault });
      await untilResumed(deps.control, deps.signal);
      attempt = 1;
    } else if (!isRefusal(fault)) {
      // Requests in flight may still bring a Retry-After.
      do await untilNextCheck(deps, { fault, attempt, sinceMs, askedMs: askedMs() });
      while (askedMs() > 0);
    }
    isSure = true;
    const found = await deps.check(attempt, asksPerson);
    if (found === undefined) break;
    if (found === 'not sent') continue;
    fault = found;
    brokenChecks = fault.kind === 'protocol' ? brokenChecks + 1 : 0;
    if (brokenChecks > 0 && brokenChecks >= deps.policy.maxRetries.protocol) {
      deps.onPause(undefined);
      throw tableError(fault);
    }
  }
  deps.onPause(undefined);
}

interface OutageCheckTurn {
  readonly fault: TableFault;
  readonly attempt: number;
  readonly sinceMs: number;
  readonly askedMs: number;
}

async function untilNextCheck(deps: OutageCheckDeps, turn: OutageCheckTurn): Promise<void> {
  const { env, policy } = deps;
  const { breaker } = policy;
  const nowMs = env.monotonicMs();
  const silentMs = nowMs - turn.sinceMs;
  const { askedMs } = turn;
  const isLong = silentMs > breaker.outageMs;
  const isAsked = askedMs > policy.retryAfterMaxMs;
  if (deps.control === undefined && (isLong || isAsked)) throw tableError(turn.fault);
  const isOffline = !env.isOnline();
  const ownMs =
    isLong || isOffline
      ? breaker.lateCheckMs
      : Math.min(backoffMs(policy, turn.attempt, env.random()), breaker.checkMaxMs);
  if (isAsked) {
    deps.onPause({ kind: 'asked-to-wait', fault: turn.fault, untilUnixMs: env.nowMs() + askedMs });
  } else if (isOffline) {
    deps.onPause({ kind: 'offline', fault: turn.fault });
  } else if (silentMs > SILENCE_SHOWN_MS) {
    deps.onPause({ kind: 'unanswered', fault: turn.fault });
  }
  await pauseOrNudge(deps, Math.max(askedMs, Math.min(MIN_CHECK_GAP_MS, ownMs)), Math.max(askedMs, ownMs));
}

/**
 * Waits, but stops early if the user asks or the platform says that the network or the page is back; never shorter than
 * `leastMs`.
 */
async function pauseOrNudge(
  { env, signal, control }: OutageCheckDeps,
  leastMs: number,
  mostMs: number,
): Promise<void> {
  const nudged = new AbortController();
  const nudge = (): void => nudged.abort();
  const letGo = [control?.onResume(nudge), env.onReturn?.(nudge)];
  signal.addEventListener('abort', nudge);
  try {
    await pause(leastMs, env, signal);
    await pause(mostMs - leastMs, env, nudged.signal);
  } catch (caught) {
    if (signal.aborted || !nudged.signal.aborted) throw caught;
  } finally {
    signal.removeEventListener('abort', nudge);
    for (const each of letGo) each?.();
  }
}

function untilResumed(control: RunControl, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    if (signal.aborted) {
      reject(cancelledError());
      return;
    }
    const letGo = control.onResume(() => {
      letGo();
      signal.removeEventListener('abort', onAbort);
      resolve();
    });
    const onAbort = (): void => {
      letGo();
      reject(cancelledError());
    };
    signal.addEventListener('abort', onAbort, { once: true });
  });
}
