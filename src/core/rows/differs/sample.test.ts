import { expect, it } from 'vitest';
import { sampleRows } from './sample.ts';

it.each([
  ['all rows, if they are few', 8, 12, 8, 12],
  ['half of each part', 50, 50, 20, 20],
  ['few selected rows, and more others', 10, 90, 10, 30],
  ['few others, and more selected rows', 90, 10, 30, 10],
])('a sample of 40 rows: %s', (_, selected, rest, sampled, others) => {
  const mask = Uint8Array.from({ length: selected + rest }, (_row, at) => (at < selected ? 1 : 0));
  const { rows, sizes } = sampleRows(mask, 40);
  expect(sizes).toEqual({ selected: sampled, rest: others });
  expect(new Set(rows).size).toBe(sampled + others);
  expect([...rows].map((row) => mask[row])).toEqual([
    ...Array.from({ length: sampled }, () => 1),
    ...Array.from({ length: others }, () => 0),
  ]);
});
