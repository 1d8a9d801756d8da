import { expect, type Page } from 'playwright/test';
import { violations } from '../../scripts/shots/axe.mjs';

export { violations };

/**
 * Checks a state of the page in light mode: the part that a CSS selector names, or the whole page. Dark mode differs only in its colours,
 * and `tokens.test.ts` checks the contrast of every pair of them in both modes, so only few states are checked in both.
 */
export async function expectAccessible(page: Page, state: string, within?: string): Promise<void> {
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' });
  expect.soft(await violations(page, 'light', within), `${state}, light`).toEqual([]);
}
