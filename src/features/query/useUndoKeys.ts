import { useEffect } from 'react';
import type { QueryStore } from '../../state/run/queryStore.ts';
import { announce } from '../../ui/announce.ts';

/** Inputs that hold no text: their own undo does nothing. */
const NO_TEXT = new Set(['radio', 'checkbox', 'range', 'button']);

/** Whether a press of Ctrl+Z there belongs to the text that is typed. */
function holdsText(event: KeyboardEvent): boolean {
  // In an editor with a shadow root the event's own target is only its frame.
  const [target = null] = event.composedPath();
  if (!(target instanceof HTMLElement)) return false;
  if (target instanceof HTMLInputElement) return !NO_TEXT.has(target.type);
  return target.isContentEditable || target instanceof HTMLTextAreaElement;
}

/** Outside text fields Ctrl/Cmd+Z takes back the last step of the form, with Shift it brings it again. */
export function useUndoKeys(query: QueryStore): void {
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      const isUndo = (event.ctrlKey || event.metaKey) && !event.altKey && event.key.toLowerCase() === 'z';
      if (!isUndo || event.defaultPrevented || holdsText(event)) return;
      // A dialog that covers the form.
      if (document.querySelector('.react-aria-ModalOverlay, [aria-modal="true"]') !== null) return;
      event.preventDefault();
      const isDone = event.shiftKey ? query.redo() : query.undo();
      if (event.shiftKey) announce(isDone ? 'Redone' : 'Nothing to redo');
      else announce(isDone ? 'Undone' : 'Nothing to undo');
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, [query]);
}
