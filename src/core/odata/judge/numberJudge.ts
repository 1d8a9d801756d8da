import type { ComparisonOperator, FilterLiteral } from '../filterNode.ts';
import type { ComparedValue } from './comparedValue.ts';
import { MAYBE, NO, type Verdict, verdictOf, YES } from './verdict.ts';

const TYPE_OF = { int32: 'Edm.Int32', int64: 'Edm.Int64', double: 'Edm.Double' } as const;

/** A number of one of these types. */
interface NumberLiteral {
  readonly kind: keyof typeof TYPE_OF;
  readonly text: string;
}

const WHOLE = /^-?\d{1,20}$/;
const REAL = /^-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?$/;
/** How the service and the filter language write numbers that JSON lacks. */
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

/** Exact: JavaScript compares a bigint with a double without rounding. NaN if either is NaN. */
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
  // Wherever a service sorts NaN, it equals no number.
  if (isOneNaN && operator === 'eq') return NO;
  if (isOneNaN && operator === 'ne') return YES;
  return verdictOf(operator, orderOf(value, literal));
}

/** A Double that some services do not read as a number: with an exponent, NaN or INF. */
export function isOddDouble(literal: FilterLiteral): boolean {
  return literal.kind === 'double' && !/^-?\d+\.\d+$/.test(literal.text);
}

/**
 * Compares numbers by exact value. If the value and the literal have different number types, services either convert
 * (Azure finds an Int64 property with `5`, Microsoft/AzureStorageExplorer#5346) or find nothing. So NO means that no
 * service would return the row.
 */
export function numberJudge(
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
    // A large whole number may equal its neighbour once either one becomes a double.
    const isSame = typeof own === 'number' && typeof exact === 'number';
    return verdict === NO && operator !== 'ne' && isSame ? NO : MAYBE;
  };
}
