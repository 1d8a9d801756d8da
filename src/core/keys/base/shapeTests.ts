import { DIGIT, type KeyShape, LETTER } from './keyShape.ts';

/** Whether a key of this shape can belong to a scheme. */
export type ShapeTest = (shape: KeyShape) => boolean;

type Kind = 'partition' | 'row' | 'table' | 'both';

/** The kinds of key that tests are for. 'both': keys that `read` treats the same as PartitionKey and as RowKey. */
export type ShapeTests = Partial<Readonly<Record<Kind, ShapeTest>>>;

/**
 * The highest confidence of a scheme for keys of a shape, if no table is named; 0: it does not read them. A part that is missing is never
 * read. It may be too high, which costs time, but never too low. Schemes with more confidence are tried first.
 */
export type KeyShapes = Partial<Readonly<Record<Kind, (shape: KeyShape) => number>>>;

/** Shapes from tests. `ofTicks`: the confidence for 19 digits alone, the commonest keys, which many writers share. */
export function shapesOf(tests: ShapeTests, most: number, ofTicks = most): KeyShapes {
  const all = Object.entries(tests).map(([part, test]) => {
    const sure = (shape: KeyShape): number => {
      if (!test(shape)) return 0;
      return shape.kinds === DIGIT && shape.length === TICKS_DIGITS ? ofTicks : most;
    };
    return [part, sure] as const;
  });
  return Object.fromEntries(all);
}

const TICKS_DIGITS = 19;

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

/** What the service accepts as the name of a table, and does not begin with a digit. */
export const isTableName: ShapeTest = ({ kinds, lead, length }) =>
  (kinds & ~(LETTER + DIGIT)) === 0 && lead === 0 && length >= 3;
