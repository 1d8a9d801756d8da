import { useEffectEvent, useLayoutEffect } from 'react';

/** Listens to the keys of the whole page, from before the next paint: a key works as soon as what it acts on is visible. */
export function useWindowKey(onKey: (event: KeyboardEvent) => void, isOn = true): void {
  const listen = useEffectEvent(onKey);
  useLayoutEffect(() => {
    if (!isOn) return undefined;
    window.addEventListener('keydown', listen);
    return () => window.removeEventListener('keydown', listen);
  }, [isOn]);
}
