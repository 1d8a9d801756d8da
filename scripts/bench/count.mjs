import { loadForNode, onPage } from './onPage.mjs';

const MOST_MB = 60;
/** Makes measurements of the heap exact. */
const HEAP_FLAGS = ['--js-flags=--expose-gc', '--enable-precise-memory-info'];

/**
 * Counts ten million rows of the scripted service, which makes them on demand.
 * @param {string} root the project folder
 * @param {string} chromium the executable
 * @param {import('./report.mjs').Report} report
 */
export async function benchCount(root, chromium, report) {
  await onPage(
    root,
    chromium,
    'countPage.ts',
    async (call, origin, folder) => {
      const { startCountService, COUNTED } = await loadForNode(root, 'queryService.ts', folder);
      const service = await startCountService(origin);
      try {
        const { rows, partitions, wallMs, heldBytes } = await call('count', service.sasUrl);
        if (rows !== COUNTED.rows) report.wrong('rows', [`${rows} instead of ${COUNTED.rows}`]);
        if (partitions !== COUNTED.partitions)
          report.wrong('partitions', [`${partitions} instead of ${COUNTED.partitions}`]);
        const more = `; ${rows} rows, ${partitions} partitions, ${(wallMs / 1000).toFixed(0)} s`;
        report.most('memory of a count', heldBytes / 1e6, 'MB', MOST_MB, more);
      } finally {
        await service.close();
      }
    },
    HEAP_FLAGS,
  );
}
