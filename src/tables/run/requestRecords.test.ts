import { describe, expect, it } from 'vitest';
import { DEFAULT_RETRY_POLICY } from '../pacing/retry.ts';
import { BUSY, createRunRig, LATENCY_MS, onlyFor } from './runRig.fixture.ts';
import type { FakeFault } from '../connection/tableService.fixture.ts';

describe('the record of a request', () => {
  it('says when it was sent by the wall clock, which token went and came, and when its page was decoded', async () => {
    const rig = createRunRig({ queries: 1, rowsEach: 15 });
    const beganAtMs = rig.clock.env.nowMs();
    const [first, second] = (await rig.run()).requests;
    expect(first).toMatchObject({
      filter: 'q0',
      sentAtUnixMs: beganAtMs,
      hasContinuation: true,
    });
    expect(first?.sentToken).toBeUndefined();
    expect(first?.token?.nextPartitionKeyChars).toBeGreaterThan(0);
    expect(second).toMatchObject({ sentToken: first?.token, hasContinuation: false });
    expect(second?.token).toBeUndefined();
    expect((second?.sentAtUnixMs ?? 0) - beganAtMs).toBeGreaterThanOrEqual(LATENCY_MS);
    for (const request of [first, second]) {
      expect(request?.decodedAtMs).toBeGreaterThanOrEqual(request?.endedAtMs ?? Number.POSITIVE_INFINITY);
    }
  });

  it('of a 503 has no decoding, but a wait and its reason; of a refused page the end of its bytes', async () => {
    const truncated: FakeFault = { page: 'truncated' };
    const rig = createRunRig({ queries: 1, rowsEach: 5, script: onlyFor('q0', [BUSY, truncated]) });
    const [busy, refused, read] = (await rig.run({ retryPolicy: DEFAULT_RETRY_POLICY })).requests;
    expect(busy).toMatchObject({ status: 503, retryReason: 'HTTP 503', attempt: 0 });
    expect(busy?.retryWaitMs).toBeGreaterThan(0);
    expect(busy?.decodedAtMs).toBeUndefined();
    expect(refused).toMatchObject({ attempt: 1, fault: { kind: 'protocol' } });
    expect(refused?.decodedAtMs).toBeGreaterThanOrEqual(refused?.endedAtMs ?? Number.POSITIVE_INFINITY);
    expect(read).toMatchObject({ attempt: 2, rows: 5 });
    expect((read?.startedAtMs ?? 0) - (refused?.endedAtMs ?? 0)).toBeGreaterThanOrEqual(
      refused?.retryWaitMs ?? 0,
    );
  });

  it('says before which the browser asked the service, failed ones too', async () => {
    const rig = createRunRig({ queries: 1, rowsEach: 15, script: onlyFor('q0', [BUSY]) });
    const asked = { ...rig.service.reader, costsPreflight: () => true };
    const records = (await rig.run({ reader: asked, retryPolicy: DEFAULT_RETRY_POLICY })).requests;
    expect(records[0]?.status).toBe(503);
    expect(new Set(records.map(({ preflight }) => preflight))).toEqual(new Set([true]));
    const simple = (await createRunRig({ queries: 1, rowsEach: 5 }).run()).requests;
    expect(new Set(simple.map(({ preflight }) => preflight))).toEqual(new Set([undefined]));
  });

  it('counts a wait that the page ended late as time of the page', async () => {
    const rig = createRunRig({ queries: 1, rowsEach: 5, script: onlyFor('q0', [BUSY]) });
    const ended = rig.start();
    await rig.clock.advance(LATENCY_MS + 1);
    rig.clock.freeze(2000);
    const [busy, read] = (await rig.clock.run(ended)).requests;
    const dueMs = (busy?.endedAtMs ?? 0) + (busy?.retryWaitMs ?? 0);
    expect(read?.queuedAtMs).toBeCloseTo(dueMs, 6);
    expect((read?.startedAtMs ?? 0) - dueMs).toBeGreaterThan(1000);
  });
});
