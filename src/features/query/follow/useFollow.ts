import { useEffect, useRef, useState } from 'react';
import type { Session } from '../../../state/connection/session.ts';
import { whyNotFollowed } from '../../../core/plan/followPlan.ts';
import { type FollowSeconds, isFollowed } from '../../../state/run/followState.ts';
import { isSameQuery } from '../../../state/run/queryForm.ts';
import { announce } from '../../../ui/announce.ts';
import { useServices, useSession } from '../../shared/services.tsx';
import { usePart } from '../../shared/useStore.ts';
import { useConnectDoor } from '../../shared/connectDoor.tsx';

const SECONDS: FollowSeconds = 15;

export type Follow = ReturnType<typeof useFollow>;

export function useFollow(start: () => void) {
  const session = useSession();
  const connect = useConnectDoor();
  const { run: runs, query } = useServices();
  const [why, setWhy] = useState<string>();
  /** Stops waiting for the end of the run that will be followed. */
  const letGo = useRef<() => void>(undefined);
  useEffect(() => () => letGo.current?.(), []);
  const begin = (of: Session): void => {
    const ended = runs.get();
    const cannot = ended.phase === 'ended' ? whyNotFollowed(ended) : undefined;
    setWhy(cannot);
    if (cannot === undefined) runs.follow(of, SECONDS);
    else announce(`Cannot follow. ${cannot}`);
  };
  const press = (): void => {
    const last = runs.get();
    setWhy(undefined);
    letGo.current?.();
    if (last.phase === 'ended' && isFollowed(last)) runs.cancel();
    else if (session === undefined) connect();
    else if (last.phase === 'ended' && isSameQuery(last.form, query.get()) && runs.canResume(session))
      begin(session);
    else {
      if (last.phase !== 'running') start();
      letGo.current = runs.subscribe(() => {
        const now = runs.get();
        if (now.phase !== 'ended' || now === last) return;
        letGo.current?.();
        begin(session);
      });
    }
  };
  const isOn = usePart(runs, (run) => run.phase === 'ended' && isFollowed(run));
  const isRunning = usePart(runs, (run) => run.phase === 'running');
  return {
    isFollowed: isOn,
    /** Starts following the result, after running the query if the result is of another one; or stops following. */
    press,
    /** Cancels the run or ends following; undefined if nothing is being read. */
    cancel: isOn || isRunning ? runs.cancel : undefined,
    /** Why a press did nothing. */
    why,
    forget: () => setWhy(undefined),
  };
}
