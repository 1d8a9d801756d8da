/** Tells the page's answer to what was typed from a text that the page sets itself. */
export interface TextEcho {
  /** The editor tells the page a text. Returns how many it told so far. */
  readonly told: () => number;
  /** Whether the page drew before it knew all that was typed; `told`: how many texts it knew then. */
  readonly isOlder: (told: number) => boolean;
}

/**
 * The page shows a typed text only after it has drawn, and more may have been typed since, so an older draw must not replace it. The page
 * draws again for each text that it is told. Texts alone cannot tell: the page may set one that was typed or shown before.
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
