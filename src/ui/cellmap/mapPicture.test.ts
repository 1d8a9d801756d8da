import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { linesOf } from './mapPicture.ts';

describe('lines of a saved picture', () => {
  it('contain every word in order, and none is too long', () => {
    fc.assert(
      fc.property(
        fc.array(fc.stringMatching(/^[a-z]{1,30}$/), { minLength: 1 }),
        fc.integer({ min: 8, max: 60 }),
        (words, most) => {
          const lines = linesOf(words.join(' '), most);
          for (const line of lines) expect(line.length).toBeLessThanOrEqual(most);
          expect(lines.join('').replaceAll(' ', '')).toBe(words.join(''));
        },
      ),
    );
    expect(linesOf('', 10)).toEqual(['']);
  });
});
