import { useCallback, useEffect, useMemo, useRef, useState, useSyncExternalStore } from 'react';
import type { ColumnRef } from '../../../../core/entities/columns/columnRef.ts';
import type { RowFilter, RowQuery } from '../../../../core/rows/rowQuery.ts';
import { rowQueryName } from '../../../../core/rows/rowQueryName.ts';
import type { ColumnArrangement } from '../../../../core/rows/arrangeColumns.ts';
import { isFollowed } from '../../../../state/run/followState.ts';
import type { RunState } from '../../../../state/run/runState.ts';
import { useServices } from '../../../shared/services.tsx';
import { orderAfterPress, withFilter } from '../../../../state/run/rowListState.ts';
import { useStore } from '../../../shared/useStore.ts';
import { roundedWords } from './roundedWords.ts';

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
