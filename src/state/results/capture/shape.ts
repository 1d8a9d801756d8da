/** Where in a JSON document a value is, and why it is refused. */
export class ShapeFault extends Error {}

/** Reads a value that comes from outside, or throws ShapeFault. `at` names its place: `plan.queries[3].label`. */
export interface Shape<T> {
  (value: unknown, at: string): T;
  /** The member may be missing from its object. */
  readonly isOptional?: true;
}

function refuse(at: string, expected: string): never {
  throw new ShapeFault(`${at} is not ${expected}`);
}

/** Far longer than any name or filter that a service accepts. */
const MOST_CHARS = 100_000;

export const text: Shape<string> = (value, at) =>
  typeof value === 'string' && value.length <= MOST_CHARS ? value : refuse(at, 'a text');

export const flag: Shape<boolean> = (value, at) =>
  typeof value === 'boolean' ? value : refuse(at, 'true or false');

/** A finite number, not below 0. */
export function amount(most: number): Shape<number> {
  return (value, at) =>
    typeof value === 'number' && value >= 0 && value <= most
      ? value
      : refuse(at, `a number from 0 to ${most}`);
}

export function count(most: number): Shape<number> {
  return (value, at) =>
    Number.isInteger(value) && (value as number) >= 0 && (value as number) <= most
      ? (value as number)
      : refuse(at, `a whole number from 0 to ${most}`);
}

export function oneOf<const T extends string | number>(...values: readonly T[]): Shape<T> {
  return (value, at) => values.find((known) => known === value) ?? refuse(at, `one of ${values.join(', ')}`);
}

/** A whole number written as text, because JSON numbers cannot hold it exactly. */
export function digits(most: bigint): Shape<bigint> {
  return (value, at) => {
    if (typeof value !== 'string' || !/^\d{1,19}$/u.test(value)) return refuse(at, 'a number as text');
    const number = BigInt(value);
    return number <= most ? number : refuse(at, `at most ${most}`);
  };
}

export function list<T>(of: Shape<T>, most: number): Shape<readonly T[]> {
  return (value, at) => {
    if (!Array.isArray(value) || value.length > most) return refuse(at, `a list of at most ${most}`);
    return value.map((item: unknown, index) => of(item, `${at}[${index}]`));
  };
}

/** A member that files do not contain; it gets this value. */
export function always<T>(value: T): Shape<T> {
  return () => value;
}

export function maybe<T>(of: Shape<T>): Shape<T> {
  return Object.assign((value: unknown, at: string): T => of(value, at), { isOptional: true as const });
}

/** An object with these members; others are left out. */
export function fields<T extends object>(
  shapes: {
    readonly [K in keyof T]-?: Shape<Exclude<T[K], undefined>>;
  },
): Shape<T> {
  const entries = Object.entries<Shape<unknown>>(shapes);
  return (value, at) => {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return refuse(at, 'an object');
    const read: [string, unknown][] = [];
    for (const [name, shape] of entries) {
      const member: unknown = Object.hasOwn(value, name)
        ? (value as Record<string, unknown>)[name]
        : undefined;
      if (member === undefined && shape.isOptional === true) continue;
      read.push([name, shape(member, at === '' ? name : `${at}.${name}`)]);
    }
    return Object.fromEntries(read) as T;
  };
}

/** A shape with an additional condition. */
export function check<T>(of: Shape<T>, isRight: (value: T) => boolean, expected: string): Shape<T> {
  return (value, at) => {
    const read = of(value, at);
    return isRight(read) ? read : refuse(at, expected);
  };
}
