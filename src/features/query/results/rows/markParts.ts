import { foldAscii } from '../../../../core/entities/views/textFinder.ts';

/** A part of a text, and whether it matches the search. */
export interface MarkPart {
  readonly from: number;
  readonly text: string;
  readonly isMatch: boolean;
}

/** At most this many matches are marked in one cell; the rest is drawn as one piece. */
const MOST_MARKS = 20;

/** Splits a text at the matches of a search, ignoring the case of ASCII letters; undefined if there is no match. */
export function markParts(text: string, search: string): readonly MarkPart[] | undefined {
  if (search === '') return undefined;
  const folded = foldAscii(text);
  const wanted = foldAscii(search);
  if (!folded.includes(wanted)) return undefined;
  const parts: MarkPart[] = [];
  let from = 0;
  for (let marks = 0; marks < MOST_MARKS; marks++) {
    const at = folded.indexOf(wanted, from);
    if (at < 0) break;
    if (at > from) parts.push({ from, text: text.slice(from, at), isMatch: false });
    parts.push({ from: at, text: text.slice(at, at + wanted.length), isMatch: true });
    from = at + wanted.length;
  }
  if (from < text.length) parts.push({ from, text: text.slice(from), isMatch: false });
  return parts;
}
