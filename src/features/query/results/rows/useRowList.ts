import {
  useCallback,
  useEffect,
  useMemo,
  useRef,
  useState,
  useSyncExternalStore,
  useEffectEvent,
} from 'react';
import type { ColumnRef } from '../../../../core/entities/columns/columnRef.ts';
import type { RowFilter, RowQuery } from '../../../../core/rows/rowQuery.ts';
import { rowQueryName } from '../../../../core/rows/rowQueryName.ts';
import type { ColumnArrangement } from '../../../../core/rows/arrangeColumns.ts';
import { isFollowed } from '../../../../state/run/followState.ts';
import { type RunState, columnsQuestion } from '../../../../state/run/runState.ts';
import { useServices, useStore } from '../../../shared/services.tsx';
import { orderAfterPress, withFilter } from '../../../../state/run/rowListState.ts';
import { instantsOf } from '../../../../core/keys/base/rounding.ts';
import { schemeById } from '../../../../core/keys/schemeRegistry.ts';
import type { PlanRequest } from '../../../../core/plan/queryPlan.ts';
import { durationText } from '../../../../core/time/durationText.ts';
import { TICKS_PER_SECOND, UNIX_EPOCH_TICKS } from '../../../../core/time/ticks.ts';
import { type ArrangedColumns, NO_COLUMNS } from '../../../../core/rows/packedColumns.ts';
import { useAnswer } from '../../../shared/useAnswer.ts';
import type { EntityKey } from '../../../../core/keys/base/entityKey.ts';
import type { ResultServices } from '../../../../state/results/resultServices.ts';
import { useListState } from '../../../shared/selection/SelectedRows.tsx';
import type { RowView } from './RowCell.tsx';

/** Rows to fetch before the grid reports which are visible. */
const FIRST_ROWS = 64;

/** The rows of a run as a list: their order, the properties to show, and the visible part. */
export function useRowList(run: RunState, shown: ColumnArrangement) {
  const { rowBlocks, rowList } = useServices();
  const { runId } = run;
  // Render again after each change. `of` ignores the state of an earlier run.
  useStore(rowList);
  const state = rowList.of(runId);
  const { order, sort, filters, search } = state;
  // A ref, because scrolling must draw only the grid and not the page around it.
  const inSight = useRef({ from: 0, to: FIRST_ROWS });
  // The page says where the times of the visible rows come from, so it is rendered again when that changes.
  const [, setBasis] = useState<string>();
  const { request } = run.plan;
  const { window } = request;
  const rounded = useMemo(() => roundedWords(request), [request]);

  const names = useMemo(() => [...shown.front, ...shown.back].map(({ name }) => name), [shown]);
  const query = useMemo<RowQuery>(() => ({ order, sort, filters }), [order, sort, filters]);
  // The position of the selected row.
  const held = useRef<number>(undefined);
  const keeps = isFollowed(run);
  const show = useCallback(() => {
    const { from, to } = inSight.current;
    // At its top, the list does not stay in place but shows the rows that arrive there.
    const kept = held.current ?? (from > 0 ? from : undefined);
    const question = { ...query, runId, version: run.dataVersion, columns: names };
    rowBlocks.show(question, from, to, keeps ? kept : undefined);
  }, [rowBlocks, runId, run.dataVersion, query, names, keeps]);
  useEffect(show, [show]);
  const { question, answer, fault } = useStore(rowBlocks.list);
  const basis = useSyncExternalStore(
    rowBlocks.subscribe,
    () => rowBlocks.rowAt(inSight.current.from)?.time?.basis,
  );

  return {
    order,
    sort,
    filters,
    search,
    query,
    /** Whether the rows on screen belong to this query, and not to the previous one. */
    isCurrent: question !== undefined && rowQueryName(question) === rowQueryName(query),
    sortBy: (ref: ColumnRef, adds: boolean) => rowList.change(runId, orderAfterPress(state, ref, adds)),
    addFilter: (filter: RowFilter) =>
      // Read the filters now, because another one may have been set while the cell's whole value was being fetched.
      rowList.change(runId, { filters: withFilter(rowList.of(runId).filters, filter) }),
    setFilters: (next: readonly RowFilter[], continues?: boolean) =>
      rowList.change(runId, { filters: next }, continues),
    /** Selects the rows that the search finds, and clears the search. */
    selectFound: () => {
      const { filters: before, search: text } = rowList.of(runId);
      rowList.change(runId, { filters: withFilter(before, { kind: 'holds', text }), search: '' });
    },
    setSearch: (text: string) => rowList.change(runId, { search: text }),
    window,
    shown,
    /** The properties that the arrived rows have. */
    names: question?.columns ?? names,
    answer,
    fault,
    askAgain: show,
    rowAt: rowBlocks.rowAt,
    /** Where the times of the visible rows come from. */
    basis,
    /** How far times from keys may be from the times of their rows. */
    rounded,
    firstInSight: () => inSight.current.from,
    /** Keeps the row at this position in its place on the screen if rows arrive. */
    hold: useCallback((position: number | undefined) => {
      held.current = position;
    }, []),
    onVisibleRange: useCallback(
      (from: number, to: number) => {
        inSight.current = { from, to };
        show();
        setBasis(rowBlocks.rowAt(from)?.time?.basis);
      },
      [show, rowBlocks],
    ),
  };
}

