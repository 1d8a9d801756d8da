/** Distinguishes the page's echo of typed text from a text that the page sets itself. */
export interface TextEcho {
  /** Called when the editor reports a text. Returns how many it has reported so far. */
  readonly told: () => number;
  /** Whether the page rendered before it knew everything that was typed; `told`: how many texts it knew then. */
  readonly isOlder: (told: number) => boolean;
}

/**
 * The page echoes typed text only after a render, and more may have been typed since, so an older render must not
 * replace newer text. The page renders again for each text that is reported. Comparing texts is not enough, because the
 * page may set one that was typed or shown before.
 */
export function createTextEcho(toldBefore: number): TextEcho {
  let count = toldBefore;
  return {
    told: () => {
      count += 1;
      return count;
    },
    isOlder: (told) => told < count,
  };
}
