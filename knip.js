/*
 * `knip` reports what nothing uses, `knip --production` what only tests and scripts use (it knows the patterns that end
 * in `!`). What outsiders rely on by name has the tag @public; an oracle that must stay with the code it is held
 * against has @internal.
 */
const isProduction = process.argv.includes('--production');

/** @type {import('knip').KnipConfig} */
export default {
  entry: [
    'src/workers/*.worker.ts!',
    'src/stress/main.tsx!',
    'scripts/{start,test,check,count,recordings,testBrowsers,testSnippets}.mjs',
    'e2e/faults/soak.ts',
    'e2e/bench/*{Page,Service}.ts',
    'e2e/bench/sqlRows.ts',
    'e2e/**/*.spec.ts',
    'e2e/snippets/vitest.config.ts',
    'e2e/snippets/*.test.ts',
  ],
  project: [
    'src/**/*.{ts,tsx}!',
    '!src/**/*.{test,fixture}.{ts,tsx}!',
    'scripts/**/*.{mjs,ts}',
    'e2e/**/*.ts',
  ],
  playwright: { config: 'e2e/playwright.config.ts' },
  // An export that its own file uses is production code, even if only tests import it.
  ignoreExportsUsedInFile: isProduction || { interface: true, type: true },
  ignoreDependencies: ['oxlint', 'oxlint-tsgolint'],
  ignoreBinaries: ['apt-get', 'WebKitWebDriver', 'Xvfb'],
};
