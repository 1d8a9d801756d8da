// One run of the real engine against a world and a schedule of faults, in memory: plan, connection, lanes, retries,
// decoder, row store and the rule that says whether the result is complete are those of the app.
import { setMaxListeners } from 'node:events';
import { completenessState, type Completeness } from '../../src/core/plan/completeness.ts';
import { planQueries } from '../../src/core/plan/planQueries.ts';
import type { QueryPlan } from '../../src/core/plan/queryPlan.ts';
import { schemeById } from '../../src/core/keys/schemeRegistry.ts';

import { runFacts } from '../../src/state/runFacts.ts';
import { runSpec } from '../../src/state/runSpec.ts';
import { openConnection } from '../../src/tables/connection.ts';
import { readConnectionText } from '../../src/tables/connectionText.ts';
import type { Connection, ConnectionText } from '../../src/tables/connectionTypes.ts';
import type { TablesEnv } from '../../src/tables/env.ts';
import type { Lanes } from '../../src/tables/lanes.ts';
import type { PageReader } from '../../src/tables/pageReader.ts';
import { runQueries } from '../../src/tables/runQueries.ts';
import { createRunControl, type RunPause } from '../../src/tables/runPause.ts';
import type { PageSink, RunEvent, RunOutcome } from '../../src/tables/runTypes.ts';
import { createRandom } from '../../scripts/demo/random.mjs';
import { createFaultLayer, type FaultLayer } from '../rig/faultLayer.ts';
import { arrayRows, type RowSource } from '../rig/rowSource.ts';
import { recommendedRule } from '../rig/corsRules.ts';
import type { StoredPolicy } from '../rig/sasCheck.ts';
import type { TableServiceOptions } from '../rig/serviceOptions.ts';
import { createTableService, type TableServiceCore } from '../rig/tableService.ts';
import { createMemoryFetch, PAGE_ORIGIN } from './memoryFetch.ts';
import { createMemoryRows, type MemoryRows } from './memoryRows.ts';
import { watchRetryAfter } from './retryAfterWatch.ts';
import { makeSchedule, type Schedule } from './schedule.ts';
import { copyRows, watchHosts } from './secondaryCopy.ts';
import { createVirtualTime, RUN_EPOCH_MS, type VirtualTime } from './virtualTime.ts';
import { makeWorld, TABLE, type World } from './world.ts';

// Node takes many waiters on one signal for a leak.
setMaxListeners(0);

/** A row that the store holds, by the query that brought it. */
export interface StoredKey {
  readonly queryIndex: number;
  readonly partitionKey: string;
  readonly rowKey: string;
}

/** From a press of Run or Continue to the end of the run. */
export interface Stage {
  readonly outcome: RunOutcome;
  readonly completeness: Completeness;
  readonly stored: readonly StoredKey[];
  /** What the service sent in wrong order, twice or beside the question, as the app reports it; from the first stage on. */
  readonly anomalies: { readonly outOfOrder: number; readonly repeated: number; readonly outside: number };
  /** Requests that came when the run had ended. */
  readonly sentAfterEnd: number;
}

/** All that there is to judge a run by. */
export interface Evidence {
  readonly seed: number;
  readonly world: World;
  readonly schedule: Schedule;
  readonly plan: QueryPlan;
  readonly stages: readonly Stage[];
  /** The rows as the app exports them, when the last stage had ended. */
  readonly exported: readonly string[];
  /** At one host. */
  readonly maxInFlight: number;
  readonly methods: readonly string[];
  readonly requests: number;
  /** How often a request came before its Retry-After had passed. */
  readonly undercut: number;
}

/** What is other than in a plain run. Of the engine: a part that does wrong, which the judge must find out. */
export interface Sabotage {
  /** Of the service: a table that changes while it is read, by the run's clock. */
  readonly table?: (time: VirtualTime) => RowSource;
  readonly reader?: (reader: PageReader, lanes: Lanes) => PageReader;
  readonly sink?: (sink: PageSink) => PageSink;
}

