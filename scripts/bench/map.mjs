import { onPage } from './onPage.mjs';

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
