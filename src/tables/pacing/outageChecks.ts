import { orCancelled, pause, type TablesEnv } from '../base/clock.ts';
import { backoffMs, type RetryPolicy } from './retry.ts';
import { isRefusal, type RunControl, type RunPause } from './pause.ts';
import type { Silence } from './silence.ts';
import { tableError, type TableFault } from '../base/tableError.ts';

export interface OutageCheckDeps {
  readonly env: TablesEnv;
  readonly policy: RetryPolicy;
  readonly signal: AbortSignal;
  /**
   * Sends one small request. Resolves with undefined if the service answered it with a page or with any status except 5xx and refusals.
   * 'not sent' means that the host asked to be left alone while the check waited for a lane.
   * @param isSent Send it in any case, because the user says that there is another SAS.
   * @param tableName The table whose request was refused.
   */
  readonly check: (
    attempt: number,
    isSent: boolean,
    tableName: string | undefined,
  ) => Promise<TableFault | 'not sent' | undefined>;
  /** Undefined if nobody watches the run. An outage then ends it, and nobody is asked for another SAS. */
  readonly control?: RunControl | undefined;
  readonly onPause: (pause: RunPause | undefined) => void;
  /** Calls the listener with each page that arrives in the meantime, because it was in flight. Returns a function that unsubscribes. */
  readonly onPageAnswer: (listener: () => void) => () => void;
  readonly silence: Silence;
}

/** The least time between two checks, however often the user asks for one. */
const MIN_CHECK_GAP_MS = 1000;

export interface OutageCause {
  readonly fault: TableFault;
  readonly tableName?: string | undefined;
}

/**
 * Sends outage checks from time to time until the service answers. If the SAS was refused, it first waits until the user has given another
 * one.
 * @param cause With the number of checks since the last page; the new number is returned.
 * @param askedMs For how long the host still wants to be left alone, which is always respected.
 * @throws TableError 'cancelled'; the last fault, if no page has been answered for too long; or the fault of answers that are not pages,
 * after as many checks as a page has retries. In that last case a person must act, and Continue reads on.
 */
export async function untilAnswered(
  deps: OutageCheckDeps,
  cause: OutageCause & { readonly checks: number },
  askedMs: () => number,
): Promise<number> {
  let { fault } = cause;
  // Perhaps only one request was refused, so a check must be refused too before the user is asked for another credential.
  let isSure = fault.kind !== 'auth';
  let brokenChecks = 0;
  // A run must not give up before it has sent a check.
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
      // In a loop, because a request in flight may still bring a Retry-After.
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

/**
 * Counts time without an answer. Time without a network does not count if somebody watches the run, since they can wait for it to return.
 */
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

/** The intervals are irregular, so that trouble which comes at regular intervals cannot meet every check. */
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
  // If the Retry-After is longer than a run waits, an answer to another request ends it, so this wait may be interrupted at any time.
  // Otherwise all of it is waited for, whatever happens meanwhile.
  const leastMs = isAsked ? 0 : Math.max(askedMs, Math.min(MIN_CHECK_GAP_MS, ownMs));
  await pauseOrNudge(deps, leastMs, Math.max(askedMs, ownMs));
}

/**
 * Waits at least `leastMs`. After that it ends early if the user asks for a check, a request in flight is answered, or the platform says
 * that the network or the page is back.
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
  return orCancelled(signal, (resolve) => {
    const letGo = control.onResume(() => {
      letGo();
      resolve();
    });
    return letGo;
  });
}
