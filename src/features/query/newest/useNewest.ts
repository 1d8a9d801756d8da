import { useCallback, useEffect, useRef, useState } from 'react';
import { ticksFromUnixMs } from '../../../core/time/ticks.ts';
import { findNewestRows } from '../../../state/run/newestRows.ts';
import type { Session } from '../../../state/connection/session.ts';
import { announce } from '../../../ui/announce.ts';
import { useServices } from '../../shared/services.tsx';
import { useStore } from '../../shared/useStore.ts';
import { useZone } from '../../shared/useZone.ts';
import { forgetOldNewest, type KnownNewest, knownNewest, newestFact, rememberNewest } from './newestFact.ts';
import { createNewestSearches } from './newestSearches.ts';
import { newestPrecision, newestWindow, newestWords, windowLength } from './newestWords.ts';

export interface Newest {
  /** What the last search found for the keys of the form. */
  readonly known: KnownNewest | undefined;
  /** A search that somebody pressed for goes on. */
  readonly isSearching: boolean;
  /** What was found and done, or why not. Undefined: no search was started. */
  readonly said: string | undefined;
  /** Sets the time range to the newest rows. False: they were not found. */
  readonly find: () => Promise<boolean>;
  /** Only learns where the newest rows are, if that was not found within a minute: the form stays, and nothing is said if they are not found. */
  readonly look: () => Promise<void>;
  readonly forget: () => void;
}

interface Search {
  readonly connection: Session['connection'];
  readonly signal: AbortSignal;
  readonly isQuiet: boolean;
}

/** Looks for the newest rows of the form's table, and sets its time range to them. */
export function useNewest(session: Session | undefined): Newest {
  const { activity, query, nowMs } = useServices();
  const zone = useZone();
  const [said, setSaid] = useState<string>();
  const [searches] = useState(createNewestSearches);
  // What a quiet search found is shown when it ends.
  const isSearching = useStore(searches) === 'pressed';
  useEffect(() => searches.stop, [searches]);
  const forget = useCallback(() => setSaid(undefined), []);

  const latest = useRef(zone);
  useEffect(() => {
    latest.current = zone;
  });
  const search = useCallback(
    async ({ connection, signal, isQuiet }: Search): Promise<boolean> => {
      const form = query.get();
      const startedMs = nowMs();
      const nowTicks = ticksFromUnixMs(startedMs);
      const length = windowLength(form, nowTicks);
      const precision = newestPrecision(length);
      const found = await findNewestRows(connection, form, { nowTicks, precision }, signal);
      // Another table was chosen meanwhile, or another search began.
      if (signal.aborted || query.get().table !== form.table) return false;
      if (found.ok) rememberNewest(connection, form, found.value, startedMs);
      if (isQuiet) {
        if (found.ok) announce(newestFact(found.value, nowTicks, latest.current));
        return found.ok;
      }
      const words = found.ok
        ? newestWords(found.value, nowTicks, latest.current, form.filter.trim() !== '')
        : found.error;
      if (found.ok) query.change(newestWindow(found.value.before, length));
      setSaid(words);
      announce(words);
      return found.ok;
    },
    [query, nowMs],
  );
  const begin = useCallback(
    async (isQuiet: boolean): Promise<boolean> => {
      if (session === undefined) return false;
      const stopping = searches.begin(isQuiet);
      if (stopping === undefined) return false;
      if (!isQuiet) setSaid(undefined);
      const { connection } = session;
      try {
        return await activity.track(search({ connection, signal: stopping.signal, isQuiet }));
      } catch (caught) {
        if (!stopping.signal.aborted && !isQuiet) {
          setSaid(caught instanceof Error ? caught.message : 'The newest rows could not be looked for.');
        }
        return false;
      } finally {
        searches.end(stopping);
      }
    },
    [session, activity, search, searches],
  );
  const find = useCallback(() => begin(false), [begin]);
  const look = useCallback(async (): Promise<void> => {
    if (session === undefined) return;
    forgetOldNewest(session.connection, nowMs());
    if (knownNewest(session.connection, query.get()) === undefined) await begin(true);
  }, [session, query, nowMs, begin]);
  const form = useStore(query);
  const known = session === undefined ? undefined : knownNewest(session.connection, form);
  return { known, isSearching, said, find, look, forget };
}
