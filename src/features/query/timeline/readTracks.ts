import type { TickSpan } from '../../../core/keys/base/scheme.ts';
import { clampTicks, ticksToIso } from '../../../core/time/ticks.ts';
import { withSavedTemplates } from '../../../state/connection/tableSample.ts';
import type { OpenResult } from '../../../state/results/resultTabs.ts';
import { addTrack } from '../../../state/results/timeline.ts';
import { proposalFields } from '../../../state/run/proposedFields.ts';
import { isSameQuery, ofTable, type QueryForm } from '../../../state/run/queryForm.ts';
import { defaultQuery } from '../../../state/run/savedQueries.ts';
import type { Services } from '../../../state/services/services.ts';
import { oneShotReads, tableSampleRead } from '../../shared/oneShotReads.ts';
import { startQuery } from '../../shared/startQuery.ts';

/**
 * Runs the queries of some tabs, one after another, because the page runs one at a time. It ends with the first that does not start or is
 * stopped, and shows its tab, where the page says why.
 */
export async function readTracks(services: Services, results: readonly OpenResult[]): Promise<void> {
  for (const { id, services: own } of results) {
    await noRun(services);
    const before = runOf(own);
    const fault = await schemeChosen(services, own).then(
      () => startQuery({ ...services, ...own }, own.run.start),
      () => 'no sample' as const,
    );
    await noRun(services);
    const ran = runOf(own);
    const isStopped = ran === before || ran?.completeness.state === 'stopped';
    if (fault === undefined && !isStopped) continue;
    services.results.show(id);
    return;
  }
}

function runOf({ run }: OpenResult['services']) {
  const ran = run.get();
  return ran.phase === 'idle' ? undefined : ran;
}

function noRun({ results }: Pick<Services, 'results'>): Promise<void> {
  const isFree = (): boolean =>
    results.get().all.every(({ services }) => services.run.get().phase !== 'running');
  if (isFree()) return Promise.resolve();
  return new Promise((resolve) => {
    const stop = results.subscribe(() => {
      if (!isFree()) return;
      stop();
      resolve();
    });
  });
}

/** If the query has no key scheme yet, samples its table to find one, as when the table is chosen in the form. */
async function schemeChosen(services: Services, { query }: OpenResult['services']): Promise<void> {
  const { connection, activity, templates } = services;
  const { table, scheme } = query.get();
  const state = connection.get();
  if (scheme !== '' || state.kind !== 'connected') return;
  const sample = await oneShotReads.fetchQuery(tableSampleRead(state.session.connection, table, activity));
  const [best] = withSavedTemplates(sample, templates.get()).proposals;
  if (best !== undefined) query.propose(table, proposalFields(best));
}

function rangeOf({ from, to }: TickSpan): Pick<QueryForm, 'from' | 'to' | 'windowGiven'> {
  return { from: ticksToIso(clampTicks(from)), to: ticksToIso(clampTicks(to)), windowGiven: true };
}

/** Reads the same time of another table into a tab of its own, which joins the timeline. */
export function readSameWindow(services: Services, table: string, window: TickSpan): Promise<void> {
  const { results, saved, query } = services;
  const id = results.add({
    ...query.get(),
    ...ofTable(table),
    ...defaultQuery(saved.get(), table),
    ...rangeOf(window),
  });
  addTrack(results, id);
  return readTracks(
    services,
    results.get().all.filter((result) => result.id === id),
  );
}

/** Sets this time in the queries of some tabs, as one step of undo. */
export function takeTime(
  { results }: Pick<Services, 'results'>,
  own: readonly OpenResult[],
  window: TickSpan,
): void {
  const isInSight = ({ id }: OpenResult): boolean => id === results.get().inSight.id;
  const range = rangeOf(window);
  own
    .filter(({ services: { query } }) => !isSameQuery(query.get(), { ...query.get(), ...range }))
    // The query in sight is the one in the address, so it is changed first and begins the step; the others join it.
    .toSorted((a, b) => Number(isInSight(b)) - Number(isInSight(a)))
    .forEach(({ services }, at) => services.query.change(range, at > 0));
}
