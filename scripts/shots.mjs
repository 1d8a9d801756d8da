import { mkdirSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { findOrInstallChromium, NO_CHROMIUM } from './lib/chromium.mjs';
import { ensureInstalled } from './lib/install.mjs';
import { endWith } from './lib/lifecycle.mjs';

/*
 * npm run shots [-- name ...]: takes pictures of every view and state in four widths, light and dark, with an overview, for people to look
 * at. Fails if axe finds something. A name selects the scenes whose names begin with it; without names, the pictures of the README are
 * taken too. Nothing is compared.
 */

const root = dirname(dirname(fileURLToPath(import.meta.url)));
ensureInstalled(root);

// Imported late, because they need the installed packages.
const { chromium } = await import('playwright');
const { startKeyscope } = await import('./lib/keyscope.mjs');
const { SCENES, README_SCENES } = await import('./shots/scenes.mjs');
const { WIDTHS, THEMES, makeSheets, takeScene } = await import('./shots/takeScene.mjs');

const wanted = process.argv.slice(2);
const scenes = SCENES.filter(
  ({ name }) => wanted.length === 0 || wanted.some((start) => name.startsWith(start)),
);
if (scenes.length === 0) {
  process.stderr.write(
    `No scene starts with ${wanted.join(' or ')}. There are: ${SCENES.map(({ name }) => name).join(', ')}.\n`,
  );
  process.exit(1);
}
const executablePath = findOrInstallChromium((line) => process.stderr.write(`${line}\n`));
if (executablePath === undefined) {
  process.stderr.write(`${NO_CHROMIUM}\n`);
  process.exit(1);
}

const folder = join(root, 'shots');
if (wanted.length === 0) rmSync(folder, { recursive: true, force: true });
mkdirSync(folder, { recursive: true });

/** @type {(() => Promise<void>)[]} */
const closers = [];
const close = async () => {
  for (let end = closers.pop(); end !== undefined; end = closers.pop()) await end();
};
endWith(close);

const keyscope = await startKeyscope({ root, port: 0, say: (line) => process.stdout.write(`${line}\n`) });
closers.push(keyscope.close);
const browser = await chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-gpu'] });
closers.push(() => browser.close());

let failed = 0;
for (const scene of scenes) {
  try {
    const found = await takeScene({ browser, keyscope, folder }, scene, { widths: WIDTHS, themes: THEMES });
    if (found.length > 0) failed += 1;
    process.stdout.write(
      found.length === 0
        ? `ok      ${scene.name}\n`
        : `AXE     ${scene.name}: ${found.join('\n          ')}\n`,
    );
  } catch (error) {
    failed += 1;
    process.stdout.write(
      `FAILED  ${scene.name}: ${error instanceof Error ? error.message : String(error)}\n`,
    );
  }
}
await makeSheets(
  browser,
  folder,
  scenes.map(({ name }) => name),
);
if (wanted.length === 0) {
  for (const { scene, file } of README_SCENES)
    await takeScene(
      { browser, keyscope, folder: join(root, 'docs') },
      { ...scene, name: file },
      {
        widths: [1440],
        themes: ['light'],
        bare: true,
      },
    );
}
await close();
process.stdout.write(
  `${scenes.length - failed} scenes in shots/, ${failed} failed. Open shots/index.html.\n`,
);
process.exit(failed === 0 ? 0 : 1);
