import { defineConfig } from 'playwright/test';
import { findChromium, NO_CHROMIUM } from '../scripts/lib/chromium.mjs';

const executablePath = findChromium();
if (executablePath === undefined) throw new Error(NO_CHROMIUM);

export default defineConfig({
  testDir: '.',
  testMatch: '**/*.spec.ts',
  outputDir: '../node_modules/.tmp/e2e',
  // Each worker has an app and an Azurite of its own, and runs one test after the other: requests are counted at the server.
  workers: 2,
  // By test, not by file: no worker stands idle while the other ends a long file.
  fullyParallel: true,
  // A test that fails is tried once more, in a new browser. If it passes then, npm test says so, with the first error.
  retries: 1,
  forbidOnly: true,
  // On an idle machine no test takes a tenth of these limits. Where many others work, it may need ten times as long.
  timeout: 240_000,
  expect: { timeout: 20_000 },
  use: {
    browserName: 'chromium',
    viewport: { width: 1440, height: 900 },
    timezoneId: 'UTC',
    locale: 'en-US',
    colorScheme: 'light',
    // All of these would store the SAS.
    trace: 'off',
    video: 'off',
    screenshot: 'off',
    launchOptions: {
      executablePath,
      args: [
        '--no-sandbox',
        '--disable-gpu',
        // A page lives for seconds here: code that runs a few times is not worth optimizing for it in the background.
        '--js-flags=--invocation-count-for-maglev=4000,--invocation-count-for-turbofan=30000',
        // The list under the address bar is a page of its own, which each new window loads: a quarter of the time of a first load.
        // A second list replaces the first, so this one begins with what Playwright turns off.
        `--disable-features=${[
          'AvoidUnnecessaryBeforeUnloadCheckSync',
          'DestroyProfileOnBrowserClose',
          'HttpsUpgrades',
          'HttpsFirstBalancedModeAutoEnable',
          'MediaRouter',
          'PaintHolding',
          'ThirdPartyStoragePartitioning',
          'OptimizationHints',
          'NetworkTimeServiceQuerying',
          'AimEnabled',
          'PreconnectToSearch',
          'WebUIOmniboxPopup',
          'WebUIOmniboxAimPopup',
          'WebUIOmniboxFullPopup',
        ].join(',')}`,
        '--disable-quic',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
        '--no-first-run',
        // Names of accounts resolve to nothing, on every machine.
        '--host-resolver-rules=MAP *.table.core.windows.net ~NOTFOUND',
      ],
    },
  },
});
