import { TICKS_PER_SECOND } from '../../time/ticks.ts';
import { sumOf } from '../diagnosis/statistics.ts';
import { type CellGrid, COUNTED, emptyGrid } from '../map/cellGrid.ts';
import { poisson, seededRandom } from '../seededRandom.ts';
import { ACCOUNT_TARGET_PER_SECOND } from '../target.ts';
import { countText, numberText, secondsText } from '../../words.ts';
import { type ModelLayout, modelLayout } from './layout.ts';
import { ModelClock, type StepSpan } from './modelClock.ts';
import { modelFacts } from './modelFacts.ts';
import { entityUnits, partitionTargetOf } from './modelTargets.ts';
import type { ModelInput, ModelLimit, ModelResult, ModelShape, ModelStep } from './modelTypes.ts';
import { modelReads } from './reads.ts';
import { CLIENT_RETRIES, RetryQueue, shareStored, sumOfCounts, type Tried } from './retryQueue.ts';
import { DEFAULT_SERVERS, PartitionServers } from './servers.ts';

const DAY_SECONDS = 86_400;
const SAMPLE_KEYS = 12;
const LIMITS: readonly ModelLimit[] = ['partition', 'offline', 'server', 'account'];

/** From this share of lost writes on, retries are said to be vain. */
const MUCH_LOST = 0.05;

/** The quietest hour of the modelled day, UTC. Assumed. */
export const QUIETEST_HOUR = 3;

/** The event rate at a time as a multiple of the daily mean (diurnal), or of the rate outside the burst. */
export function shapeFactor(shape: ModelShape, seconds: number, fromTicks: bigint): number {
  if (shape.kind === 'steady') return 1;
  if (shape.kind === 'burst') {
    const since = seconds - shape.atSeconds;
    return since >= 0 && since < shape.lengthSeconds ? shape.factor : 1;
  }
  const midnight = Number((fromTicks / TICKS_PER_SECOND) % BigInt(DAY_SECONDS));
  const share = (midnight + seconds - QUIETEST_HOUR * 3600) / DAY_SECONDS;
  return 1 - shape.depth * Math.cos(2 * Math.PI * share);
}

/** The mean of `shapeFactor` over a step, since a burst may begin within it. */
function stepFactor({ shape, fromTicks }: ModelInput, { fromSeconds, toSeconds }: StepSpan): number {
  if (shape.kind !== 'burst') return shapeFactor(shape, (fromSeconds + toSeconds) / 2, fromTicks);
  const from = Math.max(fromSeconds, shape.atSeconds);
  const to = Math.min(toSeconds, shape.atSeconds + shape.lengthSeconds);
  return 1 + ((shape.factor - 1) * Math.max(0, to - from)) / (toSeconds - fromSeconds);
}

function highest(values: Float64Array): number {
  return values.reduce((most, value) => Math.max(most, value), 0);
}

/** Result of one step: its new writes and its retries. */
interface StepLoad {
  readonly tries: readonly Tried[];
  /** Entities stored, by try and row. */
  readonly storedOf: readonly Float64Array[];
  /** Number of new writes, of all tries, and of those that were stored. */
  readonly fresh: number;
  readonly offered: number;
  readonly storedTotal: number;
  readonly refusedBy: Readonly<Record<ModelLimit, number>>;
  readonly rates: Pick<ModelStep, 'hottestPartitionPerSecond' | 'hottestFreshPerSecond' | 'busyServers'>;
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
  /** Fraction of an entity left over from earlier rows. Dropping it each time would count as a refusal that did not happen. */
  private remainder = 0;

  constructor(input: ModelInput, layout: ModelLayout) {
    const assumed = input.servers ?? DEFAULT_SERVERS;
    this.input = input;
    this.layout = layout;
    this.units = entityUnits(input);
    this.partitionTarget = partitionTargetOf(input);
    this.accountTarget = ACCOUNT_TARGET_PER_SECOND / this.units;
    this.serverTarget = assumed.targetPerSecond / this.units;
    this.serverCount = Math.max(1, assumed.count);
    this.retries = new RetryQueue(input.retries ?? CLIENT_RETRIES);
    this.servers = new PartitionServers(layout.labels.length, assumed);
  }

