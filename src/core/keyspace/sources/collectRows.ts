import { type KeyScheme, formList } from '../../keys/base/keyScheme.ts';
import { timesOfArrays } from '../../entities/order/timeColumn.ts';
import { areRounded } from '../roundedTimes.ts';
import { TICKS_PER_SECOND, UNIX_EPOCH_TICKS } from '../../time/ticks.ts';
import { agentIdentity } from '../../keys/forms/prefixedKey.ts';
import { newRowTime } from '../../keys/base/digits.ts';
import { scanIso } from '../../time/isoScan.ts';
import { futureFacts, lagFacts, partitionFacts, twinFacts } from '../diagnosis/facts.ts';
import type { KeyspaceFacts, RowPause } from '../diagnosis/finding.ts';
import { longestPauses, offsetsOf } from '../diagnosis/pauses.ts';
import { groupLabel, type RowGrouping } from '../map/grouping.ts';
import type { EntityStore } from '../../entities/store/entityStore.ts';

export interface CollectOptions {
  readonly scheme: KeyScheme;
  readonly grouping: RowGrouping;
  /** The current time in ticks, to recognize keys with a time in the future. */
  readonly nowTicks?: bigint;
  /** The writer's rounding in ticks, if known. */
  readonly roundingTicks?: bigint | undefined;
}

/** What rows tell besides their cells. It names rows of the map by label, because their numbers are not known yet. */
export interface RowFacts {
  readonly facts: Omit<KeyspaceFacts, 'future' | 'pauses'>;
  /** Rows with key times in the future, by label. */
  readonly future: readonly { readonly label: string; readonly rows: number; readonly latestTicks: bigint }[];
  /** Times without rows of one label; if `label` is undefined, without any rows. */
  readonly pauses: readonly (Omit<RowPause, 'row'> & { readonly label: string | undefined })[];
}

/** How many rows are checked for metrics that are stored twice. */
const TWIN_SAMPLE = 100_000;
/**
 * Maximum number of distinct names that are counted. A table with GUIDs as keys may have millions, and this many are enough to recognize
 * it: what is said of them then says "at least".
 */
const MOST_NAMES = 300_000;

/** Numbers names in order of appearance, and counts the rows of each. */
class NameCounts {
  readonly numbers = new Map<string, number>();
  readonly sizes: number[] = [];
  /** Rows whose names were not numbered, because MOST_NAMES others were there before. */
  unnamed = 0;

  /** Like `add`, for at most MOST_NAMES names; undefined for the rows of others. */
  addIfFew(name: string): number | undefined {
    if (this.sizes.length < MOST_NAMES || this.numbers.has(name)) return this.add(name);
    this.unnamed += 1;
    return undefined;
  }

  add(name: string): number {
    const known = this.numbers.get(name);
    if (known !== undefined) {
      this.sizes[known] = (this.sizes[known] as number) + 1;
      return known;
    }
    this.numbers.set(name, this.sizes.length);
    this.sizes.push(1);
    return this.sizes.length - 1;
  }
}

/** What one pass collects from the rows. */
function readRows(rows: Iterable<KeyRow>, { scheme, grouping }: CollectOptions) {
  const [groups, partitions, writers] = [new NameCounts(), new NameCounts(), new NameCounts()];
  /** By writer: the group that has all its rows; undefined if several groups have some. */
  const groupOfWriter: (number | undefined)[] = [];
  const groupOf: number[] = [];
  const seconds: number[] = [];
  const fraction: number[] = [];
  const arrivals: number[] = [];
  const twins: { partitionKey: string; rowKey: string }[] = [];
  const hasTwins = formList(scheme.entry.row).some(({ isTwin }) => isTwin);
  const time = newRowTime();
  for (const row of rows) {
    const { partitionKey, rowKey } = row;
    const group = groups.add(groupLabel(grouping, scheme, row));
    groupOf.push(group);
    const isTimed = scheme.rowTime(partitionKey, rowKey, time);
    seconds.push(isTimed ? time.seconds : Number.NaN);
    fraction.push(isTimed ? time.fraction : 0);
    const arrival = row.timestamp === undefined ? undefined : scanIso(row.timestamp, 'lenient');
    arrivals.push(arrival?.ok === true ? arrival.value.seconds : Number.NaN);
    partitions.addIfFew(partitionKey);
    const writer = agentIdentity(rowKey);
    const number = writer === undefined ? undefined : writers.addIfFew(writer);
    if (number !== undefined) {
      if (groupOfWriter.length === number) groupOfWriter.push(group);
      else if (groupOfWriter[number] !== group) groupOfWriter[number] = undefined;
    }
    if (hasTwins && twins.length < TWIN_SAMPLE) twins.push({ partitionKey, rowKey });
  }
  return {
    groups,
    partitions,
    writers,
    groupOfWriter,
    groupOf,
    times: { seconds: Float64Array.from(seconds), fraction: Uint32Array.from(fraction) },
    arrivals,
    twins,
  };
}

