import type { KeyScheme } from '../../keys/base/keyScheme.ts';
import { BucketFinder, splitTicks, type TimeBuckets } from '../../entities/order/timeBuckets.ts';
import {
  BASIS_ARRIVAL,
  BASIS_EVENT,
  BASIS_KEY,
  BASIS_NAMES,
  BASIS_NONE,
  type TimeBasis,
  type TimeChoice,
  type TimeColumn,
} from '../../entities/order/timeColumn.ts';
import type { EntityKey } from '../../keys/base/entityKey.ts';
import type { SegmentKind } from '../../keys/base/scheme.ts';
import { KeyDigest } from './keyDigest.ts';
import { ValueDigest, type ValuedRows } from './valueDigest.ts';

/** When two rows of different results count as the same row. */
export type KeyIdentity =
  /** Both keys are equal. */
  | { readonly kind: 'key' }
  /** Both keys are equal but for their time. */
  | { readonly kind: 'timeless' }
  /** As `timeless`, and the time in the keys is as far from `from` (of its own result), in ticks. */
  | { readonly kind: 'shifted'; readonly from: bigint };

/** By which time rows are counted: that of their keys, the best known one, or a property's. */
export type CountedTime = TimeChoice | { readonly property: string };

export interface DigestRequest {
  readonly identity: KeyIdentity;
  /** Rows are counted in these; they need not begin at a full minute. */
  readonly buckets: TimeBuckets;
  /** By which time; undefined: the best known one. */
  readonly time?: CountedTime;
  /** Set: values are compared too, of these properties (undefined: of all). */
  readonly values?: { readonly names?: readonly string[] };
}

/** A 64-bit digest of each row, ascending; equal ones by row number. */
export interface KeyDigests {
  readonly high: Uint32Array<ArrayBuffer>;
  readonly low: Uint32Array<ArrayBuffer>;
  /** Row numbers in the store. */
  readonly rows: Uint32Array<ArrayBuffer>;
  /** A 32-bit digest of each row's values; undefined: not requested. */
  readonly values?: Uint32Array<ArrayBuffer>;
}

/** The rows of one result, as far as a comparison needs them. */
export interface RowCounts {
  readonly rows: number;
  /** Rows of which a part of a key was left out, because it is a time. */
  readonly timed: number;
  readonly counts: Uint32Array<ArrayBuffer>;
  /** Rows that are in no bucket: outside of them, or without a time. */
  readonly uncounted: number;
  /** The best kind of time that a row has; undefined: there is no row. */
  readonly basis?: TimeBasis;
  /** The properties whose values were compared, as far as a row has one; undefined: values were not. */
  readonly valueNames?: readonly string[];
}

export interface DigestedRows {
  readonly digests: KeyDigests;
  readonly counted: RowCounts;
}

/** The parts of a store that are read. */
export interface KeyedRows extends ValuedRows {
  readonly rowCount: number;
  readonly key: (row: number) => EntityKey;
  readonly times: (choice: TimeChoice) => TimeColumn;
}

type Segments = Pick<KeyScheme, 'segments'>;

/** Rows between two pauses. */
const STEP = 1024;

const TIME_KINDS: ReadonlySet<SegmentKind> = new Set([
  'date',
  'subsecond',
  'inverted-date',
  'inverted-subsecond',
]);

/** The parts of a key; undefined: one that is a time. A key that the scheme does not read has no time. */
function timelessParts(
  scheme: Segments,
  part: 'partition' | 'row',
  text: string,
): readonly (string | undefined)[] {
  const segments = scheme.segments(text, part);
  if (segments === undefined || segments.map((piece) => piece.text).join('') !== text) return [text];
  return segments.map((piece) => (TIME_KINDS.has(piece.kind) ? undefined : piece.text));
}

/** Writes the keys of rows into a digest, without their time. */
class TimelessKeys {
  private readonly scheme: Segments;
  private partitionKey: string | undefined;
  private partitionParts: readonly (string | undefined)[] = [];

  constructor(scheme: Segments) {
    this.scheme = scheme;
  }

  /** Whether a part was left out. */
  write({ partitionKey, rowKey }: EntityKey, digest: KeyDigest): boolean {
    // Neighbours are often of one partition.
    if (partitionKey !== this.partitionKey) {
      this.partitionParts = timelessParts(this.scheme, 'partition', partitionKey);
      this.partitionKey = partitionKey;
    }
    const isTimed = writeParts(this.partitionParts, digest);
    digest.end();
    return writeParts(timelessParts(this.scheme, 'row', rowKey), digest) || isTimed;
  }
}

function writeParts(parts: readonly (string | undefined)[], digest: KeyDigest): boolean {
  let isTimed = false;
  for (const part of parts) {
    if (part === undefined) {
      isTimed = true;
      digest.leftOut();
    } else digest.text(part);
  }
  return isTimed;
}

/** Writes how far the time in a row's keys is from an instant. */
function offsetWriter(times: TimeColumn, from: bigint): (row: number, digest: KeyDigest) => void {
  const start = splitTicks(from);
  return (row, digest) => {
    digest.end();
    if (times.basisAt(row) !== BASIS_KEY) return;
    const fraction = times.fractionAt(row) - start.fraction;
    digest.number(times.secondsAt(row) - start.seconds - (fraction < 0 ? 1 : 0));
    digest.number(fraction < 0 ? fraction + 10_000_000 : fraction);
  };
}

/** Share of the work (0 to 1) that computing digests takes; the rest is counting and sorting. */
const DIGESTS_SHARE = 0.8;
const COUNT_SHARE = 0.1;