  step(span: StepSpan, random: () => number): StepLoad {
    const { input, layout, servers, retries } = this;
    const { fromSeconds: atSeconds } = span;
    const stepSeconds = span.toSeconds - atSeconds;
    const rate = input.eventsPerSecond * stepFactor(input, span);
    const weights = layout.weightsAt(atSeconds);
    const fresh = weights.map((weight) => poisson(random, rate * weight * stepSeconds));
    const tries = [...retries.due(span.toSeconds), { atSeconds, refusals: 0, counts: fresh }];
    const offered = sumOfCounts(tries.map(({ counts }) => counts));
    const hottest = layout.isOnePartition ? highest(offered) : 0;
    const taken = this.takenByPartitions(tries, offered, stepSeconds);
    const stored = sumOfCounts(taken).map(
      (count, row) => count * servers.onlineShare(row, atSeconds, stepSeconds),
    );
    const takenTotal = taken.reduce((sum, counts) => sum + sumOf(counts), 0);
    const onlineTotal = sumOf(stored);
    const perServer = this.scaleByServer(stored, stepSeconds);
    const kept = sumOf(perServer);
    const room = kept === 0 ? 1 : Math.min(1, (this.accountTarget * stepSeconds) / kept);
    const whole = stored.map((count, row) => this.wholeOf(count * room, offered[row] as number));
    const perSecond = offered.map((count) => (count * this.units) / stepSeconds);
    servers.balance(perSecond, atSeconds, stepSeconds);
    const storedOf = shareStored(tries, taken, whole);
    for (const [at, tried] of tries.entries()) retries.settle(tried, storedOf[at] ?? whole, atSeconds);
    return {
      tries,
      storedOf,
      fresh: sumOf(fresh),
      offered: sumOf(offered),
      storedTotal: sumOf(whole),
      refusedBy: {
        partition: sumOf(offered) - takenTotal,
        offline: takenTotal - onlineTotal,
        server: onlineTotal - kept,
        account: Math.max(0, kept * (1 - room)),
      },
      rates: {
        hottestPartitionPerSecond: hottest / stepSeconds,
        hottestFreshPerSecond: hottest === 0 ? 0 : highest(fresh) / stepSeconds,
        busyServers: perServer.filter((count) => count > 0).length,
      },
    };
  }

  /**
   * Entities that the partitions take, by try and row; may be fractions. A retry counts against the partition of the moment, even if its
   * own was the one before: it comes within seconds, and one server serves both.
   */
  private takenByPartitions(
    tries: readonly Tried[],
    offered: Float64Array,
    stepSeconds: number,
  ): readonly Float64Array[] {
    const most = this.layout.isOnePartition ? this.partitionTarget * stepSeconds : Number.POSITIVE_INFINITY;
    const shares = offered.map((count) => (count > most ? most / count : 1));
    return tries.map(({ counts }) => counts.map((count, row) => count * (shares[row] as number)));
  }

  /** A row's whole entities, including the fraction carried over; never more than was offered. */
  private wholeOf(count: number, offered: number): number {
    if (Number.isInteger(count)) return count;
    const sum = count + this.remainder;
    // A sum of tenths may end just below a whole number.
    const whole = Math.min(offered, Math.floor(sum + 1e-9));
    this.remainder = Math.min(1, Math.max(0, sum - whole));
    return whole;
  }

  /** Cuts rows in proportion if their server is offered more than it takes. Returns what each server takes. */
  private scaleByServer(stored: Float64Array, stepSeconds: number): Float64Array {
    const sums = new Float64Array(this.serverCount);
    for (const [row, count] of stored.entries()) {
      const server = this.servers.serverOf(row);
      sums[server] = (sums[server] as number) + count;
    }
    const most = this.serverTarget * stepSeconds;
    const shares = sums.map((sum) => (sum > most ? most / sum : 1));
    for (const [row, count] of stored.entries())
      stored[row] = count * (shares[this.servers.serverOf(row)] as number);
    return sums.map((sum) => Math.min(sum, most));
  }
}

/** Adds entities to the column of their key time. A retry keeps its key, and so its time. */
function addRows(grid: CellGrid, stored: Float64Array, column: number): void {
  for (let row = 0; row < stored.length; row++) {
    const at = row * grid.columnCount + column;
    grid.counts[at] = (grid.counts[at] as number) + (stored[row] as number);
  }
}

/** "1 split", "12 splits". */
function plural(count: number, word: string): string {
  return `${countText(count)} ${word}${count === 1 ? '' : 's'}`;
}

function notesOf(
  input: ModelInput,
  totals: Pick<ModelResult, 'offered' | 'givenUp'>,
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
      `${countText(input.writers)} writers use ${countText(used)} of ${countText(input.prefixes)} prefixes; a query must read all of them.`,
    );
  if (totals.givenUp > totals.offered * MUCH_LOST && (input.retries ?? CLIENT_RETRIES) > 0)
    notes.push('Backoff only spreads a burst: where the load stays above a target, each retry adds to it.');
  const { splits, moves, events } = servers;
  if (splits + moves > 0) {
    const listed = splits + moves > events.length ? ` The first ${countText(events.length)} are marked.` : '';
    notes.push(
      `${plural(splits, 'split')} and ${plural(moves, 'move')}, ${plural(servers.rangeCount, 'range')} at the end; offline seconds are an assumption.${listed}`,
    );
  }
  if (input.shape.kind === 'burst') notes.push(burstNote(input, input.shape));
  return notes;
}

