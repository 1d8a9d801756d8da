import type { ContinuationToken } from './pageReader.ts';

/** A token as one text, for comparisons. An absent part is not the same as an empty one. */
function tokenText(token: ContinuationToken): string {
  return JSON.stringify([token.nextPartitionKey ?? false, token.nextRowKey ?? false]);
}

/**
 * Two multiplicative 32-bit hashes, joined to one of 53 bits (cyrb53). A collision would make a query fail visibly, and never lose rows.
 */
function hashOf(text: string): number {
  let [one, other] = [0xdeadbeef, 0x41c6ce57];
  for (let at = 0; at < text.length; at += 1) {
    const unit = text.charCodeAt(at);
    one = Math.imul(one ^ unit, 2_654_435_761);
    other = Math.imul(other ^ unit, 1_597_334_677);
  }
  one = Math.imul(one ^ (one >>> 16), 2_246_822_507) ^ Math.imul(other ^ (other >>> 13), 3_266_489_909);
  other = Math.imul(other ^ (other >>> 16), 2_246_822_507) ^ Math.imul(one ^ (one >>> 13), 3_266_489_909);
  return 4_294_967_296 * (2_097_151 & other) + (one >>> 0);
}

/**
 * Remembers tokens that were sent or received, each as a number only: a token may have 120,000 characters, and a query thousands of tokens.
 */
export function createSeenTokens(first?: ContinuationToken) {
  const seen = new Set<number>();
  const add = (token: ContinuationToken): void => void seen.add(hashOf(tokenText(token)));
  if (first !== undefined) add(first);
  return { add, has: (token: ContinuationToken): boolean => seen.has(hashOf(tokenText(token))) };
}

export type SeenTokens = ReturnType<typeof createSeenTokens>;
