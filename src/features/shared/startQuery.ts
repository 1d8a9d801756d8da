import { typedFilter } from '../../core/design/query/readQuery.ts';
import type { SchemeProposal } from '../../core/keys/detectScheme.ts';
import { KEY_SCHEMES } from '../../core/keys/schemeRegistry.ts';
import type { PlanFault } from '../../core/plan/queryPlan.ts';
import { ticksFromUnixMs } from '../../core/time/ticks.ts';
import type { ConnectFault } from '../../state/connection/connectionState.ts';
import { accountName } from '../../state/connection/session.ts';
import { planFromForm } from '../../state/run/planFromForm.ts';
import { proposalFields } from '../../state/run/proposedFields.ts';
import type { QueryRunStore } from '../../state/run/runState.ts';
import type { Services } from '../../state/services/services.ts';

/** Why a query was not started. */
type StartFault = 'not connected' | 'another account' | PlanFault;

/**
 * Runs the query of the form if it is complete and is for the connected account. It is planned at this moment, because `now` means the time
 * of the press.
 * @param start starts the query, in another result than the one in sight
 */
export function startQuery(
  { connection, query, run, nowMs }: Services,
  start: QueryRunStore['start'] = run.start,
): StartFault | undefined {
  query.adopt();
  const state = connection.get();
  // A filter typed in other notations becomes the $filter that is sent. Replacing it earlier would move the form under the pointer.
  const filter = typedFilter(query.get().filter);
  if (filter.ok && filter.value !== query.get().filter) query.change({ filter: filter.value });
  const form = query.get();
  if (state.kind !== 'connected') return 'not connected';
  const plan = planFromForm(form, ticksFromUnixMs(nowMs()));
  if (!plan.ok) return plan.error;
  if (form.endpoint !== '' && form.endpoint !== accountName(state.session)) return 'another account';
  query.remember();
  start(plan.value, state.session, form);
  return undefined;
}

/** How scripts/demo/demoEvents.mjs writes the keys of the demo table that shows the most. The page samples the table as well. */
const DEMO_TABLE = 'DemoEventsVer1v0';
const DEMO_KEYS: SchemeProposal = {
  schemeId: KEY_SCHEMES.find(({ entry }) => entry.tables?.test(DEMO_TABLE))?.id ?? '',
  volume: 100,
  unprefixed: false,
  confidence: 1,
  reason: 'The demo account writes them.',
};

/** Takes one click from anywhere to rows, map and findings: connects to the demo account, opens Query unless the user stays, and runs. */
export async function tryDemo(services: Services, stays = false): Promise<ConnectFault | undefined> {
  const fault = await services.connection.connectDemo();
  if (fault !== undefined) return fault;
  services.query.propose(DEMO_TABLE, proposalFields(DEMO_KEYS));
  if (!stays) services.query.open();
  startQuery(services);
  return undefined;
}
