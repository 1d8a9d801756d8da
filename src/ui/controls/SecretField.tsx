import { type ReactNode, useState } from 'react';
import { Button } from './Button.tsx';
import { TextField, type TextFieldProps } from './TextField.tsx';

type SecretFieldProps = Pick<
  TextFieldProps,
  'label' | 'value' | 'onChange' | 'placeholder' | 'description' | 'focusOnOpen' | 'isDisabled' | 'ref'
>;

/**
 * A field for a SAS or a token: masked until "Show" is pressed, masked again on leaving the field. It has no error
 * prop, because errors quote the text. Password managers are told to keep out (autocomplete off, no form).
 */
export function SecretField(props: SecretFieldProps): ReactNode {
  const [shown, setShown] = useState(false);
  return (
    <TextField
      {...props}
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
