import { useEffect, useEffectEvent } from 'react';
import { announce } from '../../../ui/announce.ts';
import { CLOSED_FIRST, holdsText, isCovered } from '../keyOwners.ts';
import type { Action } from '../../../state/base/actions.ts';
import type { RowsId } from '../../../state/run/rowListState.ts';
import { useServices } from '../services.tsx';
import { useActions } from '../useActions.ts';
import { filterWords } from './filterWords.ts';

/** For the sheet of shortcuts. */
const ESCAPE: readonly Action[] = [
  { id: 'selection.last', group: 'Results', title: 'Take the last filter off the selection', keys: ['Esc'] },
];

/** Esc closes what is open, else cancels what runs, else takes the last filter of the selection off. `runId` undefined: there are no rows. */
export function useEscape(runId: RowsId | undefined, cancel: (() => void) | undefined): void {
  const { rowList } = useServices();
  useActions(runId === undefined ? [] : ESCAPE);
  const act = useEffectEvent((event: KeyboardEvent) => {
    if (cancel !== undefined) {
      cancel();
      return;
    }
    if (runId === undefined || holdsText(event)) return;
    const { filters } = rowList.of(runId);
    const last = filters.at(-1);
    if (last === undefined) return;
    // The other pane of Split listens too.
    event.preventDefault();
    rowList.change(runId, { filters: filters.slice(0, -1) });
    announce(`No longer selected: ${filterWords(last)}`);
  });
  useEffect(() => {
    let isFree = false;
    // Captured, so that the list which Esc is about to close is still there to be seen.
    const look = ({ key, repeat }: KeyboardEvent): void => {
      isFree = key === 'Escape' && !repeat && !isCovered() && document.querySelector(CLOSED_FIRST) === null;
    };
    const onKey = (event: KeyboardEvent): void => {
      // What has the focus may have something of its own to let go.
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
