// One run of the real app against a world and a schedule of faults, in memory. Plan, connection, lanes, retries, decoder, row store and the
// rules of completeness are those of the app.
import { setMaxListeners } from 'node:events';
import { planQueries } from '../../src/core/plan/planQueries.ts';
import type { QueryPlan } from '../../src/core/plan/queryPlan.ts';
import { schemeById } from '../../src/core/keys/schemeRegistry.ts';
import { openConnection } from '../../src/tables/connection/connection.ts';
import { readConnectionText } from '../../src/tables/connection/connectionText.ts';
import type { Connection, ConnectionText } from '../../src/tables/connection/connectionTypes.ts';
import type { TablesEnv } from '../../src/tables/base/clock.ts';
import type { RunPause } from '../../src/tables/pacing/pause.ts';
import { createSdkTransport } from '../../src/tables/wire/sdkTransport.ts';
import { createRandom } from '../../scripts/demo/random.mjs';
import { createFaultLayer, type FaultLayer } from '../rig/faultLayer.ts';
import type { RowSource } from '../rig/rowSource.ts';
import { recommendedRule } from '../rig/corsRules.ts';
import type { StoredPolicy } from '../rig/sasCheck.ts';
import type { TableServiceOptions } from '../rig/serviceOptions.ts';
import { createTableService, type TableServiceCore } from '../rig/tableService.ts';
import { createMemoryFetch, PAGE_ORIGIN } from './memoryFetch.ts';
import { createMemoryRows, type MemoryRows } from './memoryRows.ts';
import {
  type DriverDeps,
  engineDriver,
  type RunDriver,
  type PlantedFault,
  type Shown,
  stateDriver,
} from './runDrivers.ts';
import { makeSchedule, type Schedule } from './schedule.ts';
import { copyRows, watchHosts } from './secondaryCopy.ts';
import { createVirtualTime, type VirtualTime, virtualEnv } from './virtualTime.ts';
import { createWireTap, type WireEntry, type WireTap } from './wireTap.ts';
import { makeWorld } from './world.ts';
import { type Spot, tablesOf } from './worldRows.ts';
import type { World } from './worldTraits.ts';

// Many listeners wait on one signal, which Node would report as a leak.
setMaxListeners(0);

/** A stored row, with the query that brought it. */
export interface StoredKey extends Spot {
  readonly queryIndex: number;
}

/** The time from pressing Run or Continue to the end of the run, and what the page shows then. */
export interface Stage extends Shown {
  readonly stored: readonly StoredKey[];
  /** Number of requests that arrived after the run had ended. */
  readonly sentAfterEnd: number;
  /** Whether it began from nothing, and not where the previous stage had ended. */
  readonly isFresh: boolean;
  /** Whether the worker with its rows crashed. */
  readonly isLost: boolean;
  /** Monotonic time of the press and of the end, in milliseconds. */
  readonly fromMs: number;
  readonly toMs: number;
}

/** Everything needed to judge a run. */
export interface Evidence {
  readonly seed: number;
  readonly world: World;
  readonly schedule: Schedule;
  readonly plan: QueryPlan;
  readonly stages: readonly Stage[];
  /** The rows as the app exports them after the last stage. */
  readonly exported: readonly string[];
  /** The largest number of requests in flight to one host. */
  readonly maxInFlight: number;
  /** Requests other than a GET and its preflight. */
  readonly strays: readonly string[];
  /** Requests and answers as the network saw them. */
  readonly wire: readonly WireEntry[];
}

const ENDPOINT = 'http://127.0.0.1:10002/scripted';
/** Used if the copy has a host name, and so lanes, of its own. */
const HOST_ENDPOINT = 'http://scripted.table.localhost:10002';
const HOUR_MS = 3_600_000;
const WIRE_MS = 2;
/** How often the run may be started or continued. From the third stage on there are no more faults. */
const MAX_STAGES = 5;
/** How often another SAS is pasted while there are still faults. */
const MAX_PAUSES = 4;
/** The times in a SAS are whole seconds. */
const SHORT_MS = 2500;
const LONG_MS = 100 * HOUR_MS;
const BREAK_MS = 1_000_000;

