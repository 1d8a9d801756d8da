import AxeBuilder from '@axe-core/playwright';
import { expect, type Page } from 'playwright/test';

type ColorScheme = 'light' | 'dark';

const COLOR_RULES = ['color-contrast', 'link-in-text-block'];

/** What axe finds now, in words: all its rules in light, and in dark those that colours can break. */
export async function violations(page: Page, colorScheme: ColorScheme): Promise<readonly string[]> {
  const axe = new AxeBuilder({ page }).setLegacyMode(true);
  const { violations: found } = await (colorScheme === 'light' ? axe : axe.withRules(COLOR_RULES)).analyze();
  return found.map(({ id, help, nodes }) => {
    const [first] = nodes;
    return `${id}: ${help} (${nodes.length}), ${first?.html.slice(0, 200) ?? ''} ${first?.failureSummary ?? ''}`;
  });
}

/** Looks at a state in both themes of the system. */
export async function expectAccessible(page: Page, state: string): Promise<void> {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    expect.soft(await violations(page, colorScheme), `${state}, ${colorScheme}`).toEqual([]);
  }
}
