import { describe, expect, it } from 'vitest';
import { EMPTY_FORM, type QueryForm } from '../../../state/run/queryForm.ts';
import { keyFacts } from './cellQuery.ts';

const NOW_MS = Date.UTC(2026, 0, 2);
const form: QueryForm = {
  ...EMPTY_FORM,
  table: 'Logs',
  scheme: 'wad-prefixed',
  volume: 100,
  from: '2026-01-01T00:00:00Z',
  to: '2026-01-01T01:00:00Z',
  windowGiven: true,
};

describe('keys of chosen cells', () => {
  it('of one prefix are one range: its start, its end, its filter', () => {
    const facts = keyFacts({ ...form, prefixes: '67' }, NOW_MS);
    expect(facts.slice(0, 3).map(({ name }) => name)).toEqual([
      'Start key (included)',
      'End key (excluded)',
      '$filter',
    ]);
    expect(facts[0]?.text).toMatch(/^0{17}67___0639/);
  });

  it('of several are a filter each: from the first start to the last end lie other prefixes, too', () => {
    const facts = keyFacts({ ...form, prefixes: '67,70-94' }, NOW_MS);
    expect(facts.some(({ name }) => name.endsWith('(included)') || name.endsWith('(excluded)'))).toBe(false);
    const [ranges] = facts;
    expect(ranges?.name).toBe('$filter of each of 26 queries');
    expect(ranges?.text.split('\n')).toHaveLength(4);
    expect(ranges?.text).toMatch(/and 23 more$/);
    const copied = ranges?.copied?.split('\n') ?? [];
    expect(copied).toHaveLength(26);
    for (const line of copied)
      expect(line).toMatch(/^prefix \d\d: PartitionKey ge '.*' and PartitionKey lt '/);
    // Each of these queries holds rows of its own prefix only.
    expect(copied.some((line) => line.includes('0068___'))).toBe(false);
  });

  it('of a window that cannot be asked for are none', () => {
    expect(keyFacts({ ...form, to: '2025-01-01T00:00:00Z' }, NOW_MS)).toEqual([]);
  });
});
