import { describe, expect, it } from 'vitest';
import { createSeenTokens } from './seenTokens.ts';

describe('tokens that were seen', () => {
  it('are known again, whatever their length, and no other is taken for one', () => {
    const seen = createSeenTokens({ nextPartitionKey: 'first' });
    const tokenOf = (count: number) => ({ nextPartitionKey: `1!8!${String(count).padStart(300, 'x')}` });
    for (let count = 0; count < 20_000; count += 1) {
      expect(seen.has(tokenOf(count))).toBe(false);
      seen.add(tokenOf(count));
    }
    const long = 'y'.repeat(120_000);
    seen.add({ nextPartitionKey: long, nextRowKey: 'a' });
    expect([{ nextPartitionKey: 'first' }, tokenOf(0), tokenOf(19_999)].map(seen.has)).toEqual([
      true,
      true,
      true,
    ]);
    expect(seen.has({ nextPartitionKey: long, nextRowKey: 'a' })).toBe(true);
    expect(seen.has({ nextPartitionKey: long, nextRowKey: 'b' })).toBe(false);
    // An absent part is not the same as an empty one.
    expect(seen.has({ nextPartitionKey: long })).toBe(false);
    seen.add({ nextPartitionKey: 'k', nextRowKey: '' });
    expect(seen.has({ nextPartitionKey: 'k' })).toBe(false);
  });
});
