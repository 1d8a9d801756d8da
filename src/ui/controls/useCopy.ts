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

/** Copies a text, and announces whether that worked. */
export async function copyText(text: string): Promise<Exclude<CopyOutcome, 'idle'>> {
  const outcome = await navigator.clipboard.writeText(text).then(
    () => 'copied' as const,
    () => 'refused' as const,
  );
  announce(COPY_WORDS[outcome]);
  return outcome;
}

/** `copy` copies the exact text, or what the function returns at that moment. `outcome` says for a moment whether that worked. */
export function useCopy(text: string | (() => string)) {
  const [outcome = 'idle', setOutcome] = useBriefly<CopyOutcome>(() => true);
  const copy = (): void => {
    void copyText(typeof text === 'function' ? text() : text).then(setOutcome);
  };
  return { outcome, copy };
}
