// The page's own policy. secrets.spec.ts tests that it blocks nothing of the SDK.
import type { Page } from 'playwright/test';
import { type App, expect, test } from './rig/fixtures.ts';
import { expectAccessible } from './support/axe.ts';
import { connectDemo, idle } from './support/keyscopePage.ts';

// No second try: a leak or a false Complete that happens only sometimes must fail too.
test.describe.configure({ retries: 0 });

test.describe('the policy', () => {
  test.use({ expectedErrors: [/someone-else/] });

  test('is in the page and in the header, names two sources of trusted types, and is narrowed to the account once more before the first request', async ({
    page,
    app,
  }) => {
    const answer = await page.goto(`${app.url}#/query?v=1&table=WADLogsTable`);
    const policies = page.locator('meta[http-equiv="Content-Security-Policy"]');
    const own = (await policies.getAttribute('content')) ?? '';
    expect(own).toContain("default-src 'none'; script-src 'self'");
    expect(answer?.headers()).toMatchObject({
      'content-security-policy': `${own}; frame-ancestors 'none'; sandbox allow-scripts allow-same-origin allow-downloads allow-modals`,
      'referrer-policy': 'no-referrer',
      'x-content-type-options': 'nosniff',
      'cross-origin-opener-policy': 'same-origin',
      'permissions-policy': expect.stringContaining('camera=()'),
    });
    expect(/trusted-types ([^;]*)/.exec(own)?.[1]?.trim().split(/\s+/)).toEqual([
      'keyscope-worker',
      '@azure/core-xml#xml.browser',
    ]);
    // A policy with a name that is not listed is refused.
    const refused = await page.evaluate(() => {
      const types = Reflect.get(globalThis, 'trustedTypes') as {
        createPolicy: (name: string, rules: object) => object;
      };
      try {
        types.createPolicy('someone-else', {});
        return 'made';
      } catch {
        return 'refused';
      }
    });
    expect(refused).toBe('refused');
    await connectDemo(page);
    expect(await policies.count()).toBe(2);
    const sources = `connect-src 'self' ${app.demoEndpoint}/`;
    expect(await policies.nth(1).getAttribute('content')).toBe(
      `${own.replace(/ ?connect-src [^;]*;/, '')}; ${sources}`,
    );
    await expectEditor(page, app);
  });
});

/** The editor of the filter completes from what was read, by keyboard, sends nothing, and adds nothing that the policy blocks. */
async function expectEditor(page: Page, app: App): Promise<void> {
  const field = page.getByRole('textbox', { name: 'Filter', exact: true });
  app.proxy.log.clear();
  await field.pressSequentially('Lev');
  await expect(page.getByRole('option', { name: /^Level/ })).toHaveAttribute('aria-selected', 'true');
  await expectAccessible(page, 'an open list', '[aria-label="Query"]');
  await page.keyboard.press('Escape');
  await expect(page.getByRole('listbox')).toHaveCount(0);
  await page.keyboard.press('Control+Space');
  await expect(page.getByRole('option', { name: /^Level/ })).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('option', { name: /^le less or equal/ })).toBeVisible();
  await field.pressSequentially("le 2 and Role ~ 'x'");
  await expect(field).toHaveAttribute('aria-invalid', 'true');
  await expect(field).toHaveAccessibleDescription(/~ is not part of a filter\./);
  await page.keyboard.press('Control+z');
  await page.keyboard.press('Control+Shift+Z');
  await expect(field).toHaveText("Level le 2 and Role ~ 'x'");
  // The form has a fault, so nothing is run and the caret stays where it was.
  await page.keyboard.press('Shift+Enter');
  await expect(field).toBeFocused();
  await page.keyboard.press('Backspace');
  await expect(field).toHaveText("Level le 2 and Role ~ 'x");
  // If the browser itself typed over coloured text, it would add inline styles, which the page's policy blocks.
  await page.keyboard.press('Control+A');
  await page.keyboard.type('startswith(');
  await expect(field).toHaveText('startswith(');
  await page.keyboard.press('Control+A');
  await page.keyboard.press('Backspace');
  await page.keyboard.type("'x'");
  await expect(field).toHaveText("'x'");
  await page.keyboard.press('Escape');
  // The keyboard can leave the editor.
  await page.keyboard.press('Tab');
  await expect(page.getByRole('button', { name: 'Newest' })).toBeFocused();
  await idle(page);
  expect(app.proxy.log.all()).toEqual([]);
}
