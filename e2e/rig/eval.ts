// A $filter evaluator for the scripted table service. Tests use it to decide what is right, so it shares no code with the product. It
// compares as the service documents it (ordinal strings, 100 ns, whole Int64).
import type { DemoRow, EdmType } from '../../scripts/demo/rows.mjs';

/** What is wrong with a filter. The service answers 400 InvalidInput. */
export class FilterFault extends Error {}

/**
 * A range that contains all keys that can match, with both ends included. Undefined if there is no limit. It may be too wide but never too
 * narrow.
 */
export interface PartitionBounds {
  readonly from: string | undefined;
  readonly to: string | undefined;
}

export interface CompiledFilter {
  readonly matches: (row: DemoRow) => boolean;
  /** Number of comparisons; the service documents at most 15. */
  readonly comparisons: number;
  readonly bounds: PartitionBounds;
  /** The same for RowKeys. */
  readonly rowBounds: PartitionBounds;
}

type Kind = 'string' | 'number' | 'time' | 'guid' | 'binary' | 'boolean';

interface Value {
  readonly kind: Kind;
  /** A string is unchanged, a guid or binary is lower-case hex, a boolean is true or false. For a number or time, see `exact`. */
  readonly text: string;
  /** The ticks of a time, or the value of a number without a fraction. */
  readonly exact?: bigint;
  readonly real?: number;
}

interface Node {
  readonly test: (row: DemoRow) => boolean;
  readonly bounds: PartitionBounds;
  readonly rowBounds: PartitionBounds;
}

const NO_BOUNDS: PartitionBounds = { from: undefined, to: undefined };
const UNBOUNDED = { bounds: NO_BOUNDS, rowBounds: NO_BOUNDS };
const UNIX_EPOCH_TICKS = 621355968000000000n;
const OPERATORS = ['eq', 'ne', 'gt', 'ge', 'lt', 'le'] as const;
type Operator = (typeof OPERATORS)[number];

/** One token after the previous one: a literal with a word before its quotes, quoted text, a number, a word, a bracket. */
const TOKEN =
  /\s*(?:((?:datetime|guid|binary|X)?'(?:[^']|'')*')|(-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?[LDd]?)(?![\w.])|([A-Za-z_]\w*)|([()]))/y;

interface Token {
  readonly kind: 'quoted' | 'number' | 'word' | 'bracket';
  readonly text: string;
}

/**
 * Compiles a filter as the table service documents it. A comparison is false if the row lacks the property or has another type.
 * @throws FilterFault if the text is malformed
 */
export function compileFilter(text: string): CompiledFilter {
  const parser = new FilterParser(tokenize(text));
  const node = parser.whole();
  const { test: matches, bounds, rowBounds } = node;
  return { matches, comparisons: parser.comparisons, bounds, rowBounds };
}

function tokenize(text: string): readonly Token[] {
  const tokens: Token[] = [];
  let at = 0;
  while (text.slice(at).trim() !== '') {
    TOKEN.lastIndex = at;
    const match = TOKEN.exec(text);
    if (match === null) throw new FilterFault(`Unreadable: ${text.slice(at)}`);
    const [whole, quoted, number, word, bracket] = match;
    const found = quoted ?? number ?? word ?? bracket ?? '';
    const kind =
      quoted !== undefined
        ? 'quoted'
        : number !== undefined
          ? 'number'
          : word !== undefined
            ? 'word'
            : 'bracket';
    tokens.push({ kind, text: found });
    at += whole.length;
  }
  return tokens;
}

/** Recursive descent: or, and, not, brackets, comparison. */
class FilterParser {
  comparisons = 0;
  private next = 0;
  private readonly tokens: readonly Token[];

  constructor(tokens: readonly Token[]) {
    this.tokens = tokens;
  }

  whole(): Node {
    const node = this.either();
    const rest = this.tokens[this.next];
    if (rest !== undefined) throw new FilterFault(`Unexpected ${rest.text}`);
    return node;
  }

