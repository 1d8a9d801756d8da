import { isoToTicks, ticksToIso } from '../../core/time/ticks.ts';
import { leftOut } from '../address/hashAddress.ts';
import { holdsSecret } from '../base/secrets.ts';
import { EMPTY_CHART } from '../run/chartChoice.ts';
import { EMPTY_GROUPS } from '../run/groupChoice.ts';
import { type EndedRun, formRead } from '../run/runState.ts';
import { formToParams, isSameQuery, paramsToForm, type QueryForm } from '../run/queryForm.ts';
import { isTimeRange } from '../run/rowListState.ts';
import { check, fields, list, maybe, type Shape, ShapeFault, text } from './capture/shape.ts';
import { isEdited, type OpenResult, type ResultsState, type TimelineTrack } from './resultTabs.ts';
import type { ResultsStore } from './resultsStore.ts';
import { textsOfView } from './sharedView.ts';

/** The parameter of an address, and of the form in a capture, that holds the arrangement. */
export const TIMELINE = 'timeline';

/** More tracks would be too small to see, and too long for an address. */
export const MOST_TRACKS = 20;
const MOST_PARAMS = 40;

export interface OpenTrack extends TimelineTrack {
  readonly result: OpenResult;
}

/** The tracks whose tabs are open, from the top. */
export function openTracks({ all, timeline }: Pick<ResultsState, 'all' | 'timeline'>): readonly OpenTrack[] {
  return (timeline?.tracks ?? []).flatMap((track) => {
    const result = all.find(({ id }) => id === track.id);
    return result === undefined ? [] : [{ ...track, result }];
  });
}

/** Puts a tab below the other tracks. */
export function addTrack(results: Pick<ResultsStore, 'get' | 'arrange'>, id: number): void {
  const { timeline } = results.get();
  const others = (timeline?.tracks ?? []).filter((track) => track.id !== id);
  results.arrange({ timeline: { ...timeline, tracks: [...others, { id, shows: '' }] } });
}

/** The parameters of a track's query, without those that only choose a view of its result. */
function queryParams(form: QueryForm): readonly (readonly [string, string])[] {
  const plain = { ...form, sql: '', tab: 'rows' as const, chart: EMPTY_CHART, groups: EMPTY_GROUPS };
  return formToParams({ ...plain, view: form.view.filter(([name]) => name !== TIMELINE) }).filter(
    ([name, value]) => value !== '' && name !== 'tab',
  );
}

/**
 * Whether a track may be in an address. If a part of its query looks like a secret it may not: without that part it would be another query.
 */
export function isInLinks({ result }: Pick<OpenTrack, 'result'>): boolean {
  return [result.services.query.get(), queryRead(result)].every(
    (form) => leftOut(queryParams(form)).length === 0,
  );
}

/** The query whose rows a tab has, with the instants that were read; before its run, the query as typed. */
function queryRead({ services: { query, run } }: OpenResult): QueryForm {
  const ran = run.get();
  return ran.phase === 'idle' ? query.get() : formRead(ran, query.get());
}

/**
 * The arrangement as text; '' if there are no tracks. `typed`: with the queries as typed, for the page's own address. `read`: with what was
 * read, for others. `shown`: also with which rows are selected in each.
 */
export function timelineText(
  state: Pick<ResultsState, 'all' | 'timeline'>,
  as: 'typed' | 'read' | 'shown' = 'typed',
): string {
  const zoom = state.timeline?.zoom;
  const tracks = openTracks(state)
    .filter(isInLinks)
    .map(({ shows, result }) => {
      const { query: typed, run: runs, rowList } = result.services;
      const form = as === 'typed' ? typed.get() : queryRead(result);
      const run = runs.get();
      const view = as === 'shown' && run.phase !== 'idle' ? shownRows(rowList.of(run.runId)) : form.view;
      return { ...(shows !== '' && { shows }), query: Object.fromEntries(queryParams({ ...form, view })) };
    });
  if (tracks.length === 0) return '';
  return JSON.stringify({ tracks, ...(zoom && { zoom: [ticksToIso(zoom.from), ticksToIso(zoom.to)] }) });
}