/** Runs a seed to its end. Continue is pressed as long as the result is not complete. */
export async function runSeed(seed: number): Promise<Evidence> {
  const schedule = makeSchedule(seed);
  return runWorld(seed, makeWorld(seed, schedule.traits), schedule);
}

/** Runs a given world and schedule. */
export async function runWorld(
  seed: number,
  world: World,
  schedule: Schedule,
  planted: PlantedFault = {},
): Promise<Evidence> {
  const run = new SeededRun(seed, world, schedule, planted);
  const stages: Stage[] = [];
  do stages.push(await run.stage(canContinue(stages.at(-1))));
  while (
    // If the worker died in the last stage, nothing is left to judge, so there is one more. It dies only once.
    stages.at(-1)?.isLost === true ||
    (stages.length < MAX_STAGES && canContinue(stages.at(-1)))
  );
  return run.evidence(stages);
}

function canContinue(stage: Stage | undefined): boolean {
  return stage !== undefined && 'resumable' in stage.completeness && stage.completeness.resumable;
}

class SeededRun {
  private readonly seed: number;
  private readonly world: World;
  private readonly schedule: Schedule;
  private readonly planted: PlantedFault;
  private readonly plan: QueryPlan;
  private readonly time: VirtualTime;
  private readonly service: TableServiceCore;
  private readonly layer: FaultLayer;
  private readonly mostAtHost: () => number;
  private readonly env: TablesEnv;
  private readonly rows: MemoryRows;
  private readonly policies = new Map<string, StoredPolicy>();
  private readonly connection: Connection;
  private readonly tap: WireTap;
  private readonly driver: RunDriver;
  private pauses = 0;
  private paused: RunPause | undefined;
  private isHelping = false;
  private isLost = false;
  private stageCount = 0;

  constructor(seed: number, world: World, schedule: Schedule, planted: PlantedFault) {
    this.seed = seed;
    this.world = world;
    this.schedule = schedule;
    this.planted = planted;
    this.plan = planOf(world);
    const time = createVirtualTime(schedule.time);
    this.time = time;
    this.service = this.startService();
    const watched = watchHosts(
      createFaultLayer({
        seed,
        dialect: schedule.dialect ?? 'live',
        clockMs: time.monotonicMs,
        nowMs: time.serviceNowMs,
      }),
    );
    this.layer = watched.layer;
    this.mostAtHost = watched.most;
    this.layer.setRules([...(schedule.copy?.rules ?? []), ...schedule.rules]);
    this.tap = createWireTap(time.monotonicMs, () => Math.max(time.nowMs(), time.serviceNowMs()));
    const { service, layer, tap } = this;
    const network = { service, layer, time, tap, wireMs: WIRE_MS, offline: schedule.offline };
    const allowsHeaders = schedule.transport !== 'simple';
    this.env = envOf(seed, schedule, time, createMemoryFetch({ ...network, allowsHeaders }));
    this.rows = createMemoryRows(schedule.via === 'state' ? schedule.workerDiesAtPage : undefined);
    this.rows.client.onLost(() => {
      this.isLost = true;
    });
    const text = this.connectionText(schedule.expiresInMs ?? HOUR_MS);
    this.connection = openConnection(text, this.env, {
      useSecondary: schedule.copy !== undefined,
      loadSdk: () =>
        schedule.transport === 'simple'
          ? Promise.reject(new Error('There is no SDK in this run.'))
          : Promise.resolve({ createSdkTransport }),
    });
    this.driver = this.startDriver();
  }

