import { type ReactNode, useState } from 'react';
import { Button } from '../../../ui/controls/Button.tsx';
import { useConnectDoor } from '../../shared/credential/connectDoor.ts';
import { useServices, useStore } from '../../shared/services.tsx';
import { TextField } from '../../../ui/controls/TextField.tsx';
import css from '../map/keyspace.module.css';

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

/** The table that was probed or counted last, or else that of the Query form. */
export function useKnownTable(): string {
  const { keyspace, query } = useServices();
  const { probed: last } = useStore(keyspace);
  const { table: chosen } = useStore(query);
  return last === '' ? chosen : last;
}

/** The table to probe or to count, without spaces around it, and the field for its name. */
export function useTableField(): readonly [table: string, field: ReactNode] {
  const known = useKnownTable();
  const [typed, setTyped] = useState<string>();
  const text = typed ?? known;
  return [
    text.trim(),
    <div key="table" className={css.probeTable}>
      <TextField label="Table" hideLabel mono value={text} onChange={setTyped} placeholder="table name" />
    </div>,
  ];
}