  private either(): Node {
    let left = this.both();
    while (this.take('or')) {
      const [a, b] = [left, this.both()];
      left = { test: (row) => a.test(row) || b.test(row), ...UNBOUNDED };
    }
    return left;
  }

  private both(): Node {
    let left = this.negated();
    while (this.take('and')) {
      const [a, b] = [left, this.negated()];
      left = {
        test: (row) => a.test(row) && b.test(row),
        bounds: meet(a.bounds, b.bounds),
        rowBounds: meet(a.rowBounds, b.rowBounds),
      };
    }
    return left;
  }

  private negated(): Node {
    if (!this.take('not')) return this.primary();
    const inner = this.negated();
    return { test: (row) => !inner.test(row), ...UNBOUNDED };
  }

  private primary(): Node {
    if (this.take('(')) {
      const inner = this.either();
      if (!this.take(')')) throw new FilterFault('A bracket is not closed');
      return inner;
    }
    return this.comparison();
  }

  private comparison(): Node {
    const left = this.operand();
    const word = this.tokens[this.next];
    const operator = OPERATORS.find((name) => name === word?.text);
    if (operator === undefined) {
      if (typeof left !== 'string') throw new FilterFault('A comparison is missing');
      // A property alone means that its value is true.
      this.comparisons += 1;
      return { test: (row) => compare(propertyOf(row, left), 'eq', truth('true')), ...UNBOUNDED };
    }
    this.next += 1;
    const right = this.operand();
    this.comparisons += 1;
    if (typeof left === 'string' && typeof right !== 'string') return comparisonNode(left, operator, right);
    if (typeof left !== 'string' && typeof right === 'string')
      return comparisonNode(right, MIRRORED[operator], left);
    throw new FilterFault('A comparison needs one property and one literal');
  }

  /** Reads a property name or a literal. */
  private operand(): string | Value {
    const token = this.tokens[this.next];
    if (token === undefined) throw new FilterFault('The filter ends too early');
    this.next += 1;
    if (token.kind === 'word') {
      if (token.text === 'true' || token.text === 'false') return truth(token.text);
      return token.text;
    }
    if (token.kind === 'quoted') return quotedLiteral(token);
    if (token.kind === 'number') return numberLiteral(token.text);
    throw new FilterFault(`Unexpected ${token.text}`);
  }

  private take(text: string): boolean {
    const token = this.tokens[this.next];
    if (token?.text !== text || token.kind === 'quoted') return false;
    this.next += 1;
    return true;
  }
}

const MIRRORED: Readonly<Record<Operator, Operator>> = {
  eq: 'eq',
  ne: 'ne',
  gt: 'lt',
  ge: 'le',
  lt: 'gt',
  le: 'ge',
};

function comparisonNode(name: string, operator: Operator, literal: Value): Node {
  const of = (key: string): PartitionBounds =>
    name === key && literal.kind === 'string' ? boundsOf(operator, literal.text) : NO_BOUNDS;
  return {
    test: (row) => compare(propertyOf(row, name), operator, literal),
    bounds: of('PartitionKey'),
    rowBounds: of('RowKey'),
  };
}

function boundsOf(operator: Operator, key: string): PartitionBounds {
  if (operator === 'ne') return NO_BOUNDS;
  const below = operator === 'lt' || operator === 'le';
  const above = operator === 'gt' || operator === 'ge';
  return { from: below ? undefined : key, to: above ? undefined : key };
}

function meet(a: PartitionBounds, b: PartitionBounds): PartitionBounds {
  const from = a.from === undefined || (b.from !== undefined && b.from > a.from) ? b.from : a.from;
  const to = a.to === undefined || (b.to !== undefined && b.to < a.to) ? b.to : a.to;
  return { from, to };
}

