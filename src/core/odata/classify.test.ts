import { describe, expect, it } from 'vitest';
import { keyHoldOf, queryClassOf } from './classify.ts';
import { parseFilter } from './filter.ts';
import type { FilterNode } from './filterNode.ts';
import { countComparisons, encodedFilterBytes, filterWarnings, MAX_COMPARISONS } from './limits.ts';

function node(text: string): FilterNode {
  const result = parseFilter(text);
  if (!result.ok) {
    throw new Error(result.error.message);
  }
  return result.value;
}

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

describe('limits', () => {
  it('counts comparisons', () => {
    expect(countComparisons(node("A eq 1 and (B eq 2 or not (C eq 'x' or C eq 'y')) and IsActive"))).toBe(5);
  });

  it('warns of more comparisons than the service documents', () => {
    const text = (count: number): string => Array.from({ length: count }, () => 'A eq 1').join(' or ');
    expect(filterWarnings(node(text(MAX_COMPARISONS)), text(MAX_COMPARISONS))).toEqual([]);
    expect(filterWarnings(node(text(16)), text(16)).join()).toMatch(/16 comparisons.*at most 15/);
  });

  it('warns of a filter that takes too much of the address', () => {
    const long = `A eq '${'\u00e9'.repeat(3000)}'`;
    expect(encodedFilterBytes(long)).toBe(3000 * 6 + 'A%20eq%20'.length + 2);
    // In "A%20eq%20'...'", 11 bytes surround the text.
    const most = `A eq '${'x'.repeat(14_000 - 11)}'`;
    expect(filterWarnings(node(most), most)).toEqual([]);
    expect(filterWarnings(node(`${most} `), `${most} `)).toHaveLength(1);
    expect(filterWarnings(node(long), long).join()).toMatch(/bytes in the address/);
  });

  it('warns of a type that matches nothing', () => {
    const warn = (text: string): string => filterWarnings(node(text), text).join();
    expect(warn('PartitionKey eq 5')).toMatch(/single quotes/);
    expect(warn('not (RowKey gt 5L)')).toMatch(/RowKey is text/);
    expect(warn("Timestamp ge '2024'")).toMatch(/datetime/);
    expect(warn("Timestamp ge datetime'2024-01-01T00:00:00Z' and IsActive")).toBe('');
  });
});
