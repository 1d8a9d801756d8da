import { expect, it } from 'vitest';
import type { KeySpan } from '../keys/base/scheme.ts';
import { formatFilter, parseFilter } from '../odata/filter.ts';
import { narrowed } from './narrowed.ts';

const ANY: KeySpan = {};

/** What is left of a filter in a region: `all` if every row matches, `none`, or a filter. */
function left(text: string, partition: KeySpan, row: KeySpan = ANY): string {
  const read = parseFilter(text);
  if (!read.ok) throw new Error(read.error.message);
  const found = narrowed(read.value, { partition, row });
  return found === true ? 'all' : found === false ? 'none' : formatFilter(found);
}

const OPERATORS = ['eq', 'ne', 'lt', 'ge', 'le', 'gt'] as const;

/** For each operator: `all` if all keys of the span meet it, `none`, or `?` if the service must decide. */
const decisions = (span: KeySpan, value: string): string =>
  OPERATORS.map((operator) => {
    const text = `PartitionKey ${operator} '${value}'`;
    const found = left(text, span);
    return found === text ? '?' : found;
  }).join(' ');

it.each<readonly [KeySpan, value: string, decisions: string]>([
  // In the order of the operators: eq ne lt ge le gt.
  [{ from: 'b', to: 'd' }, 'a', 'none all none all none all'],
  [{ from: 'b', to: 'd' }, 'b', '? ? none all ? ?'],
  [{ from: 'b', to: 'd' }, 'c', '? ? ? ? ? ?'],
  [{ from: 'b', to: 'd' }, 'd', 'none all all none all none'],
  [{ from: 'b', to: 'd' }, 'e', 'none all all none all none'],
  [{ from: 'b', to: 'b\u0000' }, 'b', 'all none none all all none'],
  [{ from: 'b', to: 'b\u0000' }, 'a', 'none all none all none all'],
  [{ from: 'b', to: 'b\u0000' }, 'c', 'none all all none all none'],
  [{ from: 'b\u0000' }, 'b', 'none all none all none all'],
  [{ from: 'b' }, 'z', '? ? ? ? ? ?'],
  [{ to: 'b' }, '', '? ? none all ? ?'],
  [{ to: 'b\u0000' }, 'b', '? ? ? ? all none'],
  [ANY, 'b', '? ? ? ? ? ?'],
  // Services sort such a text differently, but agree on what is equal to it.
  [{ from: 'b', to: 'd' }, '\ue000', 'none all ? ? ? ?'],
  [{ from: 'b', to: 'd' }, 'a/', 'none all ? ? ? ?'],
])('the keys %j compared with "%s": %s', (span, value, expected) => {
  expect(decisions(span, value)).toBe(expected);
});

it.each([
  ["PartitionKey eq 'b' and A eq 1", 'A eq 1'],
  ["PartitionKey eq 'c' and A eq 1", 'none'],
  ["PartitionKey eq 'b' or A eq 1", 'all'],
  ["PartitionKey eq 'c' or A eq 1", 'A eq 1'],
  ["PartitionKey eq 'b' and RowKey lt 'y'", 'all'],
  ["RowKey eq 'b' and A eq 1", 'none'],
  ["RowKey eq 'xa'", "RowKey eq 'xa'"],
  ["A eq 1 and (B eq 2 and C eq 3) and PartitionKey eq 'b'", 'A eq 1 and B eq 2 and C eq 3'],
  ["PartitionKey eq 'c' or RowKey eq 'b'", 'none'],
  ["not (PartitionKey eq 'b')", 'none'],
  ["not (PartitionKey eq 'c')", 'all'],
  ["not (A eq 1 and PartitionKey eq 'b')", 'not (A eq 1)'],
  ["A eq 1 and (B eq 2 and PartitionKey eq 'b') and (C or D)", 'A eq 1 and B eq 2 and (C or D)'],
  ["(A or (B or PartitionKey eq 'c')) and PartitionKey eq 'b'", 'A or B'],
  ['PartitionKey eq 5 and Ok', 'PartitionKey eq 5 and Ok'],
  ["Name eq 'c'", "Name eq 'c'"],
])('in the partition b and the rows from x to y, %s is %s', (text, expected) => {
  expect(left(text, { from: 'b', to: 'b\u0000' }, { from: 'x', to: 'y' })).toBe(expected);
});
