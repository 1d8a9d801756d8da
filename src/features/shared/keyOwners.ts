import { useEffectEvent, useLayoutEffect } from 'react';
import type { AddressStore } from '../../state/address/address.ts';
import { announce } from '../../ui/announce.ts';

/** Dialogs, the fields that a button opens, and the lists of fields and menus. */
export const OVERLAYS = '[role="dialog"], [role="alertdialog"], [data-trigger]';
/** Those that take all keys while they are open: not the fields that a button opens. */
const COVERS = ':not([data-flyout]) > [role="dialog"], [role="alertdialog"], [data-trigger]';
/** What Esc closes first: fields that a button of the form opened, and a pane of details. Running the query closes these fields as well. */
export const CLOSED_FIRST = '[data-flyout], [data-closes-by-escape]';

export function isCovered(): boolean {
  return document.querySelector(COVERS) !== null;
}

/** Inputs without text, so that no key press in them belongs to typed text. */
const NO_TEXT = new Set(['radio', 'checkbox', 'range', 'button']);

/** Whether a key press may belong to text that is being typed. */
export function holdsText(event: KeyboardEvent): boolean {
  // In an editor with a shadow root, `event.target` is only the element around it.
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

/** Listens to the keys of the whole page, from before the next paint: a key works as soon as what it acts on is visible. */
export function useWindowKey(onKey: (event: KeyboardEvent) => void, isOn = true): void {
  const listen = useEffectEvent(onKey);
  useLayoutEffect(() => {
    if (!isOn) return undefined;
    window.addEventListener('keydown', listen);
    return () => window.removeEventListener('keydown', listen);
  }, [isOn]);
}

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
