import { onPage } from './onPage.mjs';

const READING_US = 10;
const GOALS = { iso: 20, numbers: 6 };

/**
 * Reads single keys with all schemes, and a list of a million keys, compared with BigInt and Date.
 * @param {string} root the project folder
 * @param {string} chromium the executable
 * @param {import('./report.mjs').Report} report
 */
export async function benchCodec(root, chromium, report) {
  await onPage(root, chromium, 'codecPage.ts', async (call) => {
    for (const form of ['ticks', 'prefixed', 'inverted']) {
      const { us, faults } = await call('bestReading', form);
      report.wrong(form, faults);
      report.most(`best reading of a key, ${form}`, us, 'us', READING_US);
    }
    for (const form of ['ticks', 'prefixed', 'inverted'])
      for (const [into, goal] of Object.entries(GOALS))
        report.faster(`a million keys to ${into}, ${form}`, await call('bulk', form, into), goal);
  });
}
