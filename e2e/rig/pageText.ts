// Splits a page of entities as text, so that a fault can move rows without changing any byte of them.

export interface PageText {
  /** Everything up to the `[` of `value`. */
  readonly head: string;
  /** The text of each entity. */
  readonly entities: readonly string[];
  /** Everything from the `]` on. */
  readonly tail: string;
}

/** Splits a page; undefined if the text is not a page of entities. */
export function splitPage(text: string): PageText | undefined {
  const start = /"value"\s*:\s*\[/.exec(text);
  if (start === null) return undefined;
  const head = text.slice(0, start.index + start[0].length);
  const entities: string[] = [];
  let at = head.length;
  while (text[at] === '{') {
    const end = endOfObject(text, at);
    if (end === undefined) return undefined;
    entities.push(text.slice(at, end));
    at = text[end] === ',' ? end + 1 : end;
  }
  return text[at] === ']' ? { head, entities, tail: text.slice(at) } : undefined;
}

export function joinPage({ head, entities, tail }: PageText): string {
  return `${head}${entities.join(',')}${tail}`;
}

/** Position after the `}` that closes the `{` at `from`. */
function endOfObject(text: string, from: number): number | undefined {
  let depth = 0;
  let inString = false;
  for (let at = from; at < text.length; at += 1) {
    const letter = text[at];
    if (inString) {
      if (letter === '\\') at += 1;
      else if (letter === '"') inString = false;
    } else if (letter === '"') inString = true;
    else if (letter === '{' || letter === '[') depth += 1;
    else if (letter === '}' || letter === ']') {
      depth -= 1;
      if (depth === 0) return at + 1;
    }
  }
  return undefined;
}
