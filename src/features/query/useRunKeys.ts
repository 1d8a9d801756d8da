import { useEffect, useEffectEvent } from 'react';
import { isCovered, runsItself } from '../shared/keyOwners.ts';
import { focusField } from './form/focusField.tsx';

/** Shift+Enter or Ctrl/Cmd+Enter runs the query from anywhere in the view. Alt+Enter runs it into another tab. */
export function useRunKeys(start: () => void, startBeside: (() => void) | undefined): void {
  const onKey = useEffectEvent((event: KeyboardEvent): void => {
    if (event.repeat || event.defaultPrevented || isCovered() || runsItself(event)) return;
    if (event.key !== 'Enter') return;
    const isRun = event.shiftKey || event.ctrlKey || event.metaKey;
    const begin = (event.altKey ? startBeside : undefined) ?? (isRun ? start : undefined);
    if (begin === undefined) return;
    event.preventDefault();
    // Otherwise a focused button would be pressed by the key. If that is Run, it has become Cancel when the key is released.
    event.stopPropagation();
    // Leaving the field makes it apply its text now. Afterwards it gets the focus back.
    const typedIn = document.activeElement instanceof HTMLElement ? document.activeElement : undefined;
    typedIn?.blur();
    setTimeout(() => {
      begin();
      if (document.activeElement === document.body) typedIn?.focus({ preventScroll: true });
      // The grid is replaced by another one, to which the focus guard moves the focus.
      if (begin !== startBeside || typedIn?.role === 'grid') return;
      // By then, a new tab shows its own form.
      setTimeout(() => {
        if (typedIn?.isConnected !== true && document.activeElement === document.body) focusField('Filter');
      }, 0);
    }, 0);
  });
  useEffect(() => {
    // In the capture phase, to be called before a focused button or field.
    window.addEventListener('keydown', onKey, { capture: true });
    return () => window.removeEventListener('keydown', onKey, { capture: true });
  }, []);
}
