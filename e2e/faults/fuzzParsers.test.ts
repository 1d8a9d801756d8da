import { describe, expect, it } from 'vitest';
import { fuzzParsers } from './fuzzParsers.ts';

describe('parsers', () => {
  it('throw at none of 5,000 bent inputs; npm run soak gives them a million', () => {
    const { inputs, uncaught } = fuzzParsers(5000, 1);
    expect({ inputs, uncaught }).toEqual({ inputs: 5000, uncaught: [] });
  });
});
