import { useEffect, useState } from 'react';
import { useServices } from './services.tsx';

/** Longer than between two keys of a word. */
const PAUSE_MS = 200;

/** A typed text once nothing was typed for a moment: for work that half a word would only cost. */
export function usePaused(text: string): string {
  const { activity } = useServices();
  const [paused, setPaused] = useState(text);
  useEffect(() => {
    if (paused === text) return undefined;
    const end = activity.begin();
    const timer = setTimeout(() => setPaused(text), PAUSE_MS);
    return () => {
      clearTimeout(timer);
      end();
    };
  }, [paused, text, activity]);
  return paused;
}
