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

/** Named parts of a view, and flyouts. If the focused control inside one disappears, Tab continues inside the same part. */
const PLACES = '[role="dialog"], section, aside';

const GRID = '[role="grid"]';

/** Menus, lists and flyouts are rendered outside the parts of the page. Each belongs to the part that holds its button. */
const ABOVE_PAGE = '[data-trigger]';

/** The parts that an element is in, innermost first. */
function placesOf(element: Element | undefined): readonly HTMLElement[] {
  const place = element?.parentElement?.closest<HTMLElement>(PLACES);
  return place === null || place === undefined ? [] : [place, ...placesOf(place)];
}

/** A part can be focused only while it has the focus, so that a later click on its background does not move the focus there. */
export function focusPlace(place: HTMLElement): void {
  if (!place.hasAttribute('tabindex')) {
    place.tabIndex = -1;
    place.addEventListener('blur', () => place.removeAttribute('tabindex'), { once: true });
  }
  place.focus({ preventScroll: true });
}

/**
 * Keeps the focus near where it was. A view may remove or disable the focused control, such as a button that disappears
 * when pressed. The focus then moves to the start of the smallest surrounding part that still exists, or else of the
 * view; from a grid it moves on to the next grid of that name.
 */
export function useFocusGuard(main: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    let last: Element | undefined;
    let places: readonly HTMLElement[] = [];
    /** The parts around the last focused element that was not in a menu or list. */
    let below: readonly HTMLElement[] = [];
    let isWaiting = false;
    /** The name of a grid that lost the focus. Rows that are read again appear in another grid of the same name. */
    let lostGrid: string | null | undefined;
    const onFocus = (event: FocusEvent): void => {
      last = event.target instanceof Element ? event.target : undefined;
      lostGrid = undefined;
      const inside = placesOf(last);
      const isAbove = last?.closest(ABOVE_PAGE) instanceof Element;
      if (!isAbove) below = inside;
      places = isAbove ? [...inside, ...below] : inside;
    };
    const check = (): void => {
      isWaiting = false;
      if (last === undefined || document.activeElement !== document.body || !isLost(last)) return;
      const grid = last.matches(GRID) ? last.ariaLabel : undefined;
      last = undefined;
      const place = places.find((each) => !isLost(each));
      if (place === undefined) main.current?.focus({ preventScroll: true });
      else focusPlace(place);
      lostGrid = grid;
      focusGridAgain();
    };
    const focusGridAgain = (): void => {
      if (lostGrid === undefined) return;
      const grids = [...document.querySelectorAll<HTMLElement>(GRID)];
      grids.find((each) => each.ariaLabel === lostGrid)?.focus({ preventScroll: true });
    };
    const watcher = new MutationObserver(() => {
      focusGridAgain();
      if (isWaiting || last === undefined || !isLost(last)) return;
      isWaiting = true;
      // Dialogs return the focus in the next frame, and must do so first.
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
