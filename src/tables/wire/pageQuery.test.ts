import { describe, expect, it } from 'vitest';
import { checkPageQuery } from './pageQuery.ts';

describe('a query of a page', () => {
  it('takes a continuation of 300,000 characters, and names a longer one at once', () => {
    const ask = (length: number) => () =>
      checkPageQuery({ tableName: 'Orders', continuation: { nextPartitionKey: 'x'.repeat(length) } });
    expect(ask(300_000)).not.toThrow();
    expect(ask(300_001)).toThrow('a continuation of 300001 characters');
  });

  it('takes 1 to 1,000 rows a page', () => {
    const ask = (top: number) => () => checkPageQuery({ tableName: 'Orders', top });
    for (const top of [1, 1000]) expect(ask(top)).not.toThrow();
    for (const top of [0, 1001, 1.5]) expect(ask(top)).toThrow(`${top} rows per page are not possible`);
  });
});
