import { describe, expect, it } from 'vitest';
import type { Probe } from '../../core/keyspace/probe/probe.ts';
import type { ProbePicture, ProbeRequest } from '../../core/keyspace/probe/probeTypes.ts';
import { tableError, type TableErrorKind } from '../../tables/base/tableError.ts';
import { createLanes } from '../../tables/pacing/lanes.ts';
import { createKeyTable } from '../../tables/run/keyTable.fixture.ts';
import type { PageQuery, PageReader } from '../../tables/wire/pageReader.ts';
import { createActivity } from '../base/activity.ts';
import type { Session } from '../connection/session.ts';
import { ProbeRun } from './probeRun.ts';

const ROWS = ['a', 'b', 'c', 'd'].flatMap((partitionKey) =>
  ['1', '2', '3'].map((rowKey) => ({ partitionKey, rowKey })),
);

/** A probe that makes the requests the test says, and records what it is told. */
class FakeProbe {
  readonly told: unknown[] = [];
  /** What it was told, sorted, because answers arrive in any order. */
  inOrder = (): readonly unknown[] =>
    this.told.toSorted((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1));
  readonly queue: ProbeRequest[] = [];
  isIdle = false;
  groups: readonly unknown[] = [];
  readonly unlooked = new Set<number>();
  asked = 0;

  next = (): ProbeRequest | undefined => {
    const request = this.queue.shift();
    if (request !== undefined) this.asked += 1;
    return request;
  };
  accept = (id: number, { rows }: { readonly rows: readonly { readonly rowKey: string }[] }): void =>
    void this.told.push(['accept', id, rows.length]);
  fail = (id: number, reason: string): void => void this.told.push(['fail', id, reason]);
  giveBack = (id: number): void => void this.told.push(['give back', id]);
  allow = (requests: number): void => void this.told.push(['allow', requests]);
  columnsFor = (): number => 3;
  look = (look: unknown): void => void this.told.push(['look', look]);
  picture = (): ProbePicture => ({ groups: this.groups }) as unknown as ProbePicture;
}

const request = (id: number, more: Partial<ProbeRequest> = {}): ProbeRequest => ({
  id,
  partition: {},
  top: 5,
  ...more,
});

function rig(read?: (query: PageQuery, signal: AbortSignal, reader: PageReader) => Promise<never>) {
  const { clock, secondary } = createKeyTable({ rows: ROWS, ranges: [], pageRows: 1000 });
  const queries: (readonly [filter: string | undefined, top: number | undefined])[] = [];
  const signals: AbortSignal[] = [];
  const reader: PageReader = {
    ...secondary,
    readPage: (query, signal) => {
      queries.push([query.filter, query.top]);
      signals.push(signal);
      return read === undefined ? secondary.readPage(query, signal) : read(query, signal, secondary);
    },
  };
  const activity = createActivity((done) => setImmediate(done));
  const connection = {
    reader,
    lanes: createLanes(),
    endpoint: { url: 'https://a.example/' },
    facts: {} as object,
  };
  const session = { connection, transport: 'automatic', warnings: [] } as unknown as Session;
  const changes: boolean[] = [];
  const run = new ProbeRun(
    session,
    'Orders',
    { env: clock.env, activity },
    (over) => void changes.push(over),
  );
  const probe = new FakeProbe();
  Object.assign(run, { probe: probe as unknown as Probe });
  const settle = () => clock.run(activity.idle());
  return { run, probe, session, changes, queries, signals, settle, clock };
}

