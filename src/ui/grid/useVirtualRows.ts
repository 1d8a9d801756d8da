import { observeElementOffset, useVirtualizer, type Virtualizer } from '@tanstack/react-virtual';
import { type RefObject, useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { type DataGridProps, HEADER_HEIGHT, ROW_HEIGHT } from './gridTypes.ts';

/** How many rows are drawn beyond both edges, so that a short scroll draws nothing new. */
const OVERSCAN_ROWS = 8;
/** A scroll by more than this many grid heights is a jump of the scroll bar; no wheel scrolls so far. */
const JUMP_HEIGHTS = 4;
/** The keyboard keeps the same base up to this many rows away. */
const NEAR_ROWS = 20_000;

type VirtualRowsProps = Pick<DataGridProps, 'moved' | 'rowCount' | 'onVisibleRange' | 'rowContent'> & {
  /** Identifies everything that the heights of rows depend on; undefined if all rows have the usual height. */
  readonly wrapName: string | undefined;
};

type Slots = Virtualizer<HTMLDivElement, HTMLDivElement>;

/** Where the grid is scrolled to, between two renders. */
interface Place {
  readonly rowCount: number;
  /** The row in the first slot; see rowSlots. */
  readonly base: number;
  /** The scrolled distance in CSS px. */
  readonly top: number;
  /** The row that the keyboard moved to, until the user scrolls. */
  readonly shown?: number | undefined;
}

/** The element with the scroll bars, and its visible rows. Works for ten million rows; see rowSlots. */
export function useVirtualRows({ rowCount, moved, onVisibleRange, rowContent, wrapName }: VirtualRowsProps) {
  const scroller = useRef<HTMLDivElement>(null);
  const [placed, setBase] = useState(0);
  const count = slotCount(rowCount);
  // There may be fewer rows than when the base was set.
  const base = Math.min(placed, rowCount - count);
  const place = useRef<Place>({ rowCount, base, top: 0 });
  useLayoutEffect(() => {
    place.current = { ...place.current, rowCount, base };
  });
  // oxlint-disable-next-line react/incompatible-library -- No compiler memoizes what it returns.
  const slots = useVirtualizer<HTMLDivElement, HTMLDivElement>({
    count,
    getScrollElement: () => scroller.current,
    estimateSize: () => ROW_HEIGHT,
    getItemKey: useCallback((slot: number) => base + slot, [base]),
    overscan: OVERSCAN_ROWS,
    scrollPaddingEnd: HEADER_HEIGHT,
    useScrollendEvent: true,
    scrollToFn: (top, { adjustments = 0 }) => scrollTo(slots, place, top + adjustments),
    observeElementOffset: (instance, onOffset) =>
      observeElementOffset(instance, (top, isScrolling) => {
        const distance = Math.abs(top - place.current.top);
        // A larger distance means that the user scrolled.
        const shown = distance > 1 ? undefined : place.current.shown;
        place.current = { ...place.current, top, shown };
        if (!isScrolling) settle(instance, place, setBase);
        else if (distance > JUMP_HEIGHTS * heightOf(instance))
          setBase(baseAfterJump(instance, place.current));
        onOffset(top, isScrolling);
      }),
  });
  // When rows arrive above, the visible ones keep their place on screen.
  const seen = useRef(moved);
  useLayoutEffect(() => {
    if (seen.current === moved) return;
    seen.current = moved;
    if (moved?.shift !== undefined) scrollTo(slots, place, place.current.top + moved.shift * ROW_HEIGHT);
  }, [moved, slots]);
  // The most elements that are drawn at a time. A row that enters reuses the element of one that leaves, which costs a third less than a
  // new element.
  const elements = Math.ceil(heightOf(slots) / ROW_HEIGHT) + 1 + 2 * OVERSCAN_ROWS;
  const items = slots
    .getVirtualItems()
    .map(({ index, start }) => ({ row: base + index, top: start, element: (base + index) % elements }));
  const from = items[0]?.row ?? 0;
  const to = from + items.length;
  useEffect(() => {
    if (to > from) onVisibleRange?.(from, to);
  }, [from, to, onVisibleRange]);
  /** Scrolls only as far as necessary. Of a row that is too high, it shows the beginning. */
  const showRow = (row: number): void => {
    const isNear = row >= from - NEAR_ROWS && row < to + NEAR_ROWS && row >= base && row < base + count;
    const next = isNear ? base : baseForRow(row, rowCount);
    setBase(next);
    place.current = { ...place.current, shown: row };
    const isTooHigh = (slots.itemSizeCache.get(row) ?? 0) > heightOf(slots) - HEADER_HEIGHT;
    slots.scrollToIndex(row - next, { align: isTooHigh ? 'start' : 'auto' });
  };
  useMeasuredRows({ slots, place, wrapName, rowContent, showRow });
  return {
    scroller,
    items,
    from,
    to,
    height: slots.getTotalSize(),
    /** The number of whole visible rows minus one, for PageUp and PageDown. */
    pageRows: (): number => {
      const slotAt = (px: number): number =>
        slots.getVirtualItemForOffset(place.current.top + px)?.index ?? 0;
      return Math.max(1, slotAt(heightOf(slots) - HEADER_HEIGHT) - slotAt(0) - 1);
    },
    /** The height of the grid in CSS px. */
    sightHeight: heightOf(slots),
    /** Shows a row again if it was visible when the grid had another height. */
    keepRow: (row: number, heightBefore: number): void => {
      const item = slots.measurementsCache[row - base];
      const { top } = place.current;
      if (item !== undefined && item.start >= top && item.end <= top + heightBefore - HEADER_HEIGHT)
        showRow(row);
    },
    showRow,
  };
}

/** The height of the grid with its header in CSS px; 0: not known yet. */
function heightOf({ scrollRect }: Slots): number {
  return scrollRect?.height ?? 0;
}

function scrollTo({ scrollElement }: Slots, place: RefObject<Place>, top: number): void {
  if (top === place.current.top) return;
  scrollElement?.scrollTo({ top, behavior: 'instant' });
  place.current = { ...place.current, top: scrollElement?.scrollTop ?? 0 };
}

/** A jump of the scroll bar goes to the row in proportion. The wheel and the keyboard move row by row. */
function baseAfterJump(slots: Slots, { rowCount, top }: Place): number {
  const slot = slots.getVirtualItemForOffset(top)?.index ?? 0;
  return Math.min(rowAtSlot(slot, rowCount) - slot, rowCount - slotCount(rowCount));
}

/** Once a scroll is over, moves the scroll bar to its right position without moving the visible rows. */
function settle(slots: Slots, place: RefObject<Place>, setBase: (base: number) => void): void {
  const { rowCount, base, top } = place.current;
  const first = slots.getVirtualItemForOffset(top);
  if (first === undefined) return;
  const row = base + first.index;
  const next = baseForRow(row, rowCount);
  if (next === base) return;
  flushSync(() => setBase(next));
  scrollTo(slots, place, (slots.measurementsCache[row - next]?.start ?? 0) + top - first.start);
}

interface MeasureInput extends Pick<VirtualRowsProps, 'wrapName' | 'rowContent'> {
  readonly slots: Slots;
  readonly place: RefObject<Place>;
  readonly showRow: (row: number) => void;
}

/**
 * Measures the drawn rows before they become visible. The row that the keyboard moved to stays visible, or else the row at the top keeps
 * its place.
 */
function useMeasuredRows(input: MeasureInput): void {
  const { slots, place, wrapName, showRow } = input;
  const measuredFor = useRef(wrapName);
  const kept = useRef<() => void>(undefined);
  useLayoutEffect(() => {
    // The library's own adjustment would mix positions from before and after other rows were measured.
    Object.assign(slots, { shouldAdjustScrollPositionOnItemSizeChange: () => false });
  }, [slots]);
  useLayoutEffect(() => {
    // By now, the scrolled element has the height of its rows.
    kept.current?.();
    kept.current = undefined;
    const isOther = measuredFor.current !== wrapName;
    measuredFor.current = wrapName;
    if (!isOther && wrapName === undefined) return;
    const { top, shown } = place.current;
    const first = slots.getVirtualItemForOffset(top);
    if (isOther) slots.measure();
    if ((!measureRows(input) && !isOther) || first === undefined) return;
    kept.current = () => {
      const { start, size } = slots.measurementsCache[first.index] ?? first;
      if (shown === undefined) scrollTo(slots, place, start + Math.min(top - first.start, size - 1));
      else showRow(shown);
    };
  });
}

/** Measures the drawn rows. Returns whether the height of any of them changed. */
function measureRows({ slots, place, wrapName, rowContent }: MeasureInput): boolean {
  if (wrapName === undefined) return false;
  // Only this call makes the library forget heights that are no longer valid.
  slots.getTotalSize();
  let isOther = false;
  for (const element of slots.scrollElement?.querySelectorAll<HTMLElement>('[data-row]') ?? []) {
    const row = Number(element.dataset.row);
    const height = element.offsetHeight;
    // Until the content of a row has arrived, its height is not the final one.
    const isLoaded = rowContent === undefined || rowContent(row) !== undefined;
    if (!isLoaded || height === (slots.itemSizeCache.get(row) ?? ROW_HEIGHT)) continue;
    slots.resizeItem(row - place.current.base, height);
    isOther = true;
  }
  return isOther;
}

/**
 * Number of row slots in the scrolled element. Browsers limit an element's height (Chromium to 33,554,428 px, Firefox to 17,895,697),
 * and rows whose texts wrap are higher. So a grid with more rows shows a section of them: row = slot + base.
 */
export const MAX_SLOTS: number = Math.floor(4_800_000 / ROW_HEIGHT);
/** At both ends, slots and rows advance one by one, so that the first and the last row are at the ends of the scroll bar. */
const EDGE_SLOTS = 50_000;

export function slotCount(rows: number): number {
  return Math.min(rows, MAX_SLOTS);
}

/** The row at a position of the scroll bar: proportional between the ends. */
export function rowAtSlot(slot: number, rows: number): number {
  if (rows <= MAX_SLOTS || slot <= EDGE_SLOTS) return slot;
  if (slot >= MAX_SLOTS - EDGE_SLOTS) return slot + rows - MAX_SLOTS;
  return Math.round(
    EDGE_SLOTS + ((slot - EDGE_SLOTS) * (rows - 2 * EDGE_SLOTS)) / (MAX_SLOTS - 2 * EDGE_SLOTS),
  );
}

/** The base that puts a row at its position of the scroll bar, 0 .. rows - MAX_SLOTS. */
export function baseForRow(row: number, rows: number): number {
  if (rows <= MAX_SLOTS || row <= EDGE_SLOTS) return 0;
  if (row >= rows - EDGE_SLOTS) return rows - MAX_SLOTS;
  const share = (row - EDGE_SLOTS) / (rows - 2 * EDGE_SLOTS);
  return row - Math.round(EDGE_SLOTS + share * (MAX_SLOTS - 2 * EDGE_SLOTS));
}
