import { pause } from '../base/clock.ts';
import type { TablesEnv } from '../base/env.ts';
import { backoffMs, type RetryPolicy } from './retry.ts';
import { isRefusal, type RunControl, type RunPause } from './pause.ts';
import type { Silence } from './silence.ts';
import { cancelledError, type TableFault, tableError } from '../base/tableError.ts';

export interface OutageCheckDeps {
  readonly env: TablesEnv;
  readonly policy: RetryPolicy;
  readonly signal: AbortSignal;
  /**
   * Sends one small request. Undefined if the service answered it: a page, or any status except 5xx and refusals. 'not sent':
   * while it waited for a lane, the host asked to be left alone; never if `isSent`, which sends it anyway because the
   * user says that there is another SAS. `tableName`: the one whose request was refused.
   */
  readonly check: (
    attempt: number,
    isSent: boolean,
    tableName: string | undefined,
  ) => Promise<TableFault | 'not sent' | undefined>;
  /** Undefined: nobody watches, so an outage ends the run and nobody waits for another SAS. */
  readonly control?: RunControl | undefined;
  readonly onPause: (pause: RunPause | undefined) => void;
  /** Calls the listener with each page that is answered meanwhile, because it was in flight; returns how to let go. */
  readonly onPageAnswer: (listener: () => void) => () => void;
  readonly silence: Silence;
}

/** However often the user asks. */
const MIN_CHECK_GAP_MS = 1000;

/** Why requests are stopped. */
export interface OutageCause {
  readonly fault: TableFault;
  /** The table of a refused request. */
  readonly tableName?: string | undefined;
}

/**
 * Sends outage checks from time to time until the service answers; for a refused SAS, after the user gave another.
 * `checks`: those before, since the last page; returns their new number. `askedMs`: how long the host still wants to be
 * left alone; always respected. Throws TableError: cancelled; the last fault after a silence that is too long; or that
 * of answers which are no pages, after as many checks as a page has retries: a person must act then, and Continue reads
 * on.
 */
export async function untilAnswered(
  deps: OutageCheckDeps,
  cause: OutageCause & { readonly checks: number },
  askedMs: () => number,
): Promise<number> {
  let { fault } = cause;
  // Perhaps only one request is refused: a check must be refused too before the user is asked for another credential.
  let isSure = fault.kind !== 'auth';
  let brokenChecks = 0;
  // A run never gives up before a check.
  if (cause.checks > 0) giveUpIfSilent(deps, fault);
  else noteSilence(deps, fault);
  for (let attempt = cause.checks + 1; ; attempt += 1) {
    const asksPerson = isRefusal(fault) && isSure;
    if (asksPerson) {
      if (deps.control === undefined) return 0;
      deps.onPause({ kind: 'credential', fault });
      await untilResumed(deps.control, deps.signal);
      deps.silence.end();
      attempt = 1;
    } else if (!isRefusal(fault)) {
      // Requests in flight may still bring a Retry-After.
      do await untilNextCheck(deps, { fault, attempt, askedMs: askedMs() });
      while (askedMs() > 0);
    }
    isSure = true;
    const found = await deps.check(attempt, asksPerson, cause.tableName);
    if (found === undefined) return attempt;
    if (found === 'not sent') continue;
    fault = found;
    brokenChecks = fault.kind === 'protocol' ? brokenChecks + 1 : 0;
    if (brokenChecks > 0 && brokenChecks >= deps.policy.maxRetries.protocol) throw tableError(fault);
    giveUpIfSilent(deps, fault);
  }
}

/** Without a network, only a run that nobody watches gives up. */
function noteSilence({ silence, env, control }: OutageCheckDeps, fault: TableFault): void {
  const isAway = fault.afterSleep === true || (control !== undefined && !env.isOnline());
  if (isRefusal(fault)) return;
  if (isAway) silence.restart();
  else silence.begin(fault);
}

/** Throws the fault if no page was answered for too long. */
function giveUpIfSilent(deps: OutageCheckDeps, fault: TableFault): void {
  const { silence, policy } = deps;
  noteSilence(deps, fault);
  if (isRefusal(fault) || !silence.isOver()) return;
  const seconds = Math.round(policy.breaker.silenceMs / 1000);
  throw tableError({ ...fault, message: `${fault.message} No page was answered for ${seconds} s.` });
}

interface OutageCheckTurn {
  readonly fault: TableFault;
  readonly attempt: number;
  readonly askedMs: number;
}

/** Never at even intervals, at which periodic trouble could meet every check. */
function checkAfterMs(policy: RetryPolicy, attempt: number, random: number): number {
  return Math.min(backoffMs(policy, attempt, random), policy.breaker.checkMaxMs * (0.7 + 0.3 * random));
}

async function untilNextCheck(deps: OutageCheckDeps, turn: OutageCheckTurn): Promise<void> {
  const { env, policy, silence } = deps;
  const { askedMs, fault } = turn;
  const isAsked = askedMs > policy.retryAfterMaxMs;
  if (deps.control === undefined && isAsked) throw tableError(fault);
  const isOffline = !env.isOnline();
  const ownMs = isOffline ? policy.breaker.offlineCheckMs : checkAfterMs(policy, turn.attempt, env.random());
  deps.onPause(isOffline && !isAsked ? { kind: 'offline', fault } : silence.pause(fault, askedMs));
  // An answer ends a Retry-After that is longer than a run waits. After any other nudge the rest of it is waited for.
  const leastMs = isAsked ? 0 : Math.max(askedMs, Math.min(MIN_CHECK_GAP_MS, ownMs));
  await pauseOrNudge(deps, leastMs, Math.max(askedMs, ownMs));
}

/**
 * Waits, but stops early if the user asks, a request in flight is answered, or the platform says that the network or the page is back;
 * never shorter than `leastMs`.
 */
async function pauseOrNudge(
  { env, signal, control, silence, onPageAnswer }: OutageCheckDeps,
  leastMs: number,
  mostMs: number,
): Promise<void> {
  const nudged = new AbortController();
  const nudge = (): void => nudged.abort();
  const letGo = [control?.onResume(nudge), env.onReturn?.(nudge), onPageAnswer(nudge)];
  signal.addEventListener('abort', nudge);
  try {
    silence.skip(await pause(leastMs, env, signal));
    silence.skip(await pause(mostMs - leastMs, env, nudged.signal));
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
