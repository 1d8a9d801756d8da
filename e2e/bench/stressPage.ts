// For `npm run bench -- stress`: measures the open loop of the stress lab in a page of a real browser, without a service.
import { runLoad } from '../../src/core/stress/runLoad.ts';
import { keysFor, PLAN } from '../../src/core/stress/stress.fixture.ts';
import type { StressPlan } from '../../src/core/stress/stressPlan.ts';

const LOAD: StressPlan = {
  ...PLAN,
  target: 'front',
  shape: { kind: 'steady', perSecond: 300, seconds: 10 },
};
/** How long an answer takes, in milliseconds. */
const LATENCY_MS = 15;

const after = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

/** By how many milliseconds operations are sent too late at 300 operations a second, and what else was wrong. */
async function scheduleError(): Promise<{
  readonly p50: number;
  readonly p99: number;
  readonly faults: readonly string[];
}> {
  const record = await runLoad({
    plan: LOAD,
    keysOf: keysFor(LOAD),
    clock: { now: () => performance.now(), wait: after },
    send: async (operation) => {
      await after(LATENCY_MS);
      return { status: 204, entities: operation.keys.length };
    },
    stop: new AbortController(),
  });
  const { served } = record.totals;
  return {
    p50: record.scheduleError.at(0.5),
    p99: record.scheduleError.at(0.99),
    faults: served === 3000 ? [] : [`${served} of 3000 operations were served`],
  };
}

Object.assign(globalThis, { keyscopeBench: { scheduleError } });