/** Collects in one pass what the diagnosis needs besides the cells. O(rows log rows). */
export function collectRows(rows: Iterable<KeyRow>, options: CollectOptions): RowFacts {
  const { scheme, nowTicks, roundingTicks } = options;
  const { partitions, times, twins, ...read } = readRows(rows, options);
  const labels = [...read.groups.numbers.keys()];
  const writers = [...read.writers.numbers.keys()].map((label, at) => {
    const group = labels[read.groupOfWriter[at] ?? -1];
    return { label, rows: read.writers.sizes[at] as number, group };
  });
  const count = read.groupOf.length;
  const first = times.seconds.find((value) => !Number.isNaN(value)) ?? 0;
  const baseTicks = BigInt(first) * TICKS_PER_SECOND;
  const timed = { count, baseTicks, offsets: offsetsOf(times, baseTicks, count), groups: read.groupOf };
  // The diagnosis ignores the scheme's rounding if the rows contradict it. A rounding that is not in whole seconds cannot be checked, and
  // is accepted.
  const isRounded =
    roundingTicks !== undefined &&
    (roundingTicks % TICKS_PER_SECOND !== 0n || areRounded(timesOfArrays(times), count, roundingTicks));
  const stepTicks = isRounded ? roundingTicks : undefined;
  const future = nowTicks === undefined ? [] : futureFacts(timed, nowTicks);
  return {
    facts: {
      timeSource: scheme.timeSource,
      front: frontOf(scheme),
      partitions: partitionFacts([...partitions.numbers.keys()], partitions.sizes, partitions.unnamed),
      lag: hasKeyTime(scheme) ? lagFacts(times.seconds, read.arrivals) : undefined,
      writers: writers.length === 0 ? undefined : writers,
      twins: twins.length === 0 ? undefined : twinFacts(twins),
      nowTicks,
      roundingTicks: stepTicks,
    },
    future: future.map(({ row, ...found }) => ({ label: labels[row] as string, ...found })),
    pauses: longestPauses({ ...timed, groupCount: labels.length, stepTicks }).map(({ row, ...pause }) => ({
      label: row === undefined ? row : labels[row],
      ...pause,
    })),
  };
}

/** See `KeyspaceFacts.front`. */
function frontOf(scheme: KeyScheme): KeyspaceFacts['front'] {
  const { timeSource, prefixed, textBefore, order, encode } = scheme;
  if (timeSource !== 'partition' && timeSource !== 'both') return undefined;
  // The PartitionKey holds more than the time, such as the id of a host, so a time alone does not give one.
  const holdsMore = encode !== undefined && encode(UNIX_EPOCH_TICKS, {}).partitionKey === undefined;
  const isSpread = prefixed || textBefore !== undefined || holdsMore || order === 'none';
  if (isSpread) return 'none';
  return order === 'descending' ? 'lower' : 'upper';
}

function hasKeyTime(scheme: KeyScheme): boolean {
  return scheme.timeSource !== 'none' && scheme.timeSource !== 'table';
}

/** A row with what the map needs, from any source. The source may reuse the object for the next row. */
export interface KeyRow {
  readonly partitionKey: string;
  readonly rowKey: string;
  /** Timestamp as the service prints it (ISO 8601); undefined if it was not selected. */
  readonly timestamp?: string | undefined;
  /** A property as text; undefined if the row has none with this name. */
  readonly value: (name: string) => string | undefined;
}

/**
 * Lists the rows of a run, except those that a newer copy replaced.
 * @yields each row
 */
export function* storeRows(store: EntityStore): Generator<KeyRow> {
  const counted = store.countedRows();
  for (let row = 0; row < store.rowCount; row++) {
    if (counted !== undefined && counted[row] !== 1) continue;
    yield {
      ...store.key(row),
      timestamp: store.timestamp(row),
      value: (name) => store.cell(row, name)?.text,
    };
  }
}
