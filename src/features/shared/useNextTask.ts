import { useEffect, useState } from 'react';
import { useServices } from './services.tsx';

/**
 * A value one task later: what is drawn with it does not share a task with what is drawn at once. Undefined at first; the value
 * must keep its identity while nothing changes.
 */
export function useNextTask<T>(value: T): T | undefined {
  const { activity } = useServices();
  const [late, setLate] = useState<T>();
  const isBehind = !Object.is(late, value);
  useEffect(() => {
    if (!isBehind) return undefined;
    const end = activity.begin();
    const timer = setTimeout(() => setLate(() => value), 0);
    return () => {
      clearTimeout(timer);
      end();
    };
  }, [isBehind, value, activity]);
  return late;
}
