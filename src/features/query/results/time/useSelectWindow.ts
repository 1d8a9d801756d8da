import { useCallback } from 'react';
import type { TickSpan } from '../../../../core/keys/base/scheme.ts';
import { clampTicks, ticksToIso } from '../../../../core/time/ticks.ts';
import { useServices } from '../../../shared/services.tsx';

/** A stretch of time selected on a map or a chart becomes the window of the next query. */
export function useSelectWindow(): (window: TickSpan) => void {
  const { query } = useServices();
  return useCallback(
    ({ from, to }) => query.change({ from: ticksToIso(clampTicks(from)), to: ticksToIso(clampTicks(to)) }),
    [query],
  );
}
