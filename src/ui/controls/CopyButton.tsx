import { Check, Copy } from 'lucide-react';
import { type ReactNode, useEffect, useState } from 'react';
import { Button } from './Button.tsx';
import { IconButton } from './IconButton.tsx';
import { announce } from '../announce.ts';

export interface CopyButtonProps {
  /** The exact text to copy, or a function that makes it when the button is pressed. */
  readonly text: string | (() => string);
  /** The accessible name: "Copy key", "Copy filter". */
  readonly label: string;
  /** Text to show next to the icon. */
  readonly face?: string | undefined;
  readonly look?: 'default' | 'subtle' | 'link' | undefined;
  readonly size?: 'normal' | 'small' | undefined;
  readonly isDisabled?: boolean | undefined;
}

/** Copies exactly the text, and reports "Copied", or that the browser refused. */
export function CopyButton(props: CopyButtonProps): ReactNode {
  return <CopyFace {...props} {...useCopy(props.text)} />;
}

/** Only the button, for callers that use the same copy action elsewhere, too. */
export function CopyFace(props: CopyButtonProps & ReturnType<typeof useCopy>): ReactNode {
  const { outcome, copy } = props;
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
      {outcome === 'idle' ? props.face : COPY_WORDS[outcome]}
    </Button>
  );
}

type CopyOutcome = 'idle' | 'copied' | 'refused';

/** How long the button shows the outcome. */
const SHOWN_MS = 1600;

const COPY_WORDS: Readonly<Record<Exclude<CopyOutcome, 'idle'>, string>> = {
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
