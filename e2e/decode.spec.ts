// Keys in, times out; a time in, keys out.
import type { Locator, Page } from 'playwright/test';
import { d19, inverted19, isoOf } from '../scripts/demo/keyText.mjs';
import { expectAccessible } from './support/axe.ts';
import { clipboardText } from './support/clipboard.ts';
import { idle, open } from './support/keyscopePage.ts';
import { expect, test } from './support/scripted.ts';

const TICKS = 634_925_952_000_000_000n;
const INSTANT = '2013-01-01T00:00:00.0000000Z';

function box(page: Page): Locator {
  return page.getByRole('textbox', { name: 'Paste keys' });
}

function readings(page: Page): Locator {
  return page.getByRole('region', { name: 'Readings' });
}

async function paste(page: Page, text: string): Promise<void> {
  await box(page).fill(text);
  await idle(page);
}

/** Opens the section Encode again, which then has the time of the pasted text. */
async function encodeAnew(page: Page): Promise<void> {
  const button = page.getByRole('button', { name: 'Encode' });
  if (await page.getByRole('region', { name: 'Encode' }).isVisible()) await button.click();
  await button.click();
}

const KEYS: readonly (readonly [what: string, key: string, title: RegExp, instant: string])[] = [
  ['plain ticks', `0${TICKS}`, /ticks|WAD/i, INSTANT],
  ['prefixed ticks', `${d19(12)}___${d19(TICKS)}`, /prefixed/i, INSTANT],
  ['inverted ticks', inverted19(TICKS), /inverted ticks/i, INSTANT],
  [
    'inverted ticks and a GUID',
    `${inverted19(TICKS + 1n)}_3f4d4ee8-62d5-482b-92a4-6c7b3d55c889`,
    /inverted ticks/i,
    '2013-01-01T00:00:00.0000001Z',
  ],
];

test('keys of each kind and times: the instant to 100 ns, best reading first, the others one click away; keys of a time, its query', async ({
  page,
}) => {
  await open(page, '#/decode');
  await expectAccessible(page, 'empty');
  await test.step('a key of each kind', async () => {
    await paste(page, `0${TICKS}`);
    const others = page.getByRole('button', { name: /^Other readings/ });
    await expect(others).toHaveAttribute('aria-expanded', 'false');
    const before = await readings(page).getByRole('article').count();
    await others.click();
    expect(await readings(page).getByRole('article').count()).toBeGreaterThan(before);
    await expectAccessible(page, 'a key');
    for (const [what, key, title, instant] of KEYS) {
      await paste(page, key);
      const best = readings(page).getByRole('article').first();
      await expect(best, what).toHaveAccessibleName(title);
      await expect(best, what).toContainText(instant);
      await expect(page.getByText('1 key', { exact: true }), what).toBeVisible();
    }
    await page.getByRole('button', { name: 'Encode' }).click();
    const keys = page.getByRole('article', { name: 'Keys of this time' });
    await expect(keys).toContainText(`0${TICKS + 1n}`);
  });
  await test.step('an ISO time and a relative one', async () => {
    const ticks = TICKS + 7n;
    await paste(page, isoOf(ticks));
    const keys = page.getByRole('article', { name: 'Keys of this time' });
    await expect(keys).toContainText(isoOf(ticks));
    await expect(keys).toContainText(d19(ticks));
    await expect(keys).toContainText(inverted19(ticks));
    // Times that writers round down to the minute are rounded down here too.
    await expect(keys.getByRole('row').filter({ hasText: 'WAD' }).first()).toContainText(d19(TICKS));
    await expectAccessible(page, 'a time');
    await paste(page, 'now-1h');
    await expect(page.getByText('A time, not a key')).toBeVisible();
    await expect(keys).toContainText('1 h ago');
  });
  await test.step('a column of keys, a log line and a filter', async () => {
    const lines = Array.from(
      { length: 20 },
      (_, i) => `${d19(i)}___${d19(TICKS + BigInt(i) * 600_000_000n)}`,
    );
    await paste(page, lines.join('\n'));
    await expect(page.getByText('20 keys', { exact: true })).toBeVisible();
    await expect(readings(page).getByRole('article')).toHaveCount(20);
    await expect(readings(page).getByRole('article').nth(19)).toContainText('2013-01-01T00:19:00.0000000Z');

    await paste(
      page,
      `2026-01-01 INFO read PartitionKey ge '${d19(3)}___${d19(TICKS)}' and PartitionKey lt '${d19(3)}___${d19(TICKS + 600_000_000n)}'`,
    );
    await expect(readings(page)).toContainText(INSTANT);
    await expect(readings(page)).toContainText('2013-01-01T00:01:00.0000000Z');

    // The time of the key is encoded, not the one at the beginning of the log line.
    await encodeAnew(page);
    await expect(page.getByRole('textbox', { name: 'Time to encode' })).toHaveValue(INSTANT);

    await paste(page, `${lines[0]}\nno key here\n${lines[1]}`);
    await expect(readings(page)).toContainText('No key was found in line 2.');
    await paste(page, 'nothing at all');
    await expect(readings(page)).toContainText('No key of a known scheme');
    await expectAccessible(page, 'nothing found');
  });
  await test.step('a key without a prefix', async () => {
    await paste(page, '0638452306200000000');
    const link = readings(page).getByRole('link', { name: 'Query this interval' });
    await expect(link).toHaveAttribute(
      'href',
      /scheme=wad&.*&from=2024-03-05T10:17:00\.0000000Z&to=2024-03-05T10:18:00\.0000000Z/,
    );
    expect(await link.getAttribute('href')).not.toMatch(/volume=(?:medium|large)/);
    // The name of a table is the table to read.
    await paste(page, 'WADMetricsPT1MP10DV2S20170410');
    await expect(link).toHaveAttribute(
      'href',
      /table=WADMetricsPT1MP10DV2S20170410&volume=small&from=2017-04-10T.*&to=2017-04-20T/,
    );
  });
});

