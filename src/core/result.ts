/** An expected outcome: a value, or an error that the user will read. Anything unexpected is thrown instead. */
export type Result<T, E> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly error: E };

export function ok<T>(value: T): { readonly ok: true; readonly value: T } {
  return { ok: true, value };
}

export function fail<E>(error: E): { readonly ok: false; readonly error: E } {
  return { ok: false, error };
}

/** A fault in one or two sentences: what happened, and the next step. */
export function faultText(fault: {
  readonly message: string;
  readonly nextStep?: string | undefined;
}): string {
  return fault.nextStep === undefined || fault.nextStep === ''
    ? fault.message
    : `${fault.message} ${fault.nextStep}`;
}

/**
 * What is wrong with a typed or pasted text, and where. `from` and `to` are UTF-16 offsets into that text, half-open. `nextStep` says what
 * to type instead.
 */
export interface TextFault {
  readonly message: string;
  readonly from: number;
  readonly to: number;
  readonly nextStep?: string | undefined;
}
