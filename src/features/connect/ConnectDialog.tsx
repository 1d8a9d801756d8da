import { type ReactNode, useEffect, useRef, useState } from 'react';
import { secondaryOffer } from '../../state/connection/secondaryOffer.ts';
import { Button } from '../../ui/controls/Button.tsx';
import { EntryGroup } from '../../ui/controls/EntryGroup.tsx';
import { Checkbox } from '../../ui/controls/Checkbox.tsx';
import { SecretField } from '../../ui/controls/SecretField.tsx';
import { Notice } from '../../ui/feedback/Notice.tsx';
import { Dialog } from '../../ui/overlays/Dialog.tsx';
import { useServices } from '../shared/services.tsx';
import { useStore } from '../shared/useStore.ts';
import { ConnectedFacts } from './ConnectedFacts.tsx';
import { ConnectFaultNotice } from './ConnectFaultNotice.tsx';
import css from './connect.module.css';
import { DiagnosisNotice } from './DiagnosisNotice.tsx';
import { droppedWords } from './droppedWords.ts';
import { useSecretText } from '../shared/useSecretText.ts';
import type { ConnectFault, ConnectionState } from '../../state/connection/connectionState.ts';

export interface ConnectDialogProps {
  readonly isOpen: boolean;
  readonly onOpenChange: (isOpen: boolean) => void;
  /** Opens at the form for another SAS, if an account is connected. */
  readonly isRenewing: boolean;
}

/** The attempt in progress, whatever is connected meanwhile. */
function attemptOf(state: ConnectionState): Extract<ConnectionState, { kind: 'connected' }>['attempt'] {
  if (state.kind === 'connecting') return state;
  return state.kind === 'connected' ? state.attempt : undefined;
}

/** Paste, connect, see what the SAS allows. The pasted text leaves this component's state as soon as it was used. */
export function ConnectDialog(props: ConnectDialogProps): ReactNode {
  const { connection } = useServices();
  const state = useStore(connection);
  const attempt = attemptOf(state);
  // Of this dialog, or of an attempt that was begun elsewhere and opened it.
  const [own, setFault] = useState<ConnectFault>();
  const fault = own ?? (state.kind === 'none' ? state.fault : undefined);

  const changeOpen = (isOpen: boolean): void => {
    // Esc, the cross and a press outside first cancel an attempt; the next one closes.
    if (!isOpen && attempt !== undefined) {
      connection.cancelAttempt();
      return;
    }
    if (!isOpen) {
      connection.forgetFailed();
      setFault(undefined);
    }
    props.onOpenChange(isOpen);
  };
  return (
    <Dialog
      title={state.kind === 'connected' ? 'Connected' : 'Connect to an account'}
      isOpen={props.isOpen}
      onOpenChange={changeOpen}
      size={hasFix(state, fault) ? 'wide' : 'normal'}
    >
      {state.kind === 'connected' ? (
        <ConnectedFacts
          session={state.session}
          isRenewing={props.isRenewing}
          onDone={() => changeOpen(false)}
        />
      ) : (
        <ConnectForm
          state={state}
          fault={fault}
          onFault={setFault}
          onConnected={() => props.onOpenChange(false)}
        />
      )}
    </Dialog>
  );
}

/** Commands to copy need more room than words. */
function hasFix(state: ConnectionState, fault: ConnectFault | undefined): boolean {
  if (state.kind === 'connected') return state.session.headersExposed === false;
  if (state.kind === 'connecting') return state.slow !== undefined;
  return fault !== undefined && 'diagnosis' in fault && fault.diagnosis?.fix !== undefined;
}

interface ConnectFormProps {
  readonly state: Exclude<ConnectionState, { kind: 'connected' }>;
  readonly fault: ConnectFault | undefined;
  readonly onFault: (fault: ConnectFault | undefined) => void;
  readonly onConnected: () => void;
}

