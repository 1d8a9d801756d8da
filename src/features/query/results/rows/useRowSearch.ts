import { useEffect } from 'react';
import type { RowQuery } from '../../../../core/rows/rowQuery.ts';
import type { RunState } from '../../../../state/run/runState.ts';
import { useServices } from '../../../shared/services.tsx';
import { useStore } from '../../../shared/useStore.ts';

export type RowSearch = ReturnType<typeof useRowSearch>;

/** The rows of a list that contain a text. The search is repeated when the list changes. */
export function useRowSearch(run: RunState, query: RowQuery, text: string) {
  const { rowSearch } = useServices();
  const version = run.dataVersion;
  useEffect(() => {
    rowSearch.ask({ version, question: { query, text } });
  }, [rowSearch, version, query, text]);
  const { question, answer, fault, progress } = useStore(rowSearch);
  // While rows arrive, the previous matches stay: their positions belong to the list on screen.
  const isAnswered = question?.question.query === query && question.question.text === text;
  return {
    /** The positions of the rows that contain the text, in order; undefined if nothing is searched, or there is no answer yet. */
    positions: text !== '' && isAnswered ? answer?.positions : undefined,
    fault,
    /** How many matching rows were found so far, during a search. */
    soFar: progress?.found,
  };
}

/** The match after (or before) a position of the list, starting over at the end; undefined if there is none. */
export function nextMatch(positions: Uint32Array, at: number, isBack: boolean): number | undefined {
  if (positions.length === 0) return undefined;
  let low = 0;
  let high = positions.length;
  // Find the first match at or after the position.
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((positions[middle] as number) < at) low = middle + 1;
    else high = middle;
  }
  if (isBack) return positions[low === 0 ? positions.length - 1 : low - 1];
  const index = positions[low] === at ? low + 1 : low;
  return positions[index === positions.length ? 0 : index];
}
