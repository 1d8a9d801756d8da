// The whole stress lab except its screens (plan, open loop, SDK, sender) on the scripted service, whose model of throughput shares no code
// with that in src.
import { describe, expect, it } from 'vitest';
import { verdictOf } from '../../src/core/stress/verdict.ts';
import { createOwnClock } from '../../src/state/connection/diagnosis.ts';
import { createActivity } from '../../src/state/base/activity.ts';
import { DEFAULT_FORM, type LabForm, soundPlan } from '../../src/stress/labForm.ts';
import { openPasted } from '../../src/stress/openAccount.ts';
import { createTestRun } from '../../src/stress/testRun.ts';
import { createVirtualClock } from '../../src/tables/base/virtualClock.fixture.ts';
import type { LoadModel } from '../rig/loadModel.ts';
import { createTableService } from '../rig/tableService.ts';

const LATENCY_MS = 20;
const RIGHTS = { permissions: 'rwdlacu', resourceTypes: 'sco' } as const;

interface World {
  readonly load?: (startMs: number) => LoadModel;
  readonly form?: Partial<LabForm>;
  /** How long the SAS is valid. */
  readonly sasMs?: number;
  /** From this time on no request arrives, until the test has ended. */
  readonly offlineMs?: number;
  /** By how much the computer's clock is ahead of the service's, in milliseconds. */
  readonly aheadMs?: number;
  /** The status with which the service says that it is busy, instead of 503. */
  readonly busyStatus?: number;
}

/** Connects, runs a test to its end, and opens the account again with a new SAS. */
async function tested(world: World) {
  const { load = () => ({}), sasMs = 3_600_000, offlineMs = Number.POSITIVE_INFINITY, aheadMs = 0 } = world;
  let isOver = false;
  const clock = createVirtualClock(async (url, init) => {
    // The server of the page states its time.
    if (url.startsWith('./')) return new Response('', { headers: { date: new Date(nowMs()).toUTCString() } });
    await new Promise<void>((resolve) => clock.env.setTimer(resolve, LATENCY_MS));
    if (clock.nowMs() >= offlineMs && !isOver) throw new TypeError('Failed to fetch');
    const { pathname, search } = new URL(url);
    const headers = Object.fromEntries(new Headers(init.headers));
    const body = typeof init.body === 'string' ? { body: init.body } : {};
    const answer = service.answer({
      method: init.method ?? 'GET',
      target: pathname + search,
      headers,
      ...body,
    });
    const status = answer.status === 503 ? (world.busyStatus ?? 503) : answer.status;
    return new Response(status === 204 ? undefined : new Uint8Array(answer.body), {
      status,
      headers: [...answer.headers],
    });
  });
  const { env } = clock;
  const startMs = env.nowMs() - aheadMs;
  const nowMs = (): number => startMs + clock.nowMs();
  const page = {
    origin: 'http://a.test',
    onPolicyBlock: () => () => undefined,
    localNetworkState: async () => undefined,
  };
  const service = createTableService({ tables: new Map(), isWritable: true, nowMs, load: load(startMs) });
  const connect = async (validMs: number) => {
    const sas = service.accountSas({ ...RIGHTS, expiresAtMs: nowMs() + validMs });
    const opened = await clock.run(
      openPasted(`http://127.0.0.1:10002/scripted?${sas}`, {
        env,
        lock: {
          isFramed: false,
          lockTo: () => undefined,
          refusalOfDemo: () => undefined,
          reload: () => undefined,
        },
        page,
        clock: createOwnClock(env, page),
        tablesInUse: async () => new Set(),
      }),
    );
    if (!opened.ok) throw new Error(JSON.stringify(opened.error));
    return opened.value;
  };
  const sound = soundPlan({ ...DEFAULT_FORM, batch: '20', bytes: '250', ...world.form }, startMs);
  if (!sound.ok) throw new Error(sound.error.message);
  const first = await connect(sasMs);
  const run = createTestRun({
    env,
    activity: createActivity((next) => next()),
    announce: () => () => undefined,
    onHidden: () => () => undefined,
  });
  await clock.run(run.start(first.account, sound.value));
  isOver = true;
  const { result, isLeft, table } = run.get();
  if (result === undefined) throw new Error('There was no load');
  const again = await connect(3_600_000);
  const left = again.leftovers.map(({ name }) => name);
  for (const name of left) expect(await clock.run(again.deleteTable(name))).toBe(true);
  const leftAtLast = await clock.run(again.listLeftovers());
  const { record } = result;
  return { record, verdict: verdictOf(record, result.plan), isLeft, table, left, leftAtLast };
}

describe('the stress lab on a service with limits', () => {
  it.each([
    { limit: 130, form: { rate: '120', most: '260', policy: 'none' }, world: {} },
    {
      limit: 190,
      form: { rate: '180', most: '300', policy: 'sdk' },
      // By the computer's clock, this SAS has expired.
      world: { busyStatus: 429, aheadMs: 1_200_000, sasMs: 600_000 },
      retryAfterSeconds: 1,
    },
  ])('finds where a partition is throttled: $limit, $form.policy', async (of) => {
    const { limit, form, world, retryAfterSeconds } = of;
    const { verdict, isLeft, left } = await tested({
      ...world,
      form,
      load: (startMs) => ({
        partitionRowsPerSecond: limit,
        ...(retryAfterSeconds !== undefined && { retryAfterSeconds }),
        // A partition moves to another server for a while. What is served in that time is not the limit.
        moves: [{ fromMs: startMs + 3000, toMs: startMs + 6000 }],
      }),
    });
    expect(verdict.kind).toBe('throttled');
    expect(Math.abs(verdict.perSecond / limit - 1)).toBeLessThan(0.1);
    expect([isLeft, left]).toEqual([false, []]);
  });

  it('says by which clocks a SAS has expired, and sends nothing', async () => {
    await expect(tested({ sasMs: -60_000 })).rejects.toThrow(
      /"id":"sas-expired".*clock agrees with the server of this page/,
    );
  });

  it.each([
    {
      how: 'its SAS expires',
      world: { sasMs: 3000 },
      endedBy: 'refused',
      said: 'The service refused the credential or the table (403 AuthenticationFailed)',
    },
    {
      how: 'the network fails',
      world: { offlineMs: 3000 },
      endedBy: 'offline',
      said: 'The service stopped answering',
    },
  ])(
    'ends if $how midway; the next visit names the table and deletes it',
    async ({ world, endedBy, said }) => {
      const form = { shape: 'steady', rate: '300', seconds: '60' } as const;
      const { record, verdict, isLeft, table, left, leftAtLast } = await tested({ ...world, form });
      expect(record.endedBy).toBe(endedBy);
      expect(record.endedMs).toBeLessThan(5500);
      expect(verdict.sentence).toContain(said);
      expect([isLeft, left, leftAtLast]).toEqual([true, [table], []]);
    },
  );
});
