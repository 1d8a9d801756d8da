import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { markParts } from './markParts.ts';

describe('marks of a search in a cell', () => {
  it('are the matches, and all parts together are the text', () => {
    const text = fc
      .array(fc.constantFrom('a', 'A', 'b', 'É', ' '), { maxLength: 10 })
      .map((each) => each.join(''));
    fc.assert(
      fc.property(text, text, (whole, search) => {
        const parts = markParts(whole, search);
        const isIn = search !== '' && new RegExp(search, 'i').test(whole);
        expect(parts !== undefined).toBe(isIn);
        if (parts === undefined) return;
        expect(parts.map((part) => part.text).join('')).toBe(whole);
        for (const part of parts) expect(part.text.toLowerCase() === search.toLowerCase()).toBe(part.isMatch);
        expect(parts.map(({ from }) => from)).toEqual(
          parts.map((_, at) => parts.slice(0, at).reduce((sum, part) => sum + part.text.length, 0)),
        );
      }),
    );
  });

  it('are few, however often the text is there', () => {
    expect(markParts('x'.repeat(1e5), 'x')?.length).toBe(21);
  });
});
