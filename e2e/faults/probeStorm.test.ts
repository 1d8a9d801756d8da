// A probe while no request is answered, on the virtual clock: what it costs, and that it continues by itself.
import { beforeAll, describe, expect, it } from 'vitest';
import { MOST_EMPTY_IN_A_ROW, MOST_EMPTY_PAGES } from '../../src/tables/run/keyPages.ts';
import { MINUTE, ticksOfMs } from '../../scripts/demo/keyText.mjs';
import type { FaultRule } from '../rig/faultRules.ts';
import { arrayRows } from '../rig/rowSource.ts';
import { minuteRows, type ProbeRig, startProbe } from './probeRuns.ts';
import { RUN_EPOCH_MS } from './virtualTime.ts';

const FROM = ticksOfMs(RUN_EPOCH_MS) - 1500n * MINUTE;
const rowOf = minuteRows(FROM);

const ROWS = Array.from({ length: 40 }, (_, prefix) =>
  Array.from({ length: 1000 }, (_row, minute) => rowOf(prefix, minute)),
).flat();
const STORM_MS = 60_000;

async function probed(rules: readonly FaultRule[], rows = ROWS): Promise<ProbeRig> {
  const rig = startProbe({ source: arrayRows(rows), rules });
  await rig.settle();
  return rig;
}

/** What the probe reports about each group. */
function toldOf(rig: ProbeRig): readonly unknown[] {
  return rig.state().picture.groups.map(({ label, first, last, rows }) => [label, first, last, rows]);
}

function sentAtMs(rig: ProbeRig): readonly number[] {
  return rig.layer.log.all().map(({ startedAtMs }) => startedAtMs);
}

describe('a storm over a probe', () => {
  let calm: ProbeRig;
  beforeAll(async () => {
    calm = await probed([]);
  }, 60_000);

  for (const [fromMs, code] of [
    [40, 'ServerBusy'],
    [90, 'OperationTimedOut'],
  ] as const) {
    it(`of ${code} for 60 s, from ${fromMs} ms on, costs 30 requests more at most`, async () => {
      const toMs = fromMs + STORM_MS;
      const action = { kind: 'status', status: code === 'ServerBusy' ? 503 : 500, code } as const;
      const rig = await probed([{ action, during: { fromMs, toMs } }]);
      expect([rig.state().phase, rig.state().fault]).toEqual(['done', undefined]);
      expect(toldOf(rig)).toEqual(toldOf(calm));
      expect(calm.asked()).toBeGreaterThanOrEqual(40);
      expect(rig.asked() - calm.asked()).toBeLessThanOrEqual(30);
      expect(rig.layer.log.maxInFlight()).toBeLessThanOrEqual(6);
      const first = rig.layer.log
        .all()
        .find(({ startedAtMs, status }) => startedAtMs >= toMs && status === 200);
      expect(first?.startedAtMs).toBeLessThanOrEqual(toMs + 5000);
    });
  }

  it('that asks to wait is not undercut, and one that never ends pauses the probe after five minutes', async () => {
    const action = { kind: 'status', status: 503, code: 'ServerBusy', retryAfter: '20' } as const;
    const asked = await probed([{ action, during: { fromMs: 50, toMs: 1000 } }]);
    expect(asked.state().phase).toBe('done');
    const refused = asked.layer.log
      .all()
      .flatMap(({ status, endedAtMs }) => (status === 503 ? (endedAtMs ?? []) : []));
    expect(refused.length).toBeLessThanOrEqual(12);
    const last = Math.max(...refused);
    const next = sentAtMs(asked).filter((atMs) => atMs >= last);
    expect(next[0]).toBeGreaterThanOrEqual(last + 20_000);

    const endless = await probed([
      { action: { ...action, retryAfter: '1' }, during: { fromMs: 50, toMs: 1e9 } },
    ]);
    expect(endless.state().phase).toBe('paused');
    expect(endless.state().pause).toMatch(/503|busy/i);
    expect(endless.asked()).toBeLessThan(150);
    endless.layer.setRules([]);
    endless.goOn();
    await endless.settle();
    expect(endless.state().phase).toBe('done');
  });
});

describe('pages without rows', () => {
  it('that never end are left, in words', async () => {
    const rig = await probed(
      [{ action: { kind: 'empties', count: 1e6 }, nth: { from: 20, to: 1e9 } }],
      ROWS.slice(0, 8000),
    );
    const { phase, fault } = rig.state();
    expect(phase).toBe('done');
    expect(fault).toMatch(/answers in a row had no rows/);
    expect(rig.layer.log.all().length - rig.asked()).toBeLessThan(MOST_EMPTY_IN_A_ROW + 6 * MOST_EMPTY_PAGES);
  });
});
