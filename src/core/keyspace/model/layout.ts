import { ceilDiv } from '../../bigints.ts';
import { secondText } from '../../time/formatInstant.ts';
import { MAX_TICKS, TICKS_PER_SECOND, TICKS_PER_SECOND_F64 } from '../../time/ticks.ts';
import { floorTo, padNumber, ticksText } from '../../keys/base/digits.ts';
import { prefixText } from '../../keys/forms/prefixedKey.ts';
import { seededRandom } from '../seededRandom.ts';
import type { ModelInput } from './modelTypes.ts';

const DAY_SECONDS = 86_400;
/** Key ranges shown for designs whose PartitionKey is the time alone or a GUID: enough to see a front move. */
export const TIME_ROWS = 40;
export const GUID_ROWS = 32;
/** Maximum number of rows of the map. If there are more writers or buckets, they share rows. */
const MOST_ROWS = 1000;

/** The rows of a model's map in key order, and which rows writes go to. */
export interface ModelLayout {
  readonly labels: readonly string[];
  /** What a row is. A range holds many partitions, or a part of one. */
  readonly rowsAre: 'prefix' | 'partition' | 'range';
  /** The share of the events that each row gets at `seconds` after the start. The shares sum to 1. */
  readonly weightsAt: (seconds: number) => Float64Array;
  /** How many partitions share the writes of one moment to a row, each with a target; Infinity if no target limits them. */
  readonly partitionsInRow: number;
  /** The key that holds the time. */
  readonly timeSource: 'partition' | 'row';
  /** The end of the table to which all writes of one moment go; `none` if they are spread. */
  readonly front: 'upper' | 'lower' | 'none';
  /** Number of distinct PartitionKeys of `stored` entities that are spread over `used` rows of the map. */
  readonly partitionsOf: (stored: number, used: number) => number;
  readonly keyAt: (
    row: number,
    seconds: number,
  ) => { readonly partitionKey: string; readonly rowKey: string };
}

function ticksAt(input: ModelInput, seconds: number): bigint {
  return input.fromTicks + BigInt(Math.round(seconds * Number(TICKS_PER_SECOND)));
}

function roundedAt(input: ModelInput, seconds: number): bigint {
  return floorTo(ticksAt(input, seconds), input.roundingTicks);
}

/** Number of distinct times in keys; Infinity if keys hold exact times. */
function timesOf({ roundingTicks, durationSeconds }: ModelInput): number {
  if (roundingTicks <= 1n) return Infinity;
  return Math.ceil((durationSeconds * TICKS_PER_SECOND_F64) / Number(roundingTicks));
}

/** "from 14:45:54Z", with the date if there are several days: short enough for the side of a map. */
function sliceLabel(input: ModelInput, ticks: bigint): string {
  const text = secondText(ticks);
  return input.durationSeconds <= DAY_SECONDS
    ? `from ${text.slice(11)}`
    : `from ${text.slice(5, 10)} ${text.slice(11, 16)}Z`;
}

/**
 * Layout for keys that begin with the time. Rows are equal slices of the key space, and writes go to the current one. Each slice
 * holds the same number of rounded times; otherwise rows would alternate between sizes.
 */
function timeLayout(input: ModelInput, isInverted: boolean): ModelLayout {
  const from = floorTo(input.fromTicks, input.roundingTicks);
  const span = ticksAt(input, input.durationSeconds) - from;
  const width = ceilDiv(ceilDiv(span, BigInt(TIME_ROWS)), input.roundingTicks) * input.roundingTicks;
  const rows = Number(ceilDiv(span, width));
  const rowOf = (seconds: number) => {
    const slice = Math.min(rows - 1, Number((roundedAt(input, seconds) - from) / width));
    return isInverted ? rows - 1 - slice : slice;
  };
  return {
    labels: Array.from({ length: rows }, (_, row) => {
      const slice = isInverted ? rows - 1 - row : row;
      return sliceLabel(input, from + BigInt(slice) * width);
    }),
    rowsAre: 'range',
    weightsAt: (seconds) => {
      const weights = new Float64Array(rows);
      weights[rowOf(seconds)] = 1;
      return weights;
    },
    // With exact times, each write has its own partition.
    partitionsInRow: input.roundingTicks > 1n ? 1 : Infinity,
    timeSource: 'partition',
    front: isInverted ? 'lower' : 'upper',
    partitionsOf: (stored) => Math.min(stored, timesOf(input)),
    keyAt: (_row, seconds) => ({
      partitionKey: ticksText(roundedAt(input, seconds), 19, isInverted),
      rowKey: `writer_0___${padNumber(Math.floor(seconds), 19)}`,
    }),
  };
}

