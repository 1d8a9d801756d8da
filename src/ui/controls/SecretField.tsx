import type { ReactNode, Ref } from 'react';
import { useState } from 'react';
import { Button } from './Button.tsx';
import type { FieldErrorLike } from './FieldFrame.tsx';
import { TextField } from './TextField.tsx';

export interface SecretFieldProps {
  readonly label: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly placeholder?: string | undefined;
  readonly description?: ReactNode | undefined;
  /** Words only: an error with a place would print the secret. */
  readonly error?: string | undefined;
  /** Takes the focus when it appears: for the first field of a dialog. */
  readonly focusOnOpen?: boolean | undefined;
  readonly isDisabled?: boolean | undefined;
  readonly ref?: Ref<HTMLInputElement & HTMLTextAreaElement> | undefined;
}

/**
 * A field for a SAS: masked until "Show" is pressed, masked again on leaving the field.
 * Its error never repeats the text. Password managers are told to keep out (autocomplete off, no form).
 */
export function SecretField({ ref, ...props }: SecretFieldProps): ReactNode {
  const [shown, setShown] = useState(false);
  const error: FieldErrorLike | undefined = props.error;
  return (
    <TextField
      label={props.label}
      value={props.value}
      onChange={props.onChange}
      placeholder={props.placeholder}
      description={props.description}
      error={error}
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
