import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { pictureName, THEMES, WIDTHS } from './takeScene.mjs';

/** @import { Browser } from 'playwright' */

const THUMB_WIDTH = 620;

/**
 * Writes `index.html` with all pictures, and for each width and theme one picture with all scenes in small size.
 * @param {Browser} browser
 * @param {string} folder holds the pictures
 * @param {readonly string[]} scenes names
 * @returns {Promise<void>}
 */
export async function makeSheets(browser, folder, scenes) {
  const page = await browser.newPage({ viewport: { width: 3 * (THUMB_WIDTH + 20) + 20, height: 900 } });
  for (const width of WIDTHS) {
    for (const theme of THEMES) {
      const sheet = `sheet-${width}-${theme}`;
      const body = scenes.map((scene) => figure(scene, pictureName(scene, width, theme))).join('');
      writeFileSync(join(folder, `${sheet}.html`), htmlOf(body));
      await page.goto(pathToFileURL(join(folder, `${sheet}.html`)).href);
      await page.screenshot({ path: join(folder, `${sheet}.png`), fullPage: true });
    }
  }
  await page.close();
  const all = scenes.flatMap((scene) =>
    WIDTHS.flatMap((width) => THEMES.map((theme) => figure(scene, pictureName(scene, width, theme)))),
  );
  writeFileSync(join(folder, 'index.html'), htmlOf(all.join('')));
}

/**
 * @param {string} caption
 * @param {string} file
 */
function figure(caption, file) {
  return `<figure><figcaption>${caption}</figcaption><a href="${file}"><img src="${file}" alt="${file}"></a></figure>`;
}

/** @param {string} body */
function htmlOf(body) {
  return `<!doctype html><meta charset="utf-8"><title>Keyscope, all views</title>
<style>body{margin:10px;background:#777;font:13px sans-serif;display:flex;flex-wrap:wrap;gap:20px;align-items:start}
figure{margin:0;width:${THUMB_WIDTH}px}figcaption{color:#fff}img{width:100%;display:block}</style>${body}\n`;
}
