import type { FilterLiteral } from '../../../core/odata/filterNode.ts';

/** Types of numbers, each with a literal of its own. A service need not find a number by the literal of another type. */
export type NumberType = 'Edm.Int32' | 'Edm.Int64' | 'Edm.Double';

const NUMBER_TYPES: readonly NumberType[] = ['Edm.Int32', 'Edm.Int64', 'Edm.Double'];

export function numberTypesOf(types: readonly string[]): readonly NumberType[] {
  return NUMBER_TYPES.filter((type) => types.includes(type));
}

const WHOLE = /^-?\d{1,400}$/;
const BOUNDS = {
  'Edm.Int32': { kind: 'int32', least: -(2n ** 31n), most: 2n ** 31n - 1n },
  'Edm.Int64': { kind: 'int64', least: -(2n ** 63n), most: 2n ** 63n - 1n },
} as const;

/** Digits as they are; undefined: no number that has a place among others. */
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

/** A number as a literal of a type; undefined: the type has no such number. */
export function numberLiteral(type: NumberType, text: string): FilterLiteral | undefined {
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

/** The least number of a type that is not below another, or the most that is not above; undefined: none. */
export function boundLiteral(type: NumberType, text: string, side: 'from' | 'to'): FilterLiteral | undefined {
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

/** The Double that keeps the same Doubles on its side. */
function nearDouble(value: bigint | number, side: 'from' | 'to'): number {
  const near = Number(value);
  const isOff = side === 'from' ? near < value : near > value;
  if (!isOff) return near;
  bits.setFloat64(0, near);
  // Away from zero or towards it, which in bits is one more or one less.
  const isUp = side === 'from';
  const step = isUp === near > 0 ? 1n : -1n;
  bits.setBigInt64(0, bits.getBigInt64(0) + step);
  return bits.getFloat64(0);
}