const ANOMALIES = ['outOfOrder', 'repeated', 'outside'] as const;
const ENDPOINT = 'http://127.0.0.1:10002/scripted';
/** Where the copy has a name, and lanes, of its own. */
const HOST_ENDPOINT = 'http://scripted.table.localhost:10002';
const HOUR_MS = 3_600_000;
const WIRE_MS = 2;
/** Presses of Continue, at most; from the second on nothing goes wrong any more. */
const MAX_STAGES = 5;
/** Times that another SAS is brought while faults go on. */
const MAX_PAUSES = 4;
/** A SAS names whole seconds. */
const SHORT_MS = 2500;
const LONG_MS = 100 * HOUR_MS;
const BREAK_MS = 1_000_000;

/** Runs a seed to its end, pressing Continue where the result is not whole. */
export async function runSeed(seed: number, sabotage: Sabotage = {}): Promise<Evidence> {
  const world = makeWorld(seed);
  return runWorld(seed, world, makeSchedule(seed, world), sabotage);
}

/** The same with a world and a schedule of the caller's. */
export async function runWorld(
  seed: number,
  world: World,
  schedule: Schedule,
  sabotage: Sabotage = {},
): Promise<Evidence> {
  const run = new SeededRun(seed, world, schedule, sabotage);
  const stages: Stage[] = [];
  do stages.push(await run.stage(stages.at(-1)?.outcome));
  while (stages.length < MAX_STAGES && canGoOn(stages.at(-1) as Stage));
  return run.evidence(stages);
}

function canGoOn({ completeness }: Stage): boolean {
  return 'resumable' in completeness && completeness.resumable;
}

class SeededRun {
  private readonly seed: number;
  private readonly world: World;
  private readonly schedule: Schedule;
  private readonly sabotage: Sabotage;
  private readonly plan: QueryPlan;
  private readonly time: VirtualTime;
  private readonly service: TableServiceCore;
  private readonly layer: FaultLayer;
  private readonly mostAtHost: () => number;
  private readonly env: TablesEnv;
  private readonly rows: MemoryRows;
  private readonly policies = new Map<string, StoredPolicy>();
  private readonly connection: Connection;
  private readonly retryAfter: ReturnType<typeof watchRetryAfter>;
  private readonly control = createRunControl();
  private pauses = 0;
  private paused: RunPause | undefined;
  private isHelping = false;
  private readonly anomalies = { outOfOrder: 0, repeated: 0, outside: 0 };
  private stageCount = 0;

  constructor(seed: number, world: World, schedule: Schedule, sabotage: Sabotage) {
    this.seed = seed;
    this.world = world;
    this.schedule = schedule;
    this.sabotage = sabotage;
    this.plan = planOf(world);
    const time = createVirtualTime(schedule.time);
    this.time = time;
    this.service = this.startService();
    const watched = watchHosts(
      createFaultLayer({ seed, clockMs: time.monotonicMs, nowMs: time.serviceNowMs }),
    );
    this.layer = watched.layer;
    this.mostAtHost = watched.most;
    this.layer.setRules([...(schedule.copy?.rules ?? []), ...schedule.rules]);
    const { service, layer } = this;
    const network = { service, layer, time, wireMs: WIRE_MS, offline: schedule.offline };
    this.retryAfter = watchRetryAfter(createMemoryFetch(network), time);
    this.env = envOf(seed, schedule, time, this.retryAfter.fetch);
    this.rows = createMemoryRows(runSpec(1, this.plan));
    const text = this.connectionText(schedule.expiresInMs ?? HOUR_MS);
    this.connection = openConnection(text, this.env, undefined, schedule.copy !== undefined);
  }

  private startService(): TableServiceCore {
    const { time, schedule, world, policies, seed, sabotage } = this;
    const rule = recommendedRule(PAGE_ORIGIN);
    return createTableService({
      tables: new Map([[TABLE, sabotage.table?.(time) ?? arrayRows(world.rows)]]),
      cors: [schedule.hidesTokens ? { ...rule, exposedHeaders: 'x-ms-request-id' } : rule],
      corsOnErrors: schedule.corsOnErrors,
      authErrors: schedule.authErrors,
      paging: schedule.paging,
      load: { ...schedule.load, random: createRandom(seed, 'jitter').next },
      nowMs: time.serviceNowMs,
      policies,
      ...this.copy(),
    });
  }

