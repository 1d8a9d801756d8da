import { join } from 'node:path';
import { violations } from './axe.mjs';
import { writeFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';

/**
 * @import { Browser, Page } from 'playwright'
 * @import { Keyscope } from '../lib/keyscope.mjs'
 */

/** Widths of the window in CSS px: half a screen, a small laptop, a laptop, a large screen. */
export const WIDTHS = /** @type {const} */ ([640, 1024, 1440, 2560]);
/** The window's height at each width. */
const HEIGHTS = /** @type {const} */ ({ 640: 900, 1024: 768, 1440: 900, 2560: 1300 });
export const THEMES = /** @type {const} */ (['light', 'dark']);

/** The widths at which axe checks a scene too: half a screen and a laptop. */
const AXE_WIDTHS = new Set([640, 1440]);

/** @typedef {(typeof WIDTHS)[number]} Width */
/** @typedef {(typeof THEMES)[number]} Theme */

/**
 * @typedef {object} Stage
 * @property {Page} page a fresh one, at the app's first screen
 * @property {Keyscope} keyscope the page object of the browser tests
 * @property {(address: string) => Promise<void>} open loads the app at an address such as `#/query`, and waits until it is idle
 * @property {() => Promise<void>} idle waits until no request is open
 */

/**
 * @typedef {object} Scene
 * @property {string} name of the picture's file
 * @property {string} shows what to look for, in a few words
 * @property {(stage: Stage) => Promise<void>} play brings the page there
 * @property {{ hasTouch?: boolean, isMobile?: boolean, forcedColors?: 'active' }} [context] of the browser
 * @property {number} [rootPx] the browser's text setting, 16 as usual
 * @property {boolean} [closesOnResize] what is open closes when the window changes: played anew for each picture
 * @property {boolean} [isBusy] true: requests stay open, so no picture waits until the page is idle
 */

/**
 * Plays a scene, takes its pictures, and lets axe check it.
 * @param {{ browser: Browser, keyscope: Keyscope, folder: string }} where
 * @param {Scene} scene
 * @param {{ widths: readonly Width[], themes: readonly Theme[], bare?: boolean }} choice bare: the file is called as the scene alone
 * @returns {Promise<readonly string[]>} what axe found, in words
 */
export async function takeScene({ browser, keyscope, folder }, scene, { widths, themes, bare = false }) {
  /** @param {Width} width */
  const play = async (width) => {
    const context = await browser.newContext({
      viewport: { width, height: HEIGHTS[width] },
      colorScheme: 'light',
      timezoneId: 'UTC',
      locale: 'en-US',
      ...scene.context,
    });
    const page = await context.newPage();
    if (scene.rootPx !== undefined) {
      const cdp = await context.newCDPSession(page);
      await cdp.send('Page.setFontSizes', { fontSizes: { standard: scene.rootPx } });
    }
    page.setDefaultTimeout(20_000);
    const idle = async () => {
      await page.evaluate('appIdle()');
    };
    /** @param {string} address */
    const open = async (address) => {
      await page.goto('about:blank');
      await page.goto(`${keyscope.url}${address}`);
      await idle();
    };
    await open('');
    await scene.play({ page, keyscope, open, idle });
    const settle = scene.isBusy === true ? async () => {} : idle;
    await settle();
    return { page, context, settle };
  };

  /** @type {Set<string>} */
  const found = new Set();
  let stage = await play(scene.closesOnResize === true ? (widths[0] ?? 1440) : 1440);
  try {
    for (const [at, width] of widths.entries()) {
      if (at > 0 && scene.closesOnResize === true) {
        await stage.context.close();
        stage = await play(width);
      }
      await stage.page.setViewportSize({ width, height: HEIGHTS[width] });
      for (const theme of themes) {
        await stage.page.emulateMedia({ colorScheme: theme });
        await stage.settle();
        const file = bare ? `${scene.name}.png` : pictureName(scene.name, width, theme);
        await stage.page.screenshot({ path: join(folder, file), animations: 'disabled' });
        if (bare || !AXE_WIDTHS.has(width)) continue;
        for (const one of await violations(stage.page, theme)) found.add(`${width} px, ${theme}: ${one}`);
      }
    }
  } finally {
    await stage.context.close();
  }
  return [...found];
}

/**
 * @param {string} scene
 * @param {Width} width
 * @param {Theme} theme
 */
function pictureName(scene, width, theme) {
  return `${scene}-${width}-${theme}.png`;
}

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
