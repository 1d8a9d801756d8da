import { useMemo } from 'react';
import { ticksFromUnixMs } from '../../../core/time/ticks.ts';
import { useNow } from '../../shared/useNow.ts';
import type { NewestDoor } from './NewestStep.tsx';
import type { Newest } from './useNewest.ts';

/** A row may have been found just now: an older clock would place it in the future. */
const FACT_EVERY_MS = 5000;

/** What an empty result offers: the newest rows, found and then run by `start`. */
export function useNewestDoor(newest: Newest, isConnected: boolean, start: () => void): NewestDoor {
  const { find, look, known, isSearching } = newest;
  const nowMs = useNow(FACT_EVERY_MS, known !== undefined);
  return useMemo(() => {
    const go = (): void => void find().then((isFound) => isFound && start());
    return {
      known,
      nowTicks: ticksFromUnixMs(nowMs),
      isSearching,
      go: isConnected ? go : undefined,
      look: isConnected ? () => void look() : undefined,
    };
  }, [known, nowMs, isSearching, find, look, start, isConnected]);
}
