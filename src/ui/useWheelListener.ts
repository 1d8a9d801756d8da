import { type RefObject, useEffect, useEffectEvent } from 'react';

/** Calls `onWheel` for each wheel event over an element. A native listener: React's cannot keep the page from scrolling. */
export function useWheelListener(
  place: RefObject<HTMLElement | null>,
  onWheel: (event: WheelEvent) => void,
): void {
  const listen = useEffectEvent(onWheel);
  useEffect(() => {
    const element = place.current;
    element?.addEventListener('wheel', listen, { passive: false });
    return () => element?.removeEventListener('wheel', listen);
  }, [place]);
}
