import { type RefObject, useEffect, useMemo, useState } from 'react';
import { columnWindow, type ColumnWindow } from './columnWindow.ts';

/** Which columns are drawn: those in sight, and the pinned ones. A table may have 255, and each cell of a row costs. */
export function useColumnWindow(
  scroller: RefObject<HTMLElement | null>,
  widths: readonly number[],
  pinned: number,
): ColumnWindow {
  const [sight, setSight] = useState({ left: 0, width: 0 });
  useEffect(() => {
    const element = scroller.current;
    if (element === null) return undefined;
    const look = (): void =>
      setSight((before) => {
        const now = { left: element.scrollLeft, width: element.clientWidth };
        return before.left === now.left && before.width === now.width ? before : now;
      });
    look();
    element.addEventListener('scroll', look, { passive: true });
    const observer = new ResizeObserver(look);
    observer.observe(element);
    return () => {
      element.removeEventListener('scroll', look);
      observer.disconnect();
    };
  }, [scroller]);
  const { from, to } = columnWindow(widths, pinned, sight.left, sight.width);
  return useMemo(() => ({ from, to }), [from, to]);
}