function ConnectForm({ state, fault, onFault, onConnected }: ConnectFormProps): ReactNode {
  const { connection, hasDemo } = useServices();
  const [text, setText] = useSecretText();
  const [isSecondaryWanted, setSecondaryWanted] = useState(false);
  const isBusy = state.kind === 'connecting';
  const slow = isBusy ? state.slow : undefined;
  const dropped = state.kind === 'none' ? state.dropped : undefined;
  const { field, cancel } = useFocusWhileBusy(isBusy);

  // A text that was understood is dropped at once; one with a typing fault stays, so that the user can
  // correct it.
  useEffect(() => {
    if (isBusy) setText('');
  }, [isBusy, setText]);
  // The clock of this page's server is out of reach once the page is locked to an account.
  useEffect(() => void connection.prepare(), [connection]);

  const settle = (attempt: Promise<ConnectFault | undefined>): void => {
    onFault(undefined);
    void attempt.then((found) => {
      onFault(found);
      if (found === undefined) onConnected();
    });
  };

  const connect = (): void => {
    if (text.trim() !== '' && !isBusy) settle(connection.connect(text, { secondary: isSecondaryWanted }));
  };
  return (
    <EntryGroup className={css.body} onEnter={connect}>
      {dropped !== undefined && fault === undefined && (
        <Notice
          tone="warning"
          title={droppedWords(dropped)}
          nextStep="Paste a SAS to continue. Rows already read are kept."
        />
      )}
      <SecretField
        label="SAS URL or connection string"
        value={text}
        onChange={(value) => {
          setText(value);
          // An option that is hidden does not count as chosen.
          if (secondaryOffer(value) === undefined) setSecondaryWanted(false);
          onFault(undefined);
          connection.forgetFailed();
        }}
        placeholder="https://account.table.core.windows.net/?sv=..."
        description="Keyscope only reads. The SAS stays in this tab, goes only to its account, and is forgotten after 30 minutes without use."
        isDisabled={isBusy}
        ref={field}
      />
      <SecondaryChoice text={text} isChosen={isSecondaryWanted} onChange={setSecondaryWanted} />
      {fault !== undefined && <ConnectFaultNotice fault={fault} onRetry={() => settle(connection.retry())} />}
      {slow !== undefined && <DiagnosisNotice diagnosis={slow} />}
      <div className={css.buttons}>
        <Button onPress={connect} look="primary" isDisabled={text.trim() === '' || isBusy}>
          {isBusy ? 'Connecting' : 'Connect'}
        </Button>
        {isBusy && (
          <Button onPress={connection.cancelAttempt} shortcut="Esc" ref={cancel}>
            Cancel
          </Button>
        )}
        {hasDemo && !isBusy && (
          <Button onPress={() => settle(connection.connectDemo())}>Connect to demo account</Button>
        )}
      </div>
      {fault === undefined && slow === undefined && (
        <Notice tone="info" title="Best: read and list on tables, valid for a few hours, https only.">
          A SAS for one table or from a stored access policy works too. An account key is refused, because it
          can do anything to the account.
        </Notice>
      )}
    </EntryGroup>
  );
}

/** Chosen before connecting: the page is locked to its hosts before the first request. */
function SecondaryChoice(props: {
  readonly text: string;
  readonly isChosen: boolean;
  readonly onChange: (isChosen: boolean) => void;
}): ReactNode {
  const host = secondaryOffer(props.text);
  if (host === undefined) return undefined;
  return (
    <div>
      <Checkbox
        label="Read from the secondary endpoint too"
        isSelected={props.isChosen}
        onChange={props.onChange}
      />
      <p className={css.choiceNote}>
        Twelve requests at a time instead of six, if the account has RA-GRS. <bdi>{host}</bdi> lags by
        minutes. A result is Unverifiable if it may lack newer rows, or if the SAS cannot read the lag (it
        needs srt with s).
      </p>
    </div>
  );
}

/** The pressed button disappears during the attempt: Cancel gets the focus, and afterwards the field. */
function useFocusWhileBusy(isBusy: boolean) {
  const field = useRef<HTMLInputElement & HTMLTextAreaElement>(null);
  const cancel = useRef<HTMLButtonElement>(null);
  const wasBusy = useRef(false);
  useEffect(() => {
    if (isBusy) cancel.current?.focus();
    else if (wasBusy.current) field.current?.focus();
    wasBusy.current = isBusy;
  }, [isBusy]);
  return { field, cancel };
}
