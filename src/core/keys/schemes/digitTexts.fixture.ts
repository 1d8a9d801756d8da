// Writes numbers in the alphabets of ids, for tests. It shares no code with the schemes.

export const BASE36 = '0123456789abcdefghijklmnopqrstuvwxyz';
export const CROCKFORD = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
export const PUSH = '-0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ_abcdefghijklmnopqrstuvwxyz';

/** The last `width` digits of a number in an alphabet, highest first. */
export function digitsIn(alphabet: string, value: bigint, width: number): string {
  const base = BigInt(alphabet.length);
  return Array.from({ length: width }, (_, at) =>
    alphabet.charAt(Number((value / base ** BigInt(width - 1 - at)) % base)),
  ).join('');
}
