import { describe, expect, it } from 'vitest';
import { grownView, isFullView, isGrown, type ValueView, viewFrom } from './ValueText.tsx';

/** Grows a view as far as possible, counting the steps. */
function grow(text: string, from = 0): { readonly view: ValueView; readonly steps: number } {
  let view = viewFrom(from);
  let steps = 0;
  while (!isGrown(view, text)) {
    view = grownView(view, text);
    steps += 1;
  }
  return { view, steps };
}

function elements(view: ValueView): number {
  return view.slices.reduce((sum, slice) => sum + 1 + slice.parts.length, 0);
}

describe('grownView', () => {
  it('shows all of the longest property that a table can hold', () => {
    const text = 'abc-'.repeat(8192);
    const { view } = grow(text);
    expect([view.from, view.to]).toEqual([0, text.length]);
    const drawn = view.slices.flatMap(({ parts }) =>
      parts.map((part) => text.slice(part.offset, part.offset + 4096)),
    );
    expect(drawn.join('') === text).toBe(true);
  });

  it.each(['a', 'a\u200b', '\u202ea\u0301', '\u{1f600}\u200d'])(
    'draws a bounded number of elements for a very long value of %j, in small steps, and reaches its end in sections',
    (piece) => {
      const text = piece.repeat(Math.floor(80_000 / piece.length));
      let from = 0;
      let parts = 0;
      while (from < text.length) {
        const { view, steps } = grow(text, from);
        expect(elements(view)).toBeLessThan(6000);
        expect(Math.max(...view.slices.map((slice) => slice.parts.length))).toBeLessThanOrEqual(402);
        expect(steps).toBeLessThanOrEqual(32);
        expect(view.to).toBeGreaterThan(from);
        expect(view.to === text.length || isFullView(view)).toBe(true);
        from = view.to;
        parts += 1;
      }
      expect(from).toBe(text.length);
      expect(parts).toBeLessThan(120);
    },
  );

  it('takes one step for a run of invisible characters, however long', () => {
    expect(grow('\u200b'.repeat(1_048_576)).steps).toBe(1);
  });
});
