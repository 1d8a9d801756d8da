// The Design view: a query is judged, keys are compared, and advice is given. None of this sends a request to the account.
import { expect, test } from './rig/fixtures.ts';
import { expectAccessible } from './support/axe.ts';
import { clipboardText } from './support/clipboard.ts';
import { idle, open } from './support/keyscopePage.ts';

test('a pasted query gets its class, its reason and the same rows for less; designs are compared by their queries, in a link that comes back', async ({
  page,
  app,
}) => {
  await open(page, '#/design');
  const asked = app.proxy.log.count('GET');
  const verdict = page.getByRole('region', { name: 'Verdict' });
  const field = page.getByRole('textbox', { name: 'Filter to judge' });
  await field.fill("(PartitionKey eq 'a' and RowKey eq '1') or (PartitionKey eq 'b' and RowKey eq '2')");
  await idle(page);
  await expect(verdict).toContainText('Union of 2 points');
  await expect(verdict).toContainText('2 point queries in parallel return the same rows.');
  await field.fill("where PartitionKey == 'a' and Level foo 2");
  await expect(page.getByText('foo is not understood here.')).toBeVisible();
  await expect(verdict).toBeHidden();
  await field.fill(
    "Timestamp ge datetime'2026-11-21T23:00:00Z' and Timestamp lt datetime'2026-11-22T00:00:00Z'",
  );
  await idle(page);
  await expect(verdict).toContainText('Table scan');
  await expect(verdict).toContainText('Rows written more than 15 min after their key time are not read.');
  await verdict.getByRole('button', { name: 'Open in Query' }).click();
  await idle(page);
  await expect(page.getByRole('textbox', { name: 'Filter' })).toHaveText(/^Timestamp ge datetime/);
  // The text that was judged must be in no address except that of the query which the user opened.
  await page.goBack();
  await idle(page);
  expect(page.url()).toMatch(/#\/design(?:\?v=1)?$/);
  expect(app.proxy.log.count('GET')).toBe(asked);

  const table = page.getByRole('table', { name: 'Designs compared' });
  await expect(table.getByRole('columnheader', { name: 'Design A' })).toBeVisible();
  await expect(table.getByRole('row', { name: /^All devices, last 5 min/ })).toContainText('Table scan');
  const first = page.getByRole('group', { name: 'Design A' });
  await first.getByRole('textbox', { name: 'PartitionKey template' }).fill('{Hash(DeviceId) mod 0}');
  await expect(first.getByText('The number of buckets is missing or not possible.')).toBeVisible();
  await first.getByRole('textbox', { name: 'PartitionKey template' }).fill('{Guid}');
  await idle(page);
  const advice = page.getByRole('region', { name: 'Advice' });
  await expect(advice).toContainText('The PartitionKey is a GUID');
  const second = page.getByRole('group', { name: 'Design B' });
  await second.getByRole('textbox', { name: 'PartitionKey template' }).fill('{DeviceId}~{yyyyMM}');
  await page.getByRole('button', { name: 'Save design B' }).click();
  await page.keyboard.type('Boilers');
  await page.keyboard.press('Enter');
  const saved = page.getByRole('region', { name: 'Saved templates' });
  await expect(saved).toContainText('{DeviceId}~{yyyyMM} / {Ticks}');
  await page.getByRole('button', { name: 'Remove design D' }).click();
  await expect(page.getByRole('button', { name: 'Add design' })).toBeFocused();
  await page.getByRole('button', { name: 'Add a twin row to design C' }).click();
  await page.getByRole('button', { name: 'Remove the twin row of design C' }).click();
  // Nothing nearer can take the focus, so it moves to the start of the section.
  await expect(page.getByRole('region', { name: 'Which keys serve these queries?' })).toBeFocused();
  const change = advice.getByRole('button', { name: /^Add as a design: Design A/ }).first();
  await change.focus();
  await page.keyboard.press('Enter');
  await idle(page);
  const added = page.getByRole('group', { name: 'Design D' });
  await expect(added.getByRole('textbox', { name: 'PartitionKey template' })).not.toHaveValue('');
  const copied = await added.getByRole('textbox', { name: 'PartitionKey template' }).inputValue();
  // Pasted rows are checked and described, but their texts must not be in the link.
  await page.getByRole('button', { name: 'Remove design C' }).click();
  const rows = ['03', '04', '05'].map((month, at) => ({
    PartitionKey: `contoso_2026${month}`,
    RowKey: String(at),
    Level: at,
    '<b>': 'x',
  }));
  await advice.getByRole('textbox', { name: 'Keys to check' }).fill(JSON.stringify(rows));
  await advice.getByRole('button', { name: /^Describe the entity as these rows: 1 property/ }).click();
  await expect(page.getByRole('textbox', { name: 'Properties' })).toHaveValue(
    /^Level: Int32, 3 values\nDeviceId/,
  );
  await advice.getByRole('button', { name: 'Add the templates of the pasted keys as a design' }).click();
  await expect(
    page.getByText('Not in the link, because it contains text from sampled keys: design D'),
  ).toBeVisible();
  expect(page.url()).not.toContain('contoso');
  await page.getByRole('button', { name: 'Copy link' }).click();
  const link = await clipboardText(page);
  // Only the view may scroll. If the page scrolled, the header would move away with the focus.
  expect(await page.evaluate(() => document.documentElement.scrollHeight - window.innerHeight)).toBe(0);
  expect(link).toContain('#/design?v=1&properties=');
  await expectAccessible(page, 'design');
  // Decode uses the saved template for reading keys until it is forgotten.
  const key = page.getByRole('article', { name: 'Template {DeviceId}~{yyyyMM} / {Ticks}' });
  const views = page.getByRole('navigation', { name: 'Views' });
  await views.getByRole('link', { name: 'Decode' }).click();
  await page.getByRole('textbox', { name: 'Paste keys' }).fill('boiler7~202603');
  await expect(key).toContainText('2026-03-01T00:00:00');
  await views.getByRole('link', { name: 'Design' }).click();
  await saved.getByRole('button', { name: 'Forget Boilers' }).click();
  await expect(saved).toBeHidden();
  await open(page, `#${link.split('#')[1] ?? ''}`);
  await expect(
    page.getByRole('group', { name: 'Design C' }).getByRole('textbox', { name: 'PartitionKey template' }),
  ).toHaveValue(copied);
});
