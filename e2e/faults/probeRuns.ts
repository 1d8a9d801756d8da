// Probes with the real app against the scripted service, in memory and on a virtual clock. State, wire, decoder and search are those of the
// app.
import { setMaxListeners } from 'node:events';
import { createActivity } from '../../src/state/base/activity.ts';
import { createKeyspaceProbe, type KeyspaceProbe, type ProbeState } from '../../src/state/keyspace/probe.ts';
import { ProbeRun } from '../../src/state/keyspace/probeRun.ts';
import { openConnection } from '../../src/tables/connection/connection.ts';
import { readConnectionText } from '../../src/tables/connection/connectionText.ts';
import { d19, MINUTE } from '../../scripts/demo/keyText.mjs';
import type { DemoRow } from '../../scripts/demo/rows.mjs';
import { recommendedRule } from '../rig/corsRules.ts';
import { createFaultLayer, type FaultLayer } from '../rig/faultLayer.ts';
import type { FaultRule } from '../rig/faultRules.ts';
import type { PagingScript } from '../rig/queryPages.ts';
import type { RowSource } from '../rig/rowSource.ts';
import { createTableService, type TableServiceCore } from '../rig/tableService.ts';
import { createMemoryFetch, PAGE_ORIGIN } from './memoryFetch.ts';
import { createVirtualTime, type VirtualTime, virtualEnv } from './virtualTime.ts';
import type { Session } from '../../src/state/connection/session.ts';

// Many listeners wait on one signal, which Node would report as a leak.
setMaxListeners(0);

const PROBED_TABLE = 'Probed';
const ENDPOINT = 'http://127.0.0.1:10002/scripted';
const WIRE_MS = 2;

export type Probed = Extract<ProbeState, { readonly kind: 'probed' }>;

/** Makes rows by prefix and whole minutes after `from` (ticks). */
export function minuteRows(from: bigint): (prefix: number, minute: number) => DemoRow {
  return (prefix, minute) => ({
    partitionKey: `${d19(BigInt(prefix))}___${d19(from + BigInt(minute) * MINUTE)}`,
    rowKey: 'r',
    timestamp: '2026-11-21T00:00:00.0000000Z',
    properties: [],
  });
}

export interface ProbeWorld {
  readonly source: RowSource | ((time: VirtualTime) => RowSource);
  readonly paging?: PagingScript | undefined;
  readonly rules?: readonly FaultRule[];
  /** Parameters of a SAS for the table (spk, ...). Undefined for a SAS for the account. */
  readonly sas?: Readonly<Record<string, string>>;
}

export interface ProbeRig {
  readonly probe: KeyspaceProbe;
  /** Presses Continue. */
  readonly goOn: () => void;
  readonly time: VirtualTime;
  readonly layer: FaultLayer;
  readonly service: TableServiceCore;
  readonly state: () => Probed;
  /** Runs the clock until the app is idle. */
  readonly settle: () => Promise<void>;
  /** Number of requests without a continuation token, including retries. */
  readonly asked: () => number;
  /** Rows that the service sent. */
  readonly served: () => number;
  /** Replaces the SAS in use by another for the account. */
  readonly renew: () => void;
}

/** Starts to probe the table. Nothing has been sent yet. */
export function startProbe({ source, paging = {}, rules = [], sas }: ProbeWorld): ProbeRig {
  const time = createVirtualTime();
  const rows = typeof source === 'function' ? source(time) : source;
  const core = createTableService({
    tables: new Map([[PROBED_TABLE, rows]]),
    cors: [recommendedRule(PAGE_ORIGIN)],
    paging,
    nowMs: time.serviceNowMs,
  });
  let served = 0;
  const service: TableServiceCore = {
    ...core,
    answer: (request) => {
      const answer = core.answer(request);
      served += Buffer.from(answer.body).toString('utf8').split('"RowKey":').length - 1;
      return answer;
    },
  };
  const layer = createFaultLayer({ seed: 1, clockMs: time.monotonicMs, nowMs: time.serviceNowMs });
  layer.setRules(rules);
  const env = virtualEnv(time, createMemoryFetch({ service, layer, time, wireMs: WIRE_MS }), 'probe');
  const expires = new Date(time.serviceNowMs() + 3_600_000_000).toISOString();
  const textOf = (given: string) => {
    const text = readConnectionText(`${ENDPOINT}?${given}`);
    if (!text.ok) throw new Error(text.error.message);
    return text.value;
  };
  const tableSas = (fields: Readonly<Record<string, string>>) =>
    service.tableSas(PROBED_TABLE, { sp: 'r', se: expires, ...fields });
  const connection = openConnection(textOf(sas === undefined ? service.accountSas() : tableSas(sas)), env, {
    loadSdk: () => Promise.reject(new Error('There is no SDK in these runs.')),
  });
  // The page's animation frames, on the virtual clock.
  const nextFrame = (done: () => void): void => void time.setTimer(done, 16);
  const activity = createActivity(nextFrame);
  const probe = createKeyspaceProbe({
    env,
    activity,
    nextFrame,
    load: () => Promise.resolve({ ProbeRun }),
  });
  const session: Session = { connection, warnings: [], transport: 'automatic' };
  probe.start(session, PROBED_TABLE);
  return {
    probe,
    goOn: () => probe.goOn(session),
    time,
    layer,
    service,
    state: () => {
      const state = probe.get();
      if (state.kind !== 'probed') throw new Error('Nothing was probed yet.');
      return state;
    },
    settle: () => time.run(activity.idle()),
    served: () => served,
    asked: () => layer.log.all().filter(({ hasToken }) => !hasToken).length,
    renew: () => {
      const renewed = connection.renewWith(
        textOf(service.accountSas({ expiresAtMs: time.serviceNowMs() + 1e9 })),
      );
      if (!renewed.ok) throw new Error(renewed.error.message);
    },
  };
}

/** Runs the clock, and allows more requests each time the budget is used up. */
export async function settleAll(rig: ProbeRig): Promise<void> {
  await rig.settle();
  for (let held = rig.state().picture.held; held !== undefined; held = rig.state().picture.held) {
    const before = rig.asked();
    rig.probe.sampleMore();
    await rig.settle();
    if (rig.asked() === before) return;
  }
}

/** Probes until the groups and their ends are found, whatever that costs, and stops before the density is estimated. */
export async function findOnly(world: ProbeWorld): Promise<ProbeRig> {
  const rig = startProbe(world);
  let isStopped = false;
  const end = rig.probe.subscribe(() => {
    const state = rig.probe.get();
    if (isStopped || state.kind !== 'probed' || state.picture.stage === 'finding') return;
    isStopped = true;
    rig.probe.stop();
  });
  await settleAll(rig);
  end();
  return rig;
}
