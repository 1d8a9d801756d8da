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

/** Two frames at 60 Hz, in which a drag still follows the pointer. */
const STEP_MS = 2000 / 60;
const LEAST_RATIO = 100;

/**
 * Script time of one synchronous update of the painted map: with 10,000 cells, compared with recharts drawing the same, and with two
 * million cells.
 * @param {string} root the project folder
 * @param {string} chromium the executable
 * @param {import('./report.mjs').Report} report
 */
export async function benchMap(root, chromium, report) {
  await onPage(root, chromium, 'mapPage.ts', async (call) => {
    const recharts = await call('updateRecharts');
    const ours = await call('updateMap');
    const timed = { oursMs: ours.ms, baselineMs: recharts.ms, faults: [...recharts.faults, ...ours.faults] };
    report.faster('update of 10,000 cells, against recharts', timed, LEAST_RATIO);
    for (const drag of ['brightness', 'pan']) {
      const { ms, faults } = await call('drag', drag);
      report.wrong(drag, faults);
      report.most(`${drag}, 2,000 x 1,000 cells, a step`, ms, 'ms', STEP_MS);
    }
  });
}

const LATE_MS = 5;

/**
 * How late the open loop of the stress lab sends its requests, at 300 operations a second.
 * @param {string} root the project folder
 * @param {string} chromium the executable
 * @param {import('./report.mjs').Report} report
 */
export async function benchStress(root, chromium, report) {
  await onPage(root, chromium, 'stressPage.ts', async (call) => {
    const { p50, p99, faults } = await call('scheduleError');
    report.wrong('300 operations a second', faults);
    report.most('an operation leaves late, p99', p99, 'ms', LATE_MS, `, p50 ${p50.toFixed(1)} ms`);
  });
}
