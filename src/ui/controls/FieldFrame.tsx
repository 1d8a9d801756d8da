import type { ReactNode } from 'react';
import { FieldError as AriaFieldError, Label } from 'react-aria-components/TextField';
import { Text } from 'react-aria-components/Text';
import css from './field.module.css';
import { wordsOf } from '../text/VisibleText.tsx';
import { LINE_BOUNDS } from '../text/textParts.ts';

interface FieldError {
  readonly message: string;
  /** Where the fault is: UTF-16 offsets into the text, half-open. Either both are set or neither is. */
  readonly from?: number | undefined;
  readonly to?: number | undefined;
  readonly nextStep?: string | undefined;
}

/** An error of a field: a message, or a message with the place in the text. */
export type FieldErrorLike = string | FieldError;

/** What all fields have in common. */
export interface FieldProps {
  /** The accessible name, exactly. */
  readonly label: string;
  /** Shown next to the label, but not part of the name: "UTC", "detected". */
  readonly labelNote?: ReactNode | undefined;
  /** The label is for screen readers only. */
  readonly hideLabel?: boolean | undefined;
  readonly placeholder?: string | undefined;
  readonly description?: ReactNode | undefined;
  readonly error?: FieldErrorLike | undefined;
  readonly onBlur?: (() => void) | undefined;
}

/** Characters shown on each side of the fault, so that a long filter does not push it out of sight. */
const CONTEXT_CHARS = 24;

function FaultPlace({ text, from, to }: { text: string; from: number; to: number }): ReactNode {
  const start = Math.max(0, Math.min(from, text.length));
  const end = Math.max(start, Math.min(to, text.length));
  const left = Math.max(0, start - CONTEXT_CHARS);
  const right = Math.min(text.length, end + CONTEXT_CHARS);
  const marked = text.slice(start, end);
  return (
    <span className={css.caret}>
      {left > 0 && '\u2026'}
      {wordsOf(text.slice(left, start))}
      <mark>{marked === '' ? '\u2038' : wordsOf(marked, LINE_BOUNDS)}</mark>
      {wordsOf(text.slice(end, right))}
      {right < text.length && '\u2026'}
    </span>
  );
}

/** The error under a field: the text with the fault marked, what is wrong, what to type instead. */
export function FieldFault({
  error,
  text,
}: {
  readonly error: FieldErrorLike;
  readonly text: string;
}): ReactNode {
  const fault: FieldError = typeof error === 'string' ? { message: error } : error;
  const { from, to } = fault;
  return (
    <span className={css.error}>
      {from !== undefined && to !== undefined && text !== '' && (
        <FaultPlace text={text} from={from} to={to} />
      )}
      <span>{wordsOf(fault.message)}</span>
      {fault.nextStep !== undefined && <span className="second">{wordsOf(fault.nextStep)}</span>}
    </span>
  );
}

/** A React Aria field with its label above it, and below it its error and its description, which screen readers read with it. */
export function FieldFrame({
  label,
  labelNote,
  hideLabel,
  description,
  error,
  text,
  children,
}: FieldProps & { readonly text: string; readonly children: ReactNode }): ReactNode {
  return (
    <>
      {hideLabel !== true && (
        <div className={css.label}>
          <Label>{label}</Label>
          {labelNote !== undefined && <span className="clip">{labelNote}</span>}
        </div>
      )}
      {children}
      {error !== undefined && (
        <AriaFieldError>
          <FieldFault error={error} text={text} />
        </AriaFieldError>
      )}
      {description !== undefined && (
        <Text slot="description" className={css.description ?? ''}>
          {wordsOf(description)}
        </Text>
      )}
    </>
  );
}

/** A warning below the field, which screen readers read with it: the text is valid but may not be what was meant. */
export function FieldWarning({ text }: { readonly text: string }): ReactNode {
  return (
    <Text slot="description" className={`${css.description} ${css.warning}`}>
      {wordsOf(text)}
    </Text>
  );
}
