import { fail, ok, type Result, type TextFault } from '../../result.ts';
import { beginsWith } from '../../odata/builders.ts';
import { formatFilter } from '../../odata/filter.ts';
import { propertyNameFault, stringValueFault } from '../../odata/literalText.ts';

/** A text as `$filter`, with a function that maps its offsets back to the typed text. */
export interface Translated {
  readonly filter: string;
  readonly isWhere: boolean;
  /** Calls of startswith that became ranges, as they were typed. */
  readonly startsWith: readonly string[];
  readonly sourceOf: (from: number, to: number) => { readonly from: number; readonly to: number };
}

/** A piece of a typed query, and its place in the text. */
export interface Piece {
  readonly text: string;
  readonly from: number;
  readonly to: number;
}

/** Matches one piece of a query: text in either kind of quotes, a number, a word, or a symbol. */
const PIECE =
  /\s*(?:('(?:[^']|'')*'|"(?:[^"\\]|\\.)*")|(-?\d[\w.+-]*)|([\p{L}_][\p{L}\p{N}_.]*)|(===?|!==?|<>|<=|>=|&&|\|\||[()<>=!,|])|(\S))/uy;

const OPERATORS: ReadonlyMap<string, string> = new Map([
  ['==', 'eq'],
  ['===', 'eq'],
  ['=', 'eq'],
  ['!=', 'ne'],
  ['!==', 'ne'],
  ['<>', 'ne'],
  ['<', 'lt'],
  ['<=', 'le'],
  ['>', 'gt'],
  ['>=', 'ge'],
  ['&&', 'and'],
  ['||', 'or'],
  ['!', 'not'],
]);
const WORDS: ReadonlySet<string> = new Set([
  'eq',
  'ne',
  'gt',
  'ge',
  'lt',
  'le',
  'and',
  'or',
  'not',
  'true',
  'false',
]);
const TYPED: ReadonlySet<string> = new Set(['datetime', 'guid', 'long', 'int', 'double', 'real']);

/** The pieces of a typed query, in order. Blanks do not belong to any piece. */
export function piecesOf(text: string): readonly Piece[] {
  const pieces: Piece[] = [];
  PIECE.lastIndex = 0;
  for (let match = PIECE.exec(text); match !== null; match = PIECE.exec(text)) {
    const piece = match[0].trimStart();
    if (piece !== '') pieces.push({ text: piece, from: PIECE.lastIndex - piece.length, to: PIECE.lastIndex });
  }
  return pieces;
}

/** Whether a text is written as `where A == 'x'` rather than as a `$filter`. */
function looksLikeWhere(pieces: readonly Piece[]): boolean {
  const [first, second] = pieces;
  const isStart =
    first?.text.toLowerCase() === 'where' || (first?.text === '|' && second?.text.toLowerCase() === 'where');
  return isStart || pieces.some(({ text }) => OPERATORS.has(text));
}

