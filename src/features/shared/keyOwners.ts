/** What has the keyboard for itself while it is open: dialogs, and the lists of fields and menus. */
const OVERLAYS = ':not([data-flyout]) > [role="dialog"], [role="alertdialog"], [data-trigger]';
/** Fields that a button of the form opened, which running closes, and a pane of details: Esc is theirs. */
export const CLOSED_FIRST = '[data-flyout], [data-closes-by-escape]';

export function isCovered(): boolean {
  return document.querySelector(OVERLAYS) !== null;
}

/** Inputs that hold no text: no key press there belongs to what is typed. */
const NO_TEXT = new Set(['radio', 'checkbox', 'range', 'button']);

/** Whether a key press there may belong to the text that is typed. */
export function holdsText(event: KeyboardEvent): boolean {
  // In an editor with a shadow root the event's own target is only its frame.
  const [target = null] = event.composedPath();
  if (!(target instanceof HTMLElement)) return false;
  if (target instanceof HTMLInputElement) return !NO_TEXT.has(target.type);
  return target.isContentEditable || target instanceof HTMLTextAreaElement;
}

/** Marks an element that handles Shift+Enter and Esc itself; elsewhere they run and stop the query of the view. */
export const RUNS_ITSELF = { 'data-runs-itself': true } as const;

export function runsItself({ target }: KeyboardEvent): boolean {
  return target instanceof Element && target.closest('[data-runs-itself]') !== null;
}
