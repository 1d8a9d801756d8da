import type { EventVolume } from '../keys/base/scheme.ts';
import { fail, ok, type Result, type TextFault } from '../result.ts';

/** No list of 100 prefixes is longer than this. */
const MAX_LIST_LENGTH = 2048;

interface Piece {
  readonly text: string;
  /** Offset of the piece in the list. */
  readonly from: number;
}

function piecesOf(text: string): readonly Piece[] {
  const pieces: Piece[] = [];
  let from = 0;
  for (const part of text.split(',')) {
    const trimmed = part.trim();
    pieces.push({ text: trimmed, from: from + part.indexOf(trimmed) });
    from += part.length + 1;
  }
  return pieces;
}

function faultAt(
  piece: Piece,
  message: string,
  nextStep: string,
): { readonly ok: false; readonly error: TextFault } {
  return fail({ message, from: piece.from, to: piece.from + piece.text.length, nextStep });
}

/** The first and last number of a piece such as `7` or `0-9`. */
function readPiece(piece: Piece, volume: EventVolume): Result<readonly [number, number], TextFault> {
  const match = /^(\d{1,9})(?:\s*-\s*(\d{1,9}))?$/.exec(piece.text);
  if (match === null) {
    const what =
      piece.text === ''
        ? 'A prefix is missing here.'
        : `"${piece.text.slice(0, 20)}" is not a prefix or a range of prefixes.`;
    return faultAt(piece, what, 'Write numbers and ranges, such as 0-9,37.');
  }
  const first = Number(match[1]);
  const last = Number(match[2] ?? match[1]);
  if (first > last) {
    return faultAt(piece, `The range ${first}-${last} runs backwards.`, `Write ${last}-${first}.`);
  }
  return last >= volume
    ? faultAt(
        piece,
        `There is no prefix ${last}.`,
        `An event volume of ${volume} has prefixes 0 to ${volume - 1}.`,
      )
    : ok([first, last]);
}

/**
 * Reads a list of prefixes such as `0-9,37`. Ranges include both ends. The result is ascending, without duplicates, within 0 to volume - 1.
 * Blank text means all prefixes, for which the result is undefined.
 */
export function parsePrefixList(
  text: string,
  volume: EventVolume,
): Result<readonly number[] | undefined, TextFault> {
  if (text.trim() === '') {
    return ok(undefined);
  }
  if (text.length > MAX_LIST_LENGTH) {
    return fail({
      message: `The list has ${text.length} characters.`,
      from: MAX_LIST_LENGTH,
      to: text.length,
      nextStep: 'Write ranges, such as 0-99.',
    });
  }
  const found = new Set<number>();
  for (const piece of piecesOf(text)) {
    const range = readPiece(piece, volume);
    if (!range.ok) {
      return range;
    }
    const [first, last] = range.value;
    for (let prefix = first; prefix <= last; prefix += 1) {
      found.add(prefix);
    }
  }
  return ok([...found].toSorted((a, b) => a - b));
}

/** Ascending numbers as people type them: "3-5,37", or for reading with other marks: "3–5, 37". */
export function prefixText(prefixes: readonly number[], dash = '-', comma = ','): string {
  const parts: string[] = [];
  for (let at = 0; at < prefixes.length; ) {
    let end = at;
    while (prefixes[end + 1] === (prefixes[end] ?? 0) + 1) end += 1;
    parts.push(end === at ? String(prefixes[at]) : `${prefixes[at]}${dash}${prefixes[end]}`);
    at = end + 1;
  }
  return parts.join(comma);
}