test('hostile text and secrets: shown, never obeyed, not decoded, not linked, not kept; Copy link holds the text, and opening it decodes the same', async ({
  page,
  context,
  app,
}) => {
  await open(page, '#/decode');
  const key = `${d19(5)}___${d19(TICKS)}`;
  await paste(
    page,
    `<img src=x onerror="document.title='owned'"><script>document.title='owned'</script>\n${key}`,
  );
  await expect(readings(page)).toContainText(INSTANT);
  expect(await page.title()).toBe('Keyscope');
  expect(await readings(page).locator('img, script').count()).toBe(0);

  await paste(page, `${key}\u202Etxet desrever\u202C \u0000\u0007\u200B\uFEFF`);
  await expect(readings(page)).toContainText(INSTANT);
  expect(await readings(page).textContent(), 'no bidi control reaches the screen bare').not.toMatch(
    /[\u202A-\u202E\u2066-\u2069]/,
  );

  await paste(page, '\uD800 lone \uDC00 __proto__ constructor');
  await expect(readings(page)).toContainText('No key of a known scheme');

  await paste(page, `${'x'.repeat(60_000)}\n${key}`);
  await expect(readings(page)).toContainText(INSTANT);
  await paste(page, '0'.repeat(60_000));
  await expect(box(page)).toBeVisible();

  await paste(page, 'https://contoso.table.core.windows.net/?sv=2022-11-02&sig=c2VjcmV0');
  await expect(readings(page)).toContainText('seems to hold a SAS, an access token or an account key');
  await expect(readings(page).getByRole('article')).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Copy link' })).toBeDisabled();
  await expectAccessible(page, 'a secret');
  expect(
    await page.evaluate(
      () => location.href + JSON.stringify([Object.entries(localStorage), Object.entries(sessionStorage)]),
    ),
  ).not.toContain('c2VjcmV0');
  expect(await readings(page).innerText()).not.toContain('c2VjcmV0');
  // The notice disappears with the text that caused it.
  await paste(page, key);
  await expect(readings(page)).not.toContainText('seems to hold a SAS');

  await context.grantPermissions(['clipboard-write'], { origin: app.origin });
  const text = `${d19(12)}___${d19(TICKS)}\nO'Brien & "\u00fc" %41 #?`;
  await paste(page, text);
  expect(await page.evaluate(() => location.hash)).toBe('#/decode');
  await page.getByRole('button', { name: 'Copy link' }).click();
  const link = await clipboardText(page);
  expect(link.startsWith(`${app.url}#/decode?v=1&text=`)).toBe(true);
  await open(page, link.slice(app.url.length));
  await expect(box(page)).toHaveValue(text);
  await expect(readings(page)).toContainText(INSTANT);
  await paste(page, 'x'.repeat(2049));
  await expect(page.getByRole('button', { name: 'Copy link' })).toBeDisabled();
  await expect(page.getByText('Over 2 KB: too long for a link')).toBeVisible();
  await page.getByRole('button', { name: 'Clear' }).click();
  await expect(box(page)).toHaveValue('');
});

test('the time zone switch shows local time beside, and UTC stays exact', async ({ browser, app }) => {
  const context = await browser.newContext({ baseURL: app.url, timezoneId: 'America/Los_Angeles' });
  const page = await context.newPage();
  await open(page, '#/decode');
  await paste(page, `0${TICKS}`);
  const best = readings(page).getByRole('article').first();
  await expect(best).toContainText(INSTANT);
  await expect(best).toContainText('2012-12-31T16:00:00.0000000');
  await expect(page.getByRole('button', { name: 'Time zone' })).toHaveText('UTC');
  await page.getByRole('button', { name: 'Time zone' }).click();
  await expect(page.getByRole('button', { name: 'Time zone' })).toHaveText('America/Los_Angeles');
  await context.close();
});
