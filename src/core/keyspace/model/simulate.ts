import { TICKS_PER_SECOND, TICKS_PER_SECOND_F64 } from '../../time/ticks.ts';
import { sumOf } from '../diagnosis/statistics.ts';
import { type CellGrid, COUNTED, emptyGrid } from '../map/cellGrid.ts';
import { poisson, seededRandom } from '../seededRandom.ts';
import { ACCOUNT_TARGET_PER_SECOND, entityUnits, partitionTargetOf } from '../target.ts';
import { countText, numberText, secondsText } from '../../words.ts';
import { type ModelLayout, modelLayout } from './layout.ts';
import { modelClock, type StepSpan } from './modelClock.ts';
import type { ModelInput, ModelLimit, ModelResult, ModelShape, ModelStep, ModelReads } from './modelTypes.ts';
import { RetryQueue, type Tried } from './retryQueue.ts';
import { PartitionServers, DEFAULT_SERVERS } from './servers.ts';
import type { DiagnosisInput } from '../diagnosis/finding.ts';

const DAY_SECONDS = 86_400;
const SAMPLE_KEYS = 12;
/** Limits that a write passes through, in this order. */
const LIMITS: readonly ModelLimit[] = ['partition', 'offline', 'server', 'account'];

/** Share (0..1) of lost writes above which the page says that retries do not help. */
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

function highest(values: Float64Array): number {
  return values.reduce((most, value) => Math.max(most, value), 0);
}

/** Result of one step: its new writes and its retries. Counts may be fractions; only the map rounds them. */
interface StepLoad {
  readonly tries: readonly Tried[];
  /** Share (0..1) of the writes stored, by row. The same for first tries and retries, since a server cannot tell them apart. */
  readonly shares: Float64Array;
  readonly fresh: number;
  /** The number of tried writes, then how many of them pass each of LIMITS. Those that pass the last one are stored. */
  readonly left: readonly number[];
  readonly rates: Pick<ModelStep, 'hottestPartitionPerSecond' | 'hottestFreshPerSecond' | 'busyServers'>;
}

interface Simulated {
  readonly input: ModelInput;
  readonly layout: ModelLayout;
  readonly servers: PartitionServers;
  readonly retries: RetryQueue;
}

/** Simulates one step. Also advances the servers and the retry queue. */
function stepOf(
  { input, layout, servers, retries }: Simulated,
  span: StepSpan,
  random: () => number,
): StepLoad {
  const { fromSeconds: atSeconds, toSeconds } = span;
  const stepSeconds = toSeconds - atSeconds;
  const middle = (atSeconds + toSeconds) / 2;
  const rate = input.eventsPerSecond * shapeFactor(input.shape, middle, input.fromTicks);
  const fresh = layout.weightsAt(atSeconds).map((weight) => poisson(random, rate * weight * stepSeconds));
  const tries = [...retries.due(toSeconds), { atSeconds, refusals: 0, counts: fresh }];
  const offered = sumOfCounts(tries.map(({ counts }) => counts));
  // A retry counts against the target of the current partition, although its key may belong to the one before. This error is small,
  // because retries arrive within seconds.
  const most = partitionTargetOf(input) * layout.partitionsInRow * stepSeconds;
  const taken = offered.map((count) => Math.min(count, most));
  const online = taken.map((count, row) => count * servers.onlineShare(row, atSeconds, stepSeconds));
  const served = servers.takenOf(online, stepSeconds / entityUnits(input));
  const room = Math.min(1, (ACCOUNT_TARGET_PER_SECOND * stepSeconds) / entityUnits(input) / sumOf(served));
  const stored = served.map((count) => count * room);
  const shares = stored.map((count, row) => (count === 0 ? 0 : count / (offered[row] as number)));
  const units = entityUnits(input) / stepSeconds;
  const serverOf = (row: number): number => servers.serverOf(row);
  const busy = new Set([...served.keys()].filter((row) => (served[row] as number) > 0).map(serverOf));
  servers.balance(
    offered.map((count) => count * units),
    atSeconds,
    stepSeconds,
  );
  for (const tried of tries) retries.settle(tried, shares, atSeconds);
  return {
    tries,
    shares,
    fresh: sumOf(fresh),
    left: [offered, taken, online, served, stored].map(sumOf),
    rates: {
      hottestPartitionPerSecond: highest(offered) / stepSeconds / layout.partitionsInRow,
      hottestFreshPerSecond: highest(fresh) / stepSeconds / layout.partitionsInRow,
      busyServers: busy.size,
    },
  };
}

