import { type ReactNode, useEffect, useRef, useState } from 'react';
import { Button } from '../../../ui/controls/Button.tsx';
import { EntryGroup } from '../../../ui/controls/Groups.tsx';
import { Notice } from '../../../ui/feedback/Notice.tsx';
import { Dialog } from '../../../ui/overlays/Dialog.tsx';
import { RenewalFields, useRenewal } from '../../shared/credential/renewal.tsx';
import { useServices, useSession } from '../../shared/services.tsx';
import { useGroupActions } from '../../shared/useActions.ts';
import { wordsOf } from '../../../ui/text/VisibleText.tsx';
import { type CredentialName, credentialOf } from '../../../state/connection/session.ts';
import type { RunningRun, RunState } from '../../../state/run/runState.ts';
import { formatCount } from '../../../ui/format.ts';
import { capital } from '../../../core/words.ts';
import { unixSecondText } from '../../../core/time/formatInstant.ts';

/** Says why a run waits and how it can go on. For a refused credential it opens a single dialog, however many queries wait. */
export function RunPauseNotice({ run }: { readonly run: RunState }): ReactNode {
  const { run: runs } = useServices();
  const session = useSession();
  const name = session === undefined ? 'SAS' : credentialOf(session);
  useResumption(run);
  const { pause, rows } = run;
  const dialog = useRenewDialog(pause);
  const renew = pause !== undefined && canRenew(pause) ? () => dialog.show(true) : undefined;
  const wanted = pause === undefined ? name : wantedCredential(pause, name);
  const tryNow = pause !== undefined && canAskNow(pause) ? runs.unpause : undefined;
  useGroupActions('Query', [
    ['run.renew', `Paste a new ${wanted}`, renew],
    ['run.tryNow', 'Try the paused run now', tryNow],
  ]);
  if (pause === undefined) return undefined;
  const words = pauseWords(pause, rows, name);
  return (
    <>
      <Notice
        tone="warning"
        title={words.title}
        nextStep={words.nextStep}
        actions={
          <>
            {renew !== undefined && <Button onPress={renew}>{`Paste a new ${wanted}`}</Button>}
            {tryNow !== undefined && <Button onPress={tryNow}>Try now</Button>}
          </>
        }
        isLive
      >
        {words.text}
      </Notice>
      <Dialog title={words.title} isOpen={dialog.isOpen} onOpenChange={dialog.show}>
        <Renew run={run} name={wanted} text={words.text} tenantId={pause.fault.tenantId} />
      </Dialog>
    </>
  );
}

/**
 * Opens at each refusal, until the user closes it; the notice opens it again. If the service does not answer,
 * it opens only on request, and stays open while outage checks fail.
 */
function useRenewDialog(pause: RunningRun['pause']) {
  const [choice, setChoice] = useState<{ readonly of: RunningRun['pause']; readonly isOpen: boolean }>();
  // The choice does not apply to the next pause.
  if (pause === undefined && choice !== undefined) setChoice(undefined);
  const isOfThis =
    choice !== undefined &&
    (choice.of === pause || (choice.of?.kind !== 'credential' && pause?.kind !== 'credential'));
  return {
    isOpen:
      pause !== undefined && canRenew(pause) && (isOfThis ? choice.isOpen : pause.kind === 'credential'),
    show: (isOpen: boolean) => setChoice({ of: pause, isOpen }),
  };
}

/** Resumes the run as soon as the connection has another credential, wherever that was pasted. */
function useResumption({ pause }: RunState): void {
  const { run: runs } = useServices();
  const facts = useSession()?.connection.facts;
  const before = useRef(facts);
  useEffect(() => {
    const isRenewed = before.current !== undefined && facts !== undefined && before.current !== facts;
    before.current = facts;
    if (isRenewed && pause !== undefined && canRenew(pause)) runs.unpause();
  }, [facts, pause, runs]);
}

function Renew(props: {
  readonly run: RunState;
  readonly name: CredentialName;
  readonly text: string;
  readonly tenantId: string | undefined;
}): ReactNode {
  const { name } = props;
  const { run: runs } = useServices();
  const { queries, guards } = props.run.plan;
  // If the run reads only one table, a SAS for that table is enough.
  const reads = [...new Set([...queries, ...guards].map(({ tableName }) => tableName))];
  const renewal = useRenewal(reads);
  const { phase, isFilled, submit } = renewal;
  const one = reads.length === 1 ? `; one for the table ${reads[0] ?? ''} is enough` : '';
  const whatIsEnough =
    name === 'access token'
      ? 'A token for the same account: yours, or that of another user with the same role.'
      : `A SAS for the same account (with or without its address) and the same keys or more${one}.`;
  return (
    <EntryGroup className="column gap12" onEnter={submit}>
      <p>{wordsOf(props.text)}</p>
      <RenewalFields
        renewal={renewal}
        name={name}
        tenantId={props.tenantId}
        description={`${whatIsEnough} The run continues where it stopped.`}
      />
      <div className="flex gap8">
        <Button onPress={submit} look="primary" isDisabled={!isFilled || phase === 'asking'}>
          {phase === 'asking' ? 'Checking the account' : 'Continue'}
        </Button>
        <Button onPress={runs.cancel}>Cancel run</Button>
      </div>
    </EntryGroup>
  );
}

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
function wantedCredential({ fault: { code } }: RunPause, name: CredentialName): CredentialName {
  return code === 'KeyBasedAuthenticationNotPermitted' ? 'access token' : name;
}

/** Why a run is paused, as text. `rows`: the number of rows read so far. `name`: the kind of credential. */
export function pauseWords(pause: RunPause, rows: number, name: CredentialName) {
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
