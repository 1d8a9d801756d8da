import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { chromium as playwright } from 'playwright';
import { d19, isoOf, ticksOfMs } from '../demo/keyText.mjs';
import { createRandom } from '../demo/random.mjs';
import { startKeyscope } from '../lib/keyscope.mjs';

const TRACKS = 10;
const ROWS = 100_000;
const GOAL_MS = 33;
/** From the end of the drag until its rows are selected and drawn in all tracks. */
const SELECTED_MS = 300;
/** Number of steps in the drag, and the time between two of them. The pointer moves on before the page has drawn the previous step. */
const STEPS = 30;
const GAP_MS = 25;
const START = ticksOfMs(Date.UTC(2026, 10, 20));
const SECOND = 10_000_000n;

/**
 * One table as a file, with its rows over two hours in the order of their keys.
 * @param {number} seed
 */
function table(seed) {
  const random = createRandom(seed, 'timeline');
  const step = (7200n * SECOND) / BigInt(ROWS);
  const times = Array.from(
    { length: ROWS },
    (_, row) => START + BigInt(row) * step + BigInt(random.between(0, 7000)),
  );
  const lines = times.map((ticks, row) => {
    const level = random.between(0, 50) === 0 ? 2 : 4;
    return `${d19(ticks)},${row},${isoOf(ticks)},${level},Int32,${random.between(1, 5000)},Int32`;
  });
  return {
    times,
    text: `PartitionKey,RowKey,Timestamp,Level,Level@type,Ms,Ms@type\n${lines.join('\n')}\n`,
  };
}

/**
 * A drag over ten tracks of 100,000 rows in the built app: the time from a movement of the pointer to the next frame that is drawn, and from
 * the end of the drag until the rows of its stretch are selected in all tracks. The latter is compared with a loop over the same rows as
 * objects, which counts those in the selected time in each track.
 * @param {string} root the project folder
 * @param {string} chromium the executable
 * @param {import('./report.mjs').Report} report
 */
export async function benchTimeline(root, chromium, report) {
  const keyscope = await startKeyscope({ root, port: 0, withDemo: false });
  const folder = mkdtempSync(join(tmpdir(), 'keyscope-bench-'));
  const browser = await playwright.launch({
    executablePath: chromium,
    args: ['--no-sandbox', '--disable-gpu'],
  });
  try {
    const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
    await page.goto(`${keyscope.url}#/query`);
    await page.evaluate('appIdle()');
    const tables = Array.from({ length: TRACKS }, (_, at) => table(at));
    for (const [at, { text }] of tables.entries()) {
      const file = join(folder, `Track${at}.csv`);
      writeFileSync(file, text);
      const chooser = page.waitForEvent('filechooser');
      await page.keyboard.press('Control+k');
      await page.getByRole('searchbox', { name: 'Find an action' }).fill('open a file as a result');
      await page.keyboard.press('Enter');
      await (await chooser).setFiles(file);
      await page.getByRole('status', { name: 'Completeness' }).getByText(`Track${at}.csv`).waitFor();
      await page.evaluate('appIdle()');
      await page.getByRole('button', { name: 'Add to timeline' }).click();
      await page.evaluate('appIdle()');
    }
    await page.evaluate(`(() => {
      globalThis.drawnMs = [];
      addEventListener('pointermove', ({ timeStamp, buttons }) => {
        if (buttons === 0) return;
        requestAnimationFrame(() => {
          const { port1, port2 } = new MessageChannel();
          port1.onmessage = () => globalThis.drawnMs.push(performance.now() - timeStamp);
          port2.postMessage(0);
        });
      }, { capture: true });
    })()`);
    const drag = async (/** @type {number} */ from, /** @type {number} */ to) => {
      // Found again for each drag, because the first selection moves the tracks down.
      const box = await page.getByRole('application', { name: 'Time of all tracks' }).boundingBox();
      if (box === null) throw new Error('The tracks are not in sight.');
      await page.mouse.move(box.x + box.width * from, box.y + 40);
      await page.mouse.down();
      for (let step = 1; step <= STEPS; step++) {
        await page.mouse.move(box.x + box.width * (from + ((to - from) * step) / STEPS), box.y + 40);
        await setTimeout(GAP_MS);
      }
      await page.mouse.up();
      const releasedAtMs = performance.now();
      await page.evaluate('appIdle()');
      return performance.now() - releasedAtMs;
    };
    // The first drag is not measured, because it compiles code and builds what the next one uses.
    await drag(0.6, 0.8);
    await page.evaluate('drawnMs.length = 0');
    const selectedMs = await drag(0.1, 0.5);
    /** @type {number[]} */
    const drawn = await page.evaluate('drawnMs');
    const p95Ms =
      drawn.toSorted((a, b) => a - b)[Math.ceil(0.95 * drawn.length) - 1] ?? Number.POSITIVE_INFINITY;
    const chip = await page
      .getByRole('button', { name: /^Remove filter: .*Time/ })
      .getAttribute('aria-label');
    const [, from = '', to = ''] = /(\S+Z) <= Time < (\S+Z)/u.exec(chip ?? '') ?? [];
    const objects = tables.map(({ times }) => times.map((ticks) => ({ time: isoOf(ticks), level: 4 })));
    const startedAtMs = performance.now();
    const counts = objects.map((rows) => {
      const bars = new Map();
      let count = 0;
      for (const { time } of rows) {
        if (time.slice(0, -1) < from.slice(0, -1) || time.slice(0, -1) >= to.slice(0, -1)) continue;
        bars.set(time.slice(0, 16), (bars.get(time.slice(0, 16)) ?? 0) + 1);
        count += 1;
      }
      return count;
    });
    const loopMs = performance.now() - startedAtMs;
    const said = await page
      .getByRole('region', { name: 'Timeline' })
      .getByText(/^[\d,]+ selected$/)
      .allInnerTexts();
    const shown = said.map((words) => Number(words.replaceAll(/\D/g, '')));
    report.wrong(
      'selected rows',
      counts.flatMap((count, at) => (shown[at] === count ? [] : [`track ${at}: ${shown[at]}, not ${count}`])),
    );
    report.most(
      `drag over ${TRACKS} tracks of ${ROWS.toLocaleString('en-US')} rows, p95`,
      p95Ms,
      'ms',
      GOAL_MS,
      `; ${drawn.length} steps`,
    );
    report.most(
      'rows selected in all tracks after the drag',
      selectedMs,
      'ms',
      SELECTED_MS,
      `; a loop over objects ${loopMs.toFixed(0)} ms`,
    );
  } finally {
    await browser.close();
    rmSync(folder, { recursive: true, force: true });
    await keyscope.close();
  }
}
