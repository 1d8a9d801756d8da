import { describe, expect, it } from 'vitest';
import { parseFilter } from '../../odata/filter.ts';
import { explainAt, explainFilter } from './explainFilter.ts';

function words(text: string): string {
  const node = parseFilter(text);
  if (!node.ok) throw new Error(node.error.message);
  return explainFilter(node.value);
}

// 0634925952000000000 ticks are 2013-01-01T00:00:00Z, computed without the product.
const KEY = '0000000000000000012___0634925952000000000';

describe('a filter in words', () => {
  it('describes the first 30 comparisons, only counts the others, and decodes no more keys', () => {
    const keys = Array.from({ length: 600 }, (_, at) => `RowKey eq 'k${at}'`);
    const told = words(keys.join(' or '));
    expect(told.split(', or ')).toHaveLength(31);
    expect(told).toMatch(/, or RowKey is "k29", or 570 more$/);
    const nested = words(`Level eq 1 and (${keys.join(' or ')}) and Role eq 'a'`);
    expect(nested).toMatch(
      /^Level is 1, and \(RowKey is "k0", .*, or RowKey is "k28", or 571 more\), and 1 more$/,
    );
    expect(words(keys.slice(0, 30).join(' or '))).not.toContain('more');
    const [some, others] = [keys.slice(0, 40), keys.slice(40, 65)].map((part) => `(${part.join(' or ')})`);
    expect(words(`${some} and ${others} and not (Level eq 1)`)).toMatch(/, or 10 more\), and 26 more$/);
  });

  it('describes each comparison and how they are joined', () => {
    expect(words("Level le 2 and (Role eq 'a' or Role eq '') and not IsOk")).toBe(
      'Level is at most 2, and (Role is "a", or Role is the empty text), and not: IsOk is true',
    );
    expect(words('N gt 5L and M ne 1.5 and O lt -1 and Ok eq true')).toBe(
      'N is above 5, and M is not 1.5, and O is below -1, and Ok is true',
    );
  });

  it('shows what a `not` applies to', () => {
    expect(words('not (A eq 1 and B eq 2) and C eq 3')).toBe('not: (A is 1, and B is 2), and C is 3');
    expect(words('A eq 1 or not (B eq 1 or C eq 2) or D eq 3')).toBe(
      'A is 1, or not: (B is 1, or C is 2), or D is 3',
    );
  });

  it('decodes keys to time', () => {
    expect(words(`PartitionKey ge '${KEY}'`)).toBe(
      `PartitionKey is at least "${KEY}" (2013-01-01T00:00:00Z, prefix 12)`,
    );
    expect(words("PartitionKey eq 'Sales'")).toBe('PartitionKey is "Sales"');
    expect(words(`Role eq '${KEY}'`)).toBe(`Role is "${KEY}"`);
  });

  it('cuts long values', () => {
    expect(words(`Role eq '${'x'.repeat(500)}'`).length).toBeLessThan(80);
  });

  it('explains the comparison under the pointer, even while another is still being typed', () => {
    const text = `Level le 2 and PartitionKey ge '${KEY}' and Ro`;
    expect(explainAt(text, 1)).toEqual({ from: 0, to: 10, words: 'Level is at most 2' });
    expect(explainAt(text, 40)?.words).toContain('2013-01-01');
    expect(explainAt(text, text.length)).toBeUndefined();
    expect(explainAt(text, 13)).toBeUndefined();
  });
});