function burstNote(
  { eventsPerSecond, durationSeconds }: ModelInput,
  { factor, lengthSeconds }: Extract<ModelShape, { kind: 'burst' }>,
): string {
  const mean = eventsPerSecond * (1 + ((factor - 1) * lengthSeconds) / durationSeconds);
  return `The burst brings ${numberText(eventsPerSecond * factor)} events/s for ${secondsText(lengthSeconds)}, so the mean is ${numberText(mean)} instead of ${numberText(eventsPerSecond)}.`;
}

/** Explains why a cell may show more than a partition takes: its rows are placed by key time, not by the time they were stored. */
function aboveTargetNote(input: ModelInput, { counts, bucketTicks }: CellGrid): readonly string[] {
  const target = partitionTargetOf(input);
  const most = counts.reduce((top, count) => Math.max(top, count), 0);
  const peak = most / (Number(bucketTicks) / Number(TICKS_PER_SECOND));
  const isOfTime = input.scheme.endsWith('ticks') && input.roundingTicks > 1n;
  if (!isOfTime || peak <= target * 1.01) return [];
  return [
    `The map shows up to ${countText(Math.round(peak))} writes/s of a partition that takes ${countText(Math.round(target))}/s. It counts them at the times of their keys, and retries are stored some seconds later. No burst allowance is assumed.`,
  ];
}

/**
 * Simulates a design: keys, map, load and how the service reacts. Deterministic by seed; O(steps x rows) with about 3,600 steps.
 * Targets are treated as limits, which the service promises in neither direction.
 * @yields after each step of time, so that a worker can give it up
 */
export function* simulateSteps(input: ModelInput): Generator<undefined, ModelResult> {
  const layout = modelLayout(input);
  const simulation = new Simulation(input, layout);
  const clock = new ModelClock(input);
  const { from, bucketTicks, bucketCount: columnCount } = clock.buckets;
  const grid = emptyGrid({ rowCount: layout.labels.length, columnCount, from, bucketTicks }, COUNTED);
  const random = seededRandom(input.seed);
  const steps: ModelStep[] = [];
  let offered = 0;
  let stored = 0;
  let refusals = 0;
  const refusedBy = { partition: 0, offline: 0, server: 0, account: 0 };
  let firstRefusalSeconds: number | undefined;
  for (const span of clock.steps()) {
    const load = simulation.step(span, random);
    for (const [index, tried] of load.tries.entries()) {
      const storedOf = load.storedOf[index];
      if (storedOf !== undefined) addRows(grid, storedOf, clock.columnAt(tried.atSeconds));
    }
    offered += load.fresh;
    stored += load.storedTotal;
    const refused = load.offered - load.storedTotal;
    refusals += refused;
    if (refused > 0) firstRefusalSeconds ??= span.fromSeconds;
    for (const limit of LIMITS) refusedBy[limit] += load.refusedBy[limit];
    const { givenUp: lostSoFar, waitingCount: waiting } = simulation.retries;
    const seconds = span.toSeconds - span.fromSeconds;
    steps.push({
      atSeconds: span.fromSeconds,
      offeredPerSecond: load.offered / seconds,
      storedPerSecond: load.storedTotal / seconds,
      refusedPerSecond: refused / seconds,
      ...load.rates,
      offeredSoFar: offered,
      storedSoFar: stored,
      lostSoFar,
      waiting,
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
    firstRefusalSeconds,
  };
  return {
    labels: layout.labels,
    grid,
    steps,
    events: simulation.servers.events,
    splits: simulation.servers.splits,
    moves: simulation.servers.moves,
    offlineSeconds: simulation.servers.offlineSeconds,
    reads: modelReads(input),
    ...totals,
    stored,
    refusedBy,
    input,
    diagnosis: modelFacts(input, layout, grid, stored),
    sampleKeys: sampleKeys(input, layout),
    notes: [...notesOf(input, totals, layout, simulation.servers), ...aboveTargetNote(input, grid)],
  };
}

/** Example keys, spread evenly over rows and time, in key order. */
function sampleKeys(input: ModelInput, layout: ModelLayout): ModelResult['sampleKeys'] {
  const keys = Array.from({ length: SAMPLE_KEYS }, (_, at) => {
    const seconds = Math.floor((at * input.durationSeconds) / SAMPLE_KEYS);
    const weights = layout.weightsAt(seconds);
    const used = [...weights.keys()].filter((row) => (weights[row] as number) > 0);
    return layout.keyAt(used[(at * 7) % used.length] ?? 0, seconds);
  });
  const text = ({ partitionKey, rowKey }: { partitionKey: string; rowKey: string }) =>
    `${partitionKey}\u0000${rowKey}`;
  return keys.toSorted((a, b) => (text(a) < text(b) ? -1 : 1));
}
