// How much a view demands of its reader: words and controls in sight, counted in the page.
import type { Page } from 'playwright/test';

export interface InSight {
  /** Words of at least two letters. A word at the cut edge of a scrolled list counts. */
  readonly words: number;
  /** Everything that can be pressed, typed into or chosen. */
  readonly controls: number;
}

/** Counts what is inside the window and not clipped, hidden or covered. */
export async function inSight(page: Page): Promise<InSight> {
  return await page.evaluate(() => {
    type Box = { left: number; top: number; right: number; bottom: number };
    const cut = (a: Box, b: Box): Box => ({
      left: Math.max(a.left, b.left),
      top: Math.max(a.top, b.top),
      right: Math.min(a.right, b.right),
      bottom: Math.min(a.bottom, b.bottom),
    });
    // Text only for screen readers is drawn in a box of one pixel.
    const isSeen = (box: Box): boolean => box.right - box.left > 1 && box.bottom - box.top > 1;

    const clips = new Map<Element, Box>();
    const clipOf = (element: Element | null): Box => {
      if (element === null) return { left: 0, top: 0, right: innerWidth, bottom: innerHeight };
      const known = clips.get(element);
      if (known !== undefined) return known;
      const outer = clipOf(element.parentElement);
      const style = getComputedStyle(element);
      const isClipping =
        style.overflowX !== 'visible' || style.overflowY !== 'visible' || style.clipPath !== 'none';
      const box = isClipping ? cut(outer, element.getBoundingClientRect()) : outer;
      clips.set(element, box);
      return box;
    };
    const isShown = (element: Element): boolean =>
      element.checkVisibility({ opacityProperty: true, visibilityProperty: true });

    const countWords = (): number => {
      let words = 0;
      // "Key" and "scope" in two colours count as one word.
      let joins = false;
      const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
      for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
        const parent = node.parentElement;
        if (parent === null || !isShown(parent) || /^(?:SCRIPT|STYLE)$/.test(parent.tagName)) continue;
        const text = node.nodeValue ?? '';
        const isInline = getComputedStyle(parent).display === 'inline';
        const continues = joins && isInline && /^\p{L}/u.test(text);
        joins = /\p{L}$/u.test(text);
        for (const match of text.matchAll(/\p{L}{2,}/gu)) {
          if (continues && match.index === 0) continue;
          const range = document.createRange();
          range.setStart(node, match.index);
          range.setEnd(node, match.index + match[0].length);
          if ([...range.getClientRects()].some((rect) => isSeen(cut(clipOf(parent), rect)))) words += 1;
        }
      }
      return words;
    };

    const countControls = (): number => {
      const CONTROLS =
        'a[href],button,input,textarea,select,summary,[role=button],[role=tab],[role=combobox],[role=slider],[role=application],[role=grid]';
      const seen = new Set<Element>();
      for (const control of document.querySelectorAll(CONTROLS)) {
        // The input of a drawn radio button or checkbox has no size, but its label has.
        const drawn = control.matches('input[type=radio],input[type=checkbox]')
          ? (control.closest('label') ?? control)
          : control;
        if (isShown(drawn) && isSeen(cut(clipOf(drawn.parentElement), drawn.getBoundingClientRect())))
          seen.add(drawn);
      }
      return seen.size;
    };
    // A field with a button inside counts as two controls. A button cannot contain another one.
    return { words: countWords(), controls: countControls() };
  });
}
