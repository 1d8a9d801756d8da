import { createContext, type ReactNode, useContext, useEffect, useEffectEvent } from 'react';
import { clampTicks, type Ticks } from '../../../core/time/ticks.ts';
import type { RunState } from '../../../state/run/runState.ts';
import { Button } from '../../../ui/controls/Button.tsx';
import { useZone } from '../../shared/useZone.ts';
import { isRead, newestFact, whyNotRead } from './newestFact.ts';
import type { Newest } from './useNewest.ts';

/** What an empty result needs for offering the newest row. */
export interface NewestDoor {
  /** Undefined if no account is connected. */
  readonly newest: Newest | undefined;
  /** The time from which "5 min ago" counts: one clock for all places that say it. */
  readonly nowTicks: Ticks;
}

const Door = createContext<NewestDoor>({ newest: undefined, nowTicks: clampTicks(0n) });

export const NewestDoorProvider = Door.Provider;

/** Where the newest row is, if known, and the button that goes there. Every place that shows an empty result uses the same words. */
export function useNewestStep(run: RunState): {
  readonly fact: string | undefined;
  readonly button: ReactNode;
} {
  const { newest, nowTicks } = useContext(Door);
  const zone = useZone();
  const { known, isSearching = false } = newest ?? {};
  const isHere = known !== undefined && isRead(known, run.plan.request.window);
  const fact =
    known === undefined
      ? undefined
      : `${newestFact(known, nowTicks, zone)}${isHere ? `, is in this time range: ${whyNotRead(run.plan.request.filter)}` : ''}.`;
  const words = isSearching ? 'Searching' : known === undefined ? 'Find the newest row' : 'Go there';
  return {
    fact,
    button:
      newest === undefined || isHere ? undefined : (
        <Button size="small" onPress={() => newest.go(true)} isBusy={isSearching}>
          {words}
        </Button>
      ),
  };
}

/** Looks for the newest row once, by a few requests of one row each, so that an empty result can say where rows are. */
export function useLookForNewest(): void {
  const { newest } = useContext(Door);
  const isConnected = newest !== undefined;
  const look = useEffectEvent(() => newest?.look());
  useEffect(() => {
    if (isConnected) look();
  }, [isConnected]);
}
