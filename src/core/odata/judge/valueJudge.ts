import { base64Of } from '../../base64Text.ts';
import { TICKS_PER_HOUR, TICKS_PER_SECOND, tryIsoToTicks } from '../../time/ticks.ts';
import type { ComparisonOperator, FilterLiteral } from '../filterNode.ts';
import { equalityVerdict, MAYBE, NO, type Verdict, verdictOf, YES } from './verdict.ts';

/** A row's value as a comparison needs it. It is only valid until the next value is read. */
export interface ComparedValue {
  /** The type as the service named it, such as `Edm.Int64`. */
  readonly type: string;
  readonly isNull: boolean;
  /** The text of a string, or of a number or Boolean as JSON wrote it. Undefined for other types. */
  readonly text: () => string | undefined;
  /**
   * Ordinal order compared to a text: below 0, 0 or above 0. NaN if the value is not a string, or if UTF-16 units and code points sort the
   * two differently.
   */
  readonly orderBeside: (text: string) => number;
  /** A DateTime as an instant; undefined if it is not in the service's own form. */
  readonly instant: () => ComparedInstant | undefined;
}

interface ComparedInstant {
  /** Whole seconds since 0001-01-01T00:00:00Z. */
  readonly seconds: number;
  /** Ticks within the second. */
  readonly fraction: number;
}

/** Judges values by one comparison with one literal. */
export interface ValueJudge {
  readonly ofValue: (value: ComparedValue) => Verdict;
  /** Judges the Timestamp property. */
  readonly ofInstant: (instant: ComparedInstant) => Verdict;
  /** The verdict for a row that lacks the property or holds null. */
  readonly ofNothing: Verdict;
}

/** Strings are compared case-sensitively, unit by unit. Source: Querying Tables and Entities ("case-sensitive"). */
function stringJudge(operator: ComparisonOperator, text: string): ValueJudge['ofValue'] {
  return (value) => {
    if (value.type !== 'Edm.String') return MAYBE;
    const order = value.orderBeside(text);
    // Services may sort the texts differently, but they agree on whether they are equal.
    return operator === 'eq' || operator === 'ne'
      ? equalityVerdict(operator, order === 0)
      : verdictOf(operator, order);
  };
}

function booleanJudge(operator: ComparisonOperator, literal: boolean): ValueJudge['ofValue'] {
  return (value) => {
    const text = value.type === 'Edm.Boolean' ? value.text() : undefined;
    return text === 'true' || text === 'false'
      ? equalityVerdict(operator, (text === 'true') === literal)
      : MAYBE;
  };
}

/** Services write a Guid in lower case, and some compare its letters case-sensitively, so other cases are in doubt. */
function guidJudge(operator: ComparisonOperator, literal: string): ValueJudge['ofValue'] {
  const lower = literal.toLowerCase();
  return (value) => {
    const own = value.type === 'Edm.Guid' ? value.text() : undefined;
    if (own === undefined) return MAYBE;
    if (own !== literal && own.toLowerCase() === lower) return MAYBE;
    return equalityVerdict(operator, own === literal);
  };
}

/** Matches Base64 in its only canonical form: groups of 4 characters, no leftover bits. */
const CANONICAL = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/][AQgw]==|[A-Za-z0-9+/]{2}[AEIMQUYcgkosw048]=)?$/;

function binaryJudge(operator: ComparisonOperator, hex: string): ValueJudge['ofValue'] {
  const literal = base64Of((hex.match(/../g) ?? []).map((byte) => Number.parseInt(byte, 16)));
  return (value) => {
    const own = value.type === 'Edm.Binary' ? value.text() : undefined;
    return own !== undefined && CANONICAL.test(own) ? equalityVerdict(operator, own === literal) : MAYBE;
  };
}

/**
 * Closer than this, services may disagree: some keep only milliseconds, and a literal without a zone can be off by up to 14 hours, the
 * largest offset in .NET.
 */
const MILLISECOND_TICKS = 10_000;
const ZONELESS_TICKS = 14 * Number(TICKS_PER_HOUR);

/**
 * Judges instants. The verdict is exact to 100 ns where all services agree. A literal without a zone may mean UTC or the service's local
 * time.
 */
function instantJudge(operator: ComparisonOperator, literal: string): ValueJudge['ofInstant'] {
  const hasZone = /(?:Z|[+-]\d\d:\d\d)$/.test(literal);
  const ticks = tryIsoToTicks(hasZone ? literal : `${literal}Z`);
  if (!ticks.ok) return () => MAYBE;
  const at = {
    seconds: Number(ticks.value / TICKS_PER_SECOND),
    fraction: Number(ticks.value % TICKS_PER_SECOND),
  };
  const doubtTicks = hasZone ? MILLISECOND_TICKS : ZONELESS_TICKS;
  return ({ seconds, fraction }) => {
    const apart = (seconds - at.seconds) * Number(TICKS_PER_SECOND) + (fraction - at.fraction);
    if (apart === 0 && hasZone) return verdictOf(operator, 0);
    return Math.abs(apart) < doubtTicks ? MAYBE : verdictOf(operator, apart);
  };
}

