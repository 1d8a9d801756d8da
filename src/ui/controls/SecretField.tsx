import type { ReactNode, Ref } from 'react';
import { useState } from 'react';
import { Button } from './Button.tsx';
import { TextField } from './TextField.tsx';

export interface SecretFieldProps {
  readonly label: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly placeholder?: string | undefined;
  readonly description: ReactNode;
  /** Takes the focus when it appears: for the first field of a dialog. */
  readonly focusOnOpen: boolean;
  readonly isDisabled?: boolean | undefined;
  readonly ref?: Ref<HTMLInputElement & HTMLTextAreaElement> | undefined;
}

/**
 * A field for a SAS or a token: masked until "Show" is pressed, masked again on leaving the field. It has no error
 * prop, because errors quote the text. Password managers are told to keep out (autocomplete off, no form).
 */
export function SecretField({ ref, ...props }: SecretFieldProps): ReactNode {
  const [shown, setShown] = useState(false);
  return (
    <TextField
      label={props.label}
      value={props.value}
      onChange={props.onChange}
      placeholder={props.placeholder}
      description={props.description}
      focusOnOpen={props.focusOnOpen}
      isDisabled={props.isDisabled}
      ref={ref}
      mono
      masked={!shown}
      suffix={
        <Button
          look="link"
          size="small"
          isPressed={shown}
          ariaLabel={`Show ${props.label}`}
          isDisabled={props.value === ''}
          onPress={() => setShown(!shown)}
        >
          {shown ? 'Hide' : 'Show'}
        </Button>
      }
    />
  );
}
