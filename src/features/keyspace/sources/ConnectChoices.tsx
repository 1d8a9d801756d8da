import type { ReactNode } from 'react';
import { Button } from '../../../ui/controls/Button.tsx';
import { useConnectDoor, useServices } from '../../shared/services.tsx';

/** The ways to connect to an account for a map. The demo account is offered only if no other account is named. */
export function ConnectChoices({
  endpoint = '',
  connectDemo,
}: {
  readonly endpoint?: string;
  /** Resolves to the fault, or to undefined if it worked. */
  readonly connectDemo: () => Promise<unknown>;
}): ReactNode {
  const { activity, hasDemo } = useServices();
  const connect = useConnectDoor();
  const isDemo = hasDemo && (endpoint === '' || endpoint === 'demo');
  const tryDemo = (): void =>
    void activity.track(connectDemo().then((fault) => (fault === undefined ? undefined : connect())));
  return (
    <>
      {isDemo && (
        <Button look="primary" onPress={tryDemo}>
          Try the demo account
        </Button>
      )}
      {endpoint !== 'demo' && <Button onPress={() => connect()}>Connect to your account</Button>}
    </>
  );
}
