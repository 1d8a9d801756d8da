import { formatCount } from '../../../ui/format.ts';
import type { CredentialName } from '../../../state/connection/session.ts';
import type { RunningRun, RunState } from '../../../state/run/runState.ts';
import { capital } from '../../../core/words.ts';
import { unixSecondText } from '../../../core/time/formatInstant.ts';

type RunPause = NonNullable<RunningRun['pause']>;

/** What may have happened to a credential that worked before. */
const MAY_BE: Readonly<Record<CredentialName, string>> = {
  SAS: 'It has expired by the clock of the service, was revoked, its policy or permissions changed, or the account key was replaced.',
  'access token':
    'It has expired by the clock of the service, its user lost the role, or the user must sign in again.',
};

/**
 * The kind of credential to paste instead of a refused one. If account keys are disabled, the service refuses every SAS that is signed with
 * one.
 */
export function wantedCredential({ fault: { code } }: RunPause, name: CredentialName): CredentialName {
  return code === 'KeyBasedAuthenticationNotPermitted' ? 'access token' : name;
}

/** Why a run is paused, as text. */
export interface PauseWords {
  readonly title: string;
  readonly text: string;
  readonly nextStep: string;
}

/** `rows`: the number of rows read so far. `name`: the kind of credential. */
export function pauseWords(pause: RunPause, rows: number, name: CredentialName): PauseWords {
  const kept = `${formatCount(rows)} ${rows === 1 ? 'row is' : 'rows are'} kept.`;
  const { fault } = pause;
  switch (pause.kind) {
    case 'credential': {
      const isExpired = fault.kind === 'expired';
      const wanted = wantedCredential(pause, name);
      return {
        title: isExpired ? `Paused: the ${name} has expired` : `Paused: the ${name} is no longer accepted`,
        text: `${capital(fault.message)} ${isExpired || wanted !== name ? '' : `${MAY_BE[name]} `}${kept}`,
        nextStep: `Paste a new ${wanted} for this account to continue where it stopped.`,
      };
    }
    case 'offline':
      return {
        title: 'Paused: this computer is offline',
        text: kept,
        nextStep: 'The run continues by itself as soon as the account answers.',
      };
    case 'unanswered':
      return {
        title: troubleWords(fault),
        text: `${capital(fault.message)} ${kept}`,
        nextStep: `The run tries again every few seconds. If no page is answered for 90 s it ends, and Continue reads the rest.${canRenew(pause) ? ` A revoked or expired ${name} can look the same: then paste a new one.` : ''}`,
      };
    case 'asked-to-wait':
      return {
        title: troubleWords(fault),
        text: `${capital(fault.message)} ${kept}`,
        nextStep: `The service asks to wait: the run continues by itself at ${untilText(pause)}. Cancel it if that is too late.`,
      };
  }
}

function untilText({ untilUnixMs }: RunPause): string {
  return untilUnixMs === undefined ? 'that time' : unixSecondText(untilUnixMs);
}

/** Whether another SAS may help. The service may send a refusal without CORS headers, and then the page cannot tell it from no answer. */
export function canRenew({ kind, fault }: RunPause): boolean {
  return kind === 'credential' || (kind === 'unanswered' && fault.kind === 'network');
}

/** Whether an outage check may be sent now. If the service named a time (Retry-After), it must not be sent earlier. */
export function canAskNow(pause: RunPause): boolean {
  return pause.kind === 'offline' || pause.kind === 'unanswered';
}

/** Why no request is answered. A network fault or a timeout may be caused by the service, or by something between it and this page. */
function troubleWords({ kind }: NonNullable<RunningRun['trouble']>): string {
  const isOutOfReach = kind === 'network' || kind === 'timeout';
  return isOutOfReach ? 'Azure is busy or out of reach, waiting' : 'Azure is busy, waiting';
}

/**
 * What a run is doing besides reading its queries: "Azure is busy, waiting", "Coverage checks, 40 of 101". Undefined while it only reads,
 * or if it has ended.
 */
export function activityWords(
  run: Pick<RunState, 'phase' | 'progress' | 'guards'> & Pick<RunningRun, 'trouble'>,
): string | undefined {
  if (run.phase !== 'running') return undefined;
  if (run.trouble !== undefined) return `${troubleWords(run.trouble)}.`;
  if (run.progress.some(({ state }) => state === 'waiting' || state === 'reading')) return undefined;
  const done = run.guards.filter(({ state }) => state !== 'waiting').length;
  if (done < run.guards.length) {
    return `Coverage checks, ${formatCount(done)} of ${formatCount(run.guards.length)}.`;
  }
  return 'Last check: whether every end is proven.';
}
