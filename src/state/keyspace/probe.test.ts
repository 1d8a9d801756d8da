import { describe, expect, it } from 'vitest';
import type { ProbePicture } from '../../core/keyspace/probe/probeTypes.ts';
import { createVirtualClock } from '../../tables/base/virtualClock.fixture.ts';
import { createActivity } from '../base/activity.ts';
import type { Session } from '../connection/session.ts';
import { createKeyspaceProbe } from './probe.ts';
import type { ProbeRun, ProbeSection } from './probeRun.ts';

const SESSION = { transport: 'automatic' } as unknown as Session;
const PART: ProbeSection = { from: 1n, to: 2n, groupFrom: 3, groupTo: 4 };
const PICTURE = { groups: [] } as unknown as ProbePicture;
const UNPROVEN =
  'No continuation token could be read, so groups may be missing: the CORS rule of the account may hide x-ms-continuation-* headers.';

/** A fake probe run that does nothing by itself, and records its calls. */
class FakeRun {
  readonly told: unknown[] = [];
  readonly session: Session;
  readonly tableName: string;
  readonly change: (isOver: boolean) => void;
  readonly probe = { isIdle: false };
  readonly sample = { size: 7, sampled: () => ({ keys: [{ partitionKey: 'p', rowKey: 'r' }], answers: 2 }) };
  readonly whole = { from: 5n, to: 9n };
  readonly looks = [{ from: 5n, to: 9n, columns: 3 }];
  readonly reach = { fromPartition: 'a' };
  isProven = true;
  fault: string | undefined;
  wait: { kind: string; why?: string } | undefined;
  goesOn = true;

  constructor(session: Session, tableName: string, _options: unknown, onChange: (isOver: boolean) => void) {
    this.session = session;
    this.tableName = tableName;
    this.change = onChange;
  }

  picture = (): ProbePicture => PICTURE;
  pump = (): void => void this.told.push('pump');
  sampleMore = (): void => void this.told.push('more');
  refine = (part: ProbeSection): void => void this.told.push(['refine', part]);
  stop = (): void => void this.told.push('stop');
  goOn = (session: Session): boolean => {
    this.told.push(['go on', session]);
    return this.goesOn;
  };
}

function rig() {
  const clock = createVirtualClock(() => Promise.reject(new Error('Nothing is sent.')));
  const activity = createActivity((done) => setImmediate(done));
  const runs: FakeRun[] = [];
  const frames: (() => void)[] = [];
  const loads: (() => void)[] = [];
  class Run extends FakeRun {
    constructor(...given: ConstructorParameters<typeof FakeRun>) {
      super(...given);
      runs.push(this);
    }
  }
  const probe = createKeyspaceProbe({
    env: clock.env,
    activity,
    nextFrame: (done) => void frames.push(done),
    load: () =>
      new Promise((resolve) => {
        loads.push(() => resolve({ ProbeRun: Run as unknown as typeof ProbeRun }));
      }),
  });
  const loaded = async (): Promise<void> => {
    for (const load of loads.splice(0)) load();
    await new Promise((resolve) => setImmediate(resolve));
  };
  const started = async (table = 'Orders'): Promise<FakeRun> => {
    probe.start(SESSION, table);
    await loaded();
    const run = runs.at(-1);
    if (run === undefined) throw new Error('No probe began.');
    return run;
  };
  return { probe, runs, frames, loads, loaded, started, clock, activity };
}

const STATE = {
  kind: 'probed',
  tableName: 'Orders',
  phase: 'running',
  picture: PICTURE,
  whole: { from: 5n, to: 9n },
  fault: undefined,
  pause: undefined,
  looks: [{ from: 5n, to: 9n, columns: 3 }],
  reach: { fromPartition: 'a' },
  sampledKeys: 7,
};

