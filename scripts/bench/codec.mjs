import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { build } from 'vite';
import { inChromium, PAGE_SCRIPT } from './inChromium.mjs';
import { contestLine, FRAME_MS, HEADING, pasteLine } from './report.mjs';

/**
 * @typedef {import('./report.mjs').ContestResult} ContestResult
 * @typedef {import('./report.mjs').PasteResult} PasteResult
 */

/**
 * Bundles the benchmark like the app, minified, because that is what users run.
 * @param {string} root
 * @param {string} folder for the output
 */
async function bundle(root, folder) {
  const common = { configFile: /** @type {const} */ (false), logLevel: /** @type {const} */ ('warn') };
  await build({
    ...common,
    root,
    publicDir: false,
    build: {
      target: 'es2023',
      minify: true,
      outDir: join(folder, 'node'),
      emptyOutDir: true,
      ssr: fileURLToPath(new URL('../../e2e/bench/codecContests.ts', import.meta.url)),
      rolldownOptions: { output: { entryFileNames: 'codec.mjs' } },
    },
  });
  await build({
    ...common,
    root,
    base: './',
    publicDir: false,
    worker: { format: 'es' },
    build: {
      target: 'es2023',
      outDir: join(folder, 'page'),
      emptyOutDir: true,
      rolldownOptions: {
        input: fileURLToPath(new URL('../../e2e/bench/page.ts', import.meta.url)),
        output: { entryFileNames: PAGE_SCRIPT },
      },
    },
  });
}

/**
 * @param {ContestResult} result
 * @returns {boolean}
 */
function isGoodContest(result) {
  return result.faults.length === 0 && result.ratio >= (result.goal ?? 0);
}

/**
 * @param {string} folder
 * @returns {Promise<boolean>}
 */
async function runInNode(folder) {
  process.stdout.write(`\ncodec, Node ${process.version}\n${HEADING}\n`);
  /** @type {{ CONTEST_COUNT: number, runContest: (index: number) => ContestResult }} */
  const { CONTEST_COUNT, runContest } = await import(pathToFileURL(join(folder, 'node', 'codec.mjs')).href);
  let isGood = true;
  for (let index = 0; index < CONTEST_COUNT; index++) {
    const result = runContest(index);
    isGood = isGoodContest(result) && isGood;
    process.stdout.write(`${contestLine(result)}\n`);
  }
  return isGood;
}

/**
 * @param {string} folder
 * @param {string} chromium the executable
 * @returns {Promise<boolean>}
 */
function runInBrowser(folder, chromium) {
  return inChromium(join(folder, 'page'), chromium, async (call, version) => {
    process.stdout.write(`\ncodec, Chromium ${version}\n${HEADING}\n`);
    let isGood = true;
    const count = /** @type {number} */ (await call('contestCount'));
    for (let index = 0; index < count; index++) {
      const result = /** @type {ContestResult} */ (await call('runContest', index));
      isGood = isGoodContest(result) && isGood;
      process.stdout.write(`${contestLine(result)}\n`);
    }
    const paste = /** @type {PasteResult} */ (await call('runPaste'));
    process.stdout.write(`${pasteLine(paste)}\n`);
    return isGood && paste.faults.length === 0 && paste.mainThreadMs < FRAME_MS;
  });
}

/**
 * Compares the codec with BigInt and Date; see e2e/bench.
 * @param {string} root the project folder
 * @param {string} chromium the executable
 * @returns {Promise<boolean>} whether all results are right and all goals reached
 */
export async function benchCodec(root, chromium) {
  const folder = mkdtempSync(join(tmpdir(), 'keyscope-bench-'));
  try {
    await bundle(root, folder);
    const inNode = await runInNode(folder);
    const inBrowser = await runInBrowser(folder, chromium);
    process.stdout.write(
      `\ncodec: ${inNode && inBrowser ? 'every goal reached' : 'NOT every goal reached'}\n`,
    );
    return inNode && inBrowser;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
