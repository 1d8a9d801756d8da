import { useEffect, useMemo, useRef, useState } from 'react';
import type { ResultServices } from '../../../state/results/resultServices.ts';
import type { OpenResult } from '../../../state/results/resultTabs.ts';
import {
  type OpenTrack,
  openTracks,
  restoreTimeline,
  stretchOf,
  TIMELINE,
  timelineText,
} from '../../../state/results/timeline.ts';
import type { QueryForm } from '../../../state/run/queryForm.ts';
import { useServices, useStore } from '../../shared/services.tsx';
import { sharedTime } from '../results/time/sharedTime.ts';

/** A track with what its views use. */
export interface SharedTrack extends OpenTrack {
  readonly services: ResultServices;
}

const NONE: readonly SharedTrack[] = [];

/**
 * The tracks to show: none if the tab in sight is not one of them. Keeps the arrangement in the address. `isUnread`: the arrangement of a
 * link or a capture could not be read.
 */
export function useTimeline(): { readonly tracks: readonly SharedTrack[]; readonly isUnread: boolean } {
  const { results } = useServices();
  const state = useStore(results);
  const isUnread = useArrangementInAddress();
  const open = openTracks(state);
  const ids = open.map(({ id }) => id).join(' ');
  const shared = useMemo(() => {
    const { all } = results.get();
    const sides = ids.split(' ').flatMap((id) => all.find((result) => String(result.id) === id) ?? []);
    return sharedTime(
      sides.map((side) => ({ ...side, shift: 0n })),
      () => undefined,
    );
  }, [results, ids]);
  useSameStretch(open);
  const isShown = open.some(({ id }) => id === state.inSight.id);
  const tracks = isShown
    ? open.map((track, at) => ({ ...track, services: shared[at] ?? track.result.services }))
    : NONE;
  return { tracks, isUnread };
}

/**
 * When a result joins, the stretch that is selected in the other tracks is selected in it too. If they have none, its own is selected in
 * them.
 */
function useSameStretch(tracks: readonly OpenTrack[]): void {
  const joined = useRef<ReadonlySet<string>>(new Set());
  useEffect(() => {
    const keyed = tracks.flatMap(({ result }) => {
      const run = result.services.run.get();
      return run.phase === 'idle' ? [] : [{ key: `${result.id} ${run.runId}`, runId: run.runId, result }];
    });
    const known = keyed.filter(({ key }) => joined.current.has(key));
    const stretch = [...known, ...keyed]
      .map(({ result }) => stretchOf(result))
      .find((each) => each !== undefined);
    const isNew = known.length < keyed.length;
    joined.current = new Set(keyed.map(({ key }) => key));
    if (!isNew || stretch === undefined) return;
    for (const { runId, result } of keyed) {
      const { rowList } = result.services;
      const own = stretchOf(result);
      if (JSON.stringify(own) === JSON.stringify(stretch)) continue;
      const others = rowList.of(runId).filters.filter((filter) => filter !== own);
      rowList.change(runId, { filters: [...others, stretch] }, false, true);
    }
  });
}

/** Captures whose arrangement was already read, which happens once. */
const looked = new WeakSet<OpenResult>();

function arrangementIn({ view }: Pick<QueryForm, 'view'>): string {
  return view.find(([name]) => name === TIMELINE)?.[1] ?? '';
}

/**
 * Applies the arrangement of a link that was followed or a capture that was opened, and writes the page's arrangement to the address.
 * Returns true if the last one could not be read.
 */
function useArrangementInAddress(): boolean {
  const { results, query } = useServices();
  const state = useStore(results);
  const form = useStore(query);
  const known = useRef<{ readonly id: number; readonly text: string }>(undefined);
  const [isUnread, setUnread] = useState(false);
  useEffect(() => {
    const { inSight } = state;
    const written = arrangementIn(form);
    const before = known.current;
    const isFollowed = before === undefined || (before.id === inSight.id && before.text !== written);
    const ran = inSight.services.run.get();
    const isOpened = inSight.capture !== undefined && ran.phase !== 'idle' && !looked.has(inSight);
    if (isOpened) looked.add(inSight);
    const asked = isOpened ? arrangementIn(ran.form) : isFollowed ? written : '';
    const text = timelineText(state);
    if (asked !== '' && asked !== text) setUnread(!restoreTimeline(results, asked));
    const now = timelineText(results.get());
    known.current = { id: inSight.id, text: now };
    if (now === written) return;
    const others = form.view.filter(([name]) => name !== TIMELINE);
    query.amend({ view: now === '' ? others : [...others, [TIMELINE, now]] });
  }, [results, query, state, form]);
  return isUnread;
}
