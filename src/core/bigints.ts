/** Divides and rounds down, also below zero, where BigInt's own division rounds up. */
export function floorDiv(value: bigint, by: bigint): bigint {
  const quotient = value / by;
  return value < 0n && value % by !== 0n ? quotient - 1n : quotient;
}

/** Divides a number that is not negative, and rounds up. */
export function ceilDiv(value: bigint, by: bigint): bigint {
  return (value + by - 1n) / by;
}

export function larger(a: bigint, b: bigint): bigint {
  return a > b ? a : b;
}

export function smaller(a: bigint, b: bigint): bigint {
  return a < b ? a : b;
}

/** The greatest common divisor. That of 0 and another number is the other number. */
export function gcd(first: bigint, second: bigint): bigint {
  let [a, b] = [first, second];
  while (b !== 0n) [a, b] = [b, a % b];
  return a;
}
