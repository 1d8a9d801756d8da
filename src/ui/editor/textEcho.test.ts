import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createTextEcho, type TextEcho } from './textEcho.ts';

/** An editor and a page that draws late: each draw shows what the page knew when the draw began. */
function editorAndPage(echo: TextEcho) {
  let text = '';
  let known = '';
  let drawn: string | undefined;
  return {
    type: (letter: string) => {
      text += letter;
      known = text;
      echo.told(text);
    },
    /** The page sets a text, as undo or a link does. */
    set: (next: string) => {
      known = next;
    },
    /** The page draws what it knows; effects run later. */
    draw: () => {
      drawn = known;
    },
    effects: () => {
      if (drawn !== undefined && !echo.isEcho(drawn) && drawn !== text) text = drawn;
      drawn = undefined;
    },
    text: () => text,
  };
}

const NEVER: TextEcho = { told: () => undefined, isEcho: () => false };

describe('what is typed between two draws', () => {
  it('stays', () => {
    const lost = editorAndPage(NEVER);
    const kept = editorAndPage(createTextEcho(''));
    for (const { type, draw, effects } of [lost, kept]) {
      type('a');
      draw();
      type('b');
      effects();
    }
    expect(lost.text()).toBe('a');
    expect(kept.text()).toBe('ab');
    kept.draw();
    kept.effects();
    kept.set('Level le 2');
    kept.draw();
    kept.effects();
    expect(kept.text()).toBe('Level le 2');
    // The text before is no echo any more.
    kept.set('ab');
    kept.draw();
    kept.effects();
    expect(kept.text()).toBe('ab');
  });

  it('stays in any order of keys, draws and effects, and a text of the page wins in the end', () => {
    const step = fc.constantFrom('a', 'b', ' ', 'draw', 'effects');
    fc.assert(
      fc.property(fc.array(step, { maxLength: 40 }), fc.boolean(), (steps, isSet) => {
        const editor = editorAndPage(createTextEcho(''));
        let typed = '';
        for (const each of steps) {
          if (each === 'draw' || each === 'effects') editor[each]();
          else {
            typed += each;
            editor.type(each);
          }
          expect(editor.text()).toBe(typed);
        }
        editor.draw();
        editor.effects();
        if (isSet) editor.set('Level le 2');
        editor.draw();
        editor.effects();
        expect(editor.text()).toBe(isSet ? 'Level le 2' : typed);
      }),
    );
  });
});
