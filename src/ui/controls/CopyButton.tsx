import { Check, Copy } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button } from './Button.tsx';
import { IconButton } from './IconButton.tsx';
import { COPY_WORDS, useCopy } from './useCopy.ts';

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
