import { useEffect, useState } from 'react';
import { announce } from '../announce.ts';

export type CopyOutcome = 'idle' | 'copied' | 'refused';

/** How long the button shows the outcome. */
const SHOWN_MS = 1600;

export const COPY_WORDS: Readonly<Record<Exclude<CopyOutcome, 'idle'>, string>> = {
  copied: 'Copied',
  refused: 'The browser refused the clipboard',
};

/** `copy` copies exactly the text, or what the function returns at that moment; `outcome` briefly says how it went. */
export function useCopy(text: string | (() => string)): {
  readonly outcome: CopyOutcome;
  readonly copy: () => void;
} {
  const [outcome, setOutcome] = useState<CopyOutcome>('idle');

  useEffect(() => {
    if (outcome === 'idle') return undefined;
    const timer = setTimeout(() => setOutcome('idle'), SHOWN_MS);
    return () => clearTimeout(timer);
  }, [outcome]);

  const copy = (): void => {
    const told = (result: Exclude<CopyOutcome, 'idle'>): void => {
      setOutcome(result);
      announce(COPY_WORDS[result]);
    };
    navigator.clipboard.writeText(typeof text === 'function' ? text() : text).then(
      () => told('copied'),
      () => told('refused'),
    );
  };
  return { outcome, copy };
}
