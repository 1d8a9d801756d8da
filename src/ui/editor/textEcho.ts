/** Tells the page's answer to what was typed from a text that the page sets itself. */
export interface TextEcho {
  /** The editor told the page this text. */
  readonly told: (text: string) => void;
  /** Whether the page only repeats a text that it was told, perhaps an older one: more may have been typed since. */
  readonly isEcho: (text: string) => boolean;
}

/**
 * The page shows a typed text only after it has drawn. What is typed in between is told to the page and will come back too, so an older text
 * must not replace it.
 */
export function createTextEcho(first: string): TextEcho {
  /** What the page showed last. */
  let shown = first;
  /** Told, and not come back yet; oldest first. */
  let waiting: readonly string[] = [];
  return {
    told: (text) => {
      waiting = [...waiting, text];
    },
    isEcho: (text) => {
      // Drawn before the page was told.
      if (text === shown && waiting.length > 0) return true;
      const at = waiting.lastIndexOf(text);
      // A draw may skip texts. After a text of the page itself, none of them comes back.
      waiting = at < 0 ? [] : waiting.slice(at + 1);
      shown = text;
      return at >= 0;
    },
  };
}
