import { timeBuckets } from '../../entities/timeBuckets.ts';
import { floorTo } from '../../keys/digits.ts';
import { type CellGrid, COUNTED } from '../map/cellGrid.ts';
import { LiveGrid } from '../map/liveGrid.ts';
import { poisson, seededRandom } from '../seededRandom.ts';
import { ACCOUNT_TARGET_PER_SECOND, PARTITION_TARGET_PER_SECOND } from '../target.ts';
import { countText, numberText, secondsText } from '../words.ts';
import { type ModelLayout, modelLayout } from './layout.ts';
import { modelFacts } from './modelFacts.ts';
import type { ModelInput, ModelResult, ModelShape, ModelStep } from './modelTypes.ts';
import { modelReads } from './reads.ts';
import { CLIENT_RETRIES, RetryQueue, shareStored, sumOfTries, type Tried } from './retryQueue.ts';
import { DEFAULT_SERVERS, PartitionServers } from './servers.ts';

const TICKS_PER_SECOND = 10_000_000n;
/** Steps of a simulation at most; longer ones take longer steps. */
const MOST_STEPS = 3600;
const MOST_COLUMNS = 600;
/** The size that the targets count, bytes. Source: Microsoft, "Scalability and performance targets for Table storage". */
const TARGET_ENTITY_BYTES = 1024;
const DAY_SECONDS = 86_400;
const SAMPLE_KEYS = 12;

/** Events a second at a time, as a multiple of the mean. Diurnal: lowest at 03:00 UTC. */
export function shapeFactor(shape: ModelShape, seconds: number, fromTicks: bigint): number {
  if (shape.kind === 'steady') return 1;
  if (shape.kind === 'burst') {
    const since = seconds - shape.atSeconds;
    return since >= 0 && since < shape.lengthSeconds ? shape.factor : 1;
  }
  const midnight = Number((fromTicks / TICKS_PER_SECOND) % BigInt(DAY_SECONDS));
  const share = (midnight + seconds - 3 * 3600) / DAY_SECONDS;
  return 1 - shape.depth * Math.cos(2 * Math.PI * share);
}

function total(values: Float64Array): number {
  return values.reduce((sum, value) => sum + value, 0);
}

function highest(values: Float64Array): number {
  return values.reduce((most, value) => Math.max(most, value), 0);
}

/** What the step of a simulation came to: its writes, and those that were tried again. */
interface StepLoad {
  readonly tries: readonly Tried[];
  /** Of each try, by row. */
  readonly storedOf: readonly Float64Array[];
  /** New writes, and all that were tried. */
  readonly fresh: number;
  readonly offered: number;
  readonly storedTotal: number;
  readonly hottestPartition: number;
  readonly hottestServer: number;
  readonly busyServers: number;
}

class Simulation {
  readonly servers: PartitionServers;
  readonly retries: RetryQueue;
  private readonly input: ModelInput;
  private readonly layout: ModelLayout;
  private readonly units: number;
  private readonly partitionTarget: number;
  private readonly accountTarget: number;
  private readonly serverTarget: number;
  private readonly serverCount: number;

  constructor(input: ModelInput, layout: ModelLayout) {
    const assumed = input.servers ?? DEFAULT_SERVERS;
    this.input = input;
    this.layout = layout;
    this.units = Math.max(1, input.entityBytes / TARGET_ENTITY_BYTES);
    this.partitionTarget = (input.partitionTargetPerSecond ?? PARTITION_TARGET_PER_SECOND) / this.units;
    this.accountTarget = (input.accountTargetPerSecond ?? ACCOUNT_TARGET_PER_SECOND) / this.units;
    this.serverTarget = assumed.targetPerSecond / this.units;
    this.serverCount = Math.max(1, assumed.count);
    this.retries = new RetryQueue(input.retries ?? CLIENT_RETRIES);
    this.servers = new PartitionServers(layout.labels.length, assumed);
  }

