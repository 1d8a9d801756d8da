import { onPage } from './onPage.mjs';

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
