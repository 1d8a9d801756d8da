import { allOf, comparison, isKeyName } from '../../../core/odata/builders.ts';
import { knownLiteral } from '../../../core/odata/edit/knownColumn.ts';
import { formatFilter, parseFilter } from '../../../core/odata/filter.ts';
import type { ComparisonOperator, FilterLiteral, FilterNode } from '../../../core/odata/filterNode.ts';
import type { ColumnSummary } from '../../../core/rows/columnProfile.ts';
import type { RowFilter } from '../../../core/rows/rowQuery.ts';

export interface QueryColumn {
  /** Types of its values, the most frequent first. */
  readonly types: readonly string[];
  /** Every row that was read has a value, and all values have the same type. */
  readonly isInAll?: boolean | undefined;
}

export function isInAllRows(
  { types, count }: Pick<ColumnSummary, 'types' | 'count'>,
  rowCount: number,
): boolean {
  return types.length === 1 && count === rowCount;
}

function anyOf(nodes: readonly FilterNode[]): FilterNode | undefined {
  const [first, second, ...rest] = nodes;
  return first === undefined || second === undefined
    ? first
    : { kind: 'or', operands: [first, second, ...rest] };
}

/**
 * The list finds 5 in 5.0, because numbers of different types can be equal. The service may not, so each number type of the column gets its
 * own literal.
 */
function equalNode(
  { name, type, text }: Extract<RowFilter, { kind: 'is' }>,
  { types }: QueryColumn,
): FilterNode | undefined {
  const isNumber = numberTypesOf([type]).length > 0;
  const literals = isNumber
    ? numberTypesOf([type, ...types]).map((each) => numberLiteral(each, text))
    : [knownLiteral({ type, text })];
  return anyOf(
    literals.flatMap((literal) => (literal === undefined ? [] : [comparison(name, 'eq', literal)])),
  );
}

/**
 * A range of texts can be asked of the service only if all values of the column have these types. The list compares values of all other
 * types as texts, too; the service orders those in its own way, or not at all.
 */
const TEXT_RANGE_TYPES = new Set([
  'Edm.String',
  'Edm.Int32',
  'Edm.Int64',
  'Edm.Double',
  'Edm.DateTime',
  'Edm.Boolean',
  'Null',
]);

type RangeFilter = Extract<RowFilter, { kind: 'range' }>;

function rangeNode(
  { name, from, to, as, isBelow }: RangeFilter,
  { types }: QueryColumn,
): FilterNode | undefined {
  const bound = (operator: ComparisonOperator, literal: FilterLiteral | undefined): FilterNode | undefined =>
    literal && comparison(name, operator, literal);
  if (as === 'number')
    return anyOf(
      numberTypesOf(types).flatMap((type): readonly FilterNode[] => {
        const low = bound('ge', boundLiteral(type, from, 'from'));
        const most = boundLiteral(type, to, 'to');
        const isEnd =
          isBelow === true && most !== undefined && 'text' in most && Number(most.text) === Number(to);
        const high = bound(isEnd ? 'lt' : 'le', most);
        // The range is beyond the limits of this type, so it has none of its numbers.
        const isNone = (from !== '' && low === undefined) || (to !== '' && high === undefined);
        return isNone ? [] : [allOf([low, high]) ?? []].flat();
      }),
    );
  if (as === 'text' && !types.every((type) => TEXT_RANGE_TYPES.has(type))) return undefined;
  const type = as === 'instant' ? 'Edm.DateTime' : 'Edm.String';
  const [low, high] = [from, to].map((text) => (text === '' ? undefined : knownLiteral({ type, text })));
  // If no literal can express a bound, the range must not become open at that end.
  if ((from !== '' && low === undefined) || (to !== '' && high === undefined)) return undefined;
  return allOf([bound('ge', low), bound(as === 'instant' ? 'lt' : 'le', high)]);
}

function nodeOf(filter: RowFilter, column: QueryColumn): FilterNode | undefined {
  // Keys and times have their own fields in the query, and `$filter` cannot select rows that lack a property.
  if (filter.name === undefined || filter.fact !== undefined || isKeyName(filter.name)) return undefined;
  if (filter.kind === 'range') return rangeNode(filter, column);
  if (filter.kind === 'is') return equalNode(filter, column);
  if (filter.kind !== 'is-not') return undefined;
  // The list keeps rows that lack the property or have a value of another type; the service's `ne` drops them.
  if (column.isInAll !== true || filter.type !== column.types[0]) return undefined;
  const [type] = numberTypesOf([filter.type]);
  const literal = type === undefined ? knownLiteral(filter) : numberLiteral(type, filter.text);
  return literal && comparison(filter.name, 'ne', literal);
}

