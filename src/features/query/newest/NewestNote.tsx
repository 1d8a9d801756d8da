import { useQuery } from '@tanstack/react-query';
import {
  type ReactNode,
  useEffect,
  useMemo,
  createContext,
  useContext,
  useEffectEvent,
  useRef,
  useState,
} from 'react';
import { schemeById } from '../../../core/keys/schemeRegistry.ts';
import { ticksFromUnixMs, clampTicks, type Ticks, isoToTicks } from '../../../core/time/ticks.ts';
import type { RowView } from '../../../core/rows/rowTypes.ts';
import type { QueryPlan } from '../../../core/plan/queryPlan.ts';
import { type NewestRows, findNewestRows } from '../../../state/run/newestRows.ts';
import type { RunState } from '../../../state/run/runState.ts';
import { announce } from '../../../ui/announce.ts';
import { wordsOf } from '../../../ui/text/VisibleText.tsx';
import { oneShotReads } from '../../shared/oneShotReads.ts';
import { boundsOfRow } from '../../shared/boundsWords.ts';
import { useServices, useSession, useStore, useZone } from '../../shared/services.tsx';
import { PressNote } from '../../shared/PressNote.tsx';
import {
  newestWords,
  isRead,
  newestFact,
  whyNotRead,
  forgetOldNewest,
  knownNewest,
  rememberNewest,
  newestPrecision,
  newestWindow,
  windowLength,
} from './newestWords.ts';
import { Button } from '../../../ui/controls/Button.tsx';

type Requests = RunState['requests'];

/** What pressing Newest has led to, and the run that it belongs to. The message is shown until the next run. */
type NewestSaid = { readonly runId: number } & (
  | { readonly found: NewestRows; readonly hasFilter: boolean; readonly isToNow: boolean }
  | { readonly fault: string }
);

type Newest = ReturnType<typeof useNewest>;

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

/** The result of pressing Newest: where the newest row is, with its exact time once it was read. */
export function NewestNote({ newest: { said, forget } }: { readonly newest: Newest }): ReactNode {
  const now = useStore(useServices().run);
  const run = now.phase === 'idle' ? undefined : now;
  if (said === undefined || said.runId !== (run?.runId ?? 0)) return undefined;
  return (
    <PressNote onClose={forget}>
      {'fault' in said ? <Said words={said.fault} /> : run && <Found run={run} {...said} />}
    </PressNote>
  );
}

function Said({ words }: { readonly words: string }): ReactNode {
  useEffect(() => announce(words), [words]);
  return wordsOf(words);
}

function Found(props: {
  readonly run: RunState;
  readonly found: NewestRows;
  readonly hasFilter: boolean;
  readonly isToNow: boolean;
}): ReactNode {
  const { run, found, hasFilter, isToNow } = props;
  const { rows, activity, nowMs } = useServices();
  const zone = useZone();
  // The last row by time.
  const { data: row, isPending: isReading } = useQuery(
    {
      queryKey: ['last row', run.runId, run.dataVersion],
      enabled: run.phase === 'ended',
      queryFn: () =>
        activity
          .track(rows.view({ order: 'time-desc', from: 0, to: 1 }))
          .then((answer) => answer.rows[0] ?? null),
    },
    oneShotReads,
  );
  const words = useMemo(() => {
    const state = { isReading, isWhole: run.completeness.state === 'complete', hasFilter, isToNow };
    const last = row ? rowWords(run.plan, row) : undefined;
    return newestWords(found, last, state, ticksFromUnixMs(nowMs()), zone);
  }, [run.plan, run.completeness.state, row, isReading, found, hasFilter, isToNow, nowMs, zone]);
  return <Said words={words} />;
}

/** When a row was written and in which prefix. */
function rowWords(plan: QueryPlan, row: RowView) {
  const bounds = boundsOfRow(plan, row);
  const isPrefix = schemeById(plan.request.schemeId)?.prefixed === true && /^\d+$/.test(row.group);
  return bounds && { bounds, group: isPrefix ? `prefix ${row.group}` : '' };
}

/** What an empty result needs for offering the newest row. */
interface NewestDoor {
  /** Undefined if no account is connected. */
  readonly newest: Newest | undefined;
  /** The time from which "5 min ago" counts: one clock for all places that say it. */
  readonly nowTicks: Ticks;
}

const Door = createContext<NewestDoor>({ newest: undefined, nowTicks: clampTicks(0n) });

export const NewestDoorProvider = Door.Provider;

/** Where the newest row is, if known, and the button that goes there. Every place that shows an empty result uses the same words. */
export function useNewestStep(run: RunState): {
  readonly fact: string | undefined;
  readonly button: ReactNode;
} {
  const { newest, nowTicks } = useContext(Door);
  const zone = useZone();
  const { known, isSearching = false } = newest ?? {};
  const isHere = known !== undefined && isRead(known, run.plan.request.window);
  const fact =
    known === undefined
      ? undefined
      : `${newestFact(known, nowTicks, zone)}${isHere ? `, is in this time range: ${whyNotRead(run.plan.request.filter)}` : ''}.`;
  const words = isSearching ? 'Searching' : known === undefined ? 'Find the newest row' : 'Go there';
  return {
    fact,
    button:
      newest === undefined || isHere ? undefined : (
        <Button size="small" onPress={() => newest.go(true)} isBusy={isSearching}>
          {words}
        </Button>
      ),
  };
}

/** Looks for the newest row once, by a few requests of one row each, so that an empty result can say where rows are. */
export function useLookForNewest(): void {
  const { newest } = useContext(Door);
  const isConnected = newest !== undefined;
  const look = useEffectEvent(() => newest?.look());
  useEffect(() => {
    if (isConnected) look();
  }, [isConnected]);
}
