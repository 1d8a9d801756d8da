import { type ReactNode, useState } from 'react';
import { Button } from '../../ui/controls/Button.tsx';
import { EntryGroup } from '../../ui/controls/EntryGroup.tsx';
import { SecretField } from '../../ui/controls/SecretField.tsx';
import { Notice } from '../../ui/feedback/Notice.tsx';
import { useServices } from '../shared/services.tsx';
import css from './connect.module.css';
import { ConnectFaultNotice } from './ConnectFaultNotice.tsx';
import { useSecretText } from '../shared/useSecretText.ts';
import type { ConnectFault } from '../../state/connection/connectionState.ts';

/** Replaces the credential in use. Results stay, and a run continues. */
export function RenewForm(props: {
  /** What is in use. */
  readonly name: 'SAS' | 'access token';
  readonly onClose: () => void;
}): ReactNode {
  const { connection } = useServices();
  const [text, setText] = useSecretText();
  const [fault, setFault] = useState<ConnectFault>();
  const [phase, setPhase] = useState<'idle' | 'asking' | 'done'>('idle');

  const submit = (): void => {
    if (text.trim() === '' || phase === 'asking') return;
    setPhase('asking');
    void connection.renew(text).then((found) => {
      setFault(found);
      setPhase(found === undefined ? 'done' : 'idle');
      if (found === undefined) setText('');
    });
  };
  return (
    <EntryGroup className={css.body} onEnter={submit}>
      <SecretField
        label={`New ${props.name} for this account`}
        focusOnOpen
        value={text}
        onChange={(value) => {
          setText(value);
          setFault(undefined);
          setPhase('idle');
        }}
        description="For the same account, table and keys, or more. Rows already read are kept, and a paused run continues."
      />
      {fault !== undefined && <ConnectFaultNotice fault={fault} onRetry={submit} />}
      {phase === 'done' && <Notice tone="success" title={`The new ${props.name} is in use.`} isLive />}
      <div className={css.buttons}>
        <Button onPress={submit} isDisabled={text.trim() === '' || phase === 'asking'}>
          {phase === 'asking' ? 'Checking' : 'Replace'}
        </Button>
        <Button look="subtle" onPress={props.onClose}>
          {phase === 'done' ? 'Close' : 'Keep the old one'}
        </Button>
      </div>
    </EntryGroup>
  );
}
