import { expect, it } from 'vitest';
import { neighbourKind } from './neighbours.ts';

/** Numbers of 19 digits: the first, and more at this distance. */
function numbers(first: bigint, distance: bigint, count = 8): readonly string[] {
  return Array.from({ length: count }, (_, at) => String(first + BigInt(at) * distance));
}

const ODD = ['', '1x09632830000000001', '170963283000000000', '0709632830000000001'];

it('neighbours that end in zeros are times of a clock, even if the bits of a machine do not change', () => {
  // 2^22 * 25 leaves the lower 22 bits as they are.
  expect(neighbourKind([...ODD, ...numbers(1_709_632_830_000_000_000n, 104_857_600n)])).toBe('nanoseconds');
});

it('neighbours of few machines are ids, and of many are times', () => {
  expect(neighbourKind([...ODD, ...numbers(1_709_632_830_000_000_001n, 2n ** 22n + 1n)])).toBe('snowflake');
  expect(neighbourKind([...ODD, ...numbers(1_709_632_830_000_000_001n, 2n ** 22n + 2n ** 12n)])).toBe(
    'nanoseconds',
  );
});

it('too few neighbours tell nothing, nor the same one again', () => {
  const three = numbers(1_709_632_830_000_000_001n, 2n ** 22n + 1n, 3);
  expect([neighbourKind(undefined), neighbourKind([...ODD, ...three, ...three])]).toEqual([
    undefined,
    undefined,
  ]);
  expect(neighbourKind(numbers(1_709_632_830_000_000_001n, 2n ** 22n + 1n, 4))).toBe('snowflake');
});
