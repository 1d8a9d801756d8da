import type { AddressStore } from '../../state/address/address.ts';
import { announce } from '../../ui/announce.ts';
import { holdsText, isCovered } from './keyOwners.ts';
import { useWindowKey } from './useWindowKey.ts';

/** Outside text fields, Ctrl/Cmd+Z undoes the last change of the form or the selection, and with Shift redoes it. */
export function useUndoKeys(steps: Pick<AddressStore, 'undo' | 'redo'>): void {
  useWindowKey((event) => {
    const isUndo = (event.ctrlKey || event.metaKey) && !event.altKey && event.key.toLowerCase() === 'z';
    if (!isUndo || event.defaultPrevented || holdsText(event) || isCovered()) return;
    event.preventDefault();
    const isDone = event.shiftKey ? steps.redo() : steps.undo();
    if (event.shiftKey) announce(isDone ? 'Redone' : 'Nothing to redo');
    else announce(isDone ? 'Undone' : 'Nothing to undo');
  });
}
