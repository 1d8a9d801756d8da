import AxeBuilder from '@axe-core/playwright';

/** @import { Page } from 'playwright' */

const COLOR_RULES = ['color-contrast', 'link-in-text-block'];

/** Lists violations only: on a full grid, locating what passes takes longer than the rules. No rule needs files preloaded. */
const OPTIONS = { resultTypes: /** @type {'violations'[]} */ (['violations']), preload: false };

/** Rows of a grid or table are alike: the first few show what is wrong with all, and contrast is looked up at every cell. */
const LATER_ROWS = '[role="rowgroup"] > [role="row"]:nth-child(n + 8), tbody > tr:nth-child(n + 8)';

/**
 * What axe finds now, in words: all its rules in light, and in dark those that colours can break.
 * @param {Page} page
 * @param {'light' | 'dark'} colorScheme
 * @param {string} [within] a CSS selector: only there; undefined: the whole page
 * @returns {Promise<readonly string[]>}
 */
export async function violations(page, colorScheme, within) {
  // Axe is half a megabyte, and a builder adds it twice each time; once per document is enough.
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
