import { DIGIT, type KeyShape } from './keyShape.ts';

/** Whether a key of this shape can belong to a scheme. */
export type ShapeTest = (shape: KeyShape) => boolean;

/**
 * The highest confidence of a scheme for keys of a shape, if no table is named; 0: it does not read them. A part that is missing is never
 * read. It may be too high, which costs time, but never too low. Schemes with more confidence are tried first. 'both': keys that `read`
 * treats the same as PartitionKey and as RowKey.
 */
export type KeyShapes = Partial<
  Readonly<Record<'partition' | 'row' | 'table' | 'both', (shape: KeyShape) => number>>
>;

/** Has characters of all these kinds, and at least `least` characters. */
export function holds(kinds: number, least = 0): ShapeTest {
  return (shape) => (shape.kinds & kinds) === kinds && shape.length >= least;
}

/** Has only characters of these kinds. */
export function holdsOnly(kinds: number): ShapeTest {
  return (shape) => (shape.kinds & ~kinds) === 0;
}

/** Has `least` to `most` characters. */
export function hasLength(least: number, most = least): ShapeTest {
  return ({ length }) => length >= least && length <= most;
}

/** Is `least` to `most` digits, and nothing else. */
export function isDigitsOf(least: number, most = least): ShapeTest {
  return ({ kinds, length }) => kinds === DIGIT && length >= least && length <= most;
}

/** Begins with exactly `count` digits, and has at least one character of each of these kinds. */
export function beginsWithDigits(count: number, kinds = 0): ShapeTest {
  return (shape) => shape.lead === count && (shape.kinds & kinds) === kinds;
}

/** Begins with one of these characters, and has at least one character of each of these kinds. */
export function beginsWithOne(characters: string, kinds = 0): ShapeTest {
  return ({ first, kinds: own }) => first !== '' && characters.includes(first) && (own & kinds) === kinds;
}

export function either(...tests: readonly ShapeTest[]): ShapeTest {
  return (shape) => tests.some((test) => test(shape));
}

export function every(...tests: readonly ShapeTest[]): ShapeTest {
  return (shape) => tests.every((test) => test(shape));
}
