import AxeBuilder from '@axe-core/playwright';
import { expect, type Page } from 'playwright/test';

type ColorScheme = 'light' | 'dark';

const COLOR_RULES = ['color-contrast', 'link-in-text-block'];

/** Lists violations only: on a full grid, locating what passes takes longer than the rules. No rule needs files preloaded. */
const OPTIONS = { resultTypes: ['violations'] as 'violations'[], preload: false };

/** Rows of a grid or table are alike: the first few show what is wrong with all, and contrast is looked up at every cell. */
const LATER_ROWS = '[role="rowgroup"] > [role="row"]:nth-child(n + 8), tbody > tr:nth-child(n + 8)';

/**
 * What axe finds now, in words: all its rules in light, and in dark those that colours can break.
 * @param within a CSS selector: only there; undefined: the whole page
 */
export async function violations(
  page: Page,
  colorScheme: ColorScheme,
  within?: string,
): Promise<readonly string[]> {
  // Axe is half a megabyte and each builder adds it again; once per document is enough.
  const isIn = await page.evaluate(() => 'axe' in window);
  const axe = new AxeBuilder({ page, ...(isIn && { axeSource: 'undefined' }) }).setLegacyMode(true);
  axe.options(OPTIONS).exclude(LATER_ROWS);
  if (colorScheme === 'dark') axe.withRules(COLOR_RULES);
  if (within !== undefined) axe.include(within);
  const { violations: found } = await axe.analyze();
  return found.map(({ id, help, nodes }) => {
    const [first] = nodes;
    return `${id}: ${help} (${nodes.length}), ${first?.html.slice(0, 200) ?? ''} ${first?.failureSummary ?? ''}`;
  });
}

/**
 * Checks a state in light: the part that a CSS selector names, or the whole page. Dark differs in its colours alone, and
 * `tokens.test.ts` proves the contrast of every pair of them in both themes; so few states are looked at in both.
 */
export async function expectAccessible(page: Page, state: string, within?: string): Promise<void> {
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' });
  expect.soft(await violations(page, 'light', within), `${state}, light`).toEqual([]);
}

/** Checks a state in both colour themes. */
export async function expectAccessibleInBoth(page: Page, state: string, within?: string): Promise<void> {
  await expectAccessible(page, state, within);
  await page.emulateMedia({ colorScheme: 'dark' });
  expect.soft(await violations(page, 'dark', within), `${state}, dark`).toEqual([]);
}
