import type { ReactNode } from 'react';
import { Button } from '../../../ui/controls/Button.tsx';
import { Notice } from '../../../ui/feedback/Notice.tsx';
import { useServices } from '../../shared/services.tsx';
import { NotInLink } from '../../shared/NotInLink.tsx';
import { useStore } from '../../shared/useStore.ts';
import { accountName, type Session } from '../../../state/connection/session.ts';

/** Where the address and the page do not say the same: another version, another account, a text that must not be in it. */
export function AddressNotices(props: {
  readonly session: Session | undefined;
  readonly isElsewhere: boolean;
}): ReactNode {
  const { address, query } = useServices();
  const { unknownVersion } = useStore(address);
  const form = useStore(query);
  const connected = props.session === undefined ? undefined : accountName(props.session);
  return (
    <>
      {unknownVersion !== undefined && (
        <Notice
          tone="warning"
          title={`This address says version ${unknownVersion.slice(0, 20)}, which this Keyscope does not know. It was not applied.`}
          nextStep="Open it with a newer Keyscope, or fill in the form."
        />
      )}
      {connected !== undefined && props.isElsewhere && (
        <Notice
          tone="warning"
          title={`This query was made for ${form.endpoint}; connected is ${connected}.`}
          nextStep="Connect to the account of the address, or ask this one instead."
          actions={
            <Button size="small" onPress={() => query.change({ endpoint: connected })}>
              Ask the connected account
            </Button>
          }
        />
      )}
      <NotInLink form={form} />
    </>
  );
}