function constant(weights: Float64Array): (seconds: number) => Float64Array {
  return () => weights;
}

/** Layout for prefixed keys. Each writer has one prefix, drawn at random, so that few writers leave prefixes unused. */
function prefixedLayout(input: ModelInput): ModelLayout {
  const random = seededRandom(input.seed ^ 0x9e3779b9);
  const weights = new Float64Array(input.prefixes);
  for (let writer = 0; writer < input.writers; writer++) {
    const prefix = Math.floor(random() * input.prefixes);
    weights[prefix] = (weights[prefix] as number) + 1 / input.writers;
  }
  return {
    labels: Array.from(weights, (_, prefix) => String(prefix)),
    rowsAre: 'prefix',
    weightsAt: constant(weights),
    // With exact times, each write has its own partition.
    partitionsInRow: input.roundingTicks > 1n ? 1 : Infinity,
    timeSource: 'partition',
    front: 'none',
    partitionsOf: (stored, used) => Math.min(stored, timesOf(input) * used),
    keyAt: (row, seconds) => ({
      partitionKey: prefixText(row) + ticksText(roundedAt(input, seconds), 19, false),
      rowKey: `writer_${row}___${padNumber(Math.floor(seconds), 19)}`,
    }),
  };
}

/** Layout with one partition per name (writer or bucket) and the time in the RowKey. */
function namedLayout(input: ModelInput, count: number, name: (row: number) => string): ModelLayout {
  const rows = Math.min(MOST_ROWS, count);
  return {
    labels: Array.from({ length: rows }, (_, row) => name(row)),
    rowsAre: rows === count ? 'partition' : 'range',
    weightsAt: constant(new Float64Array(rows).fill(1 / rows)),
    partitionsInRow: count / rows,
    timeSource: 'row',
    front: 'none',
    partitionsOf: (stored) => Math.min(stored, count),
    keyAt: (row, seconds) => ({
      partitionKey: name(row),
      rowKey: padNumber(roundedAt(input, seconds), 19),
    }),
  };
}

function guidLayout(input: ModelInput): ModelLayout {
  const step = 256 / GUID_ROWS;
  const hex = (value: number, width: number) => value.toString(16).padStart(width, '0');
  return {
    labels: Array.from(
      { length: GUID_ROWS },
      (_, row) => `${hex(row * step, 2)}..${hex((row + 1) * step - 1, 2)}`,
    ),
    rowsAre: 'range',
    weightsAt: constant(new Float64Array(GUID_ROWS).fill(1 / GUID_ROWS)),
    partitionsInRow: Infinity,
    timeSource: 'row',
    front: 'none',
    partitionsOf: (stored) => stored,
    keyAt: (row, seconds) => {
      const random = seededRandom(input.seed + row * 7919 + Math.floor(seconds));
      const head = hex(row * step + Math.floor(random() * step), 2);
      const rest = Array.from({ length: 28 }, () => hex(Math.floor(random() * 16), 1)).join('');
      return {
        partitionKey: (head + rest).replace(/^(.{8})(....)(...)(...)(.{12})/, '$1-$2-4$3-a$4-$5'),
        rowKey: padNumber(MAX_TICKS - roundedAt(input, seconds), 19),
      };
    },
  };
}

/** Where the writes of a design go. */
export function modelLayout(input: ModelInput): ModelLayout {
  switch (input.scheme) {
    case 'ticks':
      return timeLayout(input, false);
    case 'inverted ticks':
      return timeLayout(input, true);
    case 'prefixed ticks':
      return prefixedLayout(input);
    case 'partition per writer':
      return namedLayout(input, input.writers, (row) => `writer-${padNumber(row, 4)}`);
    case 'hash':
      return namedLayout(input, input.prefixes, (row) => `bucket-${padNumber(row, 3)}`);
    case 'guid':
      return guidLayout(input);
  }
}
