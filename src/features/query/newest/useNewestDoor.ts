import { useMemo } from 'react';
import type { NewestDoor } from './NewestStep.tsx';
import type { Newest } from './useNewest.ts';

/** What an empty result offers: the newest rows, found and then run by `start`. */
export function useNewestDoor(newest: Newest, isConnected: boolean, start: () => void): NewestDoor {
  const { find, look, known, isSearching } = newest;
  return useMemo(() => {
    const go = (): void => void find().then((isFound) => isFound && start());
    return {
      known,
      isSearching,
      go: isConnected ? go : undefined,
      look: isConnected ? () => void look() : undefined,
    };
  }, [known, isSearching, find, look, start, isConnected]);
}
