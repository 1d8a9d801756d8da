// What a small window or large text cuts off: controls beyond the edges, and words that do not fit into their box.
import type { Page } from 'playwright/test';

/** Describes visible controls and headings that extend beyond a side of the window or hide part of their words. */
export async function cutOff(page: Page): Promise<readonly string[]> {
  return page.evaluate(() => {
    const named =
      'button, a[href], input, textarea, label, summary, h1, h2, h3, [role="tab"], [role="status"]';
    // Lists, grids and maps scroll or pan, so what is outside them can be reached.
    const scrolled = '[role="grid"], [role="application"], [role="listbox"], [data-visually-hidden]';
    return [...document.querySelectorAll<HTMLElement>(named)].flatMap((element) => {
      const { left, right, width, height } = element.getBoundingClientRect();
      const isHidden = !element.checkVisibility() || width <= 2 || height <= 2;
      if (isHidden || element.closest(scrolled) !== null) return [];
      const name = `${element.tagName} ${element.getAttribute('aria-label') ?? element.textContent.slice(0, 40)}`;
      if (left < -1 || right > innerWidth + 1)
        return [`${name}: ${Math.round(left)} to ${Math.round(right)}`];
      // A line cut with an ellipsis shows that something is missing. One that is too high for its box does not.
      return element.scrollHeight > element.clientHeight + 2 &&
        getComputedStyle(element).overflowY !== 'visible'
        ? [`${name}: ${element.scrollHeight} px in ${element.clientHeight}`]
        : [];
    });
  });
}
