import { type RefObject, useEffect, useRef } from 'react';

/** Calls `onWheel` for each wheel event over an element. A native listener: React's cannot keep the page from scrolling. */
export function useWheelListener(
  place: RefObject<HTMLElement | null>,
  onWheel: (event: WheelEvent) => void,
): void {
  const latest = useRef(onWheel);
  useEffect(() => {
    latest.current = onWheel;
  });
  useEffect(() => {
    const element = place.current;
    const listen = (event: WheelEvent): void => latest.current(event);
    element?.addEventListener('wheel', listen, { passive: false });
    return () => element?.removeEventListener('wheel', listen);
  }, [place]);
}
