import type { ReactNode } from 'react';
import { Button } from '../../../ui/controls/Button.tsx';
import { EmptyState } from '../../../ui/feedback/EmptyState.tsx';
import { useServices } from '../../shared/services.tsx';
import { useStore } from '../../shared/useStore.ts';

/** Nothing was run yet: what to do, one click to something useful. */
export function QueryIntro(props: {
  readonly isConnected: boolean;
  readonly onConnect: () => void;
}): ReactNode {
  const { connection, hasDemo, query } = useServices();
  const { endpoint, table } = useStore(query);
  const state = useStore(connection);
  const isTwice = state.kind === 'connected' && state.session.connection.secondary !== undefined;
  const atOnce = isTwice ? 'Twelve run at a time, six at each endpoint' : 'Six run at a time';
  if (props.isConnected) {
    return (
      <EmptyState title={table === '' ? 'Choose a table' : 'Ready to run'}>
        {table === ''
          ? 'A page of its keys is sampled, and key scheme and event volume are proposed.'
          : `Every planned query is shown above. ${atOnce}; rows, map and chart fill while they do.`}
      </EmptyState>
    );
  }
  const tryDemo = (): void => {
    void connection.connectDemo().then((fault) => {
      if (fault !== undefined) props.onConnect();
    });
  };
  return (
    <EmptyState
      title="Query a time window over all prefixes of a table, in parallel"
      actions={
        <>
          {hasDemo && (
            <Button look="primary" onPress={tryDemo}>
              Try the demo account
            </Button>
          )}
          <Button onPress={props.onConnect}>Connect with a SAS</Button>
        </>
      }
    >
      {endpoint === '' || endpoint === 'demo'
        ? 'Straight from this browser to the table service, read only. The SAS stays in this tab.'
        : `This address was made for ${endpoint}. Connect to it; opening an address sends nothing.`}
    </EmptyState>
  );
}
