import { describe, expect, it } from 'vitest';
import { createTextEcho, type TextEcho } from './editorHistory.ts';
import fc from 'fast-check';

interface Drawn {
  readonly text: string;
  readonly told: number;
}

/**
 * An editor and a page that renders late. Each render shows what the page knew when it began, and does nothing if that
 * equals the previous render.
 */
function editorAndPage(echo: TextEcho, toldBefore = 0) {
  let text = '';
  let count = toldBefore;
  let known: Drawn = { text: '', told: toldBefore };
  let drawn = known;
  let shown = known;
  return {
    type: (letter: string) => {
      text += letter;
      known = { ...known, text };
      count = echo.told();
    },
    /** The page sets a text itself, as undo or a link does. */
    set: (next: string) => {
      known = { ...known, text: next };
    },
    /** The count may arrive later than its text. */
    count: () => {
      known = { ...known, told: count };
    },
    draw: () => {
      drawn = known;
    },
    effects: () => {
      if (drawn.text === shown.text && drawn.told === shown.told) return;
      shown = drawn;
      if (!echo.isOlder(drawn.told)) ({ text } = drawn);
    },
    text: () => text,
    known: () => known.text,
  };
}

const NEVER: TextEcho = { told: () => 0, isOlder: () => false };

describe('what is typed between two renders', () => {
  it('stays', () => {
    const lost = editorAndPage(NEVER);
    const kept = editorAndPage(createTextEcho(0));
    for (const { type, count, draw, effects } of [lost, kept]) {
      type('a');
      count();
      draw();
      type('b');
      effects();
    }
    expect(lost.text()).toBe('a');
    expect(kept.text()).toBe('ab');
  });

  it('stays until the page sets a text, and in the end editor and page agree, in any order of events', () => {
    // Few letters, so that texts that were typed or shown before recur.
    const text = fc.stringMatching(/^[ab]{0,3}$/);
    const step = fc.oneof(
      fc.constantFrom('a', 'b', 'count', 'draw', 'effects').map((kind) => ({ kind, next: '' })),
      text.map((next) => ({ kind: 'set', next })),
    );
    fc.assert(
      fc.property(fc.array(step, { maxLength: 30 }), fc.nat(5), (steps, toldBefore) => {
        const editor = editorAndPage(createTextEcho(toldBefore), toldBefore);
        let isTypedLast = true;
        for (const { kind, next } of steps) {
          if (kind === 'set') editor.set(next);
          else if (kind === 'count' || kind === 'draw' || kind === 'effects') editor[kind]();
          else editor.type(kind);
          if (kind === 'set') isTypedLast = false;
          if (kind === 'a' || kind === 'b') isTypedLast = true;
          expect(isTypedLast ? editor.text() : editor.known()).toBe(editor.known());
        }
        editor.count();
        editor.draw();
        editor.effects();
        expect(editor.text()).toBe(editor.known());
      }),
      { numRuns: 200 },
    );
  });
});
