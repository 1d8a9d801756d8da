import { startTransition, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { useServices, useStore } from './services.tsx';

/* The time zone and the clock of what is shown. */

export interface ShownZone {
  /** IANA name; undefined: UTC. */
  readonly timeZone: string | undefined;
  /** "UTC" or the name of the zone. */
  readonly name: string;
}

/** The time zone in which times are shown. Results and addresses stay in UTC. */
export function useZone(): ShownZone {
  const { settings, localZone } = useServices();
  const isLocal = useStore(settings).timeZone === 'local';
  return isLocal ? { timeZone: localZone, name: localZone } : { timeZone: undefined, name: 'UTC' };
}

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
