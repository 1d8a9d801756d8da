import { expect, it } from 'vitest';
import { formatFilter, parseFilter } from '../odata/filter.ts';
import { followKeys } from './keyRegions.ts';
import { keysNode } from './spans.ts';

/** The regions of a filter, in order, each as a filter on keys. */
function regionsOf(text: string): readonly string[] {
  const read = parseFilter(text);
  if (!read.ok) throw new Error(read.error.message);
  const { regions, isCut } = followKeys(read.value);
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
