import { faultText } from '../../../core/result.ts';
import { useState } from 'react';
import { ticksFromUnixMs } from '../../../core/time/ticks.ts';
import { planFromForm } from '../../../state/run/planFromForm.ts';
import type { QueryForm } from '../../../state/run/queryForm.ts';
import { useServices } from '../../shared/services.tsx';
import { useStore } from '../../shared/useStore.ts';
import { accountName } from '../../../state/connection/session.ts';

/** Runs queries from the Keyspace view, over the connection that is there. `about`: the query whose account has to be it. */
export function useAskHere(about: QueryForm | undefined, onConnect: () => void) {
  const { connection, run, nowMs } = useServices();
  const state = useStore(connection);
  const session = state.kind === 'connected' ? state.session : undefined;
  const [fault, setFault] = useState<string>();
  const endpoint = about?.endpoint ?? '';
  return {
    isConnected: session !== undefined,
    /** Connected, but to another account. */
    isElsewhere: session !== undefined && endpoint !== '' && endpoint !== accountName(session),
    /** Why the last one could not be planned, with the next step. */
    fault,
    /** Whether it was started. */
    ask: (form: QueryForm): boolean => {
      if (session === undefined) {
        onConnect();
        return false;
      }
      // `now` means the instant of running.
      const plan = planFromForm(form, ticksFromUnixMs(nowMs()));
      setFault(plan.ok ? undefined : faultText(plan.error));
      if (plan.ok) run.start(plan.value, session, form);
      return plan.ok;
    },
  };
}
