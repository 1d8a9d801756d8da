import { useEffect, useState } from 'react';
import { announce } from '../announce.ts';

export type CopyOutcome = 'idle' | 'copied' | 'refused';

/** How long the button shows the outcome. */
const SHOWN_MS = 1600;

export const COPY_WORDS: Readonly<Record<Exclude<CopyOutcome, 'idle'>, string>> = {
  copied: 'Copied',
  refused: 'The browser refused the clipboard',
};

/** The last outcome, and a function that sets it. An outcome for which `isOver` is true disappears after a moment. */
export function useBriefly<T>(isOver: (outcome: T) => boolean): readonly [T | undefined, (next: T) => void] {
  const [outcome, setOutcome] = useState<T>();
  const goes = outcome !== undefined && isOver(outcome);
  useEffect(() => {
    if (outcome === undefined || !goes) return undefined;
    const timer = setTimeout(() => setOutcome(undefined), SHOWN_MS);
    return () => clearTimeout(timer);
  }, [goes, outcome]);
  return [outcome, setOutcome];
}

/** `copy` copies the exact text, or what the function returns at that moment. `outcome` says for a moment whether that worked. */
export function useCopy(text: string | (() => string)): {
  readonly outcome: CopyOutcome;
  readonly copy: () => void;
} {
  const [outcome = 'idle', setOutcome] = useBriefly<CopyOutcome>(() => true);
  const copy = (): void => {
    const report = (result: Exclude<CopyOutcome, 'idle'>): void => {
      setOutcome(result);
      announce(COPY_WORDS[result]);
    };
    navigator.clipboard.writeText(typeof text === 'function' ? text() : text).then(
      () => report('copied'),
      () => report('refused'),
    );
  };
  return { outcome, copy };
}