describe('the probe of a table', () => {
  it('loads its code with the first start, and shows one picture per frame, always including the last', async () => {
    const { probe, runs, frames, loads, started } = rig();
    expect([probe.get(), probe.keys(), loads.length]).toEqual([
      { kind: 'none' },
      { keys: [], answers: 0 },
      0,
    ]);
    const run = await started();
    expect([runs.length, run.tableName, run.session, run.told]).toEqual([1, 'Orders', SESSION, ['pump']]);
    let changes = 0;
    probe.subscribe(() => void (changes += 1));
    for (const isOver of [false, false, false]) run.change(isOver);
    expect([frames.length, changes, probe.get()]).toEqual([1, 0, { kind: 'none' }]);
    frames.shift()?.();
    expect([changes, probe.get()]).toEqual([1, STATE]);
    expect(probe.keys()).toEqual({ keys: [{ partitionKey: 'p', rowKey: 'r' }], answers: 2 });
    // The next picture waits for its own frame, but the last one does not wait.
    run.change(false);
    expect(frames).toHaveLength(1);
    run.change(true);
    expect([changes, probe.get()]).toEqual([2, { ...STATE, phase: 'done' }]);
    run.probe.isIdle = true;
    frames.shift()?.();
    expect(probe.get()).toEqual({ ...STATE, phase: 'done' });
  });

  it('says why it is waiting, and what could not be found out', async () => {
    const { probe, started } = rig();
    const run = await started();
    const shown = (wait: FakeRun['wait'], more: Partial<FakeRun> = {}) => {
      Object.assign(run, { fault: undefined, isProven: true, ...more, wait });
      run.change(true);
      const { phase, fault, pause } = probe.get() as typeof STATE;
      return [phase, fault, pause];
    };
    expect(shown(undefined)).toEqual(['done', undefined, undefined]);
    expect(shown({ kind: 'stopped' })).toEqual(['stopped', undefined, undefined]);
    expect(shown({ kind: 'paused', why: 'Busy.' })).toEqual(['paused', undefined, 'Busy.']);
    expect(shown(undefined, { fault: 'One failed.' })).toEqual(['done', 'One failed.', undefined]);
    // Only a finished probe can say that groups may be missing.
    expect(shown(undefined, { isProven: false })).toEqual(['done', UNPROVEN, undefined]);
    expect(shown({ kind: 'stopped' }, { isProven: false })).toEqual(['stopped', undefined, undefined]);
    expect(shown(undefined, { isProven: false, fault: 'One failed.' })).toEqual([
      'done',
      'One failed.',
      undefined,
    ]);
  });

  it('is that of the table requested last', async () => {
    const { probe, runs, loads, loaded, started, frames } = rig();
    probe.start(SESSION, 'One');
    probe.start(SESSION, 'Two');
    expect(loads).toHaveLength(2);
    await loaded();
    expect(runs.map(({ tableName }) => tableName)).toEqual(['Two']);
    const [two] = runs;
    two?.change(false);
    const three = await started('Three');
    expect(two?.told).toEqual(['pump', 'stop']);
    // The previous run's updates are about another table.
    frames.shift()?.();
    two?.change(true);
    expect(probe.get()).toEqual({ kind: 'none' });
    three.change(true);
    expect(probe.get()).toMatchObject({ tableName: 'Three', phase: 'done' });
  });

  it('samples more, or a part more finely, if the user says so and it does not wait', async () => {
    const { probe, started } = rig();
    const run = await started();
    probe.sampleMore();
    probe.refine(PART);
    expect(run.told).toEqual(['pump', 'more', ['refine', PART]]);
    run.wait = { kind: 'stopped' };
    probe.refine(PART);
    expect(run.told).toHaveLength(3);
    const empty = rig().probe;
    for (const act of [empty.sampleMore, empty.stop, () => empty.refine(PART), () => empty.goOn(SESSION)])
      act();
    expect(empty.get()).toEqual({ kind: 'none' });
  });

  it('continues where it was, or starts over if it now reaches other keys', async () => {
    const { probe, started, loads, loaded, runs } = rig();
    const run = await started();
    const renewed = { ...SESSION };
    probe.goOn(renewed);
    expect([run.told.at(-1), loads.length]).toEqual([['go on', renewed], 0]);
    run.goesOn = false;
    probe.goOn(renewed);
    await loaded();
    expect(runs.map(({ tableName, session }) => [tableName, session === renewed])).toEqual([
      ['Orders', false],
      ['Orders', true],
    ]);
    expect(run.told.at(-1)).toBe('stop');
  });
});