/** The value of a text in single or double quotes; undefined if it is not quoted, or has an escape that languages read differently. */
export function unquoted(text: string): string | undefined {
  if (text.length < 2) return undefined;
  if (text.startsWith("'")) return text.slice(1, -1).replaceAll("''", "'");
  // In C#, KQL and JavaScript `"a\nb"` is two lines, but not in every language. What is not certain is refused.
  if (!text.startsWith('"') || /\\[^"\\]/u.test(text.replaceAll('\\\\', ''))) return undefined;
  return text.slice(1, -1).replace(/\\(.)/gu, '$1');
}

function quoted(value: string): string {
  return `'${value.replaceAll("'", "''")}'`;
}

function notUnderstood({ text, from, to }: Piece, nextStep: string): Result<never, TextFault> {
  return fail({ message: `${text} is not understood here.`, from, to, nextStep });
}

/** A condition that means "begins with": `startswith(Name, 'a')` or `Name startswith 'a'`. */
interface Begins {
  readonly property: string;
  readonly prefix: string;
  readonly length: number;
}

function isStartsWith(piece: Piece | undefined): boolean {
  return /^(?:startswith|startswith_cs|hasprefix|hasprefix_cs)$/i.test(piece?.text ?? '');
}

function beginsAt(pieces: readonly Piece[], at: number): Begins | undefined {
  const texts = pieces.slice(at, at + 6).map(({ text }) => text);
  let property: string | undefined;
  let prefix: string | undefined;
  let length = 0;
  if (isStartsWith(pieces[at]) && texts[1] === '(' && texts[3] === ',' && texts[5] === ')') {
    [, , property] = texts;
    prefix = unquoted(texts[4] ?? '');
    length = 6;
  } else if (isStartsWith(pieces[at + 1]) && texts[2] !== '(') {
    [property] = texts;
    prefix = unquoted(texts[2] ?? '');
    length = 3;
  }
  if (property === undefined || prefix === undefined) return undefined;
  const isReadable = propertyNameFault(property) === undefined && stringValueFault(prefix) === undefined;
  return isReadable ? { property, prefix, length } : undefined;
}

/** The `$filter` literal for a value such as `datetime(2024-01-01)` or `long(5)`; undefined if it is not one. */
function typedValue(
  pieces: readonly Piece[],
  at: number,
  source: string,
): { readonly text: string; readonly length: number } | undefined {
  const word = pieces[at]?.text.toLowerCase() ?? '';
  if (!TYPED.has(word) || pieces[at + 1]?.text !== '(') return undefined;
  const close = pieces.findIndex((piece, index) => index > at + 1 && piece.text === ')');
  const open = pieces[at + 1];
  const end = pieces[close];
  if (open === undefined || end === undefined) return undefined;
  const inner = source.slice(open.to, end.from).trim();
  const value = unquoted(inner) ?? inner;
  const length = close - at + 1;
  if (word === 'datetime') return { text: `datetime${quoted(value)}`, length };
  if (word === 'guid') return { text: `guid${quoted(value)}`, length };
  if (word === 'long') return { text: `${value.replace(/L$/i, '')}L`, length };
  return { text: word === 'int' || /[.eE]/.test(value) ? value : `${value}.0`, length };
}

class Output {
  text = '';
  readonly parts: { readonly at: number; readonly from: number; readonly to: number }[] = [];

  add(text: string, from: number, to: number): void {
    // A literal such as datetime'...' is one piece.
    const isLiteral =
      text.startsWith("'") &&
      this.parts.at(-1)?.to === from &&
      /(?:^|\s)(?:datetime|guid|binary|X)$/.test(this.text);
    if (this.text !== '' && !isLiteral) this.text += ' ';
    this.parts.push({ at: this.text.length, from, to });
    this.text += text;
  }

  sourceOf(from: number, to: number): { readonly from: number; readonly to: number } {
    const first = this.parts.findLast(({ at }) => at <= from) ?? this.parts[0];
    const last = this.parts.findLast(({ at }) => at < Math.max(to, from + 1)) ?? first;
    return first === undefined || last === undefined
      ? { from: 0, to: 0 }
      : { from: first.from, to: Math.max(first.to, last.to) };
  }
}

/** One piece of a `where` condition as `$filter`. */
function wherePiece(piece: Piece): Result<string, TextFault> {
  const { text } = piece;
  const operator = OPERATORS.get(text);
  if (operator !== undefined) return ok(operator);
  if (text === '(' || text === ')') return ok(text);
  const value = unquoted(text);
  if (value !== undefined) return ok(quoted(value));
  const lower = text.toLowerCase();
  if (WORDS.has(lower)) return ok(lower);
  if (/^-?\d/.test(text) || propertyNameFault(text) === undefined) return ok(text);
  return notUnderstood(piece, "Write comparisons such as A == 'x' and B >= 5, joined by and or or.");
}

/** The number of pieces of an introduction: `where` or `| where`. */
function leadOf(pieces: readonly Piece[]): number {
  const at = pieces[0]?.text === '|' ? 1 : 0;
  return pieces[at]?.text.toLowerCase() === 'where' ? at + 1 : 0;
}

function sameText(text: string): Translated {
  return { filter: text, isWhere: false, startsWith: [], sourceOf: (from, to) => ({ from, to }) };
}

/**
 * The fault for a word after a property that is not a comparison of the service, such as `in` or `contains`; undefined if it may be one.
 */
function foreignOperator(
  before: Piece | undefined,
  { text }: Piece,
): { readonly message: string; readonly nextStep: string } | undefined {
  if (before === undefined) return undefined;
  if (/^(?:contains|has)(?:_cs)?$/i.test(text)) {
    return {
      message: `The table service has no ${text}: it cannot search inside text.`,
      nextStep: 'Search the rows after reading.',
    };
  }
  return /^(?:in|between|like|matches|endswith)$/i.test(text)
    ? {
        message: `${text} is not understood here.`,
        nextStep: 'The service compares with ==, !=, <, <=, > and >= only.',
      }
    : undefined;
}

/**
 * Translates a text to a `$filter`: operators of C#, JavaScript, KQL and SQL become those of OData, and `startswith` becomes the equivalent
 * range. A `$filter` is left unchanged.
 */
export function translated(text: string): Result<Translated, TextFault> {
  const pieces = piecesOf(text);
  const isWhere = looksLikeWhere(pieces);
  if (!isWhere && !pieces.some(isStartsWith)) return ok(sameText(text));
  const output = new Output();
  const startsWith: string[] = [];
  for (let at = isWhere ? leadOf(pieces) : 0; at < pieces.length; ) {
    const piece = pieces[at] as Piece;
    const begins = beginsAt(pieces, at);
    const typed = isWhere ? typedValue(pieces, at, text) : undefined;
    if (begins !== undefined) {
      const last = pieces[at + begins.length - 1] ?? piece;
      startsWith.push(text.slice(piece.from, last.to));
      output.add(`(${formatFilter(beginsWith(begins.property, begins.prefix))})`, piece.from, last.to);
      at += begins.length;
    } else if (typed !== undefined) {
      output.add(typed.text, piece.from, pieces[at + typed.length - 1]?.to ?? piece.to);
      at += typed.length;
    } else {
      const foreign = isWhere ? foreignOperator(pieces[at - 1], piece) : undefined;
      if (foreign !== undefined) return fail({ ...foreign, from: piece.from, to: piece.to });
      const next = isWhere ? wherePiece(piece) : ok(piece.text);
      if (!next.ok) return next;
      output.add(next.value, piece.from, piece.to);
      at += 1;
    }
  }
  return ok({ filter: output.text, isWhere, startsWith, sourceOf: (from, to) => output.sourceOf(from, to) });
}
