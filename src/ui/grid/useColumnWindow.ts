import { type RefObject, useEffect, useMemo, useState } from 'react';
import { columnWindow, type ColumnWindow } from './columnWindow.ts';

/** A scroll by less changes no columns; much less than is drawn beyond the edges. */
const STEP_PX = 100;
/** The attribute of a grid that is scrolled to the side: its pinned columns must be kept in sight. */
const ASIDE = 'data-aside';

/** Which columns are drawn: those in sight, and the pinned ones. A table may have 255, and each cell of a row costs. */
export function useColumnWindow(
  scroller: RefObject<HTMLElement | null>,
  widths: readonly number[],
  pinned: number,
  wraps: boolean,
): ColumnWindow {
  const [sight, setSight] = useState({ left: 0, width: 0 });
  useEffect(() => {
    const element = scroller.current;
    if (element === null) return undefined;
    const look = (): void => {
      const { scrollLeft, clientWidth } = element;
      // A sticky cell is a layer of its own: with one in each row, every frame of a scroll would sort them all.
      element.toggleAttribute(ASIDE, scrollLeft > 0);
      setSight((before) => {
        const now = { left: Math.floor(scrollLeft / STEP_PX) * STEP_PX, width: clientWidth };
        return before.left === now.left && before.width === now.width ? before : now;
      });
    };
    // The browser scrolls before the page hears of it: without this, pinned columns would move for a frame.
    const onWheel = ({ deltaX, deltaY, shiftKey }: WheelEvent): void => {
      if (shiftKey || Math.abs(deltaX) > Math.abs(deltaY)) element.toggleAttribute(ASIDE, true);
    };
    look();
    element.addEventListener('wheel', onWheel, { passive: true });
    // Before the rows are drawn: after that, asking for the place would lay them out at once.
    element.addEventListener('scroll', look, { passive: true, capture: true });
    const observer = new ResizeObserver(look);
    observer.observe(element);
    return () => {
      element.removeEventListener('wheel', onWheel);
      element.removeEventListener('scroll', look, { capture: true });
      observer.disconnect();
    };
  }, [scroller]);
  const { from, to } = columnWindow(widths, pinned, sight.left, sight.width, wraps);
  return useMemo(() => ({ from, to }), [from, to]);
}