  private startDriver(): RunDriver {
    const { plan, connection, env, time, planted, schedule } = this;
    const { client: rows } = this.rows;
    const transport = schedule.transport === 'sdk' ? 'sdk' : 'automatic';
    const deps: DriverDeps = {
      plan,
      connection,
      transport,
      env,
      rows,
      time,
      planted,
      onPause: this.onPause,
    };
    return schedule.via === 'state' ? stateDriver(deps) : engineDriver(deps, schedule.hasControl);
  }

  private startService(): TableServiceCore {
    const { time, schedule, world, policies, seed } = this;
    const tables = tablesOf(world, world.rows);
    if (world.live !== undefined) tables.set(world.request.tableName, world.live(time));
    return createTableService({
      tables,
      needsVersionHeaders: schedule.transport === 'refused',
      cors: corsOf(schedule.hidesTokens),
      corsOnErrors: schedule.corsOnErrors,
      authErrors: schedule.authErrors,
      dialect: schedule.dialect ?? 'live',
      paging: schedule.paging,
      load: { ...schedule.load, random: createRandom(seed, 'jitter').next },
      nowMs: time.serviceNowMs,
      policies,
      ...this.copy(),
    });
  }

  /** Empty if there is no copy; requests to it are then refused. */
  private copy(): Pick<TableServiceOptions, 'secondary'> {
    const { copy } = this.schedule;
    if (copy === undefined || copy.status === 'none') return {};
    const { status, lastSyncMs, lacksTable } = copy;
    const tables = lacksTable
      ? new Map<string, RowSource>()
      : tablesOf(this.world, copyRows(this.seed, this.world, copy));
    return { secondary: { status, tables, ...(status === 'live' ? { lastSyncMs } : {}) } };
  }

  /** A new SAS: for the account, or for the table with its stored access policy if that is to be deleted. */
  private connectionText(lifeMs: number): ConnectionText {
    const { service, schedule, policies, time, world } = this;
    const { request, bounds } = world;
    const expiresAtMs = time.serviceNowMs() + lifeMs;
    const { copy } = schedule;
    let sas = service.accountSas({
      expiresAtMs,
      ...(copy?.tellsSync === true ? { resourceTypes: 'sco' } : {}),
    });
    if (schedule.revokedAtMs !== undefined) {
      const expiresAt = new Date(expiresAtMs + HOUR_MS).toISOString();
      policies.set('run', { permissions: 'r', expiresAt });
      sas = service.tableSas(request.tableName, { si: 'run', ...keyFields(bounds) });
    } else if (bounds !== undefined) {
      const se = new Date(expiresAtMs).toISOString();
      sas = service.tableSas(request.tableName, { sp: 'r', se, ...keyFields(bounds) });
    }
    const text = readConnectionText(`${copy === undefined ? ENDPOINT : HOST_ENDPOINT}?${sas}`);
    if (!text.ok) throw new Error(text.error.message);
    return text.value;
  }

  async stage(goesOn: boolean): Promise<Stage> {
    const { schedule, time, layer, driver, plan } = this;
    this.stageCount += 1;
    const isFirst = this.stageCount === 1;
    const events = [
      { atMs: isFirst ? schedule.revokedAtMs : undefined, run: () => this.policies.clear() },
      { atMs: isFirst ? schedule.cancelAtMs : undefined, run: () => driver.cancel() },
      { atMs: isFirst ? schedule.hidesFromMs : undefined, run: () => this.setHidden(true) },
    ].flatMap(({ atMs, run }) => (atMs === undefined ? [] : [time.arrive(run, atMs)]));
    if (!isFirst) await this.recover();
    this.tap.setStage(this.stageCount);
    this.isLost = false;
    const fromMs = time.monotonicMs();
    const shown = await time.run(driver.run(goesOn, this.budgetRows()));
    const toMs = time.monotonicMs();
    for (const handle of events) time.clear(handle);
    const sent = layer.log.all().length;
    // Anything that the run does too late would show within this time.
    await this.pass(BREAK_MS);
    const { isLost } = this;
    const held = isLost ? [] : await this.rows.keys();
    return {
      ...shown,
      stored: held.map((key) => ({ ...key, table: plan.queries[key.queryIndex]?.tableName ?? '' })),
      sentAfterEnd: layer.log.all().length - sent,
      isFresh: !goesOn,
      isLost,
      fromMs,
      toMs,
    };
  }

