import type { CallHandlers } from './serveCalls.ts';

/** Calls to the worker that runs what a person typed as a regular expression. */
export interface RegexCalls {
  readonly test: {
    readonly input: { readonly pattern: string; readonly texts: readonly string[] };
    /** By text: 1 if it matches. */
    readonly output: Uint8Array;
  };
}

/** It holds no rows, so it can be ended when an expression takes too long. */
export function regexHandlers(): CallHandlers<RegexCalls> {
  return {
    test: ({ pattern, texts }) => {
      const expression = new RegExp(pattern, 'iu');
      return Uint8Array.from(texts, (text) => (expression.test(text) ? 1 : 0));
    },
  };
}
