import { type KeyboardEvent, type ReactNode, type Ref, useState, useEffect } from 'react';
import { Input, TextArea, TextField as AriaTextField } from 'react-aria-components/TextField';
import { defined } from '../../core/defined.ts';
import { cx } from '../classes.ts';
import { FieldFrame, type FieldProps, FieldWarning } from './FieldFrame.tsx';
import css from './field.module.css';
import { Button } from './Button.tsx';

interface TextFieldProps extends FieldProps {
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly mono?: boolean | undefined;
  /**
   * The id of an element elsewhere that describes the text and its faults. Its place is fixed, so that nothing moves while the user types.
   */
  readonly saidIn?: string | undefined;
  /** The text has a fault, which the element `saidIn` describes. */
  readonly isFaulty?: boolean | undefined;
  /** A warning that is not an error. It is shown below the field, and screen readers read it with the field. */
  readonly warning?: string | undefined;
  /** Shown inside the field, at its right end: the time that "now" means, a count. */
  readonly suffix?: ReactNode | undefined;
  readonly isDisabled?: boolean | undefined;
  /** Takes the focus when it appears: for the first field of a dialog. */
  readonly focusOnOpen?: boolean | undefined;
  /** If set, the field is a text area with this many lines. */
  readonly rows?: number | undefined;
  /**
   * The text is shown as dots. The field is still a textbox for screen readers and scripts, and the browser does not offer to store a
   * password.
   */
  readonly masked?: boolean | undefined;
  readonly onKeyDown?: ((event: KeyboardEvent) => void) | undefined;
  readonly ref?: Ref<HTMLInputElement & HTMLTextAreaElement> | undefined;
}

/** Attributes that tell password managers to ignore a field: 1Password, LastPass, Bitwarden, Dashlane. */
const KEEP_OUT = {
  'data-1p-ignore': 'true',
  'data-lpignore': 'true',
  'data-bwignore': 'true',
  'data-form-type': 'other',
} as const;

/** One or several lines of text, without spell check or browser completion, because keys and filters are not prose. */
export function TextField({ ref, ...props }: TextFieldProps): ReactNode {
  const { rows } = props;
  const invalid = props.error !== undefined || props.isFaulty === true;
  const input = {
    className: cx(css.input, props.mono === true && css.mono, props.masked === true && css.masked),
    ref,
    autoCapitalize: 'off',
    ...defined({ placeholder: props.placeholder, onKeyDown: props.onKeyDown }),
    ...(props.masked !== undefined && KEEP_OUT),
  };
  return (
    <AriaTextField
      className={cx('column thin', invalid && css.invalid)}
      value={props.value}
      onChange={props.onChange}
      isInvalid={invalid}
      isDisabled={props.isDisabled ?? false}
      type="text"
      spellCheck="false"
      autoComplete="off"
      autoCorrect="off"
      {...defined({
        onBlur: props.onBlur,
        'aria-describedby': props.saidIn,
        autoFocus: props.focusOnOpen,
        'aria-label': props.hideLabel === true ? props.label : undefined,
      })}
    >
      <FieldFrame {...props} text={props.value}>
        <div className={cx(css.box, rows !== undefined && css.tall)}>
          {rows === undefined ? <Input {...input} /> : <TextArea {...input} rows={rows} />}
          {props.suffix !== undefined && <span className={css.suffix}>{props.suffix}</span>}
        </div>
      </FieldFrame>
      {props.error === undefined && props.warning !== undefined && <FieldWarning text={props.warning} />}
    </AriaTextField>
  );
}

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

/** The text of a field that holds a SAS. It is emptied before the browser puts the page into its back/forward cache. */
export function useSecretText(): readonly [text: string, setText: (text: string) => void] {
  const [text, setText] = useState('');
  useEffect(() => {
    const empty = (): void => setText('');
    window.addEventListener('pagehide', empty);
    return () => window.removeEventListener('pagehide', empty);
  }, []);
  return [text, setText];
}
