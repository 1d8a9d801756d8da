import { type RefObject, useEffect } from 'react';

/** Whether a control can no longer have the focus: it was removed, hidden or disabled. */
function isLost(element: Element): boolean {
  return !element.isConnected || element.matches(':disabled, [inert] *, [hidden], [hidden] *');
}

/** Moves the focus to an element if it can take it, else to the fallback. */
export function focusOrElse(wanted: Element | undefined, fallback: HTMLElement | null): void {
  if (wanted instanceof HTMLElement && !isLost(wanted)) wanted.focus({ preventScroll: true });
  if (document.activeElement !== wanted) fallback?.focus({ preventScroll: true });
}

/**
 * Keeps the focus inside the view. A view may remove or disable the control with the focus, such as a button
 * that disappears when pressed: the keyboard then continues at the start of the view, not of the page.
 */
export function useFocusGuard(main: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    let last: Element | undefined;
    let isWaiting = false;
    const onFocus = (event: FocusEvent): void => {
      last = event.target instanceof Element ? event.target : undefined;
    };
    const check = (): void => {
      isWaiting = false;
      if (last === undefined || document.activeElement !== document.body || !isLost(last)) return;
      last = undefined;
      main.current?.focus({ preventScroll: true });
    };
    const watcher = new MutationObserver(() => {
      if (isWaiting || last === undefined || !isLost(last)) return;
      isWaiting = true;
      // Dialogs return the focus in the next frame; they go first.
      requestAnimationFrame(() => requestAnimationFrame(check));
    });
    document.addEventListener('focusin', onFocus);
    watcher.observe(document.body, {
      subtree: true,
      childList: true,
      attributeFilter: ['disabled', 'hidden', 'inert'],
    });
    return () => {
      document.removeEventListener('focusin', onFocus);
      watcher.disconnect();
    };
  }, [main]);
}
