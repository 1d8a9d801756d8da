import { createContext, type ReactNode, useContext, useEffect, useRef } from 'react';
import { clampTicks, type Ticks } from '../../../core/time/ticks.ts';
import type { RunState } from '../../../state/run/runState.ts';
import { Button } from '../../../ui/controls/Button.tsx';
import { useZone } from '../../shared/useZone.ts';
import { isRead, type KnownNewest, newestFact, whyNotRead } from './newestFact.ts';

/** What an empty result needs of the newest rows. */
export interface NewestDoor {
  /** What an earlier search found for the keys of the form. */
  readonly known: KnownNewest | undefined;
  /** For "5 min ago": one clock for all places that say it. */
  readonly nowTicks: Ticks;
  readonly isSearching: boolean;
  /** Sets the time range to the newest rows, and runs. Undefined: no account is connected. */
  readonly go: (() => void) | undefined;
  /** Looks where the newest rows are, if that is not known. Undefined: no account is connected. */
  readonly look: (() => void) | undefined;
}

const Door = createContext<NewestDoor>({
  known: undefined,
  nowTicks: clampTicks(0n),
  isSearching: false,
  go: undefined,
  look: undefined,
});

export const NewestDoorProvider = Door.Provider;

/** Where the newest row is, if that is known, and the button to it: the same words wherever an empty result is seen. */
export function useNewestStep(run: RunState): {
  readonly fact: string | undefined;
  readonly button: ReactNode;
} {
  const { known, nowTicks, isSearching, go } = useContext(Door);
  const zone = useZone();
  const isHere = known !== undefined && isRead(known, run.plan.request.window);
  const fact =
    known === undefined
      ? undefined
      : `${newestFact(known, nowTicks, zone)}${isHere ? `, is in this time range: ${whyNotRead(run.plan.request.filter)}` : ''}.`;
  const words = isSearching ? 'Searching' : known === undefined ? 'Find the newest row' : 'Go there';
  return {
    fact,
    button:
      go === undefined || isHere ? undefined : (
        <Button size="small" onPress={go} isBusy={isSearching}>
          {words}
        </Button>
      ),
  };
}

/** An empty result says where rows are: looked for once, by a few requests of one row each. */
export function useLookForNewest(runId: number): void {
  const { look } = useContext(Door);
  const looked = useRef<number>(undefined);
  useEffect(() => {
    if (look === undefined || looked.current === runId) return;
    looked.current = runId;
    look();
  }, [look, runId]);
}
