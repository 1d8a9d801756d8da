import { describe, expect, it } from 'vitest';
import { createRandom } from '../../scripts/demo/random.mjs';
import { bend } from './fuzzInputs.ts';
import { fuzzParsers } from './fuzzParsers.ts';

describe('parsers', () => {
  it('throw at none of 5,000 bent inputs; npm run soak gives them a million', () => {
    const { inputs, uncaught } = fuzzParsers(5000, 1);
    expect({ inputs, uncaught }).toEqual({ inputs: 5000, uncaught: [] });
  });

  it('get inputs that differ, the same for the same seed', () => {
    const texts = (seed: number) => {
      const random = createRandom(seed, 'fuzz');
      return Array.from({ length: 200 }, () => bend('https://a.example/?sig=1', ['b', 'c'], random));
    };
    expect(texts(1)).toEqual(texts(1));
    expect(new Set(texts(1)).size).toBeGreaterThan(100);
    expect(texts(2)).not.toEqual(texts(1));
  });
});
