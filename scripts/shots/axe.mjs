import AxeBuilder from '@axe-core/playwright';

/** @import { Page } from 'playwright' */

const COLOR_RULES = ['color-contrast', 'link-in-text-block'];

/**
 * Asks only for violations: on a full grid, locating the elements that pass would take longer than the rules. No rule needs preloaded
 * files.
 */
const OPTIONS = { resultTypes: /** @type {'violations'[]} */ (['violations']), preload: false };

/**
 * Rows of a grid or table are alike, so the first few show what is wrong with all of them. Later ones are left out, because contrast is
 * checked at every cell.
 */
const LATER_ROWS = '[role="rowgroup"] > [role="row"]:nth-child(n + 8), tbody > tr:nth-child(n + 8)';

/**
 * What axe finds now, in words: with all its rules in light mode, and in dark mode with those that colours can break.
 * @param {Page} page
 * @param {'light' | 'dark'} colorScheme
 * @param {string} [within] a CSS selector: only there; undefined: the whole page
 * @returns {Promise<readonly string[]>}
 */
export async function violations(page, colorScheme, within) {
  // Axe is half a megabyte, and each of its builders would add it twice, so it is added once per document.
  const isIn = await page.evaluate(() => 'axe' in globalThis);
  if (!isIn) await page.evaluate(new AxeBuilder({ page })['script']());
  const axe = new AxeBuilder({ page, axeSource: 'undefined' }).setLegacyMode(true);
  axe.options(OPTIONS).exclude(LATER_ROWS);
  if (colorScheme === 'dark') axe.withRules(COLOR_RULES);
  if (within !== undefined) axe.include(within);
  const { violations: found } = await axe.analyze();
  return found.map(({ id, help, nodes }) => {
    const [first] = nodes;
    return `${id}: ${help} (${nodes.length}), ${first?.html.slice(0, 200) ?? ''} ${first?.failureSummary ?? ''}`;
  });
}
