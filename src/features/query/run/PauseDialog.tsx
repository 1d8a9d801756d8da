import { type ReactNode, useEffect, useRef, useState } from 'react';
import { Button } from '../../../ui/controls/Button.tsx';
import { EntryGroup } from '../../../ui/controls/EntryGroup.tsx';
import { Notice } from '../../../ui/feedback/Notice.tsx';
import { Dialog } from '../../../ui/overlays/Dialog.tsx';
import { RenewalFields, useRenewal } from '../../shared/credential/renewal.tsx';
import { useServices, useSession, useGroupActions } from '../../shared/services.tsx';
import { canAskNow, canRenew, pauseWords, wantedCredential } from './pauseWords.ts';
import { wordsOf } from '../../../ui/text/VisibleText.tsx';
import { type CredentialName, credentialOf } from '../../../state/connection/session.ts';
import type { RunningRun, RunState } from '../../../state/run/runState.ts';

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
        <Renew
          name={wanted}
          text={words.text}
          tenantId={pause.fault.tenantId}
          reads={[...new Set([...run.plan.queries, ...run.plan.guards].map(({ tableName }) => tableName))]}
          onCancel={runs.cancel}
        />
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
  readonly name: CredentialName;
  readonly text: string;
  readonly tenantId: string | undefined;
  /** The tables that the run reads. If there is only one, a SAS for that table is enough. */
  readonly reads: readonly string[];
  readonly onCancel: () => void;
}): ReactNode {
  const { name, reads } = props;
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
        <Button onPress={props.onCancel}>Cancel run</Button>
      </div>
    </EntryGroup>
  );
}
