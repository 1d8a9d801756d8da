import { type ReactNode, useState } from 'react';
import type { ConnectFault } from '../../state/connectionStore.ts';
import { Button } from '../../ui/controls/Button.tsx';
import { SecretField } from '../../ui/controls/SecretField.tsx';
import { Notice } from '../../ui/feedback/Notice.tsx';
import { Dialog } from '../../ui/overlays/Dialog.tsx';
import { useServices } from '../shared/services.tsx';
import { useStore } from '../shared/useStore.ts';
import { ConnectedFacts } from './ConnectedFacts.tsx';
import { ConnectFaultNotice } from './ConnectFaultNotice.tsx';
import css from './connect.module.css';

export interface ConnectDialogProps {
  readonly isOpen: boolean;
  readonly onOpenChange: (isOpen: boolean) => void;
}

/** Paste, connect, see what the SAS allows. The pasted text leaves this component's state as soon as it was used. */
export function ConnectDialog(props: ConnectDialogProps): ReactNode {
  const { connection } = useServices();
  const state = useStore(connection);
  return (
    <Dialog
      title={state.kind === 'connected' ? 'Connected' : 'Connect to an account'}
      isOpen={props.isOpen}
      onOpenChange={props.onOpenChange}
    >
      {state.kind === 'connected' ? (
        <ConnectedFacts session={state.session} onDone={() => props.onOpenChange(false)} />
      ) : (
        <ConnectForm onConnected={() => props.onOpenChange(false)} />
      )}
    </Dialog>
  );
}

function ConnectForm({ onConnected }: { readonly onConnected: () => void }): ReactNode {
  const { connection, hasDemo } = useServices();
  const [text, setText] = useState('');
  const [fault, setFault] = useState<ConnectFault>();
  const isBusy = useStore(connection).kind === 'connecting';

  const settle = (attempt: Promise<ConnectFault | undefined>): void => {
    void attempt.then((found) => {
      setFault(found);
      // A text with a typing fault is kept to be mended; any other is dropped.
      if (found?.kind === 'text') return undefined;
      setText('');
      return found === undefined ? onConnected() : undefined;
    });
  };

  return (
    <form
      className={css.body}
      onSubmit={(event) => {
        event.preventDefault();
        if (text.trim() !== '' && !isBusy) settle(connection.connect(text));
      }}
    >
      <SecretField
        label="SAS URL or connection string"
        value={text}
        onChange={(value) => {
          setText(value);
          setFault(undefined);
        }}
        placeholder="https://account.table.core.windows.net/?sv=..."
        description="Held in memory by this tab only, sent only to the account it names, gone when the tab closes. Reading is all it is used for."
        focusOnOpen
      />
      {fault !== undefined && <ConnectFaultNotice fault={fault} />}
      <div className={css.buttons}>
        <Button type="submit" look="primary" isDisabled={text.trim() === '' || isBusy}>
          Connect
        </Button>
        {hasDemo && (
          <Button onPress={() => settle(connection.connectDemo())} isDisabled={isBusy}>
            Connect to demo account
          </Button>
        )}
      </div>
      <Notice tone="info" title="Least rights: read (and list) on tables, for a few hours, https only.">
        A SAS for one table or a stored access policy works too. An account key is refused: it can do anything
        to the account.
      </Notice>
    </form>
  );
}
