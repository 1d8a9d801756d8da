import { expect, it } from 'vitest';
import { COUNTED } from '../../core/keyspace/map/cellGrid.ts';
import { emptyGrid } from '../../core/keyspace/map/cellGrid.fixture.ts';
import { fakeKeyspaceWorker } from '../../workers/keyspaceWorker.fixture.ts';
import { createLateDiagnosis } from './lateDiagnosis.ts';

/** Six prefixes of 20 minutes, 50 rows in each cell; the last one has forty times as many. */
function hotInput() {
  const grid = emptyGrid({ rowCount: 6, columnCount: 20, from: 0n, bucketTicks: 600_000_000n }, COUNTED);
  grid.counts.fill(50);
  grid.counts.fill(2000, 100);
  return { grid, labels: ['0', '1', '2', '3', '4', '5'], rowsAre: 'prefix', facts: {} } as const;
}

it('one worker diagnoses all maps, and says what it judged; another one follows after a fault', async () => {
  let started = 0;
  const workers: ReturnType<typeof fakeKeyspaceWorker>[] = [];
  const diagnose = createLateDiagnosis(() => {
    started += 1;
    const made = fakeKeyspaceWorker();
    workers.push(made);
    return made.worker;
  });
  expect(started).toBe(0);
  const { findings, scope } = await diagnose(hotInput());
  expect(findings[0]).toMatchObject({
    id: 'hot-prefix',
    title: 'Hot prefix 5',
    figure: '40 × median',
  });
  expect(scope).toMatchObject({ rows: undefined, isEmpty: false });
  await diagnose(hotInput());
  expect(started).toBe(1);
  const broken = { ...hotInput(), labels: undefined as never };
  await expect(diagnose(broken)).rejects.toThrow('length');
  await diagnose(hotInput());
  expect(started).toBe(2);
});
