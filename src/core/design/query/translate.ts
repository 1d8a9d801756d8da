import { inUtc } from '../../time/printedTime.ts';
import { scanIso } from '../../time/isoScan.ts';
import { ticksFromParts, ticksToIso } from '../../time/ticks.ts';
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

/** Matches one piece of a query: text in either kind of quotes, a date, a number, a word, or a symbol. */
const PIECE =
  /\s*(?:('(?:[^']|'')*'|"(?:[^"\\]|\\.)*")|(\d{4}-\d\d-\d\d(?:T\d\d:[\d:.]+(?:Z|[+-]\d\d:\d\d)?)?)|(-?\d(?:(?!\.\.)[\w.+-])*)|([\p{L}_][\p{L}\p{N}_.]*)|(===?|!==?|<>|<=|>=|&&|\|\||[()<>=!,|]|\.\.)|(\S))/uy;

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
/** Matches the type in front of a literal such as `datetime'...'`. */
const LITERAL_TYPE = /(?:^|\s)(?:datetime|guid|binary|X)$/;
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
  return (
    isStart ||
    pieces.some(
      ({ text }, at) => OPERATORS.has(text) || DATE.test(text) || listWord(pieces, at) !== undefined,
    )
  );
}

const DATE = /^\d{4}-\d\d-\d\d/;

