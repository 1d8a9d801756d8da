import { expect, it } from 'vitest';
import { formatFilter } from '../odata/filter.ts';
import { parsedFilter } from '../odata/parsedFilter.fixture.ts';
import { followKeys, narrowed } from './keyRegions.ts';
import { keysNode } from './spans.ts';
import type { KeySpan } from '../keys/base/scheme.ts';

/** The regions of a filter, in order, each as a filter on keys. */
function regionsOf(text: string): readonly string[] {
  const { regions, isCut } = followKeys(parsedFilter(text));
  expect(isCut).toBe(false);
  return regions.map((region) => {
    const node = keysNode(region);
    return node === undefined
      ? 'all'
      : formatFilter(node).replaceAll('PartitionKey', 'P').replaceAll('RowKey', 'R');
  });
}

it.each<readonly [string, readonly string[]]>([
  ['A eq 1', ['all']],
  ['Ok', ['all']],
  ["Ok or P eq 'a'", ['all']],
  ["Ok and P eq 'a'", ["P eq 'a'"]],
  ['P eq 5', ['all']],
  ["Name eq 'a'", ['all']],
  ["P ne 'b'", ['all']],
  ["not (P eq 'b')", ['all']],
  ["not (P ne 'b')", ["P eq 'b'"]],
  ["P lt ''", []],
  ["P eq 'b' and P eq 'c'", []],
  ["P eq 'b' and R lt 'a' and R ge 'a'", []],
  ["P lt 'b'", ["P lt 'b'"]],
  ["P le 'b'", ["P le 'b'"]],
  ["P gt 'b'", ["P gt 'b'"]],
  ["P ge 'b'", ["P ge 'b'"]],
  ["P gt ''", ["P gt ''"]],
  ["not (P lt 'b')", ["P ge 'b'"]],
  ["not (P le 'b')", ["P gt 'b'"]],
  ["not (P gt 'b')", ["P le 'b'"]],
  ["not (P ge 'b')", ["P lt 'b'"]],
  ["not (not (P ge 'b'))", ["P ge 'b'"]],
  ["not (P lt 'b' or P gt 'd')", ["P ge 'b' and P le 'd'"]],
  ["not (P ge 'b' and P le 'd')", ["P lt 'b'", "P gt 'd'"]],
  // Regions are in key order, and each key occurs once.
  ["P eq 'c' or P eq 'a' or P eq 'b' or P eq 'a'", ["P eq 'a'", "P eq 'b'", "P eq 'c'"]],
  ["P lt 'b' or P ge 'b'", ['all']],
  ["P lt 'c' or P ge 'b'", ['all']],
  ["P ge 'b' and P lt 'd' or P ge 'c' and P lt 'e'", ["P ge 'b' and P lt 'e'"]],
  ["P ge 'b' and P lt 'c' or P ge 'd' and P lt 'e'", ["P ge 'b' and P lt 'c'", "P ge 'd' and P lt 'e'"]],
  ["P ge 'b' or P ge 'd'", ["P ge 'b'"]],
  ["R lt 'b' or R gt 'd'", ["R lt 'b'", "R gt 'd'"]],
  ["R gt 'd' or R lt 'b' or R ge 'a' and R lt 'c'", ["R lt 'c'", "R gt 'd'"]],
  ["R ge 'a' and R lt 'e' or R ge 'b' and R lt 'c'", ["R ge 'a' and R lt 'e'"]],
  ["R lt 'b' or R ge 'c' and R lt 'd' or R ge 'd' and R lt 'e'", ["R lt 'b'", "R ge 'c' and R lt 'e'"]],
  ["R ge 'b' or R eq 'b'", ["R ge 'b'"]],
  ["R ge 'a' or R ge 'b' and R lt 'c'", ["R ge 'a'"]],
  ["R le 'b' or R gt 'b'", ['all']],
  // A single key stays apart, because it is cheaper than a range.
  ["R eq 'b' or R gt 'b'", ["R eq 'b'", "R gt 'b'"]],
  ["R eq 'b' or R ge 'a'", ["R ge 'a'"]],
  ["P eq 'b' or P gt 'b'", ["P eq 'b'", "P gt 'b'"]],
  ["P gt 'b' and P lt 'd' or P eq 'd'", ["P gt 'b' and P lt 'd'", "P eq 'd'"]],
  // Partitions with different row ranges stay separate; neighbours with the same ranges are joined.
  ["P eq 'p' and (R lt 'b' or R gt 'd')", ["P eq 'p' and R lt 'b'", "P eq 'p' and R gt 'd'"]],
  [
    "P ge 'b' and R eq 'x' or P lt 'd' and R eq 'y'",
    [
      "P lt 'b' and R eq 'y'",
      "P ge 'b' and P lt 'd' and R eq 'x'",
      "P ge 'b' and P lt 'd' and R eq 'y'",
      "P ge 'd' and R eq 'x'",
    ],
  ],
  ["P ge 'b' or R eq 'x'", ["P lt 'b' and R eq 'x'", "P ge 'b'"]],
  ["P lt 'b' and R eq 'x' or P ge 'b' and P lt 'd' and R eq 'x'", ["P lt 'd' and R eq 'x'"]],
  [
    "P lt 'b' and R eq 'x' or P ge 'c' and P lt 'd' and R eq 'x' or P ge 'd' and R eq 'x'",
    ["P lt 'b' and R eq 'x'", "P ge 'c' and R eq 'x'"],
  ],
  ["P lt 'b' and R eq 'x' or P ge 'c' and R eq 'x'", ["P lt 'b' and R eq 'x'", "P ge 'c' and R eq 'x'"]],
  ["P eq 'b' and R eq 'x' or P eq 'b' and R eq 'y'", ["P eq 'b' and R eq 'x'", "P eq 'b' and R eq 'y'"]],
  // Services sort these texts differently, so no range may begin or end at one.
  ["P lt '\ue000'", ['all']],
  ["P eq '\ue000'", ["P eq '\ue000'"]],
  ["P eq '\ue000' or P ge 'b'", ['all']],
  ["P eq 'a/' or P eq '\ue000' or P ge 'b'", ['all']],
  ["P eq 'c' or P ge 'b' and P lt 'd'", ["P ge 'b' and P lt 'c'", "P eq 'c'", "P gt 'c' and P lt 'd'"]],
  ["P eq '\ue000' or P lt 'b'", ["P lt 'b'", "P eq '\ue000'"]],
  ["P eq '\ue000' or P eq '\uf000'", ["P eq '\ue000'", "P eq '\uf000'"]],
])('the keys of %s', (text, regions) => {
  const whole = text.replaceAll(/\bP\b/g, 'PartitionKey').replaceAll(/\bR\b/g, 'RowKey');
  expect(regionsOf(whole)).toEqual(regions);
});

const ANY: KeySpan = {};

/** What is left of a filter in a region: `all` if every row matches, `none`, or a filter. */
function left(text: string, partition: KeySpan, row: KeySpan = ANY): string {
  const found = narrowed(parsedFilter(text), { partition, row });
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
