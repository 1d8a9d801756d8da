import type { CallHandlers } from './serveCalls.ts';

/** The calls to the worker that runs regular expressions typed by the user. */
export interface RegexCalls {
  readonly test: {
    readonly input: { readonly pattern: string; readonly texts: readonly string[] };
    /** For each text, 1 if it matches and 0 if not. */
    readonly output: Uint8Array;
  };
}

/** The worker holds no rows, so it can be ended when an expression takes too long. */
export function regexHandlers(): CallHandlers<RegexCalls> {
  return {
    test: ({ pattern, texts }) => {
      const expression = new RegExp(pattern, 'iu');
      return Uint8Array.from(texts, (text) => (expression.test(text) ? 1 : 0));
    },
  };
}
