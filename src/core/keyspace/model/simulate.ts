import { timeBuckets } from '../../entities/timeBuckets.ts';
import { floorTo } from '../../keys/digits.ts';
import { type CellGrid, COUNTED } from '../map/cellGrid.ts';
import { LiveGrid } from '../map/liveGrid.ts';
import { poisson, seededRandom } from '../seededRandom.ts';
import { ACCOUNT_TARGET_PER_SECOND, PARTITION_TARGET_PER_SECOND } from '../target.ts';
import { countText, numberText, secondsText, shareText } from '../words.ts';
import { type ModelLayout, modelLayout } from './layout.ts';
import { modelFacts } from './modelFacts.ts';
import type { ModelInput, ModelResult, ModelShape, ModelStep } from './modelTypes.ts';
import { modelReads } from './reads.ts';
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

function highest(values: Float64Array): number {
  return values.reduce((most, value) => Math.max(most, value), 0);
}

/** What the step of a simulation came to. */
interface StepLoad {
  readonly stored: Float64Array;
  readonly offered: number;
  readonly storedTotal: number;
  readonly hottestPartition: number;
  readonly hottestServer: number;
  readonly busyServers: number;
}

class Simulation {
  readonly servers: PartitionServers;
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
    this.servers = new PartitionServers(layout.labels.length, assumed);
  }

  step(atSeconds: number, stepSeconds: number, random: () => number): StepLoad {
    const { input, layout, servers } = this;
    const rate = input.eventsPerSecond * shapeFactor(input.shape, atSeconds, input.fromTicks);
    const weights = layout.weightsAt(atSeconds);
    const offered = weights.map((weight) => poisson(random, rate * weight * stepSeconds));
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
    return {
      stored: whole,
      offered: offered.reduce((sum, count) => sum + count, 0),
      storedTotal: whole.reduce((sum, count) => sum + count, 0),
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

function notesOf(
  input: ModelInput,
  totals: Pick<ModelResult, 'offered' | 'refused' | 'firstRefusalSeconds'>,
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
  if (totals.refused > 0 && totals.firstRefusalSeconds !== undefined)
    notes.push(
      `503 from ${secondsText(totals.firstRefusalSeconds)} after the start: ${shareText(totals.refused / Math.max(1, totals.offered))} of the writes are refused (retries are not simulated).`,
    );
  if (servers.events.length > 0) {
    const moves = servers.events.filter(({ kind }) => kind === 'move').length;
    notes.push(
      `${countText(servers.events.length - moves)} splits and ${countText(moves)} moves, ${numberText(servers.rangeCount)} ranges at the end; offline seconds are an assumption.`,
    );
  }
  return notes;
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
  let firstRefusalSeconds: number | undefined;
  for (let at = 0; at < input.durationSeconds; at += stepSeconds) {
    const load = simulation.step(at, stepSeconds, random);
    addStep(grid, input, load.stored, at);
    offered += load.offered;
    stored += load.storedTotal;
    const refused = load.offered - load.storedTotal;
    if (refused > 0) firstRefusalSeconds ??= at;
    steps.push({
      atSeconds: at,
      offeredPerSecond: load.offered / stepSeconds,
      storedPerSecond: load.storedTotal / stepSeconds,
      refusedPerSecond: refused / stepSeconds,
      hottestPartitionPerSecond: load.hottestPartition,
      hottestServerPerSecond: load.hottestServer,
      busyServers: load.busyServers,
      ranges: simulation.servers.rangeCount,
    });
    yield undefined;
  }
  const totals = {
    offered,
    refused: offered - stored,
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
