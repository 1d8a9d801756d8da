import { expect, it } from 'vitest';
import { FoundValues } from './foundValues.ts';

it('numbers references by their first occurrence, and knows each one again', () => {
  const found = new FoundValues({ keyOf: () => 0, isByRow: false }, 0);
  const references = [70, 8, 900, 8, 70, 900, 5];
  expect(references.map((reference) => found.idOf(reference))).toEqual([0, 1, 2, 1, 0, 2, 3]);
  expect([found.count, ...found.references.subarray(0, 4)]).toEqual([4, 70, 8, 900, 5]);
});
