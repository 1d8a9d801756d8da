import type { ReactNode } from 'react';
import { Button } from '../../../ui/controls/Button.tsx';
import { Notice } from '../../../ui/feedback/Notice.tsx';
import { useServices } from '../../shared/services.tsx';
import { NotInLink } from '../../shared/NotInLink.tsx';
import { OtherVersion } from '../../shared/OtherVersion.tsx';
import { useStore } from '../../shared/useStore.ts';
import { isRelative } from '../../shared/windowWords.ts';
import { useSharedView } from './useSharedView.ts';
import { accountName, type Session } from '../../../state/connection/session.ts';

/** What a person must know before a run: another version or account in the address, a secret in it, a wrong clock. */
export function FormNotices(props: {
  readonly session: Session | undefined;
  readonly isElsewhere: boolean;
}): ReactNode {
  const { query, run, clockNote } = useServices();
  const unread = useSharedView(useStore(run));
  const form = useStore(query);
  const connected = props.session === undefined ? undefined : accountName(props.session);
  const ofClock = isRelative(form) ? clockNote() : undefined;
  return (
    <>
      <OtherVersion />
      {connected !== undefined && props.isElsewhere && (
        <Notice
          tone="warning"
          title={`This query is for ${form.endpoint}, but you are connected to ${connected}.`}
          nextStep="Disconnect and connect to the other account, or query this one."
          actions={
            <Button size="small" onPress={() => query.change({ endpoint: connected })}>
              Query the connected account
            </Button>
          }
        />
      )}
      <NotInLink form={form} />
      {unread !== '' && (
        <Notice tone="warning" title={`Parts of the link could not be read: ${unread}`} isLive />
      )}
      {ofClock !== undefined && <Notice tone="warning" title={ofClock} />}
    </>
  );
}
