import { expect, it } from 'vitest';
import { schemeById } from '../schemeRegistry.ts';

/** 2024-03-05T10:00:00Z, and ten minutes. */
const TEN = 638_452_296_000_000_000n;
const STEP = 6_000_000_000n;

it('a sample shows the rounding by its keys of this width alone, whatever else is in it', () => {
  const others = [
    '',
    'x638452296000000001',
    '638452296000000001x',
    '0638452296000x00001',
    '063845229600000000',
  ];
  const sample = [0n, 1n, 3n].map((steps) => `0${TEN + steps * STEP}`);
  for (const other of others) {
    const reading = schemeById('ticks19')?.read(`0${TEN}`, 'partition', { sample: [other, ...sample] });
    expect([other, reading?.window]).toEqual([other, { from: TEN, to: TEN + STEP }]);
  }
});
