import { TICKS_WIDTH } from '../forms/prefixedKey.ts';
import type { KeyScheme } from '../base/keyScheme.ts';
import { type TimeCodec, type TimeOrder, ticksReader } from '../base/timeCodec.ts';
import {
  MAX_TICKS,
  TICKS_PER_MINUTE,
  TICKS_PER_MS,
  TICKS_PER_SECOND,
  UNIX_EPOCH_TICKS,
} from '../../time/ticks.ts';
import { floorTo, isDigits, ticksText } from '../base/digits.ts';
import { timeSpan, type TimeText } from '../base/keySpan.ts';
import { tableRange } from '../base/schemeSpec.ts';
import { roundingOf } from '../forms/neighbours.ts';
import { codecOf, textsOf } from '../grammar/parseTemplate.ts';

const [TICKS, INVERTED] = [codecOf('{Ticks}'), codecOf('{InvertedTicks}')];

/**
 * Versions 4-7 remove the milliseconds but not the ticks below a millisecond: a key is a whole second plus 0 .. 9999 ticks. So the bucket
 * is the second, and its keys are up to 9999 ticks above it.
 */
export const SECOND_WITH_REST: TimeCodec = {
  ...TICKS,
  read: (text, from, to, into) => TICKS.read(text, from, to, into) && into.fraction < Number(TICKS_PER_MS),
  facts: (_text, ticks) => {
    const from = floorTo(ticks, TICKS_PER_SECOND);
    return { window: { from, to: from + TICKS_PER_SECOND } };
  },
  orders: TICKS.orders.map((order) => ({
    ...order,
    texts: () => ({
      bucket: (ticks) => floorTo(ticks, TICKS_PER_SECOND),
      text: (bucket) => ticksText(bucket, TICKS_WIDTH, false),
      after: (bucket) => ticksText(bucket + TICKS_PER_MS, TICKS_WIDTH, false),
    }),
  })),
  write: (ticks) => ticksText(floorTo(ticks, TICKS_PER_SECOND) + (ticks % TICKS_PER_MS), TICKS_WIDTH, false),
};

/** The default PartitionKeyRounding of Serilog 8 and later. */
const FIVE_MINUTES = 5n * TICKS_PER_MINUTE;

/**
 * Rounds to the nearest interval as the writer does: already the last tick before the half is rounded up. The result stays within the
 * calendar, where the writer itself would fail.
 */
function nearest(ticks: bigint, span: bigint): bigint {
  const rounded = ((ticks + span / 2n + 1n) / span) * span;
  return rounded > MAX_TICKS ? floorTo(MAX_TICKS, span) : rounded;
}

function nearestText(span: bigint): TimeText {
  return { ...textsOf('{InvertedTicks}'), bucket: (ticks) => nearest(ticks, span) };
}

/** The rounding that a sample of PartitionKeys shows; five minutes if it shows none. */
function spanOf(sample: readonly string[] = []): bigint {
  const keys = sample.filter((key) => key.length === TICKS_WIDTH && isDigits(key));
  return roundingOf(keys.map((key) => MAX_TICKS - BigInt(key))) ?? FIVE_MINUTES;
}

function spanWords(span: bigint): string {
  return `PT${span % TICKS_PER_MINUTE === 0n ? `${span / TICKS_PER_MINUTE}M` : `${span / TICKS_PER_SECOND}S`} nearest`;
}

/** Inverted ticks, rounded to the nearest whole interval. */
export const NEAREST: TimeCodec = {
  ...INVERTED,
  step: FIVE_MINUTES,
  rounds: 'own',
  facts: (_text, ticks, { sample }) => {
    const span = spanOf(sample);
    return ticks % span === 0n
      ? {
          window: { from: ticks - span / 2n, to: ticks + span / 2n },
          fields: [['rounding', spanWords(span)]],
        }
      : undefined;
  },
  orders: INVERTED.orders.map((order): TimeOrder => ({ ...order, texts: () => nearestText(FIVE_MINUTES) })),
};

/**
 * Ranges and keys of a writer that rounds to the nearest interval, whose length is an option. `tail`: what follows the ticks in the RowKey;
 * undefined if that is random.
 */
export function nearestKeys(tail: string | undefined): Partial<KeyScheme> {
  return {
    ranges: (window, { tableName, roundingTicks = FIVE_MINUTES }) => [
      tableRange({ tableName, partition: timeSpan(nearestText(roundingTicks), window) }),
    ],
    encode: (ticks, { roundingTicks = FIVE_MINUTES }) => ({
      partitionKey: ticksText(nearest(ticks, roundingTicks), TICKS_WIDTH, true),
      rowKey: tail === undefined ? undefined : ticksText(ticks, TICKS_WIDTH, true) + tail,
    }),
  };
}

const ULID = codecOf('{ms, base crockford:D10}');

/** The first ten characters of a ULID made of MaxValue - t. Its milliseconds are cut, so t is known to 1 ms. */
export const INVERTED_ULID: TimeCodec = {
  widths: [10],
  step: TICKS_PER_MS,
  isDescending: true,
  read: ticksReader((text) => {
    if (!/^[0-7][0-9A-HJKMNP-TV-Z]{9}$/.test(text)) return undefined;
    const ms = BigInt(ULID.count?.(text) ?? 0);
    return MAX_TICKS - UNIX_EPOCH_TICKS - (ms + 1n) * TICKS_PER_MS + 1n;
  }),
  facts: (text) => ({
    fields: [
      ['ulidReversedUnixMs', ULID.count?.(text) ?? ''],
      ['rkPrecision', '1 ms'],
    ],
  }),
  orders: [],
};
