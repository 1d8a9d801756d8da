import { type RefObject, useEffect, useEffectEvent } from 'react';

/**
 * Calls `onWheel` for each wheel event over an element. It is a native listener, because React's cannot prevent the page from scrolling.
 */
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
