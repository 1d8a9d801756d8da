import type { ReactNode } from 'react';
import { Button } from '../../../ui/controls/Button.tsx';
import { useServices } from '../../shared/services.tsx';

/** The ways to an account for a map; the demo account only if no other is named. */
export function ConnectChoices({
  endpoint = '',
  connectDemo,
  onConnect,
}: {
  readonly endpoint?: string;
  /** Whether it failed. */
  readonly connectDemo: () => Promise<unknown>;
  readonly onConnect: () => void;
}): ReactNode {
  const { activity, hasDemo } = useServices();
  const isDemo = hasDemo && (endpoint === '' || endpoint === 'demo');
  const tryDemo = (): void =>
    void activity.track(connectDemo().then((fault) => (fault === undefined ? undefined : onConnect())));
  return (
    <>
      {isDemo && (
        <Button look="primary" onPress={tryDemo}>
          Try the demo account
        </Button>
      )}
      {endpoint !== 'demo' && <Button onPress={onConnect}>Connect to your account</Button>}
    </>
  );
}
