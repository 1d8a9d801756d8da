import { Check, Copy } from 'lucide-react';
import type { ReactNode } from 'react';
import { useEffect, useState } from 'react';
import { announce } from '../announce.ts';
import { Button } from './Button.tsx';
import { IconButton } from './IconButton.tsx';

export interface CopyButtonProps {
  /** The exact text, or a function that makes it when pressed. */
  readonly text: string | (() => string);
  /** The accessible name: "Copy key", "Copy filter". */
  readonly label: string;
  /** Words instead of the icon alone. */
  readonly face?: string | undefined;
  readonly look?: 'default' | 'subtle' | 'link' | undefined;
  readonly size?: 'normal' | 'small' | undefined;
  readonly isDisabled?: boolean | undefined;
}

/** How long the button shows that it worked. */
const SHOWN_MS = 1600;

type Outcome = 'idle' | 'copied' | 'refused';

const WORDS: Readonly<Record<Exclude<Outcome, 'idle'>, string>> = {
  copied: 'Copied',
  refused: 'The browser refused the clipboard',
};

/** Copies exactly the text, and says so: "Copied", or that the browser refused. */
export function CopyButton(props: CopyButtonProps): ReactNode {
  const [outcome, setOutcome] = useState<Outcome>('idle');

  useEffect(() => {
    if (outcome === 'idle') return undefined;
    const timer = setTimeout(() => setOutcome('idle'), SHOWN_MS);
    return () => clearTimeout(timer);
  }, [outcome]);

  const copy = (): void => {
    const text = typeof props.text === 'function' ? props.text() : props.text;
    const told = (result: Exclude<Outcome, 'idle'>): void => {
      setOutcome(result);
      announce(WORDS[result]);
    };
    navigator.clipboard.writeText(text).then(
      () => told('copied'),
      () => told('refused'),
    );
  };

  const icon = outcome === 'copied' ? <Check /> : <Copy />;
  if (props.face === undefined) {
    return (
      <IconButton
        label={props.label}
        icon={icon}
        onPress={copy}
        size={props.size}
        isDisabled={props.isDisabled}
      />
    );
  }
  return (
    <Button
      look={props.look}
      size={props.size}
      onPress={copy}
      isDisabled={props.isDisabled}
      ariaLabel={props.label}
      icon={props.look === 'link' ? undefined : icon}
    >
      {outcome === 'idle' ? props.face : WORDS[outcome]}
    </Button>
  );
}
