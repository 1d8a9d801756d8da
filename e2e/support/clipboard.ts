import type { Page } from 'playwright/test';

/** The clipboard's text, read by pasting into an empty page, because the app's own host forbids reading it. */
export async function clipboardText(page: Page): Promise<string> {
  const blank = await page.context().newPage();
  await blank.setContent('<textarea aria-label="Pasted"></textarea>');
  await blank.getByRole('textbox').focus();
  await blank.keyboard.press('ControlOrMeta+V');
  const text = await blank.getByRole('textbox').inputValue();
  await blank.close();
  return text;
}
