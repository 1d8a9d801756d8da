import { useEffect, useRef, useState } from 'react';
import { isoToTicks, ticksFromUnixMs } from '../../../core/time/ticks.ts';
import { findNewestRows, type NewestRows } from '../../../state/run/newestRows.ts';
import type { RunState } from '../../../state/run/runState.ts';
import { announce } from '../../../ui/announce.ts';
import { useServices, useSession } from '../../shared/services.tsx';
import { useStore } from '../../shared/useStore.ts';
import { useZone } from '../../shared/useZone.ts';
import { forgetOldNewest, knownNewest, newestFact, rememberNewest } from './newestFact.ts';
import { newestPrecision, newestWindow, windowLength } from './newestWords.ts';

type Requests = RunState['requests'];

/** What pressing Newest has led to, and the run that it belongs to. The message is shown until the next run. */
export type NewestSaid = { readonly runId: number } & (
  | { readonly found: NewestRows; readonly hasFilter: boolean; readonly isToNow: boolean }
  | { readonly fault: string }
);

export type Newest = ReturnType<typeof useNewest>;

/** Looks for the newest row of the form's table, and goes there. */
export function useNewest(start: () => void) {
  const session = useSession();
  const { askTable, query, run: runs, rowList, nowMs } = useServices();
  const zone = useZone();
  const [said, setSaid] = useState<NewestSaid>();
  // A quiet search shows nothing before it ends, and then what it found.
  const [kind, setKind] = useState<'none' | 'pressed' | 'quiet'>('none');
  /** The search in progress. */
  const open = useRef<AbortController>(undefined);
  useEffect(() => () => open.current?.abort(), []);

  /**
   * Searches for the newest row, one search at a time. `isQuiet`: an empty result asks, not the user. A quiet search does not replace
   * another, and a press replaces it. Undefined if it was replaced, or another table was chosen meanwhile. A text says why the row was not
   * found.
   */
  const search = async (isQuiet: boolean, onRequests: (requests: Requests) => void) => {
    if (session === undefined || (isQuiet && open.current !== undefined)) return undefined;
    open.current?.abort();
    const stopping = new AbortController();
    open.current = stopping;
    setKind(isQuiet ? 'quiet' : 'pressed');
    const { signal } = stopping;
    const form = query.get();
    const startedMs = nowMs();
    const nowTicks = ticksFromUnixMs(startedMs);
    const precision = newestPrecision(windowLength(form, nowTicks));
    try {
      const found = await askTable(
        { session, tableName: form.table.trim(), signal, onRequests },
        (firstKey) => findNewestRows(form, { nowTicks, precision }, firstKey),
      );
      if (signal.aborted || query.get().table !== form.table) return undefined;
      if (!found.ok) return found.error;
      rememberNewest(session.connection, form, found.value, startedMs);
      return found.value;
    } catch (caught) {
      if (signal.aborted) return undefined;
      return caught instanceof Error ? caught.message : 'The newest row could not be looked for.';
    } finally {
      if (open.current === stopping) {
        open.current = undefined;
        setKind('none');
      }
    }
  };
  const recent = (): NewestRows | undefined => {
    if (session === undefined) return undefined;
    forgetOldNewest(session.connection, nowMs());
    return knownNewest(session.connection, query.get());
  };
  const go = async (mayKnow: boolean): Promise<void> => {
    const runId = (): number => {
      const run = runs.get();
      return run.phase === 'idle' ? 0 : run.runId;
    };
    setSaid(undefined);
    let sent: Requests = [];
    const found = (mayKnow ? recent() : undefined) ?? (await search(false, (all) => (sent = all)));
    if (typeof found === 'object') {
      const form = query.get();
      const nowTicks = ticksFromUnixMs(nowMs());
      const window = newestWindow(found.before, windowLength(form, nowTicks), nowTicks);
      query.change(window);
      start();
      rowList.change(runId(), { order: 'time-desc' });
      const isToNow = isoToTicks(window.to) >= nowTicks;
      setSaid({ runId: runId(), found, hasFilter: form.filter.trim() !== '', isToNow });
    } else if (found !== undefined) setSaid({ runId: runId(), fault: found });
    runs.list(sent);
  };
  const look = async (): Promise<void> => {
    const found = recent() === undefined ? await search(true, runs.list) : undefined;
    if (typeof found === 'object') announce(newestFact(found, ticksFromUnixMs(nowMs()), zone));
  };
  const form = useStore(query);
  return {
    /** What the last search found for the keys of the form. */
    known: session && knownNewest(session.connection, form),
    /** True during a search that the user asked for. */
    isSearching: kind === 'pressed',
    /** Undefined until Newest was pressed. */
    said,
    /** Finds the newest row, sets the time range to end after it, and runs. `mayKnow`: a search of the last minute is used if there is one. */
    go: (mayKnow: boolean) => void go(mayKnow),
    /** Finds out where the newest row is, unless that was done within the last minute. Failing to find it is not reported. */
    look: () => void look(),
    forget: () => setSaid(undefined),
  };
}
