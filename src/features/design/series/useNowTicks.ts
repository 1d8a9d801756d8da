import { useMemo } from 'react';
import { TICKS_PER_MS, type Ticks, UNIX_EPOCH_TICKS } from '../../../core/time/ticks.ts';
import { useServices } from '../../shared/services.tsx';

/** The instant at which the tab was opened: `now` must not move the figures while they are read. */
export function useNowTicks(): Ticks {
  const { nowMs } = useServices();
  return useMemo(() => (UNIX_EPOCH_TICKS + BigInt(Math.floor(nowMs())) * TICKS_PER_MS) as Ticks, [nowMs]);
}