const at = (ticks: bigint) => ({ ticks });
const GROUPS = [
  { kind: 'partition', label: 'a', first: at(50n), last: at(70n) },
  { kind: 'partition', label: 'b', first: at(40n), last: at(60n) },
  { kind: 'partition', label: 'c' },
];
describe('the requests of a probe', () => {
  it('ask for the keys that the probe wants, and report what they found', async () => {
    const { run, probe, queries, changes, settle } = rig();
    probe.queue.push(
      request(1),
      request(2, { partition: { from: 'b', to: 'd' }, top: 4 }),
      request(3, { partition: { from: 'b', to: 'b\0' }, row: { from: '2' }, top: 1000 }),
      request(4, { partition: { from: 'c' }, pages: 2, top: 3 }),
    );
    run.pump();
    await settle();
    expect(probe.inOrder()).toStrictEqual([
      ['accept', 1, 5],
      ['accept', 2, 4],
      ['accept', 3, 2],
      ['accept', 4, 6],
    ]);
    expect(queries.slice(0, 4)).toStrictEqual([
      [undefined, 5],
      ["PartitionKey ge 'b' and PartitionKey lt 'd'", 4],
      ["PartitionKey eq 'b' and RowKey ge '2'", 1000],
      // A one-row page arrives before the others.
      ["PartitionKey ge 'c'", 1],
    ]);
    expect(run.sample.size).toBeGreaterThan(0);
    // It is not finished while the probe itself has more to do.
    expect(new Set(changes)).toStrictEqual(new Set([false]));
    probe.isIdle = true;
    run.pump();
    expect(changes.at(-1)).toBe(true);
  });

  it('are six at a time', async () => {
    const { run, probe, settle } = rig();
    probe.queue.push(...Array.from({ length: 9 }, (_, id) => request(id)));
    run.pump();
    expect(probe.asked).toBe(6);
    await settle();
    expect([probe.asked, probe.told.length]).toStrictEqual([9, 9]);
  });

  it('never exceed the keys of the SAS', () => {
    const { session } = rig();
    const keyRange = { fromPartition: 'b', toPartition: 'c' };
    const within = { ...session, connection: { ...session.connection, facts: { keyRange } } };
    const { clock } = createKeyTable({ rows: [], ranges: [] });
    const options = { env: clock.env, activity: createActivity((done) => setImmediate(done)) };
    const run = new ProbeRun(within as unknown as Session, 'Orders', options, () => undefined);
    expect([run.reach, run.probe.next()?.partition.from]).toStrictEqual([keyRange, 'b']);
    const whole = new ProbeRun(session, 'Orders', options, () => undefined);
    expect([whole.reach, whole.probe.next()?.partition.from]).toStrictEqual([undefined, undefined]);
  });

  const fault = (kind: TableErrorKind) =>
    tableError({ kind, message: `It is ${kind}.`, nextStep: 'Do something.' });

  it.each<TableErrorKind>(['bad-request', 'input', 'loop', 'protocol', 'too-large'])(
    'fail individually if a fault concerns only one of them: %s',
    async (kind) => {
      const { run, probe, changes, settle } = rig((query, signal, reader) =>
        query.filter === undefined && query.top !== 1
          ? Promise.reject(fault(kind))
          : (reader.readPage(query, signal) as Promise<never>),
      );
      probe.isIdle = true;
      probe.queue.push(request(1), request(2, { partition: { from: 'c' } }), request(3));
      run.pump();
      await settle();
      // One of them is retried before it is given up.
      const words = expect.stringMatching(new RegExp(`^It is ${kind}\\b.*\\. Do something\\.$`)) as string;
      expect(probe.inOrder()).toStrictEqual([
        ['accept', 2, 5],
        ['fail', 1, words],
        ['fail', 3, words],
      ]);
      expect([run.fault, run.wait, changes.at(-1)]).toStrictEqual([words, undefined, true]);
    },
  );

  it.each<TableErrorKind>(['auth', 'expired', 'not-found', 'redirected', 'closed'])(
    'all wait if each of them would get the same fault: %s',
    async (kind) => {
      const { run, probe, signals, changes, settle, queries } = rig((query, signal) =>
        query.filter === undefined
          ? Promise.reject(fault(kind))
          : new Promise((_resolve, reject) => {
              signal.addEventListener('abort', () => reject(fault('cancelled')));
            }),
      );
      probe.queue.push(
        request(1, { partition: { from: 'c' } }),
        request(2),
        request(3, { partition: { from: 'd' } }),
      );
      run.pump();
      await settle();
      expect(run.wait).toStrictEqual({ kind: 'paused', why: `It is ${kind}. Do something.` });
      expect([run.fault, signals.every(({ aborted }) => aborted)]).toStrictEqual([undefined, true]);
      expect(probe.inOrder()).toStrictEqual([1, 2, 3].map((id) => ['give back', id]));
      // Nothing more is sent, and it ends although the probe has more to do.
      probe.queue.push(request(4));
      const sent = queries.length;
      run.pump();
      expect([queries.length, probe.asked, changes.at(-1)]).toStrictEqual([sent, 3, true]);
    },
  );

  it('are dropped when it stops, and sent again with the next session', async () => {
    const { run, probe, session, signals, changes, settle } = rig();
    probe.queue.push(request(1), request(2));
    run.pump();
    run.stop();
    expect(run.wait).toStrictEqual({ kind: 'stopped' });
    await settle();
    expect([probe.inOrder(), changes.at(-1)]).toStrictEqual([
      [
        ['give back', 1],
        ['give back', 2],
      ],
      true,
    ]);
    expect(signals.every(({ aborted }) => aborted)).toBe(true);
    probe.queue.push(request(3));
    probe.told.length = 0;
    expect(run.goOn({ ...session })).toBe(true);
    await settle();
    expect([run.wait, probe.told]).toStrictEqual([undefined, [['accept', 3, 5]]]);
    expect(signals.at(-1)?.aborted).toBe(false);
  });
});

describe('what a probe looks at', () => {
  it('is the time from its first row to just after the last', () => {
    const { run, probe } = rig();
    const whole = (...groups: unknown[]) => {
      probe.groups = groups;
      return run.whole;
    };
    expect(whole()).toBeUndefined();
    expect(whole({})).toBeUndefined();
    expect(whole({ first: at(5n) }, { last: at(9n) })).toBeUndefined();
    expect(whole({ first: at(7n), last: at(7n) })).toStrictEqual({ from: 7n, to: 8n });
    expect(whole(...GROUPS)).toStrictEqual({ from: 40n, to: 71n });
    expect(whole(...GROUPS.toReversed())).toStrictEqual({ from: 40n, to: 71n });
  });
});
