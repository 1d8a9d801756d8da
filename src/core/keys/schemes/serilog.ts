import { type Judge, type KeyFormEntry, type SchemeEntry, key, type KeyScheme } from '../base/keyScheme.ts';
import {
  TICKS_PER_MINUTE,
  MAX_TICKS,
  TICKS_PER_MS,
  TICKS_PER_SECOND,
  UNIX_EPOCH_TICKS,
} from '../../time/ticks.ts';
import { plausibility, tableRange } from '../base/schemeSpec.ts';
import { TIME } from './sample.ts';
import { TICKS_WIDTH } from '../forms/prefixedKey.ts';
import { type TimeCodec, type TimeOrder, ticksReader } from '../base/timeCodec.ts';
import { floorTo, isDigits, newRowTime, ticksText } from '../base/digits.ts';
import { timeSpan, type TimeText } from '../base/keySpan.ts';
import { roundingOf, sampleFact } from '../forms/neighbours.ts';
import { codecOf, textsOf } from '../grammar/parseTemplate.ts';

const INTO = newRowTime();
const [TICKS, INVERTED] = [codecOf('{Ticks}'), codecOf('{InvertedTicks}')];

/**
 * Versions 4-7 remove the milliseconds but not the ticks below a millisecond: a key is a whole second plus 0 .. 9999 ticks. So the bucket
 * is the second, and its keys are up to 9999 ticks above it.
 */
