import { type ReactNode, useState } from 'react';
import type { ConnectFault } from '../../../state/connection/connectionState.ts';
import type { CredentialName } from '../../../state/connection/session.ts';
import { SecretField, useSecretText } from '../../../ui/controls/TextField.tsx';
import { Notice } from '../../../ui/feedback/Notice.tsx';
import { useServices } from '../services.tsx';
import { FixTabs, tokenFixes } from './FixTabs.tsx';

/** Replaces the credential in use. Results stay, and a run continues. `reads`: the tables of the waiting run. */
export function useRenewal(reads?: readonly string[]) {
  const { connection } = useServices();
  const [text, setText] = useSecretText();
  const [fault, setFault] = useState<ConnectFault>();
  /** `done`: the credential is in use, until another text is pasted. */
  const [phase, setPhase] = useState<'idle' | 'asking' | 'done'>('idle');
  const isFilled = text.trim() !== '';
  return {
    text,
    isFilled,
    phase,
    fault,
    change: (changed: string): void => {
      setText(changed);
      setFault(undefined);
      setPhase('idle');
    },
    submit: () => {
      if (!isFilled || phase === 'asking') return;
      setPhase('asking');
      void connection.renew(text, reads).then((found) => {
        setFault(found);
        setPhase(found === undefined ? 'done' : 'idle');
        if (found === undefined) setText('');
      });
    },
  };
}

/** The field for the credential, how to get a token, and what is wrong with the text. */
export function RenewalFields(props: {
  readonly renewal: ReturnType<typeof useRenewal>;
  /** The kind of credential that is asked for. */
  readonly name: CredentialName;
  readonly description: string;
  /** The tenant of the account, if a refusal named it. */
  readonly tenantId?: string | undefined;
}): ReactNode {
  const { renewal, name, description, tenantId } = props;
  const { fault } = renewal;
  return (
    <>
      <SecretField
        label={`New ${name} for this account`}
        focusOnOpen
        value={renewal.text}
        onChange={renewal.change}
        description={description}
      />
      {name === 'access token' && <FixTabs label="Get a token with" fixes={tokenFixes(tenantId)} />}
      {fault !== undefined && (
        <Notice tone="error" title={fault.fault.message} nextStep={fault.fault.nextStep} isLive />
      )}
    </>
  );
}
