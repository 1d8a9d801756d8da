import { faultText } from '../../../core/result.ts';
import { type ReactNode, useState } from 'react';
import { ticksFromUnixMs } from '../../../core/time/ticks.ts';
import { planFromForm } from '../../../state/run/planFromForm.ts';
import { proposalFields } from '../../../state/run/proposedFields.ts';
import { oneShotReads, tableSampleRead } from '../../shared/oneShotReads.ts';
import { useServices } from '../../shared/services.tsx';
import { useStore } from '../../shared/useStore.ts';
import { writeHash } from '../../../state/address/hashAddress.ts';
import { QUERY_VIEW } from '../../../state/run/queryForm.ts';
import { Button } from '../../../ui/controls/Button.tsx';
import { EmptyState } from '../../../ui/feedback/EmptyState.tsx';
import css from '../map/keyspace.module.css';

/** Shown before anything has run: the ways to a first map. */
export function RunIntro({ onConnect }: { readonly onConnect: () => void }): ReactNode {
  const { connection, hasDemo } = useServices();
  const isConnected = useStore(connection).kind === 'connected';
  const { show, fault } = useDemoMap(onConnect);
  return (
    <EmptyState
      title="Map the rows of a query"
      actions={
        isConnected || !hasDemo ? (
          <a className={css.link} href={writeHash(QUERY_VIEW, [])}>
            Go to Query
          </a>
        ) : (
          <>
            <Button look="primary" onPress={show}>
              Try the demo account
            </Button>
            <Button onPress={onConnect}>Connect to your account</Button>
          </>
        )
      }
    >
      Run a query to map its rows: which prefixes are hot, which fall silent, and when. To map a list of keys
      without an account, choose Paste.
      {fault !== undefined && <b role="alert"> {fault}</b>}
    </EmptyState>
  );
}

/**
 * One click from nothing to a map: connects to the demo account and runs its widest table with the proposed
 * scheme.
 */
function useDemoMap(onConnect: () => void) {
  const { connection, query, run, activity, nowMs } = useServices();
  /** Why there is no map, with the next step. */
  const [fault, setFault] = useState<string>();
  const runDemo = async (): Promise<void> => {
    const refused = await connection.connectDemo();
    const state = connection.get();
    if (refused !== undefined || state.kind !== 'connected') {
      onConnect();
      return;
    }
    // The demo opens with a table and its window chosen, unless an address has named another.
    const { table } = query.get();
    const sample = await oneShotReads.fetchQuery(tableSampleRead(state.session.connection, table, activity));
    const [best] = sample.proposals;
    if (best !== undefined) query.propose(table, proposalFields(best));
    const form = query.get();
    const plan = planFromForm(form, ticksFromUnixMs(nowMs()));
    if (plan.ok) run.start(plan.value, state.session, form);
    else setFault(faultText(plan.error));
  };
  const show = (): void => {
    setFault(undefined);
    void activity.track(
      runDemo().catch((caught: unknown) => {
        const why = caught instanceof Error ? caught.message : 'Its first table could not be read.';
        setFault(`The demo account is connected. ${why} Go to Query to choose a table.`);
      }),
    );
  };
  return { show, fault };
}
