import { describe, expect, it } from 'vitest';
import { checkPageQuery } from './pageQuery.ts';

describe('a query of a page', () => {
  it('takes a continuation of 300,000 characters, and names a longer one at once', () => {
    const ask = (length: number) => () =>
      checkPageQuery({ tableName: 'Orders', continuation: { nextPartitionKey: 'x'.repeat(length) } });
    expect(ask(300_000)).not.toThrow();
    expect(ask(300_001)).toThrow('a continuation of 300001 characters');
  });
});