/**
 * Digests of all rows, and how many there are over time.
 * @yields how far it is, 0 to 1, after a thousand rows
 */
export function* digestRows(
  store: KeyedRows,
  scheme: Segments,
  { identity, buckets, time = 'event', values: valued }: DigestRequest,
  /** The instants of the property, if `time` names one. */
  instants?: TimeColumn,
): Generator<number, DigestedRows, undefined> {
  const rows = store.rowCount;
  const high = new Uint32Array(rows);
  const low = new Uint32Array(rows);
  const digest = new KeyDigest();
  const timeless = new TimelessKeys(scheme);
  const writeOffset =
    identity.kind === 'shifted' ? offsetWriter(store.times('key'), identity.from) : undefined;
  const values = valued && new Uint32Array(rows);
  const valueDigest = valued && new ValueDigest(store, valued.names);
  let timed = 0;
  for (let row = 0; row < rows; row++) {
    const key = store.key(row);
    digest.begin();
    if (identity.kind === 'key') {
      digest.text(key.partitionKey);
      digest.end();
      digest.text(key.rowKey);
    } else if (timeless.write(key, digest)) timed++;
    writeOffset?.(row, digest);
    high[row] = digest.high;
    low[row] = digest.low;
    if (values !== undefined && valueDigest !== undefined) values[row] = valueDigest.of(row);
    if (row % STEP === STEP - 1) yield (DIGESTS_SHARE * row) / rows;
  }
  const times = timesOf(store, time, instants);
  const { counts, uncounted } = yield* countRows(times, rows, buckets);
  const valueNames = valueDigest && { valueNames: valueDigest.heldNames() };
  return {
    digests: yield* sortDigests(high, low, values),
    counted: { rows, timed, counts, uncounted, ...bestBasis(times, rows), ...valueNames },
  };
}

function timesOf(store: KeyedRows, time: CountedTime, instants: TimeColumn | undefined): TimeColumn {
  if (typeof time !== 'object') return store.times(time);
  if (instants === undefined) throw new RangeError(`The instants of ${time.property} are not read.`);
  return instants;
}

/** From the worst to the best: any row with an event time shows that the result holds event times, though not every row may have one. */
const BY_WORTH = [BASIS_NONE, BASIS_KEY, BASIS_ARRIVAL, BASIS_EVENT];

function bestBasis(times: TimeColumn, rows: number): Pick<RowCounts, 'basis'> {
  let best = -1;
  for (let row = 0; row < rows && best < BY_WORTH.length - 1; row++)
    best = Math.max(best, BY_WORTH.indexOf(times.basisAt(row)));
  const basis = BASIS_NAMES[BY_WORTH[best] ?? -1];
  return basis === undefined ? {} : { basis };
}

function* countRows(
  times: TimeColumn,
  rows: number,
  buckets: TimeBuckets,
): Generator<number, Pick<RowCounts, 'counts' | 'uncounted'>, undefined> {
  const { from, bucketTicks, bucketCount } = buckets;
  const finder = new BucketFinder({ from, to: from + bucketTicks * BigInt(bucketCount) }, buckets);
  const counts = new Uint32Array(bucketCount);
  let uncounted = 0;
  for (let row = 0; row < rows; row++) {
    const seconds = times.secondsAt(row);
    const bucket = Number.isNaN(seconds) ? -1 : finder.find(seconds, times.fractionAt(row));
    if (bucket < 0) uncounted++;
    else counts[bucket] = (counts[bucket] as number) + 1;
    if (row % STEP === STEP - 1) yield DIGESTS_SHARE + (COUNT_SHARE * row) / rows;
  }
  return { counts, uncounted };
}

/**
 * Sorts by 16 bits at a time from the lowest on, each time keeping the order of equal ones.
 * @yields after each 16 bits
 */
function* sortDigests(
  high: Uint32Array<ArrayBuffer>,
  low: Uint32Array<ArrayBuffer>,
  values: Uint32Array<ArrayBuffer> | undefined,
): Generator<number, KeyDigests, undefined> {
  let rows = new Uint32Array(high.length);
  for (let row = 0; row < rows.length; row++) rows[row] = row;
  for (const bits of [low, high]) {
    for (const shift of [0, 16]) {
      rows = sortedBy(bits, shift, rows);
      yield DIGESTS_SHARE + COUNT_SHARE;
    }
  }
  return {
    high: picked(high, rows),
    low: picked(low, rows),
    rows,
    ...(values !== undefined && { values: picked(values, rows) }),
  };
}

function picked(values: Uint32Array<ArrayBuffer>, rows: Uint32Array<ArrayBuffer>): Uint32Array<ArrayBuffer> {
  return rows.map((row) => values[row] as number);
}

function sortedBy(
  bits: Uint32Array<ArrayBuffer>,
  shift: number,
  rows: Uint32Array<ArrayBuffer>,
): Uint32Array<ArrayBuffer> {
  const places = new Uint32Array(0x1_0001);
  for (const row of rows) {
    const next = (((bits[row] as number) >>> shift) & 0xffff) + 1;
    places[next] = (places[next] as number) + 1;
  }
  for (let at = 1; at < places.length; at++) places[at] = (places[at] as number) + (places[at - 1] as number);
  const sorted = new Uint32Array(rows.length);
  for (const row of rows) {
    const key = ((bits[row] as number) >>> shift) & 0xffff;
    const place = places[key] as number;
    sorted[place] = row;
    places[key] = place + 1;
  }
  return sorted;
}
