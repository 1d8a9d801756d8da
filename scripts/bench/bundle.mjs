import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from 'vite';
import { PAGE_SCRIPT } from './inChromium.mjs';

const COMMON = { configFile: /** @type {const} */ (false), logLevel: /** @type {const} */ ('warn') };

/**
 * Bundles a benchmark page like the app, minified, because that is what users run.
 * @param {string} root the project folder
 * @param {string} entry the page's entry, relative to the project folder
 * @param {string} folder for the output
 */
export async function bundlePage(root, entry, folder) {
  await build({
    ...COMMON,
    root,
    base: './',
    publicDir: false,
    worker: { format: 'es' },
    build: {
      target: 'es2023',
      outDir: folder,
      emptyOutDir: true,
      rolldownOptions: { input: join(root, entry), output: { entryFileNames: PAGE_SCRIPT } },
    },
  });
}

/**
 * Bundles a module for Node and loads it.
 * @param {string} root the project folder
 * @param {string} entry relative to the project folder
 * @param {string} folder for the output
 * @returns {Promise<any>} the module's exports
 */
export async function loadForNode(root, entry, folder) {
  await build({
    ...COMMON,
    root,
    publicDir: false,
    build: {
      target: 'es2023',
      minify: false,
      outDir: folder,
      emptyOutDir: true,
      ssr: join(root, entry),
      rolldownOptions: { output: { entryFileNames: 'entry.mjs' } },
    },
  });
  return import(pathToFileURL(join(folder, 'entry.mjs')).href);
}
