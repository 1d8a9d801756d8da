import { useEffect, useRef } from 'react';
import type { Actions } from '../state/base/actions.ts';

export interface ShellKeys {
  /** Ctrl+K, Cmd+K or F1, from anywhere. */
  readonly onPalette: () => void;
  /** `?`, outside of text fields. */
  readonly onKeys: () => void;
  /** Actions with their own key, which works outside text fields. */
  readonly actions: Actions;
}

/** Listens for the keys that work in every view. */
export function useShellKeys(keys: ShellKeys): void {
  const current = useRef(keys);
  useEffect(() => {
    current.current = keys;
  });
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      if (event.defaultPrevented) return;
      const run = actionOf(event, current.current);
      if (run === undefined) return;
      event.preventDefault();
      run();
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, []);
}

function actionOf(event: KeyboardEvent, { onPalette, onKeys, actions }: ShellKeys): (() => void) | undefined {
  const hasModifier = event.ctrlKey || event.metaKey;
  if (event.altKey) return undefined;
  if (event.key === 'F1' || (hasModifier && event.key.toLowerCase() === 'k')) return onPalette;
  if (hasModifier || isTyping(event)) return undefined;
  if (event.key === '?') return onKeys;
  // An open dialog gets all keys.
  if (document.querySelector('[role="dialog"], [role="alertdialog"]') !== null) return undefined;
  return actions.list().find(({ press }) => press === event.key)?.run;
}

function isTyping(event: KeyboardEvent): boolean {
  // For an editor in a shadow root, event.target is only the host element.
  const [target = null] = event.composedPath();
  return (
    target instanceof HTMLElement &&
    (target.isContentEditable || /^(?:INPUT|TEXTAREA|SELECT)$/.test(target.tagName))
  );
}
