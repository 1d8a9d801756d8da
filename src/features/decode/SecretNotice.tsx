import { type ReactNode, useState } from 'react';
import { Button } from '../../ui/controls/Button.tsx';
import { Notice } from '../../ui/feedback/Notice.tsx';
import { useServices } from '../shared/services.tsx';
import { useGroupActions } from '../shared/useActions.ts';
import type { ConnectFault } from '../../state/connection/connectionState.ts';

/** A credential was pasted into the field for keys: connect with it or discard it. */
export function SecretNotice(props: {
  readonly secret: string;
  /** Whether anything is left to decode. */
  readonly hasRest: boolean;
  readonly onDone: () => void;
}): ReactNode {
  const { connection } = useServices();
  const [fault, setFault] = useState<ConnectFault>();
  const [isBusy, setBusy] = useState(false);
  const connect = (): void => {
    setBusy(true);
    void connection.connect(props.secret).then((found) => {
      setBusy(false);
      if (found === undefined) props.onDone();
      else setFault(found);
    });
  };
  const canConnect = !isBusy && fault?.kind !== 'text';
  useGroupActions('Decode', [
    ['decode.secret.connect', 'Connect with the pasted credential', canConnect ? connect : undefined],
    ['decode.secret.discard', 'Discard the pasted credential', isBusy ? undefined : props.onDone],
  ]);
  const said = fault?.fault;
  return (
    <Notice
      tone="warning"
      title={said?.message ?? 'This text seems to hold a SAS, an access token or an account key.'}
      nextStep={
        said === undefined
          ? 'Connect with it, or discard it. If others may have seen it, renew it.'
          : said.nextStep
      }
      isLive
      actions={
        <>
          <Button size="small" look="primary" isDisabled={!canConnect} onPress={connect}>
            Connect with it
          </Button>
          <Button size="small" isDisabled={isBusy} onPress={props.onDone}>
            Discard it
          </Button>
        </>
      }
    >
      It was removed from the field. Only this notice holds it; it never enters the address or storage.
      {props.hasRest && ' The rest of the text is decoded below.'}
    </Notice>
  );
}
