import { type RefObject, useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { type DataGridProps, ROW_HEIGHT } from './gridTypes.ts';
import { allRows, type RowElements, type RowStretch, withRows } from './rowElements.ts';
import { RowHeights } from './rowHeights.ts';
import { baseForRow, rowAtSlot, slotCount } from './rowSlots.ts';
import {
  addedRows,
  bodyHeight,
  drawnRows,
  type DrawnRows,
  isAllWhole,
  keptRows,
  keptTop,
  NOTHING_DRAWN,
  pageRows,
  rowItems,
  type RowPace,
  type RowPlace,
  rowsAfterScroll,
  rowsAtRest,
  rowsOfScroll,
  topToShow,
  type WholeRows,
  wholeRows,
  wholeWithin,
} from './rowWindow.ts';

/** A scroll by more than this many grid heights is a jump of the scroll bar; no wheel scrolls so far. */
const JUMP_HEIGHTS = 4;
/** The keyboard keeps the same base up to this many rows away. */
const NEAR_ROWS = 20_000;
/** Heights that are kept: with more, a body could become higher than browsers allow. */
const MOST_MEASURED = 2000;
const USUAL_HEIGHTS = new RowHeights(ROW_HEIGHT);

interface Sight {
  readonly base: number;
  readonly top: number;
  readonly height: number;
  /** Rows drawn before; those that are near stay. */
  readonly drawn: RowStretch;
  /** Those of them whose cells are drawn; the frames that follow draw the others. Undefined: all. */
  readonly whole?: WholeRows | undefined;
  /** That show them; rows without one get a new one. */
  readonly elements: RowElements;
}

const NO_SIGHT: Sight = { base: 0, top: 0, height: 0, drawn: NOTHING_DRAWN.drawn, elements: [] };

type WindowProps = Pick<DataGridProps, 'rowCount' | 'onVisibleRange' | 'isRowLoaded'> & {
  /** Names what the heights of rows depend on; undefined: all rows have the usual one. */
  readonly wrapName: string | undefined;
  readonly pace: RowPace;
};

/** The element with the scroll bars, and its visible rows. Works for ten million rows; see rowSlots. */
export function useRowWindow({ rowCount, onVisibleRange, isRowLoaded, wrapName, pace }: WindowProps) {
  const scroller = useRef<HTMLDivElement>(null);
  const [sight, setSight] = useState(NO_SIGHT);
  const [measured, setMeasured] = useState({ name: wrapName, heights: USUAL_HEIGHTS });
  const heights = wrapName === undefined || measured.name !== wrapName ? USUAL_HEIGHTS : measured.heights;
  // There may be fewer rows now.
  const base = Math.min(sight.base, rowCount - slotCount(rowCount));
  const place: RowPlace = { rowCount, base, top: sight.top, height: sight.height, heights };
  const must = drawnRows(place);
  useEffect(() => {
    if (must.to > must.from) onVisibleRange?.(must.from, must.to);
  }, [must.from, must.to, onVisibleRange]);
  // Rows that may have other heights are drawn only where they are seen: each would move the others.
  const { from, to } = wrapName === undefined ? keptRows(place, sight.drawn) : must;
  // Rows that wrap are all drawn whole; and so are those in their place if they no longer do.
  if (wrapName !== undefined && sight.whole !== undefined) setSight({ ...sight, whole: undefined });
  const part = wrapName === undefined ? sight.whole : undefined;
  const rows = useDrawnRows(from, to, sight.elements, part);
  const items = rowItems(place, rows.elements, rows.whole);
  const now = useRef(NOTHING_DRAWN);
  useLayoutEffect(() => {
    now.current = rows;
  }, [rows]);
  const isFlat = wrapName === undefined;
  const { seen, show } = useScroll({ scroller, place, now, pace, isFlat, setSight });

  /** The row that the keyboard went to. */
  const shown = useRef<number>(undefined);
  useForget(scroller, shown);
  useMeasuredRows({ scroller, wrapName, isRowLoaded, heights, from, setMeasured, shown, show });

  return {
    scroller,
    items,
    from,
    to,
    height: bodyHeight(place),
    pageRows: (): number => pageRows(seen.current),
    /** Of the grid, CSS px. */
    sightHeight: sight.height,
    /** Shows a row again that was in sight when the grid had another height. */
    keepRow: (row: number, heightBefore: number): void => {
      const { top } = seen.current;
      if (topToShow({ ...seen.current, height: heightBefore }, row) === top) show(row);
    },
    /** Scrolls only as far as necessary. */
    showRow: (row: number): void => {
      shown.current = wrapName === undefined ? undefined : row;
      show(row);
    },
  };
}

/**
 * The rows [from, to) and their elements. The same object until they change.
 * @param known elements of before
 * @param part rows whose cells are drawn; undefined: all
 */
function useDrawnRows(from: number, to: number, known: RowElements, part: WholeRows | undefined): DrawnRows {
  return useMemo(() => {
    const drawn = { from, to };
    const whole = wholeWithin(drawn, part ?? new Set(allRows(drawn)));
    return { drawn, whole, elements: withRows(known, drawn) };
  }, [from, to, known, part]);
}

interface MeasureInput {
  readonly scroller: RefObject<HTMLElement | null>;
  readonly wrapName: string | undefined;
  readonly isRowLoaded: DataGridProps['isRowLoaded'];
  readonly heights: RowHeights;
  readonly from: number;
  readonly setMeasured: (measured: { readonly name: string; readonly heights: RowHeights }) => void;
  /** Undefined: none is kept in sight. */
  readonly shown: RefObject<number | undefined>;
  readonly show: (row: number) => void;
}

/** Measures the rows that are drawn, before they are seen. */
function useMeasuredRows(input: MeasureInput): void {
  const { scroller, wrapName, isRowLoaded, heights, from, setMeasured, shown, show } = input;
  useLayoutEffect(() => {
    if (wrapName === undefined) return;
    const found = new Map<number, number>();
    for (const element of scroller.current?.querySelectorAll<HTMLElement>('[data-row]') ?? []) {
      const row = Number(element.dataset.row);
      // A row whose content has not arrived is not as high as it will be.
      if (isRowLoaded?.(row) !== false) found.set(row, element.offsetHeight);
    }
    const next = heights.with(found, from, MOST_MEASURED);
    if (next !== heights) setMeasured({ name: wrapName, heights: next });
    // It was scrolled to as if it had the usual height.
    else if (shown.current !== undefined) show(shown.current);
  });
}

/** Whoever scrolls by hand wants the row of the keyboard no longer kept in sight. */
function useForget(scroller: RefObject<HTMLElement | null>, shown: RefObject<number | undefined>): void {
  useEffect(() => {
    const element = scroller.current;
    const forget = (): void => {
      shown.current = undefined;
    };
    const kinds = ['wheel', 'pointerdown', 'touchstart'] as const;
    for (const kind of kinds) element?.addEventListener(kind, forget, { passive: true });
    return () => {
      for (const kind of kinds) element?.removeEventListener(kind, forget);
    };
  }, [scroller, shown]);
}

interface AheadInput {
  readonly scroller: RefObject<HTMLElement | null>;
  readonly seen: RefObject<RowPlace>;
  readonly now: RefObject<DrawnRows>;
  readonly pace: RowPace;
  /** All rows have the usual height. */
  readonly isFlat: boolean;
  readonly setSight: (sight: Sight) => void;
}

/** Says that rows come into sight, from below or from above, and whether some had to be drawn at once. */
type DrawAhead = (isDown: boolean, hasDrawn: boolean) => void;

type SightRows = Pick<Sight, 'drawn' | 'whole' | 'elements'>;

/** Once all have their cells, so will those that come without a scroll. */
function partOf({ drawn, whole, elements }: DrawnRows): SightRows {
  return allRows(drawn).every((row) => whole.has(row)) ? { drawn, elements } : { drawn, whole, elements };
}

/** Everything in sight with its cells. Frames that draw those of other rows go on. */
function drawnAtOnce(place: RowPlace, { drawn, whole, elements }: DrawnRows): SightRows {
  const kept = keptRows(place, drawn);
  return partOf({ drawn: kept, whole: wholeRows(place, kept, whole, Number.POSITIVE_INFINITY), elements });
}

/** Whether elements may show other rows: text that is selected in them would become another text. */
function mayReuse(scroller: HTMLElement | null): boolean {
  const selection = document.getSelection();
  if (scroller === null || selection === null || selection.isCollapsed) return true;
  return !selection.containsNode(scroller, true);
}

/** Draws the rows that a scroll brings. Whether there were any. */
function drawScrolled(input: Omit<AheadInput, 'seen'>, base: number, next: RowPlace): boolean {
  const { scroller, now, pace, isFlat, setSight } = input;
  const before = now.current;
  const must = drawnRows(next);
  const { from, to } = before.drawn;
  const hasAll = must.from >= from && must.to <= to && base === next.base;
  if (hasAll && (!isFlat || isAllWhole(next, before.whole))) return false;
  const { top, height } = next;
  if (isFlat) {
    const rows = rowsOfScroll(next, before, pace, mayReuse(scroller.current));
    drawNow(pace, before, rows, () => setSight({ base: next.base, top, height, ...partOf(rows) }));
  } else {
    const { drawn, elements } = before;
    flushSync(() => setSight({ base: next.base, top, height, drawn, elements }));
  }
  return true;
}

/** Draws at once, and notes how long the rows took that got their cells. */
function drawNow(pace: RowPace, before: DrawnRows, after: DrawnRows, draw: () => void): void {
  const startedAtMs = performance.now();
  flushSync(draw);
  const rows = [...after.whole].filter((row) => !before.whole.has(row)).length;
  pace.took(performance.now() - startedAtMs, rows, Math.max(0, addedRows(before.drawn, after.drawn) - rows));
}

/** Calls a function when another text is selected, or none, instead of the function that waited for that before. */
function wait<Next extends (() => void) | undefined>(next: Next, before: (() => void) | undefined): Next {
  if (before !== undefined) document.removeEventListener('selectionchange', before);
  if (next !== undefined) document.addEventListener('selectionchange', next, { once: true });
  return next;
}

/**
 * Draws what a fast scroll has left out, then the rows that come next, a few in each frame, once a scroll has said where it goes.
 */
function useRowsAhead({ scroller, seen, now, pace, isFlat, setSight }: AheadInput): DrawAhead {
  const frame = useRef<number>(undefined);
  const way = useRef(true);
  const isFull = useRef(false);
  /** Goes on once no text is selected. */
  const waiting = useRef<() => void>(undefined);
  useEffect(() => {
    if (!isFlat) return undefined;
    return () => {
      if (frame.current !== undefined) cancelAnimationFrame(frame.current);
      frame.current = undefined;
      waiting.current = wait(undefined, waiting.current);
    };
  }, [isFlat]);
  return useCallback(
    (isDown, hasDrawn) => {
      way.current = isDown;
      isFull.current = hasDrawn;
      const step = (): void => {
        frame.current = undefined;
        // This frame has enough to do.
        if (isFull.current) {
          isFull.current = false;
          frame.current = requestAnimationFrame(step);
          return;
        }
        const before = now.current;
        const place = seen.current;
        const { base, top, height } = place;
        const reuses = mayReuse(scroller.current);
        const next = isAllWhole(place, before.whole)
          ? rowsAtRest(place, before, way.current, reuses)
          : rowsAfterScroll(place, before, pace, way.current, reuses);
        if (next === undefined) {
          // The order waits for the end of the selection.
          if (!reuses) waiting.current = wait(wake, waiting.current);
          return;
        }
        drawNow(pace, before, next, () => setSight({ base, top, height, ...partOf(next) }));
        // Texts may wrap by now.
        if (now.current !== before) frame.current = requestAnimationFrame(step);
      };
      const wake = (): void => {
        frame.current ??= requestAnimationFrame(step);
      };
      if (isFlat) frame.current ??= requestAnimationFrame(step);
    },
    [scroller, seen, now, pace, isFlat, setSight],
  );
}

interface ScrollInput extends Omit<AheadInput, 'seen'> {
  readonly scroller: RefObject<HTMLDivElement | null>;
  readonly place: RowPlace;
}

/**
 * Follows the scroll bar, and chooses which section of the rows is in the scrolled element. The wheel and the keyboard move row
 * by row within it. A jump of the scroll bar goes to the row in proportion. After scrolling, the scroll bar is moved to its right
 * position without moving the visible rows.
 */
function useScroll({ scroller, place, now, pace, isFlat, setSight }: ScrollInput) {
  // What the element shows: newer than the state, which is set only if other rows are drawn.
  const seen = useRef(place);
  const drawAhead = useRowsAhead({ scroller, seen, now, pace, isFlat, setSight });
  useLayoutEffect(() => {
    const before = seen.current;
    const element = scroller.current;
    const { rowCount, base, heights } = place;
    const isMoved = before.heights !== heights || before.base !== base;
    const top = isMoved ? keptTop(before, place) : before.top;
    seen.current = { rowCount, base, heights, top, height: before.height };
    if (element === null || !isMoved || top === before.top) return;
    element.scrollTo({ top: top, behavior: 'instant' });
    seen.current = { ...seen.current, top: element.scrollTop };
    setSight({
      base,
      top: element.scrollTop,
      height: before.height,
      ...drawnAtOnce(seen.current, now.current),
    });
  });
  useEffect(() => {
    const element = scroller.current;
    if (element === null) return undefined;
    const put = (next: RowPlace): void => {
      const before = seen.current;
      seen.current = next;
      const { top } = next;
      const isDrawn = !drawScrolled({ scroller, now, pace, isFlat, setSight }, before.base, next);
      // A scroll to the side brings no rows.
      if (top !== before.top || !isDrawn) drawAhead(top >= before.top, !isDrawn);
    };
    const onScroll = (): void => {
      const before = seen.current;
      const top = element.scrollTop;
      put({ ...before, top, base: baseAfterJump({ ...before, top }, Math.abs(top - before.top)) });
    };
    const onEnd = (): void => {
      const { rowCount, base, heights } = seen.current;
      // Asking for the place costs: rows were just drawn.
      if (slotCount(rowCount) === rowCount) return;
      const row = heights.rowAt(heights.topOf(base) + element.scrollTop);
      const next = baseForRow(row, rowCount);
      if (next === base) return;
      element.scrollTo({
        top: keptTop({ ...seen.current, top: element.scrollTop }, { base: next, heights }),
        behavior: 'instant',
      });
      put({ ...seen.current, base: next, top: element.scrollTop });
    };
    const look = (): void => {
      seen.current = { ...seen.current, height: element.clientHeight, top: element.scrollTop };
      const { base, top, height } = seen.current;
      setSight({ base, top, height, ...drawnAtOnce(seen.current, now.current) });
    };
    const observer = new ResizeObserver(look);
    observer.observe(element);
    element.addEventListener('scroll', onScroll, { passive: true });
    element.addEventListener('scrollend', onEnd, { passive: true });
    return () => {
      observer.disconnect();
      element.removeEventListener('scroll', onScroll);
      element.removeEventListener('scrollend', onEnd);
    };
  }, [scroller, now, pace, isFlat, drawAhead, setSight]);
  const show = (row: number): void => {
    const element = scroller.current;
    if (element === null) return;
    const before = { ...seen.current, top: element.scrollTop, height: element.clientHeight };
    const { rowCount, base, heights } = before;
    const { from, to } = drawnRows(before);
    const isNear = row >= from - NEAR_ROWS && row < to + NEAR_ROWS;
    const isPlaced = row - base >= 0 && row - base < slotCount(rowCount);
    const next = isNear && isPlaced ? base : baseForRow(row, rowCount);
    const top = topToShow({ ...before, base: next }, row);
    if (next === base && top === element.scrollTop) return;
    element.scrollTo({ top: top, behavior: 'instant' });
    seen.current = { ...before, base: next, top: element.scrollTop, heights };
    const { height } = before;
    setSight({ base: next, top: element.scrollTop, height, ...drawnAtOnce(seen.current, now.current) });
  };
  return { seen, show };
}

/** The base after a scroll: another one if the scroll bar was dragged far. */
function baseAfterJump({ rowCount, base, top, height, heights }: RowPlace, distance: number): number {
  const slots = slotCount(rowCount);
  if (rowCount <= slots || distance <= JUMP_HEIGHTS * height) return base;
  const slot = heights.rowAt(heights.topOf(base) + top) - base;
  return Math.min(rowAtSlot(slot, rowCount) - slot, rowCount - slots);
}