const SECOND_WITH_REST: TimeCodec = {
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
const NEAREST: TimeCodec = {
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
function nearestKeys(tail: string | undefined): Partial<KeyScheme> {
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
const INVERTED_ULID: TimeCodec = {
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

const SINK = { writer: 'Serilog.Sinks.AzureTableStorage', family: 'logger' } as const;
const REPOSITORY = 'serilog-contrib/serilog-sinks-azuretablestorage';

const PLAIN = '{InvertedTicks}';
const COUNTED = '{InvertedTicks}{counter:D4}';
const ULID_ROW = '{time}{/[0-9A-HJKMNP-TV-Z]{16}/}';
const V9_5 = ['v9', '9.5+', 'DefaultKeyGenerator.cs (commit cf12599)', ULID_ROW];
const V9_4 = ['v9.4', '9.4', 'commit 34a3e96, DefaultKeyGenerator.cs', COUNTED];
const V8 = ['v8', '8.0 - 9.3', 'tags v8.0.35, v9.0.0', PLAIN];
const NEW_ROWS: readonly KeyFormEntry[] = [
  key(ULID_ROW, 0.9, 'a ULID of MaxValue - t: its own year is about 7976; exact to 1 ms', {
    codec: INVERTED_ULID,
  }),
  key(COUNTED, 0.9, '23 digits: inverted ticks and a counter of four'),
  key(PLAIN, 0.4, 'inverted ticks of the event'),
];

const NEAREST_WORDS =
  'inverted ticks of the nearest whole interval: events from half of it before to half after (an event in the last tick before a half already counts to the next)';

/** An entry for a version that rounds to the nearest interval. Its table may still hold rows of earlier versions. */
function newVersion(
  [id, title, source, template]: readonly string[],
  confidence: number,
  tail: string | undefined,
  row: string,
  time = TIME,
): SchemeEntry {
  const own = NEW_ROWS.filter((form) => form.template === template);
  const others = NEW_ROWS.filter((form) => form.template !== template);
  return {
    ...SINK,
    id: `serilog-${id}`,
    title: `Serilog ${title}`,
    source: `${REPOSITORY}: ${source}`,
    tables: /^LogEvent$/i,
    partition: key('{time}', confidence, NEAREST_WORDS, { codec: NEAREST }),
    row: [...own, ...others.map((form) => ({ ...form, confidence: 0 }))],
    rounding: 'PartitionKey: nearest 5 min; RowKey: the event',
    code: nearestKeys(tail),
    example: { partition: '2516926667999999999', row, time },
  };
}

const OLD_TABLE = /^LogEventEntity$/i;
const LEVEL = '{level in Verbose|Debug|Information|Warning|Error|Fatal}';
/** How RowKeys end: with a counter (COUNTER), or with a GUID after an optional postfix (GUIDS). */
const COUNTER = [`${LEVEL}|{messageTemplate/.*/}|{index:n1-15}`];
const GUIDS = [
  `${LEVEL}|{messageTemplate/.*/}|{postfix/[^|]*/}|{guid:Guid}`,
  `${LEVEL}|{messageTemplate/[^|]*/}|{guid:Guid}`,
];

function oldVersion(
  [id, title, source, words]: readonly string[],
  rows: readonly string[],
  partition: KeyFormEntry,
  example: SchemeEntry['example'],
): SchemeEntry {
  return {
    ...SINK,
    id: `serilog-${id}`,
    title: `Serilog ${title}`,
    source: `${REPOSITORY}: ${source}`,
    tables: OLD_TABLE,
    partition: { ...partition, reason: `ticks in the PartitionKey: ${words}` },
    row: rows.map((template) =>
      key(
        template,
        rows.length > GUIDS.length ? 0.8 : 0.85,
        'level, message template and a tie breaker joined by |',
      ),
    ),
    rounding: words as string,
    example,
  };
}

/** Of other ticks, one in a thousand has no milliseconds, so fewer keys prove nothing. */
const ENOUGH_RESTS = 4;
/** Whether all neighbours have a rest below a millisecond but no milliseconds, which only versions 4-7 write. */
const haveRests = sampleFact((sample) => {
  const keys = new Set(sample);
  const isRest = (key: string): boolean =>
    SECOND_WITH_REST.read(key, 0, key.length, INTO) && INTO.fraction > 0;
  return keys.size >= ENOUGH_RESTS && sample.every(isRest);
});

const restJudge: Judge = (_text, ticks, { tableName = '', sample }) => {
  const isOwn = OLD_TABLE.test(tableName) && ticks % TICKS_PER_MINUTE !== 0n;
  return plausibility(ticks) * (isOwn ? 0.9 : haveRests(sample) === true ? 0.93 : 0.25);
};

/** The Azure Table Storage sink of Serilog, which changed its keys with almost every major version. */
export const SERILOG_ENTRIES: readonly SchemeEntry[] = [
  newVersion(V9_5, 0.8, undefined, '5CCTRX92GM0123456789ABCDEF', '2024-03-05T10:17:42.123Z'),
  newVersion(V9_4, 0.78, '0000', '25169266693787654320042'),
  newVersion(V8, 0.76, '', '2516926669378765432'),
  oldVersion(['v3', '3', 'tag v3.0.0 LogEventEntity.cs', 'exact'], COUNTER, key('{Ticks}', 0.2, ''), {
    partition: '0638452306621234567',
    row: 'Information|Hello {Name}|17',
    time: TIME,
  }),
  oldVersion(
    [
      'v3-properties',
      '3 with properties',
      'tag v3.0.0 AzureTableStorageEntityFactory.cs',
      "floor to 1 min, in the event's own offset",
    ],
    GUIDS,
    key('{Ticks/1m}', 0.3, ''),
    {
      partition: '0638452306200000000',
      row: 'Information|Hello {Name}|0b2c1f6e-0c5b-4b3e-9d3a-1f2e3d4c5b6a',
      time: '2024-03-05T10:17:00Z',
    },
  ),
  oldVersion(
    ['v4-7', '4-7', 'parent of commit 60b5f5e, KeyGenerator', 'floor to 1 s, ticks under 1 ms kept'],
    [...GUIDS, ...COUNTER],
    key('{time}', restJudge, '', { codec: SECOND_WITH_REST, most: 0.93 }),
    {
      partition: '0638452306620004567',
      row: 'Information|Hello {Name}|17',
      time: '2024-03-05T10:17:42.0004567Z',
    },
  ),
];