export type RowList = ReturnType<typeof useRowList>;

/** Follows "Time from the key": how far the time of a row may be from the time in its key. '' if the key is exact to within a second. */
export function roundedWords({ schemeId, window, roundingTicks }: PlanRequest): string {
  const scheme = schemeById(schemeId);
  if (scheme === undefined) return '';
  const at = window?.from ?? UNIX_EPOCH_TICKS;
  const { from, to } = instantsOf(scheme, at, roundingTicks);
  if (to - at < TICKS_PER_SECOND) return '';
  const earlier = from < at ? ` or ${durationText(at - from)} earlier` : '';
  return `, rounded: a row is up to ${durationText(to - at)} later${earlier}`;
}

/** Calls `move` during rendering if rows were inserted above: every row is now this many positions further down. */
export function useMoved({ answer }: RowList, move: (by: number) => void): void {
  const [seen, setSeen] = useState(answer);
  if (seen === answer) return;
  setSeen(answer);
  if (answer?.shift !== undefined) move(answer.shift);
}

export function useArrangement(run: RunState): ArrangedColumns {
  const { columns } = useServices();
  const { isStill } = columnsQuestion(run).question;
  const question = useMemo(() => ({ isStill }), [isStill]);
  return useAnswer(columns, run, question).answer ?? NO_COLUMNS;
}

export type RowSearch = ReturnType<typeof useRowSearch>;

/** The rows of a list that contain a text. The search is repeated when the list changes. */
export function useRowSearch(run: RunState, query: RowQuery, text: string) {
  const { rowSearch } = useServices();
  const version = run.dataVersion;
  useEffect(() => {
    rowSearch.ask({ version, question: { query, text } });
  }, [rowSearch, version, query, text]);
  const { question, answer, fault, progress } = useStore(rowSearch);
  // While rows arrive, the previous matches stay: their positions belong to the list on screen.
  const isAnswered = question?.question.query === query && question.question.text === text;
  return {
    /** The positions of the rows that contain the text, in order; undefined if nothing is searched, or there is no answer yet. */
    positions: text !== '' && isAnswered ? answer?.positions : undefined,
    fault,
    /** How many matching rows were found so far, during a search. */
    soFar: progress?.found,
  };
}

/** The match after (or before) a position of the list, starting over at the end; undefined if there is none. */
export function nextMatch(positions: Uint32Array, at: number, isBack: boolean): number | undefined {
  if (positions.length === 0) return undefined;
  let low = 0;
  let high = positions.length;
  // Find the first match at or after the position.
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((positions[middle] as number) < at) low = middle + 1;
    else high = middle;
  }
  if (isBack) return positions[low === 0 ? positions.length - 1 : low - 1];
  const index = positions[low] === at ? low + 1 : low;
  return positions[index === positions.length ? 0 : index];
}

/** How many of the rows that contain the text of a key are looked at to find the wanted one. */
const MOST_LOOKS = 50;

interface FoundRow {
  readonly row: RowView;
  /** Undefined if the selection leaves the row out, or too many rows contain the text of its key. */
  readonly position: number | undefined;
}

/** Finds a row of the result by its keys, and its position in a list. */
async function findRow(
  rows: ResultServices['rows'],
  query: RowQuery,
  { partitionKey, rowKey }: EntityKey,
): Promise<FoundRow | undefined> {
  const is = (name: string, text: string): RowFilter => ({ kind: 'is', name, type: 'Edm.String', text });
  const filters = [is('PartitionKey', partitionKey), is('RowKey', rowKey)];
  const one = await rows.view({ order: 'arrival', filters, columns: [], from: 0, to: 1, toDraw: true });
  const [row] = one.rows;
  if (row === undefined) return undefined;
  const text = rowKey.length > partitionKey.length ? rowKey : partitionKey;
  const { positions } = text === '' ? { positions: [] } : await rows.search({ query, text });
  for (const position of positions.slice(0, MOST_LOOKS)) {
    const at = await rows.view({ ...query, columns: [], from: position, to: position + 1, toDraw: true });
    if (at.rows[0]?.row === row.row) return { row, position };
  }
  return { row, position: undefined };
}