  private budgetRows(): number {
    const { rowBudget, budgetStays } = this.schedule;
    return rowBudget !== undefined && (this.stageCount === 1 || budgetStays === true) ? rowBudget : 1e9;
  }

  /** Prepares for Continue: a new SAS, and from the third stage on no more faults. */
  private async recover(): Promise<void> {
    if (this.stageCount > 2) {
      this.layer.setRules([]);
      this.service.change({ load: {}, paging: {} });
      this.setHidden(this.schedule.hidesTokens);
    }
    this.renew(LONG_MS);
    await this.pass(1000);
  }

  /** Sets whether the account's CORS rule hides continuation tokens. */
  private setHidden(isHidden: boolean): void {
    this.service.change({ cors: corsOf(isHidden) });
  }

  private pass(durationMs: number): Promise<void> {
    return this.time.run(
      new Promise((resolve) => {
        this.time.arrive(resolve, durationMs);
      }),
    );
  }

  /**
   * What the user does when the run pauses: after a while they paste another SAS, at last one that works. If the service has not answered
   * for an hour, it may be hiding a refusal, so another SAS is tried then too.
   */
  private readonly onPause = (pause: RunPause | undefined): void => {
    if (pause === this.paused) return;
    this.paused = pause;
    if (pause?.kind === 'credential') this.help(this.schedule.renewAfterMs);
    else if (pause?.kind === 'unanswered') this.help(HOUR_MS);
  };

  private help(afterMs: number): void {
    // There is only one user, who does one thing at a time.
    if (this.isHelping) return;
    this.isHelping = true;
    this.time.arrive(() => {
      this.isHelping = false;
      if (this.paused === undefined) return;
      this.pauses += 1;
      if (this.pauses > MAX_PAUSES) this.layer.setRules([]);
      this.renew(this.pauses === 1 && this.schedule.renewsShortly ? SHORT_MS : LONG_MS);
      this.driver.unpause();
    }, afterMs);
  }

  /** Renews the SAS. If by the computer's clock the new one has already ended, uses one that lasts. */
  private renew(lifeMs: number): void {
    this.tap.forgetWaits();
    if (this.connection.renewWith(this.connectionText(lifeMs)).ok) return;
    const renewed = this.connection.renewWith(this.connectionText(LONG_MS));
    if (!renewed.ok) throw new Error(renewed.error.message);
  }

  async evidence(stages: readonly Stage[]): Promise<Evidence> {
    const { seed, world, schedule, plan, layer, rows, tap } = this;
    return {
      seed,
      world,
      schedule,
      plan,
      stages,
      exported: stages.at(-1)?.isLost === true ? [] : await rows.exported(),
      maxInFlight: this.mostAtHost(),
      strays: layer.log.takeStrays(),
      wire: tap.all(),
    };
  }
}

function corsOf(isHidden: boolean): NonNullable<TableServiceOptions['cors']> {
  const rule = recommendedRule(PAGE_ORIGIN);
  return [isHidden ? { ...rule, exposedHeaders: 'x-ms-request-id' } : rule];
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
    ...virtualEnv(time, fetch, 'engine', seed),
    isOnline: () => !(schedule.knowsOffline && isOffline()),
  };
}

/** The SAS parameters that limit its keys. */
function keyFields(bounds: World['bounds']): Readonly<Record<string, string>> {
  if (bounds === undefined) return {};
  const { startPk: spk, startRk: srk, endPk: epk, endRk: erk } = bounds;
  const fields = Object.entries({ spk, srk, epk, erk });
  return Object.fromEntries(fields.filter((field): field is [string, string] => field[1] !== undefined));
}