/** `in` or `between` after a property, perhaps with `not` or `!` before it; `at` is the piece of the property. */
function listWord(pieces: readonly Piece[], at: number) {
  const [name = '', first = '', second = ''] = pieces.slice(at, at + 3).map(({ text }) => text.toLowerCase());
  const isNot = first === 'not' || first === '!';
  const word = isNot ? second : first;
  const isName = !WORDS.has(name) && propertyNameFault(name) === undefined;
  return isName && (word === 'in' || word === 'between')
    ? ({ word, isNot, length: isNot ? 3 : 2 } as const)
    : undefined;
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

/** What some pieces are as `$filter`, and how many they are. */
interface Rewritten {
  readonly text: string;
  readonly length: number;
}

function isStartsWith(piece: Piece | undefined): boolean {
  return /^(?:startswith|startswith_cs|hasprefix|hasprefix_cs)$/i.test(piece?.text ?? '');
}

/** `startswith(Name, 'a')` or `Name startswith 'a'` as a range. */
function beginsAt(pieces: readonly Piece[], at: number): Rewritten | undefined {
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
  return isReadable ? { text: `(${formatFilter(beginsWith(property, prefix))})`, length } : undefined;
}

/** `datetime'...'` for a date or time, which is in UTC if it has no offset. */
function dateLiteral(value: string): string {
  const iso = inUtc(value);
  const read = scanIso(iso, 'lenient');
  const isWhole = iso === value || !read.ok;
  return `datetime${quoted(isWhole ? value : ticksToIso(ticksFromParts(read.value.seconds, read.value.fraction)))}`;
}

/** The `$filter` literal for a value such as `datetime(2024-01-01)` or `long(5)`; undefined if it is not one. */
function typedValue(pieces: readonly Piece[], at: number, source: string): Rewritten | undefined {
  const word = pieces[at]?.text.toLowerCase() ?? '';
  if (!TYPED.has(word) || pieces[at + 1]?.text !== '(') return undefined;
  const close = pieces.findIndex((piece, index) => index > at + 1 && piece.text === ')');
  const open = pieces[at + 1];
  const end = pieces[close];
  if (open === undefined || end === undefined) return undefined;
  const inner = source.slice(open.to, end.from).trim();
  const value = unquoted(inner) ?? inner;
  const length = close - at + 1;
  if (word === 'datetime') return { text: dateLiteral(value), length };
  if (word === 'guid') return { text: `guid${quoted(value)}`, length };
  if (word === 'long') return { text: `${value.replace(/L$/i, '')}L`, length };
  return { text: word === 'int' || /[.eE]/.test(value) ? value : `${value}.0`, length };
}

/** The literal that begins at a piece; undefined if none does. */
function valueAt(pieces: readonly Piece[], at: number, source: string): Rewritten | undefined {
  const typed = typedValue(pieces, at, source);
  if (typed !== undefined) return typed;
  const [piece, next] = pieces.slice(at, at + 2);
  const text = piece?.text ?? '';
  // A literal such as datetime'...' is two pieces.
  if (LITERAL_TYPE.test(text) && next?.text.startsWith("'") === true && next.from === piece?.to)
    return { text: text + next.text, length: 2 };
  const value = unquoted(text);
  if (value !== undefined) return { text: quoted(value), length: 1 };
  if (DATE.test(text)) return { text: dateLiteral(text), length: 1 };
  return /^-?\d/.test(text) || /^(?:true|false)$/i.test(text) ? { text, length: 1 } : undefined;
}

const SEPARATORS = { in: [','], between: ['and', '..'] };

/** `A in (1, 2)`, `A between 1 and 2`, `A between (1 .. 2)`, also with `not` or `!`, as comparisons; undefined if it is none of them. */
function listAt(pieces: readonly Piece[], at: number, source: string): Rewritten | undefined {
  const found = listWord(pieces, at);
  if (found === undefined) return undefined;
  const { word, isNot, length } = found;
  const textAt = (index: number): string => pieces[index]?.text.toLowerCase() ?? '';
  const isOpen = textAt(at + length) === '(';
  let next = at + length + Number(isOpen);
  const values: string[] = [];
  for (let isMore = true; isMore; ) {
    const value = valueAt(pieces, next, source);
    if (value === undefined || (isKey(pieces[at]) && !value.text.startsWith("'"))) return undefined;
    values.push(value.text);
    next += value.length;
    isMore = SEPARATORS[word].includes(textAt(next)) && (word === 'in' || values.length < 2);
    next += Number(isMore);
  }
  const isWhole = isOpen ? textAt(next) === ')' : word === 'between';
  if (!isWhole || (word === 'between' && values.length !== 2)) return undefined;
  const ends = isNot ? ['lt', 'gt'] : ['ge', 'le'];
  const conditions = values.map(
    (value, index) =>
      `${pieces[at]?.text} ${word === 'between' ? ends[index] : isNot ? 'ne' : 'eq'} ${value}`,
  );
  const text = `(${conditions.join((word === 'in') === isNot ? ' and ' : ' or ')})`;
  return { text, length: next - at + Number(isOpen) };
}

class Output {
  text = '';
  readonly parts: { readonly at: number; readonly from: number; readonly to: number }[] = [];

  add(text: string, from: number, to: number): void {
    // A literal such as datetime'...' is one piece.
    const isLiteral = text.startsWith("'") && this.parts.at(-1)?.to === from && LITERAL_TYPE.test(this.text);
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

/** Keys are text, and a date without quotes is none. */
function isKey(piece: Piece | undefined): boolean {
  return piece?.text === 'PartitionKey' || piece?.text === 'RowKey';
}

/** One piece of a `where` condition as `$filter`. */
function wherePiece(pieces: readonly Piece[], at: number): Result<string, TextFault> {
  const piece = pieces[at] as Piece;
  const { text, from, to } = piece;
  const foreign = foreignOperator(pieces[at - 1], piece);
  if (foreign !== undefined) return fail({ ...foreign, from, to });
  const operator = OPERATORS.get(text);
  if (operator !== undefined) return ok(operator);
  if (text === '(' || text === ')') return ok(text);
  const value = unquoted(text);
  if (value !== undefined) return ok(quoted(value));
  const lower = text.toLowerCase();
  if (WORDS.has(lower)) return ok(lower);
  if (DATE.test(text) && isKey(pieces[at - 2]))
    return notUnderstood(piece, `Keys are text: write '${text}'.`);
  if (DATE.test(text)) return ok(dateLiteral(text));
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
  if (/^(?:in|between)$/i.test(text))
    return {
      message: `${text} is not understood here.`,
      nextStep: 'Write A in (1, 2) or A between 1 and 2, with values only.',
    };
  return /^(?:like|matches|endswith)$/i.test(text)
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
    const rewritten =
      begins ?? (isWhere ? (listAt(pieces, at, text) ?? typedValue(pieces, at, text)) : undefined);
    if (rewritten !== undefined) {
      const to = pieces[at + rewritten.length - 1]?.to ?? piece.to;
      if (begins !== undefined) startsWith.push(text.slice(piece.from, to));
      output.add(rewritten.text, piece.from, to);
      at += rewritten.length;
      continue;
    }
    const next = isWhere ? wherePiece(pieces, at) : ok(piece.text);
    if (!next.ok) return next;
    output.add(next.value, piece.from, piece.to);
    at += 1;
  }
  return ok({ filter: output.text, isWhere, startsWith, sourceOf: (from, to) => output.sourceOf(from, to) });
}
