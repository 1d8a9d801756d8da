import { expect, it, vi } from 'vitest';
import type { DiagnosisInput } from '../../core/keyspace/diagnosis/finding.ts';
import { COUNTED, emptyGrid } from '../../core/keyspace/map/cellGrid.ts';
import { fakeKeyspaceWorker } from '../../workers/fakeWorker.fixture.ts';
import { createActivity } from '../base/activity.ts';
import { createFindings } from './lateDiagnosis.ts';

/** Six prefixes of 20 minutes, 50 rows in each cell; the last one has forty times as many. */
function hotInput() {
  const grid = emptyGrid({ rowCount: 6, columnCount: 20, from: 0n, bucketTicks: 600_000_000n }, COUNTED);
  grid.counts.fill(50);
  grid.counts.fill(2000, 100);
  return { grid, labels: ['0', '1', '2', '3', '4', '5'], rowsAre: 'prefix', facts: {} } as const;
}

/** A findings store, the workers started for it, and a helper that asks and awaits the answer. */
function findings() {
  const activity = createActivity((done) => void setImmediate(done));
  let started = 0;
  const store = createFindings(() => {
    started += 1;
    return fakeKeyspaceWorker().worker;
  }, activity);
  const ask = async (input: DiagnosisInput) => {
    store.ask(input);
    await activity.idle();
    return store.get();
  };
  return { ...store, ask, activity, started: () => started };
}

it('one worker diagnoses all maps, and answers with the question; after a fault a new one is started', async () => {
  const { ask, started } = findings();
  expect(started()).toBe(0);
  const { answer } = await ask(hotInput());
  expect(answer?.findings[0]).toMatchObject({
    id: 'hot-prefix',
    title: 'Hot prefix 5',
    figure: '40 × median',
  });
  expect(answer?.scope).toMatchObject({ rows: undefined, isEmpty: false });
  await ask(hotInput());
  expect(started()).toBe(1);
  const broken = { ...hotInput(), labels: undefined as never };
  expect((await ask(broken)).fault).toContain('length');
  await ask(hotInput());
  expect(started()).toBe(2);
});

it('can start the worker before the first map, once', async () => {
  const { ask, prepare, started } = findings();
  prepare();
  prepare();
  await vi.waitFor(() => expect(started()).toBe(1));
  expect((await ask(hotInput())).answer?.findings[0]?.id).toBe('hot-prefix');
  expect(started()).toBe(1);
});
