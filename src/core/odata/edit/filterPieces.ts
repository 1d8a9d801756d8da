import { readToken, skipBlanks } from '../tokens.ts';

/** The kind of a piece of a typed filter, which decides its colour. `broken`: it cannot be part of any filter. */
export type PieceKind =
  | 'property'
  | 'function'
  | 'operator'
  | 'logic'
  | 'text'
  | 'number'
  | 'typed'
  | 'named'
  | 'bracket'
  | 'broken';

/** A piece of a typed filter. Offsets are in UTF-16 units, half-open. */
export interface FilterPiece {
  readonly kind: PieceKind;
  readonly from: number;
  readonly to: number;
}

const OPERATORS: ReadonlySet<string> = new Set(['eq', 'ne', 'gt', 'ge', 'lt', 'le']);
const LOGIC: ReadonlySet<string> = new Set(['and', 'or', 'not']);
const NAMED_VALUES: ReadonlySet<string> = new Set(['true', 'false', 'null', 'NaN', 'INF']);

function wordKind(word: string, text: string, to: number): PieceKind {
  if (OPERATORS.has(word)) return 'operator';
  if (LOGIC.has(word)) return 'logic';
  if (NAMED_VALUES.has(word)) return 'named';
  return text[skipBlanks(text, to)] === '(' ? 'function' : 'property';
}

/** The likely kind of a text that is not a complete token yet. So a quoted value has its colour already while it is typed. */
function brokenKind(text: string, from: number, to: number): PieceKind {
  const piece = text.slice(from, to);
  if (piece.startsWith("'")) return 'text';
  // The `==` of a pasted `where` is an operator, too. What is wrong with it in a `$filter` is marked elsewhere, not by its colour.
  if (/^(?:[=!]==?|<>|[<>]=?|=)$/u.test(piece)) return 'operator';
  if (/^(?:&&|\|\|)$/u.test(piece)) return 'logic';
  return /^\p{L}+'/u.test(piece) ? 'typed' : 'broken';
}

/** The pieces of a filter, which may be faulty, in order and without overlap. Blanks do not belong to any piece. */
export function filterPieces(text: string): readonly FilterPiece[] {
  const pieces: FilterPiece[] = [];
  for (let at = 0; ; ) {
    const token = readToken(text, at);
    if (!token.ok) {
      // The fault may lie within a quoted value, so the piece begins where the last one ended.
      const from = skipBlanks(text, at);
      const { to } = token.error;
      pieces.push({ kind: brokenKind(text, from, to), from, to });
      at = to;
      continue;
    }
    const { kind, from, to } = token.value;
    if (kind === 'end') break;
    if (kind === 'word') pieces.push({ kind: wordKind(token.value.text, text, to), from, to });
    else if (kind !== 'literal') pieces.push({ kind: 'bracket', from, to });
    else {
      const of = token.value.literal.kind;
      const isNumber = of === 'int32' || of === 'int64' || of === 'double';
      pieces.push({ kind: of === 'string' ? 'text' : isNumber ? 'number' : 'typed', from, to });
    }
    at = to;
  }
  return pieces;
}
