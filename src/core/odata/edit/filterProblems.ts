import { faultText } from '../../result.ts';
import { isKeyName, isSystemName } from '../builders.ts';
import { parseFilter } from '../filter.ts';
import { filterPieces, type FilterPiece } from './filterPieces.ts';

/** A place to mark in a typed filter, and why. Offsets are in UTF-16 units, half-open. */
export interface FilterProblem {
  readonly severity: 'error' | 'warning' | 'info';
  readonly from: number;
  readonly to: number;
  readonly message: string;
}

/** For each piece, whether the next name or value after it is a key. A `not` at such a place negates a condition on a key. */
function beforeKeys(pieces: readonly FilterPiece[], text: string): readonly boolean[] {
  const found: boolean[] = [];
  let isKey = false;
  for (let at = pieces.length - 1; at >= 0; at--) {
    const { kind, from, to } = pieces[at] as FilterPiece;
    found[at] = isKey;
    if (kind !== 'bracket' && kind !== 'logic') isKey = isKeyName(text.slice(from, to));
  }
  return found;
}

/** Why a piece keeps the service from reading by key, as a sentence; undefined if it does not. */
function scanWords(
  pieces: readonly FilterPiece[],
  at: number,
  text: string,
  areBeforeKeys: readonly boolean[],
): string | undefined {
  const piece = pieces[at];
  if (piece === undefined) return undefined;
  const word = text.slice(piece.from, piece.to);
  const before = pieces[at - 1];
  const property = before === undefined ? '' : text.slice(before.from, before.to);
  if (word === 'ne' && isKeyName(property))
    return `ne forces a scan: it leaves out one ${property} and reads all others.`;
  if (word === 'not' && areBeforeKeys[at] === true)
    return 'not forces a scan: the service cannot read by key what is negated.';
  return piece.kind === 'property' && word === 'Timestamp'
    ? 'Timestamp forces a scan unless keys limit the query: it has no index.'
    : undefined;
}

/**
 * What to mark in a typed filter: where parsing fails and what is expected there, properties that no known row has, and, as a hint, what
 * forces a scan. `known` is empty if the properties are not known.
 */
export function filterProblems(text: string, known: readonly string[]): readonly FilterProblem[] {
  if (text.trim() === '') return [];
  const pieces = filterPieces(text);
  const parsed = parseFilter(text);
  const problems: FilterProblem[] = [];
  const names = new Set(known);
  const areBeforeKeys = beforeKeys(pieces, text);
  if (!parsed.ok) {
    const { from, to } = parsed.error;
    problems.push({ severity: 'error', from, to, message: faultText(parsed.error) });
  }
  for (const [at, piece] of pieces.entries()) {
    const { kind, from, to } = piece;
    const name = text.slice(from, to);
    if (parsed.ok && kind === 'property' && names.size > 0 && !isSystemName(name) && !names.has(name)) {
      problems.push({ severity: 'warning', from, to, message: `No sampled row has ${name}.` });
    }
    const scan = scanWords(pieces, at, text, areBeforeKeys);
    if (scan !== undefined) problems.push({ severity: 'info', from, to, message: scan });
  }
  return problems.toSorted((a, b) => a.from - b.from);
}
