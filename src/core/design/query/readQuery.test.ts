import { describe, expect, it } from 'vitest';
import { formatFilter } from '../../odata/filter.ts';
import { readQuery } from './readQuery.ts';

function filterOf(text: string): string {
  const read = readQuery(text);
  if (!read.ok) throw new Error(`${read.error.message} at ${read.error.from}`);
  return read.value.node === undefined ? '' : formatFilter(read.value.node);
}

function faultOf(text: string): { readonly word: string; readonly message: string } {
  const read = readQuery(text);
  if (read.ok) throw new Error(`read: ${text}`);
  return { word: text.slice(read.error.from, read.error.to), message: read.error.message };
}

describe('readQuery', () => {
  it.each([
    ["PartitionKey eq 'a' and Level le 2", "PartitionKey eq 'a' and Level le 2"],
    ["$filter=PartitionKey eq 'a'", "PartitionKey eq 'a'"],
    ["where A == 'x' and B >= 7", "A eq 'x' and B ge 7"],
    ["WHERE A = 'x' AND (B <> 7 OR C < 1.5)", "A eq 'x' and (B ne 7 or C lt 1.5)"],
    [`| where A == "it's" && B != 5L || Ok == true`, "A eq 'it''s' and B ne 5L or Ok eq true"],
    ['T >= datetime(2024-01-01T00:00:00Z)', "T ge datetime'2024-01-01T00:00:00Z'"],
    ["where T>=datetime'2024-01-01T00:00:00Z'and N>-5", "T ge datetime'2024-01-01T00:00:00Z' and N gt -5"],
    ["RowKey startswith 'ab'", "RowKey ge 'ab' and RowKey lt 'ac'"],
    ["startswith(RowKey, 'a''b') and L eq 1", "RowKey ge 'a''b' and RowKey lt 'a''c' and L eq 1"],
    [
      "startswith(RowKey, 'a') and T ge datetime'2024-01-01T00:00:00Z'",
      "RowKey ge 'a' and RowKey lt 'b' and T ge datetime'2024-01-01T00:00:00Z'",
    ],
    [
      'where Id == guid(0f8fad5b-d9cb-469f-a165-70867728950e) and N == long(5)',
      "Id eq guid'0f8fad5b-d9cb-469f-a165-70867728950e' and N eq 5L",
    ],
  ])('reads %s', (text, filter) => {
    expect(filterOf(text).replace(/^\((.*)\)( and .*)?$/, '$1$2')).toBe(filter);
  });

  it.each([
    [
      "https://a.table.core.windows.net/Orders()?$filter=PartitionKey%20eq%20'a%2Bb'&$top=5&sig=abc",
      "PartitionKey eq 'a+b'",
    ],
    ['http://127.0.0.1:10002/devstoreaccount1/Orders?%24filter=Level+le+2', 'Level le 2'],
    [
      "https://a.table.core.windows.net/Orders(PartitionKey='a',RowKey='b''c')",
      "PartitionKey eq 'a' and RowKey eq 'b''c'",
    ],
    ['https://a.table.core.windows.net/Orders()', ''],
  ])('reads the address %s', (text, filter) => {
    expect(filterOf(text)).toBe(filter);
    const read = readQuery(text);
    expect(read.ok && read.value.table).toBe('Orders');
  });

  it.each([
    ["where A == 'x' foo B > 5", 'foo'],
    ['where A == x1 and B > 5', 'x1'],
    ["where A in 'x'", 'in'],
    ['where A between 1', 'between'],
    ["where A == 'x' and B contains 'y'", 'contains'],
    ["where A == 'x' | take 5", '|'],
    ["where A == 'x' and B matches 'y'", 'matches'],
    ["A eq 'x' and substringof('a', B)", 'substringof('],
  ])('names the word of %s that it does not understand', (text, word) => {
    const fault = faultOf(text);
    expect(fault.word).toBe(word);
    expect(fault.message).toContain(word.replace('(', ''));
  });

  it('never shows an address that it cannot read, because it may hold a SAS', () => {
    const fault = faultOf('https://a.table.core.windows.net/Orders()?sig=SECRETSECRET&$filter=A%20foo%205');
    expect(fault.message).toContain('foo');
    expect(fault.message).not.toContain('SECRET');
  });

  it('reads hostile text without throwing', () => {
    for (const text of [
      "'",
      '"',
      "where '",
      "where A == '",
      '(((((',
      'startswith(',
      "startswith(A,'",
      '\u0000',
      '\ud800',
      'where',
      '|',
      'x'.repeat(40_000),
    ]) {
      expect([text.slice(0, 40), readQuery(text).ok]).toEqual([text.slice(0, 40), false]);
    }
  });
});
