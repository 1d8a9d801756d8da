// A page that the tests of a worker share must be like a new one for each of them, whatever the previous test has left in it.
import { open } from './support/keyscopePage.ts';
import { expect, hurry, test } from './support/scripted.ts';

test.describe.configure({ mode: 'serial' });

test('a test may leave anything behind', async ({ page, context }) => {
  await hurry(page);
  await open(page, '#/query?v=1&table=Left');
  await page.getByRole('button', { name: 'Theme' }).click();
  await page.evaluate(async () => {
    localStorage.setItem('left', '1');
    sessionStorage.setItem('left', '1');
    document.cookie = 'left=1';
    await caches.open('left');
    await new Promise((resolve, reject) => {
      const opening = indexedDB.open('left');
      opening.addEventListener('success', () => {
        opening.result.close();
        resolve(undefined);
      });
      opening.addEventListener('error', reject);
    });
    history.pushState({ left: 1 }, '', '#/decode');
  });
  await page.emulateMedia({ colorScheme: 'dark' });
  await page.setViewportSize({ width: 640, height: 480 });
  await context.grantPermissions(['clipboard-write', 'notifications']);
  await page.getByRole('link', { name: 'Query' }).hover();
  expect(await context.cookies()).toHaveLength(1);
});

test('the next one finds nothing of it; what cannot be put back is not used again', async ({
  page,
  context,
  warm,
}) => {
  expect(page.url(), 'a picture, and no app').toMatch(/favicon\.svg$/);
  await open(page, '#/decode');
  const found = await page.evaluate(async () => ({
    local: localStorage.length,
    session: sessionStorage.length,
    cookie: document.cookie,
    caches: await caches.keys(),
    databases: await indexedDB.databases(),
    entries: history.length,
    state: history.state as unknown,
    isDark: matchMedia('(prefers-color-scheme: dark)').matches,
    width: innerWidth,
    notifications: (await navigator.permissions.query({ name: 'notifications' })).state,
    hovered: document.querySelectorAll('a:hover, button:hover').length,
    hasPlainTimers: /native code/.test(String(setTimeout)),
  }));
  expect(found).toMatchObject({
    local: 0,
    session: 0,
    cookie: '',
    caches: [],
    databases: [],
    isDark: false,
    width: 1440,
    notifications: 'prompt',
    hovered: 0,
    hasPlainTimers: true,
  });
  expect(found.entries).toBeLessThanOrEqual(2);
  expect(found.state, 'its first entry, of its first tab').toEqual({ at: 0, step: 0, tab: 1 });
  expect(await context.cookies()).toEqual([]);

  // This cannot be reset, so the page must not be used again.
  page.setDefaultTimeout(60_000);
  await warm.giveBack(true);
  expect(page.isClosed()).toBe(true);
});