function sumOfCounts(all: readonly Float64Array[]): Float64Array {
  const sums = new Float64Array(all[0]?.length ?? 0);
  for (const counts of all) {
    for (let row = 0; row < counts.length; row++) sums[row] = (sums[row] as number) + (counts[row] as number);
  }
  return sums;
}

/** Rounds to whole numbers and keeps the sum: the remainder of each is carried to the next. */
function rounded(values: Float64Array): Uint32Array<ArrayBuffer> {
  let [sum, placed] = [0, 0];
  return Uint32Array.from(values, (value) => {
    sum += value;
    const count = Math.round(sum) - placed;
    placed += count;
    return count;
  });
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
  if (layout.front !== 'none') {
    const end = layout.front === 'upper' ? 'upper end (append-only tail)' : 'lower end (prepend-only head)';
    notes.push(
      `Every write goes to the ${end} of the key space: splits cut off what is cold, and one server keeps all writes.`,
    );
  }
  if (input.scheme === 'prefixed ticks' && used < input.prefixes)
    notes.push(
      `${countText(input.writers)} writers use ${countText(used)} of ${countText(input.prefixes)} prefixes; a query must read all of them.`,
    );
  if (totals.givenUp > totals.offered * MUCH_LOST && input.retries > 0)
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
function aboveTargetNote(
  input: ModelInput,
  { timeSource, partitionsInRow }: ModelLayout,
  { counts, bucketTicks }: CellGrid,
): readonly string[] {
  const target = partitionTargetOf(input) * partitionsInRow;
  const most = counts.reduce((top, count) => Math.max(top, count), 0);
  const peak = most / (Number(bucketTicks) / Number(TICKS_PER_SECOND));
  if (timeSource === 'row' || peak <= target * 1.01) return [];
  return [
    `The map shows up to ${countText(Math.round(peak))} writes/s of a partition that takes ${countText(Math.round(target))}/s. It counts them at the times of their keys, and retries are stored some seconds later. No burst allowance is assumed.`,
  ];
}

/**
 * Simulates a design: keys, map, load and how the service reacts. Deterministic by seed; O(steps x rows), with at most about 3,600 steps.
 * Targets are treated as hard limits. The service promises neither that it reaches a target nor that it stops there.
 * @yields after each step of time, so that a worker can abandon the simulation
 */
export function* simulateSteps(
  input: ModelInput,
  assumed = DEFAULT_SERVERS,
): Generator<undefined, ModelResult> {
  const layout = modelLayout(input);
  const servers = new PartitionServers(layout.labels.length, assumed);
  const retries = new RetryQueue(input.retries);
  const clock = modelClock(input);
  const { from, bucketTicks, bucketCount: columnCount } = clock.buckets;
  const rowCount = layout.labels.length;
  const cells = new Float64Array(rowCount * columnCount);
  const random = seededRandom(input.seed);
  const steps: ModelStep[] = [];
  let [offered, refusals] = [0, 0];
  const refusedBy = { partition: 0, offline: 0, server: 0, account: 0 };
  let firstRefusalSeconds: number | undefined;
  for (const span of clock.steps()) {
    const { tries, shares, fresh, left, rates } = stepOf({ input, layout, servers, retries }, span, random);
    // A retry keeps its key, and so its time.
    for (const { atSeconds, counts } of tries)
      for (const [row, count] of counts.entries()) {
        const at = row * columnCount + clock.columnAt(atSeconds);
        cells[at] = (cells[at] as number) + count * (shares[row] as number);
      }
    const [tried = 0] = left;
    const stored = left.at(-1) ?? 0;
    offered += fresh;
    refusals += tried - stored;
    if (Math.round(refusals) > 0) firstRefusalSeconds ??= span.fromSeconds;
    for (const [at, limit] of LIMITS.entries())
      refusedBy[limit] += (left[at] as number) - (left[at + 1] as number);
    const seconds = span.toSeconds - span.fromSeconds;
    steps.push({
      atSeconds: span.fromSeconds,
      offeredPerSecond: tried / seconds,
      storedPerSecond: stored / seconds,
      refusedPerSecond: (tried - stored) / seconds,
      ...rates,
    });
    yield undefined;
  }
  const counts = rounded(cells);
  const stored = sumOf(counts);
  const refused = offered - stored;
  const givenUp = Math.min(refused, Math.round(retries.givenUp));
  const grid = {
    ...emptyGrid({ rowCount, columnCount, from, bucketTicks }, COUNTED),
    counts,
  };
  return {
    labels: layout.labels,
    grid,
    steps,
    events: servers.events,
    splits: servers.splits,
    moves: servers.moves,
    offlineSeconds: servers.offlineSeconds,
    reads: modelReads(input),
    offered,
    stored,
    refused,
    refusals: Math.round(refusals),
    givenUp,
    recovered: Math.round(retries.recovered),
    waiting: refused - givenUp,
    firstRefusalSeconds,
    refusedBy,
    input,
    diagnosis: modelFacts(input, layout, grid, stored),
    sampleKeys: sampleKeys(input, layout),
    notes: [
      ...notesOf(input, { offered, givenUp }, layout, servers),
      ...aboveTargetNote(input, layout, grid),
    ],
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

/** The facts about a model that the diagnosis needs besides its cells. */
function modelFacts(
  input: ModelInput,
  layout: ModelLayout,
  grid: CellGrid,
  stored: number,
): Pick<DiagnosisInput, 'rowsAre' | 'facts'> {
  const { labels, rowsAre, timeSource, front } = layout;
  const totals = labels.map((_, row) =>
    sumOf(grid.counts.subarray(row * grid.columnCount, (row + 1) * grid.columnCount)),
  );
  const count = layout.partitionsOf(stored, totals.filter((total) => total > 0).length);
  const most = Math.max(0, ...totals);
  const areNamed = input.scheme === 'hash' || input.scheme === 'partition per writer';
  return {
    rowsAre,
    facts: {
      timeSource,
      front,
      reads: 'every partition',
      roundingTicks: input.roundingTicks,
      partitionTargetPerSecond: partitionTargetOf(input),
      partitions:
        count === 0
          ? undefined
          : {
              count,
              rows: stored,
              largestRows: areNamed ? most : Math.ceil(stored / count),
              largest: areNamed ? (labels[totals.indexOf(most)] ?? '') : '',
            },
    },
  };
}

const HOUR_SECONDS = 3600;

/** What reading all rows of the last hour costs: range queries, and rows read per row wanted. */
export function modelReads(input: ModelInput): ModelReads {
  const window = Math.min(HOUR_SECONDS, input.durationSeconds);
  // With rounded keys, whole intervals are read at both edges: on average half an interval too much at each.
  const rounding = Number(input.roundingTicks) / TICKS_PER_SECOND_F64;
  const excess = input.roundingTicks > 1n ? (window + rounding) / window : 1;
  const factor = input.durationSeconds / window;
  const [requestsPerTimeQuery, queryClass, rowsReadPerRowWanted, words] = (
    {
      ticks: [1, 'partition range', excess, 'one range of PartitionKeys holds it.'],
      'inverted ticks': [1, 'partition range', excess, 'one range of PartitionKeys holds it.'],
      'prefixed ticks': [
        input.prefixes,
        'partition range',
        excess,
        'one range for each prefix, used or not, in parallel.',
      ],
      'partition per writer': [
        input.writers,
        'row range',
        excess,
        'one range of RowKeys for each writer, whose names must be known.',
      ],
      hash: [input.prefixes, 'row range', excess, 'one range of RowKeys for each bucket, in parallel.'],
      guid: [1, 'table scan', factor, `every row is read, ${numberText(factor)} for each row of one hour.`],
    } as const
  )[input.scheme];
  const queries = `${countText(requestsPerTimeQuery)} ${requestsPerTimeQuery === 1 ? 'query' : 'queries'}`;
  const sentence = `A window of time takes ${queries} (${queryClass}): ${words}`;
  return { requestsPerTimeQuery, queryClass, rowsReadPerRowWanted, sentence };
}
