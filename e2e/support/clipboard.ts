import { expect, type Page } from 'playwright/test';

/** The last text that was copied since this was last called. */
export async function clipboardText(page: Page): Promise<string> {
  let text: string | undefined;
  const take = async (): Promise<string | undefined> => {
    text = await page.evaluate(() => (Reflect.get(window, 'copiedTexts') as string[]).splice(0).at(-1));
    return text;
  };
  await expect.poll(take, 'a text is copied').toBeDefined();
  return text ?? '';
}
