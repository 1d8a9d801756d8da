import { gzipSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { openCapture } from '../../../state/results/capture/openCapture.ts';
import { rowStore } from '../../../workers/rowStorePair.fixture.ts';
import { sampleFile } from './openSample.ts';
import { SAMPLE } from './sampleCapture.ts';

it('the sample opens, is no larger than its budget, and is of the demo account', async () => {
  expect(gzipSync(SAMPLE).length).toBeLessThanOrEqual(130_000);
  const rows = rowStore();
  const room = { rows: 1e6, bytes: 1e9 };
  const opened = await openCapture(sampleFile('The sample'), { rows, runId: 1, room });
  expect(opened).toMatchObject({
    ok: true,
    value: {
      run: { rows: 1390, form: { endpoint: 'demo', table: 'DemoEventsVer1v0' } },
      words: { says: 'Complete: 1,390 rows from 6 of 6 prefixes' },
    },
  });
});
