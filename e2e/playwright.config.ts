import { defineConfig } from 'playwright/test';
import { findChromium, NO_CHROMIUM } from '../scripts/lib/chromium.mjs';

const executablePath = findChromium();
if (executablePath === undefined) throw new Error(NO_CHROMIUM);

export default defineConfig({
  testDir: '.',
  testMatch: '**/*.spec.ts',
  outputDir: '../node_modules/.tmp/e2e',
  // Each worker has its own app and Azurite and runs one test at a time, because requests are counted at the server.
  workers: 2,
  // Tests are distributed and not files, so that no worker waits for the other to finish a long file.
  fullyParallel: true,
  // A failed test is tried once more in a new browser. If it passes then, npm test still reports it with the first error.
  retries: 1,
  forbidOnly: true,
  // On an idle machine every test needs less than a tenth of these limits. On a busy one it may take ten times as long.
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
        // Fewer processes, which costs a tenth less processor time. A page that is not there yet needs no process of its own either.
        '--in-process-gpu',
        '--enable-features=NetworkServiceInProcess2',
        // Pages live for seconds here, so it is not worth optimizing code in the background that runs only a few times.
        '--js-flags=--invocation-count-for-maglev=4000,--invocation-count-for-turbofan=30000',
        // The list under the address bar is a page of its own, and loading it takes a quarter of the time of a first load. A second list of
        // features replaces the first, so this one begins with the features that Playwright turns off.
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
          'SpareRendererForSitePerProcess',
          'WebUIOmniboxPopup',
          'WebUIOmniboxAimPopup',
          'WebUIOmniboxFullPopup',
        ].join(',')}`,
        '--disable-quic',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
        '--no-first-run',
        // Host names of accounts must resolve to nothing on every machine.
        '--host-resolver-rules=MAP *.table.core.windows.net ~NOTFOUND',
      ],
    },
  },
});
