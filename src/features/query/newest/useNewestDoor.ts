import { useMemo } from 'react';
import { ticksFromUnixMs } from '../../../core/time/ticks.ts';
import { useNow } from '../../shared/useNow.ts';
import type { NewestDoor } from './NewestStep.tsx';
import type { Newest } from './useNewest.ts';

/** A row may have been found just now: an older clock would place it in the future. */
const FACT_EVERY_MS = 5000;

/** What an empty result offers: the newest row, and the way to it. */
export function useNewestDoor(newest: Newest, isConnected: boolean): NewestDoor {
  const nowMs = useNow(FACT_EVERY_MS, newest.known !== undefined);
  return useMemo(
    () => ({ newest: isConnected ? newest : undefined, nowTicks: ticksFromUnixMs(nowMs) }),
    [newest, isConnected, nowMs],
  );
}