  /** Undefined: whoever asks there is refused. */
  private copy(): Pick<TableServiceOptions, 'secondary'> {
    const { copy } = this.schedule;
    if (copy === undefined || copy.status === 'none') return {};
    const { status, lastSyncMs, lacksTable } = copy;
    const held = arrayRows(copyRows(this.seed, this.world, copy));
    const tables = new Map(lacksTable ? [] : [[TABLE, held] as const]);
    return { secondary: { status, tables, ...(status === 'live' ? { lastSyncMs } : {}) } };
  }

  /** A fresh SAS: for the account, or, where a policy is to be revoked, for the table by that policy. */
  private connectionText(lifeMs: number): ConnectionText {
    const { service, schedule, policies, time } = this;
    const expiresAtMs = time.serviceNowMs() + lifeMs;
    const { copy } = schedule;
    let sas = service.accountSas({
      expiresAtMs,
      ...(copy?.tellsSync === true ? { resourceTypes: 'sco' } : {}),
    });
    if (schedule.revokedAtMs !== undefined) {
      const expiresAt = new Date(expiresAtMs + HOUR_MS).toISOString();
      policies.set('run', { permissions: 'r', expiresAt });
      sas = service.tableSas(TABLE, { si: 'run' });
    }
    const text = readConnectionText(`${copy === undefined ? ENDPOINT : HOST_ENDPOINT}?${sas}`);
    if (!text.ok) throw new Error(text.error.message);
    return text.value;
  }

  async stage(before: RunOutcome | undefined): Promise<Stage> {
    const { schedule, time, layer } = this;
    this.stageCount += 1;
    const stop = new AbortController();
    const events = [
      { atMs: this.stageCount === 1 ? schedule.revokedAtMs : undefined, run: () => this.policies.clear() },
      { atMs: this.stageCount === 1 ? schedule.cancelAtMs : undefined, run: () => stop.abort() },
    ].flatMap(({ atMs, run }) => (atMs === undefined ? [] : [time.arrive(run, atMs)]));
    if (this.stageCount > 1) await this.recover();
    const outcome = await time.run(this.read(before, stop.signal));
    for (const handle of events) time.clear(handle);
    const sent = layer.log.all().length;
    // Whatever the run has left behind would show itself within this time.
    await this.pass(BREAK_MS);
    return {
      outcome,
      completeness: completenessOf(this.plan, outcome),
      stored: this.rows.keys(),
      anomalies: { ...this.anomalies },
      sentAfterEnd: layer.log.all().length - sent,
    };
  }

  /** Before Continue is pressed: a new SAS; from the third stage on, nothing goes wrong. */
  private async recover(): Promise<void> {
    if (this.stageCount > 2) {
      this.layer.setRules([]);
      this.service.change({ load: {}, paging: {} });
    }
    this.renew(LONG_MS);
    await this.pass(1000);
  }

  private pass(durationMs: number): Promise<void> {
    return this.time.run(
      new Promise((resolve) => {
        this.time.arrive(resolve, durationMs);
      }),
    );
  }

