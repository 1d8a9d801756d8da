import { useEffect, useEffectEvent } from 'react';
import { announce } from '../../../ui/announce.ts';
import { CLOSED_FIRST, holdsText, isCovered } from '../keyOwners.ts';
import type { Action } from '../../../state/base/actions.ts';
import type { RowsId } from '../../../state/run/rowListState.ts';
import { useServices } from '../services.tsx';
import { useActions } from '../useActions.ts';
import { filterWords } from './filterWords.ts';

/** Listed in the sheet of shortcuts. */
const ESCAPE: readonly Action[] = [
  { id: 'selection.last', group: 'Results', title: 'Take the last filter off the selection', keys: ['Esc'] },
];

/**
 * Esc closes what is open; else it cancels what is running; else it removes the last filter of the selection. `runId` is undefined if there
 * are no rows.
 */
export function useEscape(runId: RowsId | undefined, cancel: (() => void) | undefined): void {
  const { rowList } = useServices();
  useActions(runId === undefined ? [] : ESCAPE);
  const act = useEffectEvent((event: KeyboardEvent) => {
    if (cancel !== undefined) {
      // One press does not take a filter off as well.
      event.preventDefault();
      cancel();
      return;
    }
    if (runId === undefined || holdsText(event)) return;
    const { filters } = rowList.of(runId);
    const last = filters.at(-1);
    if (last === undefined) return;
    // In Split, the other pane listens, too.
    event.preventDefault();
    rowList.change(runId, { filters: filters.slice(0, -1) });
    announce(`No longer selected: ${filterWords(last)}`);
  });
  useEffect(() => {
    let isFree = false;
    // Look in the capture phase, while a list that this Esc is about to close is still there.
    const look = ({ key, repeat }: KeyboardEvent): void => {
      isFree = key === 'Escape' && !repeat && !isCovered() && document.querySelector(CLOSED_FIRST) === null;
    };
    const onKey = (event: KeyboardEvent): void => {
      // The focused element may have used Esc for itself.
      if (isFree && event.key === 'Escape' && !event.defaultPrevented) act(event);
    };
    window.addEventListener('keydown', look, { capture: true });
    window.addEventListener('keydown', onKey);
    return () => {
      window.removeEventListener('keydown', look, { capture: true });
      window.removeEventListener('keydown', onKey);
    };
  }, []);
}
