// A CORS rule that exposes x-ms-request-id but hides continuation tokens must never make a cut result look whole.
import { recommendedRule } from './rig/corsRules.ts';
import { expectAccessible } from './support/axe.ts';
import { chooseTable, connectWith, open, openConnectDialog, runQuery } from './support/keyscopePage.ts';
import { expect, test } from './support/scripted.ts';

// No second try: a leak or a false Complete that happens only sometimes must fail too.
test.describe.configure({ retries: 0 });

const TABLE = 'Orders';

test('continuation hidden alone: said at connect, and every result is Unverifiable', async ({
  page,
  app,
  startScripted,
}) => {
  const rule = { ...recommendedRule(app.origin), exposedHeaders: 'x-ms-request-id,x-ms-version,Date' };
  const { sasUrl, proxy } = await startScripted([TABLE], { cors: [rule] });
  await open(page, '#/query');
  await connectWith(page, sasUrl);
  const dialog = await openConnectDialog(page);
  await expect(dialog).toContainText("CORS hides the service's headers");
  await expect(dialog).toContainText(`--origins '${app.origin}'`);
  await expectAccessible(page, 'hidden headers', '[role="dialog"]');
  await dialog.getByRole('button', { name: 'Done' }).click();
  await chooseTable(page, TABLE);
  proxy.log.clear();
  const text = await runQuery(page);
  expect(text).toMatch(/^Unverifiable: 1,000 rows from 1 of 1 prefixes/);
  expect(text).toContain('Expose x-ms-*');
  await expect(page.getByRole('listbox', { name: /^Progress by query/ })).toHaveAccessibleName(
    'Progress by query: 1 unverifiable, rows may be missing',
  );
  await expect(page.getByText('1,000 rows, perhaps more')).toBeVisible();
  // Besides pages and coverage checks, one row is requested before them and one after, to see whether the rule has been corrected.
  expect(proxy.log.all().filter(({ top, filter }) => top === '1' && filter === undefined)).toHaveLength(2);
});
