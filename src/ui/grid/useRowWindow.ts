import { useVirtualizer } from '@tanstack/react-virtual';
import { type RefObject, useEffect, useRef, useState } from 'react';
import { type DataGridProps, HEADER_HEIGHT, ROW_HEIGHT } from './gridTypes.ts';
import { baseForRow, rowAtSlot, slotCount } from './rowSlots.ts';

const OVERSCAN_ROWS = 8;
/** A scroll by more than this many grid heights is a jump of the scroll bar; no wheel scrolls so far. */
const JUMP_HEIGHTS = 4;
/** The keyboard keeps the same base up to this many rows away. */
const NEAR_ROWS = 20_000;

interface RowItem {
  readonly row: number;
  /** CSS px from the top of the body. */
  readonly top: number;
}

/** The element with the scroll bars, and its visible rows. Works for ten million rows; see rowSlots. */
export function useRowWindow(props: Pick<DataGridProps, 'rowCount' | 'onVisibleRange'>) {
  // The virtualiser's functions read current state, so a compiler must not cache their results.
  'use no memo';
  const { rowCount, onVisibleRange } = props;
  const scroller = useRef<HTMLDivElement>(null);
  const [chosenBase, setBase] = useState(0);
  // There may be fewer rows now.
  const base = Math.min(chosenBase, rowCount - slotCount(rowCount));
  const virtualizer = useVirtualizer({
    count: slotCount(rowCount),
    getScrollElement: () => scroller.current,
    estimateSize: () => ROW_HEIGHT,
    overscan: OVERSCAN_ROWS,
    scrollPaddingStart: HEADER_HEIGHT,
    paddingEnd: 0,
  });
  const items: readonly RowItem[] = virtualizer
    .getVirtualItems()
    .map((item) => ({ row: item.index + base, top: item.start }));
  const from = items[0]?.row ?? 0;
  const to = (items.at(-1)?.row ?? -1) + 1;
  useEffect(() => {
    if (to > from) onVisibleRange?.(from, to);
  }, [from, to, onVisibleRange]);
  useBase({ scroller, rowCount, base, setBase });

  return {
    scroller,
    items,
    from,
    to,
    height: virtualizer.getTotalSize(),
    /** Scrolls only as far as necessary. */
    showRow: (row: number): void => {
      const isNear = row >= from - NEAR_ROWS && row < to + NEAR_ROWS;
      const isPlaced = row - base >= 0 && row - base < slotCount(rowCount);
      const next = isNear && isPlaced ? base : baseForRow(row, rowCount);
      if (next !== base) setBase(next);
      virtualizer.scrollToIndex(row - next);
    },
  };
}

interface BaseInput {
  readonly scroller: RefObject<HTMLDivElement | null>;
  readonly rowCount: number;
  readonly base: number;
  readonly setBase: (base: number) => void;
}

/**
 * Chooses which section of the rows is in the scrolled element. The wheel and the keyboard move row by row within it. A jump of
 * the scroll bar goes to the row in proportion. After scrolling, the scroll bar is moved to its right position without moving the
 * visible rows.
 */
function useBase({ scroller, rowCount, base, setBase }: BaseInput): void {
  const seen = useRef({ rowCount, base, top: 0 });
  useEffect(() => {
    // A move by the keyboard is not a jump.
    const moved = seen.current.base !== base;
    seen.current = { rowCount, base, top: moved ? (scroller.current?.scrollTop ?? 0) : seen.current.top };
  });
  useEffect(() => {
    const element = scroller.current;
    const onScroll = (): void => {
      if (element === null) return;
      const { rowCount: rows, top } = seen.current;
      const distance = Math.abs(element.scrollTop - top);
      seen.current.top = element.scrollTop;
      if (rows <= slotCount(rows) || distance <= JUMP_HEIGHTS * element.clientHeight) return;
      const slot = Math.floor(element.scrollTop / ROW_HEIGHT);
      // Stored at once, because this scroll may end before the next render.
      seen.current.base = Math.min(rowAtSlot(slot, rows) - slot, rows - slotCount(rows));
      setBase(seen.current.base);
    };
    const onEnd = (): void => {
      if (element === null) return;
      const { rowCount: rows, base: now } = seen.current;
      const next = baseForRow(Math.floor(element.scrollTop / ROW_HEIGHT) + now, rows);
      if (next === now) return;
      element.scrollTop += (now - next) * ROW_HEIGHT;
      seen.current = { rowCount: rows, base: next, top: element.scrollTop };
      setBase(next);
    };
    element?.addEventListener('scroll', onScroll, { passive: true });
    element?.addEventListener('scrollend', onEnd, { passive: true });
    return () => {
      element?.removeEventListener('scroll', onScroll);
      element?.removeEventListener('scrollend', onEnd);
    };
  }, [scroller, setBase]);
}
