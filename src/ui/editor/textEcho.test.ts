import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createTextEcho, type TextEcho } from './textEcho.ts';

interface Drawn {
  readonly text: string;
  readonly told: number;
}

/**
 * An editor and a page that draws late: each draw shows what the page knew when the draw began, and nothing happens where it shows the
 * same as the draw before.
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
    /** The page sets a text, as undo or a link does. */
    set: (next: string) => {
      known = { ...known, text: next };
    },
    /** The count may reach the draws later than its text. */
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

describe('what is typed between two draws', () => {
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

  it('gives way to the text that the page showed before', () => {
    const editor = editorAndPage(createTextEcho(0));
    for (const letter of 'abc') editor.type(letter);
    editor.set('');
    editor.count();
    editor.draw();
    editor.effects();
    expect(editor.text()).toBe('');
  });

  it('stays until the page sets a text; in the end both hold the same, in any order', () => {
    // Also texts that were typed or shown before.
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
      { numRuns: 500 },
    );
  });
});
