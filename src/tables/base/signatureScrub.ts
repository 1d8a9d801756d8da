import { decodedOrSame, percentEncoded } from '../../core/percentText.ts';
import { plainForms } from '../../core/secretForms.ts';

/** Removes a secret from a text. */
export type Scrub = (text: string) => string;

export const SECRET_MARK = '[redacted]';

/** So many consecutive characters of a signature are found in any text: no other text holds them. */
const PIECE_CHARS = 10;

/** Longest text that is searched; the rest is cut off, with a mark. */
const MAX_REDACTED_CHARS = 16_384;

export function boundText(text: string): string {
  return text.length > MAX_REDACTED_CHARS ? `${text.slice(0, MAX_REDACTED_CHARS)} [cut]` : text;
}

/** Finds one signature, which it holds, in texts. */
export interface SignatureSearch {
  /** Removes it from a text that came from outside. */
  readonly scrub: Scrub;
  /** Whether a text holds it, or 19 or more of its characters in a row. Decodes nothing. */
  readonly isIn: (text: string) => boolean;
}

/** `sent`: the signature as written in the address or the token. */
export function searchFor(sent: string): SignatureSearch {
  const bare = decodedOrSame(sent);
  // Any 19 characters in a row contain a whole piece.
  const pieces = Array.from({ length: Math.floor(bare.length / PIECE_CHARS) }, (_, at) =>
    bare.slice(at * PIECE_CHARS, (at + 1) * PIECE_CHARS),
  );
  // A form turns `+` into a blank.
  const isIn = (text: string): boolean =>
    pieces.some((piece) => text.includes(piece) || text.includes(piece.replaceAll('+', ' ')));
  const written = [bare, sent, percentEncoded(bare), percentEncoded(sent), JSON.stringify(bare)];
  return {
    isIn,
    scrub: (text) => {
      const clean = written.reduce(
        (left, form) => (form === '' || form === '""' ? left : left.replaceAll(form, SECRET_MARK)),
        boundText(text),
      );
      // Still there in part or in another encoding: then none of the text is shown.
      return plainForms(clean).some(isIn) ? SECRET_MARK : clean;
    },
  };
}