/** A row of the list, once its block has arrived. */
function useRowAt(position: number | undefined): RowView | undefined {
  const { rowBlocks } = useServices();
  return useSyncExternalStore(rowBlocks.subscribe, () =>
    position === undefined ? undefined : rowBlocks.rowAt(position),
  );
}

interface Chosen {
  /** The list in which the row was chosen. In another order, the position belongs to another row. */
  readonly list: string;
  readonly position: number;
  readonly row: RowView | undefined;
}

/** The position of the chosen row in this list, and whether another row is there now. */
function usePlace(
  list: RowList,
  name: string,
  chosen: Chosen | undefined,
  setChosen: (chosen: Chosen) => void,
): { readonly place: number | undefined; readonly isElsewhere: boolean } {
  const place = chosen?.list === name ? chosen.position : undefined;
  const arrived = useRowAt(place);
  if (chosen === undefined || arrived === undefined || !list.isCurrent) return { place, isElsewhere: false };
  if (chosen.row === undefined) setChosen({ ...chosen, row: arrived });
  return { place, isElsewhere: chosen.row !== undefined && chosen.row.row !== arrived.row };
}

/** The row that is chosen in the list, and whether it is open next to it. Its keys are kept with the list, so a link may name one. */
export function useOpenRow(run: RunState, list: RowList) {
  const { rowList } = useServices();
  const { runId } = run;
  const [chosen, setChosen] = useState<Chosen>();
  const [isOpen, setIsOpen] = useState(false);
  const name = rowQueryName(list.query);
  useMoved(list, (by) => {
    if (chosen !== undefined) setChosen({ ...chosen, position: chosen.position + by });
  });
  const { place, isElsewhere } = usePlace(list, name, chosen, setChosen);
  // While rows arrive, no row is marked rather than a wrong one. At the end of the run, the row is searched for.
  const selected = isElsewhere ? undefined : place;
  const row = chosen?.row;
  const { hold } = list;
  useEffect(() => hold(selected), [hold, selected]);
  const { partitionKey, rowKey } = (isOpen ? row : undefined) ?? {};
  useEffect(() => {
    if (partitionKey !== undefined && rowKey !== undefined)
      rowList.change(runId, { row: { partitionKey, rowKey } });
  }, [rowList, runId, partitionKey, rowKey]);
  const missing = useSought(run, list.query, isOpen && !isElsewhere, (found) => {
    const { position = 0 } = found;
    // If the row is not in the list, the list's name is left empty so that the position applies to no list.
    setChosen({ list: found.position === undefined ? '' : name, position, row: found.row });
    setIsOpen(true);
  });
  const choose = (position: number): void =>
    setChosen({ list: name, position, row: list.isCurrent ? list.rowAt(position) : undefined });
  return {
    isOpen: isOpen && chosen !== undefined,
    selected,
    place,
    row,
    choose,
    open: (position: number) => {
      choose(position);
      setIsOpen(true);
    },
    close: () => {
      setIsOpen(false);
      rowList.change(runId, { row: undefined });
    },
    missing,
  };
}

/** Once the result is read, searches for the row whose keys the list has as open. Returns the keys if that row does not exist. */
function useSought(
  run: RunState,
  query: RowQuery,
  isOpen: boolean,
  open: (found: FoundRow) => void,
): string | undefined {
  const { rows, activity } = useServices();
  const named = useListState(run.runId, ({ row }) => row);
  const [missing, setMissing] = useState<string>();
  const show = useEffectEvent(open);
  const sought = isOpen || run.phase !== 'ended' ? undefined : named;
  useEffect(() => {
    if (sought === undefined) return undefined;
    let isLeft = false;
    const taken = (found: FoundRow | undefined): void => {
      if (isLeft) return;
      if (found === undefined) setMissing(`${sought.partitionKey} ${sought.rowKey}`);
      else show(found);
    };
    void activity.track(findRow(rows, query, sought).then(taken, () => undefined));
    return () => {
      isLeft = true;
    };
  }, [sought, rows, query, activity]);
  return sought === undefined ? undefined : missing;
}

/** Returns the same object as long as the value is equal. */
export function useSame<T>(value: T): T {
  const text = JSON.stringify(value);
  const [held, setHeld] = useState({ text, value });
  if (held.text === text) return held.value;
  setHeld({ text, value });
  return value;
}