  step(atSeconds: number, stepSeconds: number, random: () => number): StepLoad {
    const { input, layout, servers, retries } = this;
    const rate = input.eventsPerSecond * shapeFactor(input.shape, atSeconds, input.fromTicks);
    const weights = layout.weightsAt(atSeconds);
    const fresh = weights.map((weight) => poisson(random, rate * weight * stepSeconds));
    const tries = [...retries.due(atSeconds + stepSeconds), { atSeconds, refusals: 0, counts: fresh }];
    const offered = sumOfTries(tries);
    const stored = offered.map((count, row) => {
      const online = count * servers.onlineShare(row, atSeconds, stepSeconds);
      return layout.isOnePartition ? Math.min(online, this.partitionTarget * stepSeconds) : online;
    });
    const perServer = this.scaleByServer(stored, stepSeconds);
    const kept = perServer.reduce((sum, count) => sum + count, 0);
    const room = kept === 0 ? 1 : Math.min(1, (this.accountTarget * stepSeconds) / kept);
    const whole = stored.map((count) => Math.floor(count * room));
    const perSecond = offered.map((count) => (count * this.units) / stepSeconds);
    servers.balance(perSecond, atSeconds, stepSeconds);
    const storedOf = shareStored(tries, whole);
    for (const [at, tried] of tries.entries()) retries.settle(tried, storedOf[at] ?? whole, atSeconds);
    return {
      tries,
      storedOf,
      fresh: total(fresh),
      offered: total(offered),
      storedTotal: total(whole),
      hottestPartition: layout.isOnePartition ? highest(offered) / stepSeconds : 0,
      hottestServer: highest(perServer) / stepSeconds,
      busyServers: perServer.filter((count) => count > 0).length,
    };
  }

  /** Cuts rows in proportion where their server is offered more than it takes; what each server then takes. */
  private scaleByServer(stored: Float64Array, stepSeconds: number): Float64Array {
    const sums = new Float64Array(this.serverCount);
    for (const [row, count] of stored.entries()) {
      const server = this.servers.serverOf(row);
      sums[server] = (sums[server] ?? 0) + count;
    }
    const most = this.serverTarget * stepSeconds;
    const shares = sums.map((sum) => (sum > most ? most / sum : 1));
    for (const [row, count] of stored.entries())
      stored[row] = count * (shares[this.servers.serverOf(row)] ?? 1);
    return sums.map((sum) => Math.min(sum, most));
  }
}

function emptyMap(input: ModelInput, rowCount: number): LiveGrid {
  const to = input.fromTicks + BigInt(Math.ceil(input.durationSeconds)) * TICKS_PER_SECOND;
  // Rounded down, the first keys lie before the start.
  const buckets = timeBuckets({ from: floorTo(input.fromTicks, input.roundingTicks), to }, MOST_COLUMNS);
  return new LiveGrid(
    { rowCount, columnCount: buckets.bucketCount, from: buckets.from, bucketTicks: buckets.bucketTicks },
    COUNTED,
  );
}

/** Adds a step's rows to the columns of their keys' times. */
function addStep(grid: CellGrid, input: ModelInput, stored: Float64Array, atSeconds: number): void {
  // A retry keeps its key, and so its time.
  const ticks = floorTo(
    input.fromTicks + BigInt(Math.floor(atSeconds)) * TICKS_PER_SECOND,
    input.roundingTicks,
  );
  const column = Number((ticks - grid.from) / grid.bucketTicks);
  for (const [row, count] of stored.entries()) {
    const at = row * grid.columnCount + column;
    grid.counts[at] = (grid.counts[at] ?? 0) + count;
  }
}

/** "1 split", "12 splits". */
function plural(count: number, word: string): string {
  return `${countText(count)} ${word}${count === 1 ? '' : 's'}`;
}

function notesOf(
  input: ModelInput,
  totals: Pick<
    ModelResult,
    'offered' | 'refusals' | 'recovered' | 'givenUp' | 'waiting' | 'firstRefusalSeconds'
  >,
  layout: ModelLayout,
  servers: PartitionServers,
): readonly string[] {
  const notes: string[] = [];
  const used = layout.weightsAt(0).filter((weight) => weight > 0).length;
  const isFront = input.scheme === 'ticks' || input.scheme === 'inverted ticks';
  if (isFront) {
    const end = input.scheme === 'ticks' ? 'upper end (append-only tail)' : 'lower end (prepend-only head)';
    notes.push(
      `Every write goes to the ${end} of the key space: splits cut off what is cold, and one server keeps all writes.`,
    );
  }
  if (input.scheme === 'prefixed ticks' && used < input.prefixes)
    notes.push(
      `${countText(input.writers)} writers use ${countText(used)} of ${countText(input.prefixes)} prefixes; a query has to ask all of them.`,
    );
  if (totals.firstRefusalSeconds !== undefined) notes.push(refusalNote(input, totals));
  if (servers.events.length > 0) {
    const moves = servers.events.filter(({ kind }) => kind === 'move').length;
    notes.push(
      `${plural(servers.events.length - moves, 'split')} and ${plural(moves, 'move')}, ${numberText(servers.rangeCount)} ranges at the end; offline seconds are an assumption.`,
    );
  }
  return notes;
}

