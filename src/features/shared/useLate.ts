import { useDeferredValue, useLayoutEffect } from 'react';
import { useServices } from './services.tsx';

/**
 * A value for a large part of the page. The page first paints what was typed or pressed, and then draws that part with the new value, in
 * pauses between other work. The value must keep its identity while it does not change.
 */
export function useLate<T>(value: T): T {
  const { activity } = useServices();
  const late = useDeferredValue(value);
  const isBehind = !Object.is(late, value);
  useLayoutEffect(() => (isBehind ? activity.begin() : undefined), [isBehind, activity]);
  return late;
}
