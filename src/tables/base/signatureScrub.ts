import { decodedOrSame, percentEncoded } from '../../core/percentText.ts';
import { plainForms } from '../../core/secretForms.ts';

/** Removes a secret from a text. */
export type Scrub = (text: string) => string;

export const SECRET_MARK = '[redacted]';

/**
 * A text that contains this many consecutive characters of a signature is taken to contain the signature: no other text does so by chance.
 */
const PIECE_CHARS = 10;

/** A longer text is cut off here and marked as cut, to bound the time that a search takes. */
const MAX_REDACTED_CHARS = 16_384;

export function boundText(text: string): string {
  return text.length > MAX_REDACTED_CHARS ? `${text.slice(0, MAX_REDACTED_CHARS)} [cut]` : text;
}

/**
 * Searches texts for one signature.
 * @param sent The signature as it is written in the address or in the token.
 */
export function searchFor(sent: string) {
  const bare = decodedOrSame(sent);
  // Pieces are cut at multiples of 10, so any 19 consecutive characters contain a whole piece.
  const pieces = Array.from({ length: Math.floor(bare.length / PIECE_CHARS) }, (_, at) =>
    bare.slice(at * PIECE_CHARS, (at + 1) * PIECE_CHARS),
  );
  // Decoding a form turns `+` into a blank, so that spelling is searched for too.
  const isIn = (text: string): boolean =>
    pieces.some((piece) => text.includes(piece) || text.includes(piece.replaceAll('+', ' ')));
  const written = [bare, sent, percentEncoded(bare), percentEncoded(sent), JSON.stringify(bare)];
  return {
    /** Whether a text contains the signature, or at least 19 of its characters in a row. Percent escapes and the like are not decoded. */
    isIn,
    /** Removes the signature from a text that came from outside. */
    scrub: (text: string): string => {
      const clean = written.reduce(
        (left, form) => (form === '' || form === '""' ? left : left.replaceAll(form, SECRET_MARK)),
        boundText(text),
      );
      // If the signature is still there, in part or in another encoding, none of the text is shown.
      return plainForms(clean).some(isIn) ? SECRET_MARK : clean;
    },
  };
}
