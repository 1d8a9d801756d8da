import type { KeyboardEvent, ReactNode, Ref } from 'react';
import { Input, TextArea, TextField as AriaTextField } from 'react-aria-components/TextField';
import { defined } from '../../core/defined.ts';
import { cx } from '../classes.ts';
import {
  FieldDescription,
  type FieldErrorLike,
  FieldFaultSlot,
  FieldLabel,
  FieldWarning,
} from './FieldFrame.tsx';
import css from './field.module.css';

export interface TextFieldProps {
  /** The accessible name, exactly. */
  readonly label: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
  /** Shown next to the label, but not part of the name: "UTC", "detected". */
  readonly labelNote?: ReactNode | undefined;
  /** The label is for screen readers only. */
  readonly hideLabel?: boolean | undefined;
  readonly mono?: boolean | undefined;
  readonly placeholder?: string | undefined;
  readonly description?: ReactNode | undefined;
  readonly error?: FieldErrorLike | undefined;
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
  readonly onBlur?: (() => void) | undefined;
  readonly onKeyDown?: ((event: KeyboardEvent) => void) | undefined;
  readonly ref?: Ref<HTMLInputElement & HTMLTextAreaElement> | undefined;
}

interface BoxProps {
  readonly props: Omit<TextFieldProps, 'ref'>;
  readonly inputRef: TextFieldProps['ref'];
}

/** Attributes that tell password managers to ignore a field: 1Password, LastPass, Bitwarden, Dashlane. */
const KEEP_OUT = {
  'data-1p-ignore': 'true',
  'data-lpignore': 'true',
  'data-bwignore': 'true',
  'data-form-type': 'other',
} as const;

function InputBox({ props, inputRef }: BoxProps): ReactNode {
  const shared = {
    className: cx(css.input, props.mono === true && css.mono, props.masked === true && css.masked),
    ...defined({ placeholder: props.placeholder, onKeyDown: props.onKeyDown }),
    ...(props.masked !== undefined && KEEP_OUT),
  };
  return (
    <div className={cx(css.box, props.rows !== undefined && css.tall)}>
      {props.rows === undefined ? (
        <Input {...shared} ref={inputRef} autoCapitalize="off" />
      ) : (
        <TextArea {...shared} ref={inputRef} autoCapitalize="off" rows={props.rows} />
      )}
      {props.suffix !== undefined && <span className={css.suffix}>{props.suffix}</span>}
    </div>
  );
}

/** One or several lines of text, without spell check or browser completion, because keys and filters are not prose. */
export function TextField({ ref, ...props }: TextFieldProps): ReactNode {
  const invalid = props.error !== undefined || props.isFaulty === true;
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
      <FieldLabel label={props.label} note={props.labelNote} isHidden={props.hideLabel} />
      <InputBox props={props} inputRef={ref} />
      <FieldFaultSlot error={props.error} text={props.value} />
      <FieldDescription>{props.description}</FieldDescription>
      {props.error === undefined && props.warning !== undefined && <FieldWarning text={props.warning} />}
    </AriaTextField>
  );
}
