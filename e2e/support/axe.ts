import { expect, type Page } from 'playwright/test';
import { violations } from '../../scripts/shots/axe.mjs';

export { violations };

/**
 * Checks a state in light: the part that a CSS selector names, or the whole page. Dark differs in its colours alone, and
 * `tokens.test.ts` proves the contrast of every pair of them in both themes; so few states are looked at in both.
 */
export async function expectAccessible(page: Page, state: string, within?: string): Promise<void> {
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' });
  expect.soft(await violations(page, 'light', within), `${state}, light`).toEqual([]);
}
