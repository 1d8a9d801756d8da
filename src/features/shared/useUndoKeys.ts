import { useEffect } from 'react';
import type { AddressStore } from '../../state/address/address.ts';
import { announce } from '../../ui/announce.ts';
import { holdsText, isCovered } from './keyOwners.ts';

/** Outside text fields, Ctrl/Cmd+Z undoes the last change of the form or the selection, and with Shift redoes it. */
export function useUndoKeys(steps: Pick<AddressStore, 'undo' | 'redo'>): void {
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      const isUndo = (event.ctrlKey || event.metaKey) && !event.altKey && event.key.toLowerCase() === 'z';
      if (!isUndo || event.defaultPrevented || holdsText(event)) return;
      if (isCovered()) return;
      event.preventDefault();
      const isDone = event.shiftKey ? steps.redo() : steps.undo();
      if (event.shiftKey) announce(isDone ? 'Redone' : 'Nothing to redo');
      else announce(isDone ? 'Undone' : 'Nothing to undo');
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, [steps]);
}
