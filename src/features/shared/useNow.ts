import { useEffect, useState } from 'react';
import { useServices } from './services.tsx';

/** The wall clock in milliseconds since the Unix epoch, renewed every `everyMs`. For labels, never for results. */
export function useNow(everyMs: number): number {
  const { nowMs } = useServices();
  const [now, setNow] = useState(nowMs);
  useEffect(() => {
    const timer = setInterval(() => setNow(nowMs()), everyMs);
    return () => clearInterval(timer);
  }, [everyMs, nowMs]);
  return now;
}