  private read(before: RunOutcome | undefined, signal: AbortSignal): Promise<RunOutcome> {
    const { plan, schedule, connection, sabotage, rows } = this;
    const sink: PageSink = (queryIndex, { body }, place) => {
      const receipt = rows.append({ queryIndex, body, place });
      if (receipt.ok) {
        for (const name of ANOMALIES) this.anomalies[name] += receipt.value.anomalies[name];
      }
      return Promise.resolve(receipt);
    };
    const { secondary } = connection;
    const isLimited = schedule.rowBudget !== undefined && this.stageCount === 1;
    return runQueries({
      queries: plan.queries,
      guards: plan.guards,
      reader: sabotage.reader?.(connection.reader, connection.lanes) ?? connection.reader,
      ...(secondary === undefined
        ? {}
        : {
            secondary: sabotage.reader?.(secondary.reader, connection.lanes) ?? secondary.reader,
            readStats: secondary.readStats,
          }),
      lanes: connection.lanes,
      sink: sabotage.sink?.(sink) ?? sink,
      env: this.env,
      signal,
      budget: { rows: isLimited ? (schedule.rowBudget ?? 0) : 1e9, bytes: 1e12 },
      onEvent: this.onEvent,
      ...(schedule.hasControl ? { control: this.control } : {}),
      ...(before === undefined ? {} : { resume: before.queries, resumeGuards: before.guards }),
    });
  }

  /**
   * What the person does who sees the run pause: brings another SAS after a while, in the end one that works. A service
   * that does not answer for an hour may be one that hides its refusal: another SAS is tried there, too.
   */
  private readonly onEvent = (event: RunEvent): void => {
    if (event.kind !== 'pause') return;
    this.paused = event.pause;
    if (event.pause?.kind === 'sas') this.help(this.schedule.renewAfterMs);
    else if (event.pause?.kind === 'unanswered') this.help(HOUR_MS);
  };

  private help(afterMs: number): void {
    // One person, who does one thing at a time.
    if (this.isHelping) return;
    this.isHelping = true;
    this.time.arrive(() => {
      this.isHelping = false;
      if (this.paused === undefined) return;
      this.pauses += 1;
      if (this.pauses > MAX_PAUSES) this.layer.setRules([]);
      this.renew(this.pauses === 1 && this.schedule.renewsShortly ? SHORT_MS : LONG_MS);
      this.control.resume();
    }, afterMs);
  }

  /** Where the computer's clock says that the new SAS is over already, one that lasts is brought. */
  private renew(lifeMs: number): void {
    this.retryAfter.forget();
    if (this.connection.renewWith(this.connectionText(lifeMs)).ok) return;
    const renewed = this.connection.renewWith(this.connectionText(LONG_MS));
    if (!renewed.ok) throw new Error(renewed.error.message);
  }

  evidence(stages: readonly Stage[]): Evidence {
    const { seed, world, schedule, plan, layer, rows } = this;
    const log = layer.log.all();
    return {
      seed,
      world,
      schedule,
      plan,
      stages,
      exported: rows.exported(),
      maxInFlight: this.mostAtHost(),
      methods: [...new Set(log.map(({ method }) => method))],
      requests: log.length,
      undercut: this.retryAfter.undercut(),
    };
  }
}

function planOf({ request }: World): QueryPlan {
  if (schemeById(request.schemeId) === undefined) throw new Error(`No scheme ${request.schemeId}`);
  const plan = planQueries(request);
  if (!plan.ok) throw new Error(`${plan.error.field}: ${plan.error.message}`);
  return plan.value;
}

function envOf(seed: number, schedule: Schedule, time: VirtualTime, fetch: TablesEnv['fetch']): TablesEnv {
  const isOffline = (): boolean =>
    schedule.offline.some((span) => time.monotonicMs() >= span.fromMs && time.monotonicMs() < span.toMs);
  return {
    fetch,
    nowMs: time.nowMs,
    monotonicMs: time.monotonicMs,
    setTimer: time.setTimer,
    clearTimer: time.clear,
    random: createRandom(seed, 'engine').next,
    isOnline: () => !(schedule.knowsOffline && isOffline()),
    // The simple transport alone is under test here: a service that refuses it stays refused.
    loadSdk: () => Promise.reject(new Error('There is no SDK in these runs.')),
  };
}

function completenessOf(plan: QueryPlan, outcome: RunOutcome): Completeness {
  return completenessState(
    runFacts(plan, {
      progress: outcome.queries,
      guards: outcome.guards,
      outcome,
      crash: undefined,
      startedAtUnixMs: RUN_EPOCH_MS,
    }),
  );
}