function shownRows({ filters }: Parameters<typeof textsOfView>[0]): QueryForm['view'] {
  return textsOfView({ filters: filters ?? [] });
}

/** The run as a capture saves it: with the arrangement, but without the rows of other tracks. */
export function withArrangement(run: EndedRun, state: Pick<ResultsState, 'all' | 'timeline'>): EndedRun {
  const whole = timelineText(state, 'shown');
  // A selected value may itself look like a secret.
  const written = holdsSecret(whole) ? timelineText(state, 'read') : whole;
  return { ...run, form: { ...run.form, view: [[TIMELINE, written]] } };
}

const query: Shape<QueryForm> = (value, at) => {
  if (typeof value !== 'object' || value === null) throw new ShapeFault(`${at} is not an object`);
  const params = Object.entries(value).slice(0, MOST_PARAMS);
  return paramsToForm(new Map(params.map(([name, each]) => [name, text(each, name)])));
};
const timelineShape = fields<{
  readonly tracks: readonly { readonly shows?: string; readonly query: QueryForm }[];
  readonly zoom?: readonly string[];
}>({
  tracks: list(
    fields<{ readonly shows?: string; readonly query: QueryForm }>({ shows: maybe(text), query }),
    MOST_TRACKS,
  ),
  zoom: maybe(check(list(text, 2), (ends) => ends.length === 2, 'a time range')),
});

/** Reads an arrangement from an address or a capture, which may hold anything; undefined if it is invalid. */
function readTimeline(written: string) {
  try {
    const { tracks, zoom } = timelineShape(JSON.parse(written), '');
    const [from = 0n, to = 0n] = zoom?.map((iso) => isoToTicks(iso)) ?? [];
    return {
      tracks: tracks.map(({ shows = '', query: form }) => ({ shows, form })),
      zoom: from < to ? { from, to } : undefined,
    };
  } catch {
    return undefined;
  }
}

/** Whether a tab has a query, as typed or as read. A result whose query was edited since has only the edited one. */
function hasQuery(result: OpenResult, form: QueryForm): boolean {
  const { services } = result;
  const typed = services.query.get();
  return isSameQuery(typed, form) || (!isEdited(services) && isSameQuery(queryRead(result), form));
}

/**
 * Arranges the tabs as an address or a capture says. A track whose query no tab has gets a new tab, without rows. False: the text is not an
 * arrangement.
 */
export function restoreTimeline(results: ResultsStore, written: string): boolean {
  const read = readTimeline(written);
  if (read === undefined) return false;
  const taken = new Set<number>();
  const tracks = read.tracks.map(({ shows, form }): TimelineTrack => {
    const same = results.get().all.filter((result) => !taken.has(result.id) && hasQuery(result, form));
    const hasRows = (result: OpenResult): boolean => result.services.run.get().phase !== 'idle';
    const id = (same.find(hasRows) ?? same[0])?.id ?? results.add(form, true);
    taken.add(id);
    return { id, shows };
  });
  // An opened capture has the rows of a track whose tab was empty, so that empty tab is closed.
  const before = openTracks(results.get()).filter(({ id }) => !taken.has(id));
  for (const { id, result } of before) {
    const { query: own, run } = result.services;
    const isTwin = read.tracks.some(({ form }) => isSameQuery(form, own.get()));
    if (isTwin && run.get().phase === 'idle') results.close(id);
  }
  results.arrange({ timeline: { tracks, zoom: read.zoom } });
  return true;
}

/** The filter by which a stretch of time is selected in a result; undefined if there is none. */
export function stretchOf({ services }: Pick<OpenResult, 'services'>) {
  const run = services.run.get();
  return run.phase === 'idle' ? undefined : services.rowList.of(run.runId).filters.find(isTimeRange);
}
