import { expect, it } from 'vitest';
import { byShape, LETTER, UPPER_HEX } from './keyShape.ts';

it.each('ABCDEFGHIJKLMNOPQRSTUVWXYZ'.split(''))(
  '%s is a letter, and an upper-case hex digit up to F',
  (letter) => {
    const kinds = byShape((shape) => shape.kinds)(letter);
    expect(kinds & LETTER).not.toBe(0);
    expect((kinds & UPPER_HEX) !== 0).toBe(letter <= 'F');
  },
);
