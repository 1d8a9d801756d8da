import type { ReactNode } from 'react';
import type { CredentialName } from '../../state/connection/session.ts';
import { Button } from '../../ui/controls/Button.tsx';
import { EntryGroup } from '../../ui/controls/EntryGroup.tsx';
import { Notice } from '../../ui/feedback/Notice.tsx';
import { RenewalFields, useRenewal } from '../shared/credential/renewal.tsx';
import css from './connect.module.css';

/** Replaces the credential in use, at any time. */
export function RenewForm(props: {
  /** What is in use. */
  readonly name: CredentialName;
  readonly onClose: () => void;
}): ReactNode {
  const renewal = useRenewal();
  const { phase, isFilled, submit } = renewal;
  return (
    <EntryGroup className={css.body} onEnter={submit}>
      <RenewalFields
        renewal={renewal}
        name={props.name}
        description="For the same account, table and keys, or more. Rows already read are kept, and a paused run continues."
      />
      {phase === 'done' && <Notice tone="success" title={`The new ${props.name} is in use.`} isLive />}
      <div className={css.buttons}>
        <Button onPress={submit} isDisabled={!isFilled || phase === 'asking'}>
          {phase === 'asking' ? 'Checking' : 'Replace'}
        </Button>
        <Button look="subtle" onPress={props.onClose}>
          {phase === 'done' ? 'Close' : 'Keep the old one'}
        </Button>
      </div>
    </EntryGroup>
  );
}
