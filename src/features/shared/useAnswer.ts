import { useEffect, useState } from 'react';
import type { Latest, Versioned } from '../../state/base/latest.ts';
import type { RunState } from '../../state/run/runState.ts';
import { useStore } from './services.tsx';

/** Rows that change: each change is another version. */
type Rows = Pick<RunState, 'runId' | 'dataVersion'>;

/** The version of the rows when this run was first seen. Answers about older versions belong to another run. */
function useFirstVersion({ runId, dataVersion }: Rows): number {
  const [first, setFirst] = useState({ runId, dataVersion });
  if (first.runId === runId) return first.dataVersion;
  setFirst({ runId, dataVersion });
  return dataVersion;
}

/**
 * Asks about the rows of a run or a file, and returns the newest answer with the question that it belongs to, which may not be the last one asked.
 * `question` must stay the same object while it is the same question; undefined: nothing is asked.
 */
export function useAnswer<Q, A>(
  store: Latest<Versioned<Q>, A>,
  run: Rows,
  question: Q | undefined,
  version = run.dataVersion,
) {
  useEffect(() => {
    if (question !== undefined) store.ask({ version, question });
  }, [store, version, question]);
  const first = useFirstVersion(run);
  const { question: asked, answer, fault } = useStore(store);
  return asked !== undefined && asked.version >= first
    ? { asked, answer, fault }
    : { asked: undefined, answer: undefined, fault };
}
