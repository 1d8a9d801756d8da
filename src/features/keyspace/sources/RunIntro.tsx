import type { ReactNode } from 'react';
import { useServices } from '../../shared/services.tsx';
import { tryDemo } from '../../shared/startQuery.ts';
import { useStore } from '../../shared/useStore.ts';
import { writeHash } from '../../../state/address/hashAddress.ts';
import { QUERY_VIEW } from '../../../state/run/queryForm.ts';
import { EmptyState } from '../../../ui/feedback/EmptyState.tsx';
import css from '../map/keyspace.module.css';
import { ConnectChoices } from './ConnectChoices.tsx';

/** Shown before anything has run: the ways to a first map. */
export function RunIntro({ onConnect }: { readonly onConnect: () => void }): ReactNode {
  const services = useServices();
  const isConnected = useStore(services.connection).kind === 'connected';
  return (
    <EmptyState
      title="Map the rows of a query"
      actions={
        isConnected || !services.hasDemo ? (
          <a className={css.link} href={writeHash(QUERY_VIEW, [])}>
            Go to Query
          </a>
        ) : (
          <ConnectChoices connectDemo={() => tryDemo(services, true)} onConnect={onConnect} />
        )
      }
    >
      Run a query to map its rows: which prefixes are hot, which fall silent, and when. To map a list of keys
      without an account, choose Paste.
    </EmptyState>
  );
}
