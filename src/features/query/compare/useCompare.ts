import { useCallback, useState } from 'react';
import type { Session } from '../../../state/connection/session.ts';
import { announce } from '../../../ui/announce.ts';
import { useServices } from '../../shared/services.tsx';
import { useActions } from '../../shared/useActions.ts';
import { useStore } from '../../shared/useStore.ts';
import type { CompareAsked } from './compareAsked.ts';

export interface Compare {
  /** Undefined: nothing. */
  readonly asked: CompareAsked | undefined;
  readonly ask: (asked: CompareAsked | undefined) => void;
  readonly askBefore: () => void;
}

/** Offers to compare results. Everything but the offer loads with the first comparison. */
export function useCompare(session: Session | undefined): Compare {
  const { results, activity, nowMs } = useServices();
  const [asked, ask] = useState<CompareAsked>();
  const { all, inSight } = useStore(results);
  const isRead = inSight.services.run.get().phase === 'ended';
  const askBefore = useCallback(
    () =>
      void activity
        .track(import('./windowBefore.ts'))
        .then(({ readWindowBefore }) => ask(readWindowBefore(results, session, nowMs())))
        .catch(() => announce('A part of this page could not be loaded: reload it')),
    [activity, results, session, nowMs],
  );
  useActions([
    {
      id: 'results.compare',
      group: 'Results',
      title: 'Compare two results',
      run: all.length > 1 ? () => ask({ kind: 'choose' }) : undefined,
    },
    {
      id: 'results.compareBefore',
      group: 'Results',
      title: 'Compare with the window before',
      run: isRead && inSight.points === undefined ? askBefore : undefined,
    },
  ]);
  return { asked, ask, askBefore };
}
