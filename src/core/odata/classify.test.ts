import { describe, expect, it } from 'vitest';
import { keyHoldOf, queryClassOf } from './classify.ts';
import { countComparisons, encodedFilterBytes, filterWarnings } from './limits.ts';
import { parsedFilter as node } from './parsedFilter.fixture.ts';

describe('queryClassOf', () => {
  it.each([
    ["PartitionKey eq 'a' and RowKey eq 'b'", 'point'],
    ["PartitionKey eq 'a' and RowKey ge 'b' and RowKey lt 'c'", 'row range'],
    ["PartitionKey eq 'a' and (RowKey ge 'b' and Level le 2)", 'row range'],
    ["PartitionKey ge 'a' and PartitionKey eq 'a' and RowKey lt 'b' and RowKey eq 'a'", 'point'],
    ["PartitionKey eq 'a'", 'partition range'],
    ["PartitionKey eq 'a' and Level le 2", 'partition range'],
    ["PartitionKey ge 'a' and PartitionKey lt 'b'", 'partition range'],
    ["PartitionKey ge 'a' and RowKey eq 'b'", 'partition range'],
    ["RowKey eq 'b'", 'table scan'],
    ["Timestamp ge datetime'2024-01-01T00:00:00Z'", 'table scan'],
    ["PartitionKey ne 'a'", 'table scan'],
    ["PartitionKey eq 'a' or PartitionKey eq 'b'", 'table scan'],
    ["not (PartitionKey eq 'a')", 'table scan'],
    ["(PartitionKey eq 'a' or PartitionKey eq 'b') and PartitionKey ge 'a'", 'partition range'],
    ['PartitionKey eq 5', 'table scan'],
    ["partitionkey eq 'a'", 'table scan'],
  ])('%s: %s', (text, expected) => {
    expect(queryClassOf(node(text))).toBe(expected);
  });

  it('tells how the filter limits each key', () => {
    expect(queryClassOf(undefined)).toBe('table scan');
    expect(keyHoldOf(node("PartitionKey ge 'a'"), 'PartitionKey')).toBe('range');
    expect(keyHoldOf(node("PartitionKey ge 'a'"), 'RowKey')).toBe('open');
  });
});

it('counts comparisons', () => {
  expect(countComparisons(node("A eq 1 and (B eq 2 or not (C eq 'x' or C eq 'y')) and IsActive"))).toBe(5);
});

describe('warnings about a filter', () => {
  const warnings = (text: string) => filterWarnings(node(text), text);
  const key = (name: string) => `${name} is text: put its value in single quotes, or no row will match.`;
  const time = "Timestamp is a date and time: write datetime'...', or no row will match.";

  it('name each value of the wrong type once, wherever it stands', () => {
    expect(
      warnings("PartitionKey eq 'a' and RowKey ge 'b' and Timestamp gt datetime'2024-01-01T00:00:00Z'"),
    ).toEqual([]);
    expect(warnings('A eq 5 and PartitionKey ne true')).toEqual([key('PartitionKey')]);
    expect(warnings("not (RowKey eq 5 or Timestamp eq '2024') and RowKey lt 7 and Ok")).toEqual([
      key('RowKey'),
      time,
    ]);
  });

  it('appear only above 15 comparisons', () => {
    const many = (count: number) => Array.from({ length: count }, (_, at) => `A eq ${at}`).join(' or ');
    expect(warnings(many(15))).toEqual([]);
    expect(warnings(many(16))).toEqual([
      'The filter makes 16 comparisons; the service documents at most 15: it may refuse it or answer slowly.',
    ]);
  });

  it('appear for a filter that takes too much of the address', () => {
    const long = `A eq '${'\u00e9'.repeat(3000)}'`;
    expect(encodedFilterBytes(long)).toBe(3000 * 6 + 'A%20eq%20'.length + 2);
    // In "A%20eq%20'...'", 11 bytes surround the text.
    const most = `A eq '${'x'.repeat(14_000 - 11)}'`;
    expect(warnings(most)).toEqual([]);
    expect(warnings(`${most} `)).toHaveLength(1);
    expect(warnings(long).join()).toMatch(/bytes in the address/);
  });
});