/**
 * The query's `$filter` with a filter of the list added; undefined if `$filter` cannot express it, or if the
 * text is not a filter.
 */
export function withQueryFilter(text: string, filter: RowFilter, column: QueryColumn): string | undefined {
  try {
    const node = nodeOf(filter, column);
    if (node === undefined) return undefined;
    if (text.trim() === '') return formatFilter(node);
    const before = parseFilter(text);
    if (!before.ok) return undefined;
    const joined = allOf([before.value, node]);
    return joined && readBack(formatFilter(joined));
  } catch (error) {
    // No filter can express this name or text.
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

function readBack(text: string): string | undefined {
  return parseFilter(text).ok ? text : undefined;
}

/** Number types, each with its own literal. A service need not find a number by a literal of another type. */
type NumberType = 'Edm.Int32' | 'Edm.Int64' | 'Edm.Double';

const NUMBER_TYPES: readonly NumberType[] = ['Edm.Int32', 'Edm.Int64', 'Edm.Double'];

function numberTypesOf(types: readonly string[]): readonly NumberType[] {
  return NUMBER_TYPES.filter((type) => types.includes(type));
}

const WHOLE = /^-?\d{1,400}$/;
const BOUNDS = {
  'Edm.Int32': { kind: 'int32', least: -(2n ** 31n), most: 2n ** 31n - 1n },
  'Edm.Int64': { kind: 'int64', least: -(2n ** 63n), most: 2n ** 63n - 1n },
} as const;

/** Whole numbers stay exact; undefined if the text is not a number, or is NaN, which has no order. */
function numberOf(text: string): bigint | number | undefined {
  if (WHOLE.test(text)) return BigInt(text);
  const value = Number(text);
  return text.trim() === '' || Number.isNaN(value) ? undefined : value;
}

function doubleText(value: bigint | number): string {
  const text = String(value);
  if (text === 'Infinity' || text === '-Infinity') return text.replace('inity', '').toUpperCase();
  return /[.e]/.test(text) ? text : `${text}.0`;
}

/** A number as a literal of a type; undefined if the type has no such number. */
function numberLiteral(type: NumberType, text: string): FilterLiteral | undefined {
  const value = numberOf(text);
  if (value === undefined) return undefined;
  if (type === 'Edm.Double') {
    const near = Number(value);
    // A whole number beyond 2^53 may lie between two Doubles.
    const isExact = typeof value === 'number' || (Number.isFinite(near) && BigInt(near) === value);
    return isExact ? { kind: 'double', text: doubleText(near) } : undefined;
  }
  if (typeof value === 'number' && !Number.isInteger(value)) return undefined;
  const whole = BigInt(value);
  const { kind, least, most } = BOUNDS[type];
  return whole < least || whole > most ? undefined : { kind, text: String(whole) };
}

/** The smallest number of a type that is not below the bound, or the largest that is not above it; undefined if there is none. */
function boundLiteral(type: NumberType, text: string, side: 'from' | 'to'): FilterLiteral | undefined {
  const value = numberOf(text);
  if (value === undefined) return undefined;
  if (type === 'Edm.Double') return { kind: 'double', text: doubleText(nearDouble(value, side)) };
  const { kind, least, most } = BOUNDS[type];
  const isFrom = side === 'from';
  if (value === Number.POSITIVE_INFINITY) return isFrom ? undefined : { kind, text: String(most) };
  if (value === Number.NEGATIVE_INFINITY) return isFrom ? { kind, text: String(least) } : undefined;
  const whole = typeof value === 'bigint' ? value : BigInt(isFrom ? Math.ceil(value) : Math.floor(value));
  if (isFrom ? whole > most : whole < least) return undefined;
  const inside = isFrom ? (whole < least ? least : whole) : whole > most ? most : whole;
  return { kind, text: String(inside) };
}

const bits = new DataView(new ArrayBuffer(8));

/** The nearest Double inside the range, so that the range holds the same Doubles as before. */
function nearDouble(value: bigint | number, side: 'from' | 'to'): number {
  const near = Number(value);
  const isOff = side === 'from' ? near < value : near > value;
  if (!isOff) return near;
  bits.setFloat64(0, near);
  // The next Double away from zero, or towards it, has bits that are one more or one less.
  const isUp = side === 'from';
  const step = isUp === near > 0 ? 1n : -1n;
  bits.setBigInt64(0, bits.getBigInt64(0) + step);
  return bits.getFloat64(0);
}