function quotedLiteral({ text }: Token): Value {
  const quote = text.indexOf("'");
  const content = text.slice(quote + 1, -1).replaceAll("''", "'");
  switch (text.slice(0, quote)) {
    case '':
      return { kind: 'string', text: content };
    case 'datetime':
      return { kind: 'time', text: content, exact: ticksOf(content) };
    case 'guid':
      if (!/^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i.test(content)) throw new FilterFault('Not a guid');
      return { kind: 'guid', text: content.toLowerCase() };
    default:
      if (!/^(?:[\da-f]{2})*$/i.test(content)) throw new FilterFault('Not hexadecimal');
      return { kind: 'binary', text: content.toLowerCase() };
  }
}

function numberLiteral(text: string): Value {
  const digits = text.replace(/[LDd]$/, '');
  return /^-?\d+$/.test(digits) && !/[Dd]$/.test(text)
    ? { kind: 'number', text, exact: BigInt(digits) }
    : { kind: 'number', text, real: Number(digits) };
}

function truth(text: string): Value {
  return { kind: 'boolean', text };
}

/** ISO 8601 with up to seven fraction digits. Without an offset it is UTC. */
function ticksOf(iso: string): bigint {
  const match = /^(\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d)?)(?:\.(\d{1,7}))?(?:Z|\+00:00)?$/.exec(iso);
  const ms = match === null ? Number.NaN : Date.parse(`${match[1]}Z`);
  if (Number.isNaN(ms)) throw new FilterFault('Not a datetime');
  return UNIX_EPOCH_TICKS + BigInt(ms) * 10_000n + BigInt((match?.[2] ?? '').padEnd(7, '0'));
}

function propertyOf(row: DemoRow, name: string): Value | undefined {
  if (name === 'PartitionKey') return { kind: 'string', text: row.partitionKey };
  if (name === 'RowKey') return { kind: 'string', text: row.rowKey };
  if (name === 'Timestamp') return { kind: 'time', text: row.timestamp, exact: ticksOf(row.timestamp) };
  const property = row.properties.find(([propertyName]) => propertyName === name);
  if (property === undefined) return undefined;
  const [, type, text] = property;
  return READ[type](text);
}

const READ: Readonly<Record<EdmType, (text: string) => Value>> = {
  String: (text) => ({ kind: 'string', text }),
  Int32: (text) => ({ kind: 'number', text, exact: BigInt(text) }),
  Int64: (text) => ({ kind: 'number', text, exact: BigInt(text) }),
  Double: (text) => ({ kind: 'number', text, real: Number(text) }),
  Boolean: truth,
  DateTime: (text) => ({ kind: 'time', text, exact: ticksOf(text) }),
  Guid: (text) => ({ kind: 'guid', text: text.toLowerCase() }),
  Binary: (text) => ({ kind: 'binary', text: Buffer.from(text, 'base64').toString('hex') }),
};

const HOLDS: Readonly<Record<Operator, (order: number) => boolean>> = {
  eq: (order) => order === 0,
  ne: (order) => order !== 0,
  gt: (order) => order > 0,
  ge: (order) => order >= 0,
  lt: (order) => order < 0,
  le: (order) => order <= 0,
};

function compare(value: Value | undefined, operator: Operator, literal: Value): boolean {
  if (value === undefined || value.kind !== literal.kind) return false;
  const order = orderOf(value, literal);
  return order === undefined ? operator === 'ne' : HOLDS[operator](order); // undefined means NaN
}

/** Negative, 0 or positive. Undefined if there is no order, because of NaN. */
function orderOf(a: Value, b: Value): number | undefined {
  if (a.exact !== undefined && b.exact !== undefined) return sign(a.exact, b.exact);
  // JavaScript compares a bigint with a double exactly, without rounding either of them.
  const [left, right] = [a.exact ?? a.real ?? a.text, b.exact ?? b.real ?? b.text];
  if (Number.isNaN(left) || Number.isNaN(right)) return undefined;
  return sign(left, right);
}

function sign(a: bigint | number | string, b: bigint | number | string): number {
  if (a < b) return -1;
  return a > b ? 1 : 0;
}
