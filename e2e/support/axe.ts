import AxeBuilder from '@axe-core/playwright';
import { expect, type Page } from 'playwright/test';

type ColorScheme = 'light' | 'dark';

const COLOR_RULES = ['color-contrast', 'link-in-text-block'];

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
  // Runs all rules, but only lists violations: on a full grid, locating what passes takes longer than the rules.
  axe.options({ resultTypes: ['violations'] });
  if (colorScheme === 'dark') axe.withRules(COLOR_RULES);
  if (within !== undefined) axe.include(within);
  const { violations: found } = await axe.analyze();
  return found.map(({ id, help, nodes }) => {
    const [first] = nodes;
    return `${id}: ${help} (${nodes.length}), ${first?.html.slice(0, 200) ?? ''} ${first?.failureSummary ?? ''}`;
  });
}

/** Checks a state in both colour themes: the part that a CSS selector names, or the whole page. */
export async function expectAccessible(page: Page, state: string, within?: string): Promise<void> {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    expect.soft(await violations(page, colorScheme, within), `${state}, ${colorScheme}`).toEqual([]);
  }
}