/** What a client's backoff makes of the refusals. */
function refusalNote(
  input: ModelInput,
  totals: Pick<
    ModelResult,
    'offered' | 'refusals' | 'recovered' | 'givenUp' | 'waiting' | 'firstRefusalSeconds'
  >,
): string {
  const onset = `503 from ${secondsText(totals.firstRefusalSeconds ?? 0)} after the start, ${countText(totals.refusals)} times.`;
  const retries = input.retries ?? CLIENT_RETRIES;
  if (retries === 0) return `${onset} Clients that do not retry lose ${countText(totals.givenUp)} writes.`;
  const waiting = totals.waiting > 0 ? `, ${countText(totals.waiting)} still wait at the end` : '';
  const verdict =
    totals.givenUp > totals.offered * 0.05
      ? ' Backoff only spreads a burst: where the load stays above a target, each retry adds to it.'
      : '';
  return `${onset} Retried up to ${countText(retries)} times, after 1, 2, 4, ... s: ${countText(totals.recovered)} writes are stored late, ${countText(totals.givenUp)} are given up${waiting}.${verdict}`;
}

/** Simulates a design in one go; see simulateSteps. */
export function simulate(input: ModelInput): ModelResult {
  const steps = simulateSteps(input);
  for (;;) {
    const step = steps.next();
    if (step.done === true) return step.value;
  }
}

/**
 * Simulates a design: keys, map, load and what the service makes of it. Deterministic by seed; O(steps x rows), at most 3,600
 * steps. Targets are treated as caps, which the service does not promise in either direction.
 * @yields after each step of time, so that a worker can give it up
 */
export function* simulateSteps(input: ModelInput): Generator<undefined, ModelResult> {
  const layout = modelLayout(input);
  const simulation = new Simulation(input, layout);
  const live = emptyMap(input, layout.labels.length);
  const { grid } = live;
  const random = seededRandom(input.seed);
  const stepSeconds = Math.max(1, Math.ceil(input.durationSeconds / MOST_STEPS));
  const steps: ModelStep[] = [];
  let offered = 0;
  let stored = 0;
  let refusals = 0;
  let firstRefusalSeconds: number | undefined;
  for (let at = 0; at < input.durationSeconds; at += stepSeconds) {
    const load = simulation.step(at, stepSeconds, random);
    for (const [index, tried] of load.tries.entries()) {
      const storedOf = load.storedOf[index];
      if (storedOf !== undefined) addStep(grid, input, storedOf, tried.atSeconds);
    }
    offered += load.fresh;
    stored += load.storedTotal;
    const refused = load.offered - load.storedTotal;
    refusals += refused;
    if (refused > 0) firstRefusalSeconds ??= at;
    steps.push({
      atSeconds: at,
      offeredPerSecond: load.offered / stepSeconds,
      storedPerSecond: load.storedTotal / stepSeconds,
      refusedPerSecond: refused / stepSeconds,
      retriedPerSecond: (load.offered - load.fresh) / stepSeconds,
      hottestPartitionPerSecond: load.hottestPartition,
      hottestServerPerSecond: load.hottestServer,
      busyServers: load.busyServers,
      ranges: simulation.servers.rangeCount,
    });
    yield undefined;
  }
  const { givenUp, recovered, waitingCount } = simulation.retries;
  const totals = {
    offered,
    refused: offered - stored,
    refusals,
    givenUp,
    recovered,
    waiting: waitingCount,
    ...(firstRefusalSeconds === undefined ? {} : { firstRefusalSeconds }),
  };
  return {
    labels: layout.labels,
    grid,
    steps,
    events: simulation.servers.events,
    reads: modelReads(input),
    ...totals,
    stored,
    diagnosis: modelFacts(input, layout, grid, stored),
    sampleKeys: sampleKeys(input, layout),
    notes: notesOf(input, totals, layout, simulation.servers),
  };
}

/** Keys evenly over rows and time, in key order. */
function sampleKeys(input: ModelInput, layout: ModelLayout): ModelResult['sampleKeys'] {
  const keys = Array.from({ length: SAMPLE_KEYS }, (_, at) => {
    const seconds = Math.floor((at * input.durationSeconds) / SAMPLE_KEYS);
    const weights = layout.weightsAt(seconds);
    const used = [...weights.keys()].filter((row) => (weights[row] ?? 0) > 0);
    return layout.keyAt(used[(at * 7) % used.length] ?? 0, seconds);
  });
  const text = ({ partitionKey, rowKey }: { partitionKey: string; rowKey: string }) =>
    `${partitionKey}\u0000${rowKey}`;
  return keys.toSorted((a, b) => (text(a) < text(b) ? -1 : 1));
}
