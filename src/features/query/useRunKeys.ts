import { useEffect, useEffectEvent } from 'react';
import { isCovered, runsItself } from '../shared/keyOwners.ts';
import { focusField } from './form/focusField.ts';

/** What Enter starts, by the key held with it. */
function startOf(
  { key, altKey, shiftKey, ctrlKey, metaKey }: KeyboardEvent,
  start: () => void,
  startBeside: (() => void) | undefined,
): (() => void) | undefined {
  if (key !== 'Enter') return undefined;
  if (altKey && startBeside !== undefined) return startBeside;
  return shiftKey || ctrlKey || metaKey ? start : undefined;
}

/** Shift+Enter or Ctrl/Cmd+Enter runs from anywhere in the view, Alt+Enter beside the result in sight. */
export function useRunKeys(start: () => void, startBeside: (() => void) | undefined): void {
  const onKey = useEffectEvent((event: KeyboardEvent): void => {
    if (event.repeat || event.defaultPrevented || isCovered() || runsItself(event)) return;
    const begin = startOf(event, start, startBeside);
    if (begin === undefined) return;
    event.preventDefault();
    // A button with the focus would take the key as a press of its own, and by its release it is the one that cancels.
    event.stopPropagation();
    // A field that applies its text when it is left does so now, and gets the focus back.
    const typedIn = document.activeElement instanceof HTMLElement ? document.activeElement : undefined;
    typedIn?.blur();
    setTimeout(() => {
      begin();
      if (document.activeElement === document.body) typedIn?.focus({ preventScroll: true });
      // A grid has a successor, to which the focus guard moves on.
      if (begin !== startBeside || typedIn?.role === 'grid') return;
      // A new tab has a form of its own by then.
      setTimeout(() => {
        if (typedIn?.isConnected !== true && document.activeElement === document.body) focusField('Filter');
      }, 0);
    }, 0);
  });
  useEffect(() => {
    // Before a button or a field with the focus.
    window.addEventListener('keydown', onKey, { capture: true });
    return () => window.removeEventListener('keydown', onKey, { capture: true });
  }, []);
}
