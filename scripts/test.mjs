import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { findOrInstallChromium, NO_CHROMIUM } from './lib/chromium.mjs';
import { ensureInstalled } from './lib/install.mjs';
import { endWith } from './lib/lifecycle.mjs';
import { browserTests, createSteps, tool, TOOLS, typesAndLint, unitTests } from './lib/steps.mjs';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
ensureInstalled(root);

// Checked first, because a missing browser would otherwise be noticed only after minutes.
const chromium = findOrInstallChromium((line) => process.stderr.write(`${line}\n`));
if (chromium === undefined) {
  process.stderr.write(`${NO_CHROMIUM}\n`);
  process.exit(1);
}

// Imported late, because they need the installed packages.
const { ensureBuilt } = await import('./lib/build.mjs');
const { checkBundleBudget, checkBundleWords } = await import('./lib/bundleBudget.mjs');
const { checkForCanary } = await import('./lib/canary.mjs');
const { checkLayers } = await import('./lib/checkLayers.mjs');

const steps = createSteps(root);
endWith(steps.stop);
// Browser tests often wait for pages and timers. The checks that need no browser use this time.
await Promise.all([
  (async () => {
    const built = await steps.step('build', async () => {
      await ensureBuilt(root, { force: true });
      return { passed: 1, failed: 0, output: '' };
    });
    if (!built) return;
    await steps.step('bundle budget', async () => checkBundleBudget(join(root, 'dist')));
    await steps.step('bundle budget, stress lab', async () => checkBundleBudget(join(root, 'dist-stress')));
    await steps.step('bundle only reads', async () => checkBundleWords(join(root, 'dist')));
    await steps.step('browser tests', browserTests(steps, root, chromium));
    // Nothing that the browser tests leave behind may contain their SAS.
    const leftBehind = ['dist', 'dist-stress', 'node_modules/.tmp/e2e', 'node_modules/.tmp/reports'].map(
      (path) => join(root, path),
    );
    await steps.step('no SAS left behind', async () => checkForCanary(leftBehind));
  })(),
  (async () => {
    await steps.step('layers', async () => checkLayers(root));
    await steps.step('format', tool(steps, [TOOLS.biome, 'format', '.']));
    await steps.step('types and lint', typesAndLint(steps));
    await steps.step('dead code', tool(steps, [TOOLS.knip]));
    await steps.step('dead code, production', tool(steps, [TOOLS.knip, '--production']));
    await steps.step('unit tests', unitTests(steps, root));
  })(),
]);
steps.finish();
