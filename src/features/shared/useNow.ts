import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { type AfterScroll, createAfterScroll } from './afterScroll.ts';
import { useServices } from './services.tsx';

let afterScroll: AfterScroll | undefined;

/**
 * The wall clock in milliseconds since the Unix epoch, renewed every `everyMs`, or up to ten seconds later while something is scrolled. For
 * labels, never for results.
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
    afterScroll ??= createAfterScroll(document);
    const renewLater = afterScroll;
    let takeBack: (() => void) | undefined;
    const renew = (): void => {
      takeBack = undefined;
      setNow(nowMs());
    };
    const timer = setInterval(() => (takeBack ??= renewLater(renew)), everyMs);
    // The first answer of an account tells the time of its service.
    const endWatch = connection.subscribe(renew);
    return () => {
      clearInterval(timer);
      endWatch();
      takeBack?.();
    };
  }, [everyMs, isNeeded, nowMs, connection]);
  return now;
}