function datetimeJudge(ofInstant: ValueJudge['ofInstant']): ValueJudge['ofValue'] {
  return (value) => {
    const instant = value.type === 'Edm.DateTime' ? value.instant() : undefined;
    return instant === undefined ? MAYBE : ofInstant(instant);
  };
}

/**
 * Judges a comparison as the Table service makes it, for values that the service sent. MAYBE if the types differ ("the constant must be of
 * the same data type ... to return valid results", Querying Tables and Entities), or if Azure and Azurite answer differently. A row that
 * lacks the property meets no comparison, not even `ne` (Azure/Azurite#1929, with a trace of the real service).
 */
export function valueJudge(operator: ComparisonOperator, literal: FilterLiteral): ValueJudge {
  const of = (ofValue: ValueJudge['ofValue']): ValueJudge => ({
    ofValue,
    ofInstant: () => MAYBE,
    ofNothing: NO,
  });
  switch (literal.kind) {
    case 'string':
      return of(stringJudge(operator, literal.value));
    case 'boolean':
      return of(booleanJudge(operator, literal.value));
    case 'guid':
      return of(guidJudge(operator, literal.text));
    case 'binary':
      return of(binaryJudge(operator, literal.text));
    case 'datetime': {
      const ofInstant = instantJudge(operator, literal.text);
      return { ...of(datetimeJudge(ofInstant)), ofInstant };
    }
    default: {
      // Azurite reads such a literal as a property name, and treats two missing properties as equal.
      const isOdd = operator === 'eq' && isOddDouble(literal);
      return {
        ...of(numberJudge(operator, { kind: literal.kind, text: literal.text })),
        ofNothing: isOdd ? MAYBE : NO,
      };
    }
  }
}

const TYPE_OF = { int32: 'Edm.Int32', int64: 'Edm.Int64', double: 'Edm.Double' } as const;

interface NumberLiteral {
  readonly kind: keyof typeof TYPE_OF;
  readonly text: string;
}

const WHOLE = /^-?\d{1,20}$/;
const REAL = /^-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?$/;
/** How the service and the filter language write the numbers that JSON does not have. */
const SPECIAL: ReadonlyMap<string, number> = new Map([
  ['NaN', Number.NaN],
  ['INF', Number.POSITIVE_INFINITY],
  ['-INF', Number.NEGATIVE_INFINITY],
  ['Infinity', Number.POSITIVE_INFINITY],
  ['-Infinity', Number.NEGATIVE_INFINITY],
]);
/** Every integer with up to this many digits is exact in a double. */
const SAFE_DIGITS = 15;

function wholeOf(text: string): number | bigint | undefined {
  if (!WHOLE.test(text)) return undefined;
  return text.length <= SAFE_DIGITS ? Number(text) : BigInt(text);
}

function realOf(text: string): number | undefined {
  return SPECIAL.get(text) ?? (REAL.test(text) ? Number(text) : undefined);
}

/** The value as an exact number; undefined if it is not a number. */
function numberOf(value: ComparedValue): number | bigint | undefined {
  const { type } = value;
  const isReal = type === TYPE_OF.double;
  if (!isReal && type !== TYPE_OF.int32 && type !== TYPE_OF.int64) return undefined;
  const text = value.text();
  if (text === undefined) return undefined;
  return isReal ? realOf(text) : wholeOf(text);
}

/** The order of two numbers. It is exact, because JavaScript compares a bigint with a double without rounding. NaN if either one is NaN. */
function orderOf(a: number | bigint, b: number | bigint): number {
  if (a < b) return -1;
  if (a > b) return 1;
  return a <= b ? 0 : Number.NaN;
}

function exactVerdict(
  operator: ComparisonOperator,
  value: number | bigint,
  literal: number | bigint,
): Verdict {
  const isOneNaN = Number.isNaN(value) !== Number.isNaN(literal);
  // Services sort NaN in different places, but it never equals a number.
  if (isOneNaN && operator === 'eq') return NO;
  if (isOneNaN && operator === 'ne') return YES;
  return verdictOf(operator, orderOf(value, literal));
}

/** Whether a literal is a Double that some services do not read as a number: with an exponent, NaN or INF. */
function isOddDouble(literal: FilterLiteral): boolean {
  return literal.kind === 'double' && !/^-?\d+\.\d+$/.test(literal.text);
}

/**
 * Compares numbers by their exact value. If the value and the literal have different number types, services either convert one (Azure finds
 * an Int64 property with `5`, Microsoft/AzureStorageExplorer#5346) or find nothing. So NO means that no service would return the row.
 */
function numberJudge(
  operator: ComparisonOperator,
  literal: NumberLiteral,
): (value: ComparedValue) => Verdict {
  const { kind, text } = literal;
  const exact = kind === 'double' ? realOf(text) : wholeOf(text);
  if (exact === undefined) return () => MAYBE;
  const isOdd = isOddDouble(literal);
  return (value) => {
    const own = numberOf(value);
    if (own === undefined) return MAYBE;
    const verdict = exactVerdict(operator, own, exact);
    if (value.type === TYPE_OF[kind]) return isOdd && verdict === YES ? MAYBE : verdict;
    // A large whole number may become equal to its neighbour when either one is converted to a double.
    const isSame = typeof own === 'number' && typeof exact === 'number';
    return verdict === NO && operator !== 'ne' && isSame ? NO : MAYBE;
  };
}
