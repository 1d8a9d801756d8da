import { type ReactNode, useState } from 'react';
import { Dialog } from '../../ui/overlays/Dialog.tsx';
import { useServices } from '../shared/services.tsx';
import { useStore } from '../shared/useStore.ts';
import { ConnectedFacts } from './ConnectedFacts.tsx';
import { ConnectForm, showsFix } from './ConnectForm.tsx';
import type { ConnectFault, ConnectionState } from '../../state/connection/connectionState.ts';

export interface ConnectDialogProps {
  readonly isOpen: boolean;
  readonly onOpenChange: (isOpen: boolean) => void;
  /** Opens at the form for another credential, if an account is connected. */
  readonly isRenewing: boolean;
}

/** The attempt in progress, whatever is connected meanwhile. */
function attemptOf(state: ConnectionState): Extract<ConnectionState, { kind: 'connected' }>['attempt'] {
  if (state.kind === 'connecting') return state;
  return state.kind === 'connected' ? state.attempt : undefined;
}

/** Paste, connect, see what the credential allows. The pasted text leaves this component's state as soon as it was used. */
export function ConnectDialog(props: ConnectDialogProps): ReactNode {
  const { connection } = useServices();
  const state = useStore(connection);
  const attempt = attemptOf(state);
  // The fault of an attempt in this dialog, or of one that began elsewhere and opened it.
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
          onCancel={() => changeOpen(false)}
        />
      )}
    </Dialog>
  );
}

/** Commands to copy need more room than words. */
function hasFix(state: ConnectionState, fault: ConnectFault | undefined): boolean {
  return state.kind === 'connected' ? state.session.headersExposed === false : showsFix(state, fault);
}
