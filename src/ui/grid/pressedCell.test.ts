import { expect, it } from 'vitest';
import { tipOf } from './pressedCell.ts';

it('a tooltip has a text of up to 1,000 characters whole, and says how much of a longer one it leaves out', () => {
  for (const length of [1, 201, 999, 1000]) expect(tipOf('a'.repeat(length))).toBe('a'.repeat(length));
  expect(tipOf('a'.repeat(1001))).toBe(`${'a'.repeat(1000)} and 1 more character`);
  expect(tipOf('b'.repeat(32_000))).toBe(`${'b'.repeat(1000)} and 31,000 more characters`);
});
