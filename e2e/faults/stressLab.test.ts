// The whole stress lab but its screens (plan, open loop, SDK, sender) on the scripted service, whose throughput model shares no code
// with the one in src.
import { describe, expect, it } from 'vitest';
import { verdictOf } from '../../src/core/stress/verdict.ts';
import { createActivity } from '../../src/state/base/activity.ts';
import { DEFAULT_FORM, type LabForm, soundPlan } from '../../src/stress/labForm.ts';
import { createTestRun } from '../../src/stress/testRun.ts';
import { createVirtualClock } from '../../src/tables/base/virtualClock.fixture.ts';
import { readConnectionText } from '../../src/tables/connection/connectionText.ts';
import { openStressAccount } from '../../src/tables/stress/account.ts';
import type { LoadModel } from '../rig/loadModel.ts';
import { createTableService } from '../rig/tableService.ts';

const LATENCY_MS = 20;
const RIGHTS = { permissions: 'rwdlacu', resourceTypes: 'sco' } as const;

/** Runs a test to its end on a service with these limits. */
async function tested({
  load,
  form = {},
  sasMs = 3_600_000,
}: {
  readonly load: (startMs: number) => LoadModel;
  readonly form?: Partial<LabForm>;
  /** How long the SAS is valid. */
  readonly sasMs?: number;
}) {
  const clock = createVirtualClock(async (url, init) => {
    await new Promise<void>((resolve) => clock.env.setTimer(resolve, LATENCY_MS));
    const { pathname, search } = new URL(url);
    const headers = Object.fromEntries(new Headers(init.headers));
    const body = typeof init.body === 'string' ? { body: init.body } : {};
    const answer = service.answer({
      method: init.method ?? 'GET',
      target: pathname + search,
      headers,
      ...body,
    });
    const sent = answer.status === 204 ? undefined : new Uint8Array(answer.body);
    return new Response(sent, { status: answer.status, headers: [...answer.headers] });
  });
  const startMs = clock.env.nowMs();
  const nowMs = (): number => startMs + clock.nowMs();
  const service = createTableService({ tables: new Map(), isWritable: true, nowMs, load: load(startMs) });
  const sas = service.accountSas({ ...RIGHTS, expiresAtMs: startMs + sasMs });
  const read = readConnectionText(`http://127.0.0.1:10002/scripted?${sas}`);
  const sound = soundPlan({ ...DEFAULT_FORM, rate: '100', most: '900', batch: '10', ...form }, startMs);
  if (!read.ok || !sound.ok) throw new Error('The connection or the plan cannot be read');
  const run = createTestRun({
    env: clock.env,
    activity: createActivity((next) => next()),
    announce: () => () => undefined,
    onHidden: () => () => undefined,
  });
  await clock.run(run.start(openStressAccount(read.value, clock.env), sound.value));
  const { result, isLeft, table } = run.get();
  if (result === undefined) throw new Error('There was no load');
  const list = service.answer({
    method: 'GET',
    target: `/scripted/Tables?${service.accountSas(RIGHTS)}`,
    headers: { accept: 'application/json;odata=nometadata' },
  });
  const { value } = JSON.parse(list.body.toString()) as { value: readonly { TableName: string }[] };
  const tables = value.map(({ TableName: name }) => name);
  return { record: result.record, verdict: verdictOf(result.record, result.plan), isLeft, table, tables };
}

describe('the stress lab on a service with limits', () => {
  it.each([
    { partitionRowsPerSecond: 130, policy: 'none' },
    { partitionRowsPerSecond: 190, policy: 'sdk', retryAfterSeconds: 1 },
  ])(
    'finds where a partition is throttled: $partitionRowsPerSecond, $policy',
    async ({ policy, ...load }) => {
      // It moves to another server for a while, which is not what it takes.
      const moves = (startMs: number) => [{ fromMs: startMs + 4000, toMs: startMs + 6000 }];
      const { verdict, isLeft, tables } = await tested({
        load: (startMs) => ({ ...load, moves: moves(startMs) }),
        form: { policy },
      });
      expect(verdict.kind).toBe('throttled');
      expect(Math.abs(verdict.perSecond / load.partitionRowsPerSecond - 1)).toBeLessThan(0.1);
      expect([isLeft, tables]).toEqual([false, []]);
    },
  );

  it('stops when the SAS expires midway, and says which table is left', async () => {
    const { record, verdict, isLeft, table, tables } = await tested({ load: () => ({}), sasMs: 5000 });
    expect(record.endedBy).toBe('refused');
    expect(record.endedMs).toBeLessThan(5100);
    expect(verdict.evidence[0]).toContain(
      'The service refused the credential or the table (403 AuthenticationFailed)',
    );
    expect([isLeft, tables]).toEqual([true, [table]]);
  });
});
