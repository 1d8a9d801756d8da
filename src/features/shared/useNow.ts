import { startTransition, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { useServices } from './services.tsx';

/**
 * The wall clock in milliseconds since the Unix epoch, renewed every `everyMs`, or a little later while the page is busy: React draws what
 * shows it between frames, so that a scroll stays smooth. For labels, never for results.
 * @param isNeeded false: the clock stands still and causes no rendering
 */
export function useNow(everyMs: number, isNeeded = true): number {
  const { nowMs, connection } = useServices();
  const [now, setNow] = useState(nowMs);
  const wasNeeded = useRef(isNeeded);
  useLayoutEffect(() => {
    // The clock may have stood still for an hour.
    if (isNeeded && !wasNeeded.current) setNow(nowMs());
    wasNeeded.current = isNeeded;
  }, [isNeeded, nowMs]);
  useEffect(() => {
    if (!isNeeded) return undefined;
    const renew = (): void => startTransition(() => setNow(nowMs()));
    const timer = setInterval(renew, everyMs);
    // The first answer of an account tells the time of its service.
    const endWatch = connection.subscribe(renew);
    return () => {
      clearInterval(timer);
      endWatch();
    };
  }, [everyMs, isNeeded, nowMs, connection]);
  return now;
}
