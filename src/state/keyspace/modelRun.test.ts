import { describe, expect, it } from 'vitest';
import { fakeKeyspaceWorker } from '../../workers/keyspaceWorker.fixture.ts';
import { createActivity } from '../base/activity.ts';
import { DEFAULT_MODEL, type ModelForm } from './modelForm.ts';
import { modelOfForm } from './modelInput.ts';
import { createModelRuns } from './modelRun.ts';

function inputOf(change: Partial<ModelForm>) {
  const model = modelOfForm({ ...DEFAULT_MODEL, hours: '0.1', ...change });
  if (!model.ok) throw new Error(model.error.message);
  return model.value;
}

function setUp() {
  const activity = createActivity((done) => void setImmediate(done));
  const { worker, posted } = fakeKeyspaceWorker(30);
  let started = 0;
  const runs = createModelRuns(() => {
    started += 1;
    return worker;
  }, activity);
  return { activity, posted, runs, started: () => started };
}

describe('createModelRuns', () => {
  it('the newest input wins, and earlier ones are abandoned', async () => {
    const { activity, posted, runs, started } = setUp();
    const run = runs.design(0);
    for (const writers of ['1', '12', '123']) run.ask(inputOf({ writers }));
    expect(run.get().isBusy).toBe(true);
    expect(activity.pending()).toBeGreaterThan(0);
    await activity.idle();
    expect(run.get()).toMatchObject({ isBusy: false, input: { writers: 123 } });
    expect(posted).toHaveLength(1);
    expect(started()).toBe(1);
  });

  it('designs are independent, and a cancelled one keeps its picture', async () => {
    const { activity, runs } = setUp();
    const [a, b] = [runs.design(0), runs.design(1)];
    a.ask(inputOf({ scheme: 'ticks' }));
    b.ask(inputOf({ scheme: 'guid' }));
    await activity.idle();
    expect([a.get().input?.scheme, b.get().input?.scheme]).toEqual(['ticks', 'guid']);
    a.ask(inputOf({ scheme: 'hash' }));
    a.cancel();
    await activity.idle();
    expect(a.get()).toMatchObject({ isBusy: false, input: { scheme: 'ticks' } });
    expect(a.get().fault).toBeUndefined();
    expect(runs.design(0)).toBe(a);
  });
});
