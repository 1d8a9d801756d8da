import { useEffect } from 'react';

/** What has the keyboard for itself while it is open: dialogs, and the lists of fields and menus. */
const OVERLAYS = ':not([data-flyout]) > [role="dialog"], [role="alertdialog"], [data-trigger]';
/** Fields that a button of the form opened, which running closes, and a pane of details: Esc is theirs. */
const CLOSED_FIRST = '[data-flyout], [data-closes-by-escape]';

/** Shift+Enter or Ctrl/Cmd+Enter runs from anywhere in the view, Esc cancels. */
export function useRunKeys(start: () => void, cancel: (() => void) | undefined): void {
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      if (event.repeat || event.defaultPrevented || document.querySelector(OVERLAYS) !== null) return;
      if (event.key === 'Enter' && (event.shiftKey || event.ctrlKey || event.metaKey)) {
        event.preventDefault();
        // A field that applies its text when it is left does so now, and gets the focus back.
        const typedIn = document.activeElement instanceof HTMLElement ? document.activeElement : undefined;
        typedIn?.blur();
        setTimeout(() => {
          start();
          if (document.activeElement === document.body) typedIn?.focus({ preventScroll: true });
        }, 0);
      } else if (event.key === 'Escape' && document.querySelector(CLOSED_FIRST) === null) {
        cancel?.();
      }
    };
    // Captured, so that the list which Esc is about to close is still there to be seen.
    window.addEventListener('keydown', onKey, { capture: true });
    return () => window.removeEventListener('keydown', onKey, { capture: true });
  });
}
