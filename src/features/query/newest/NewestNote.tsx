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
import {
  ticksFromUnixMs,
  clampTicks,
  type Ticks,
  isoToTicks,
  TICKS_PER_HOUR,
  TICKS_PER_MINUTE,
  TICKS_PER_SECOND,
  type Interval,
} from '../../../core/time/ticks.ts';
import type { RowView } from '../../../core/rows/rowTypes.ts';
import type { QueryPlan } from '../../../core/plan/queryPlan.ts';
import { type NewestRows, findNewestRows } from '../../../state/run/newestRows.ts';
import type { RunState } from '../../../state/run/runState.ts';
import { announce } from '../../../ui/announce.ts';
import { wordsOf } from '../../../ui/text/VisibleText.tsx';
import { oneShotReads } from '../../shared/oneShotReads.ts';
import { boundsOfRow, type Bounds, boundsWords, ceiled } from '../../shared/boundsWords.ts';
import { useServices, useSession, useStore } from '../../shared/services.tsx';
import { useZone, type ShownZone } from '../../shared/shownTime.ts';
import { PressNote } from '../../shared/PressNote.tsx';
import { Button } from '../../../ui/controls/Button.tsx';
import { formatInstant } from '../../../core/time/formatInstant.ts';
import type { TypedRange } from '../../../state/run/queryStore.ts';
import { formatCount } from '../../../ui/format.ts';
import { ticksOf } from '../../shared/windowWords.ts';
import { isSameQuery, type QueryForm } from '../../../state/run/queryForm.ts';

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

/** The length of the new window if the form has none. */
const USUAL_LENGTH = TICKS_PER_HOUR;

/** The length of the form's window; an hour if an end is open or not a time. */
export function windowLength(range: TypedRange, nowTicks: Ticks): bigint {
  const [from, to] = [ticksOf(range.from, nowTicks), ticksOf(range.to, nowTicks)];
  return from === undefined || to === undefined || to <= from ? USUAL_LENGTH : to - from;
}

/** How exactly the newest row must be found: to an eighth of the window, but not finer than a second. */
export function newestPrecision(length: bigint): bigint {
  return length / 8n > TICKS_PER_SECOND ? length / 8n : TICKS_PER_SECOND;
}

/**
 * A window of this length that ends just after the newest row, at a whole minute or second. If `now` is almost as near it ends now, so that
 * it also includes newer rows of ranges that were not searched.
 */
export function newestWindow(before: Ticks, length: bigint, nowTicks: Ticks): TypedRange {
  const isNear = before < nowTicks && nowTicks - before <= newestPrecision(length);
  const unit = length >= TICKS_PER_HOUR ? TICKS_PER_MINUTE : TICKS_PER_SECOND;
  const to = ceiled(isNear ? nowTicks : before, unit);
  return { from: isoText(to - length), to: isoText(to) };
}

function isoText(ticks: bigint): string {
  return formatInstant(clampTicks(ticks)).text.replace(/\.?0+Z$/, 'Z');
}

/** What "Newest" found and did. `row`: the last row that was read since then; undefined if there is none, or not yet. */
export function newestWords(
  found: NewestRows,
  row: { readonly bounds: Bounds; readonly group: string } | undefined,
  state: {
    readonly isReading: boolean;
    readonly isWhole: boolean;
    readonly hasFilter: boolean;
    /** The time range ends now, so it includes any newer rows of ranges that were not searched. */
    readonly isToNow: boolean;
  },
  nowTicks: Ticks,
  zone: ShownZone,
): string {
  const { looked, ranges } = found;
  const { isReading, isWhole, hasFilter, isToNow } = state;
  const kind = hasFilter && row !== undefined ? 'Newest row that meets the filter' : 'Newest row';
  const where = row === undefined || row.group === '' ? '' : `, in ${row.group}`;
  const what = `${kind}: ${boundsWords(row?.bounds ?? found, nowTicks, zone)}${where}.`;
  const notes = [
    ...(isReading ? ['Reading it now.'] : []),
    ...(!isReading && row === undefined && hasFilter ? ['The filter leaves it out.'] : []),
    ...(!isReading && !isWhole ? ['Not all rows were read: there may be newer ones.'] : []),
    ...(looked < ranges && !isToNow
      ? [`Searched in ${formatCount(looked)} of ${formatCount(ranges)} prefixes: others may have newer rows.`]
      : []),
  ];
  return [what, ...notes].join(' ');
}

interface Found {
  readonly form: QueryForm;
  readonly newest: NewestRows;
  /** When the search began, milliseconds since the Unix epoch. */
  readonly atMs: number;
}

/** The last search of each connection, dropped together with the connection. */
const FOUND = new WeakMap<object, Found>();

/** The keys that a form selects: the search ignores time, filter and columns. */
function keysOf(form: QueryForm): QueryForm {
  return { ...form, endpoint: '', from: '', to: '', filter: '', select: '', rounding: '' };
}

export function rememberNewest(connection: object, form: QueryForm, newest: NewestRows, atMs: number): void {
  FOUND.set(connection, { form: keysOf(form), newest, atMs });
}

/** After this time, newer rows may have been written since a search. */
const OLD_MS = 60_000;

/** Forgets a search that is a minute old or older, because its row may not be the newest one of a later result. */
export function forgetOldNewest(connection: object, nowMs: number): void {
  const found = FOUND.get(connection);
  if (found !== undefined && Math.abs(nowMs - found.atMs) >= OLD_MS) FOUND.delete(connection);
}

/** The newest rows found for the keys of a form; undefined if they were not searched. */
export function knownNewest(connection: object, form: QueryForm): NewestRows | undefined {
  const found = FOUND.get(connection);
  return found !== undefined && isSameQuery(found.form, keysOf(form)) ? found.newest : undefined;
}

/** "Newest row between 13:05 and 13:12 UTC, about 55 min ago". */
export function newestFact(newest: NewestRows, nowTicks: Ticks, zone: ShownZone): string {
  return `Newest row ${boundsWords(newest, nowTicks, zone)}`;
}

/** Whether a window that was read includes the newest row. If so, it is not the keys that hide it but a filter. */
export function isRead({ from }: NewestRows, window: Interval | undefined): boolean {
  return from !== undefined && (window === undefined || (from >= window.from && from < window.to));
}

/** Why a row inside a window that was read is not in the result. The search came after the run, so the row may be newer than the run. */
export function whyNotRead(filter: string | undefined): string {
  return filter === undefined || filter.trim() === ''
    ? 'it arrived after this query read its keys. Run again'
    : 'the filter leaves it out, or it arrived after this query read its keys';
}
