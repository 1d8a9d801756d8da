import {
  MAX_TICKS,
  TICKS_PER_MINUTE,
  TICKS_PER_MS,
  TICKS_PER_SECOND,
  UNIX_EPOCH_TICKS,
} from '../../time/ticks.ts';
import { codecOf } from '../grammar/parseTemplate.ts';
import { floorTo, isDigits, numberOf, readInvertedTicksAt, readTicksAt, ticksText } from '../base/digits.ts';
import { timeSpan, type TimeText } from '../base/keySpan.ts';
import { roundingOf } from '../forms/sampleFacts.ts';
import type {
  KeyHint,
  KeyPart,
  KeyReading,
  KeyRangeOptions,
  KeyScheme,
  RowTime,
  TickSpan,
} from '../base/scheme.ts';
import { defineScheme, isOfTable, makeReading, plausibility, tableRange } from '../base/schemeSpec.ts';
import { joinedSegments, nonEmpty, segment, ticksSegments } from '../base/segmentBuild.ts';
import { invertedTimeText, ticksTimeText } from '../dates/timeTexts.ts';
import { PIPE } from '../base/keyShape.ts';
import { hasLength, holds, isDigitsOf, shapesOf, type ShapeTest } from '../base/shapeTests.ts';

// Source: serilog-contrib/serilog-sinks-azuretablestorage
const WIDTH = 19;
const OLD_TABLE = /^LogEventEntity$/i;
const NEW_TABLE = /^LogEvent$/i;
const GUID = /^[0-9a-fA-F]{8}(?:-?[0-9a-fA-F]{4}){3}-?[0-9a-fA-F]{12}$/;
const TICKS_SHAPE = isDigitsOf(WIDTH);
const LEVEL = /^(?:Verbose|Debug|Information|Warning|Error|Fatal)\|/;

interface Old {
  readonly id: string;
  readonly title: string;
  readonly rounding: string;
  /** The span of events for the ticks in a PartitionKey; undefined if this writer cannot have written them. */
  readonly window: (ticks: bigint) => TickSpan | 'instant' | undefined;
  readonly timeText: TimeText;
  /** How the RowKey ends: a counter, a GUID, or either. */
  readonly end: 'counter' | 'guid' | 'either';
  readonly confidence: number;
}

/**
 * Versions 4-7 remove the milliseconds but not the ticks below a millisecond: a key is its second plus 0 .. 9999 ticks. So the
 * bucket is the second, and its keys are up to 9999 ticks above it.
 */
const secondWithRest: TimeText = {
  bucket: (ticks) => floorTo(ticks, TICKS_PER_SECOND),
  text: (bucket) => ticksText(bucket, WIDTH, false),
  after: (bucket) => ticksText(bucket + TICKS_PER_MS, WIDTH, false),
  isDescending: false,
};

const OLD: readonly Old[] = [
  {
    id: 'serilog-v3',
    title: 'Serilog 3',
    // Source: tag v3.0.0 LogEventEntity.cs
    rounding: 'exact',
    window: () => 'instant',
    timeText: ticksTimeText(1n),
    end: 'counter',
    confidence: 0.2,
  },
  {
    id: 'serilog-v3-properties',
    title: 'Serilog 3 with properties',
    // Source: tag v3.0.0 AzureTableStorageEntityFactory.cs
    rounding: "floor to 1 min, in the event's own offset",
    window: (ticks) =>
      ticks % TICKS_PER_MINUTE === 0n ? { from: ticks, to: ticks + TICKS_PER_MINUTE } : undefined,
    timeText: ticksTimeText(TICKS_PER_MINUTE),
    end: 'guid',
    confidence: 0.3,
  },
  {
    id: 'serilog-v4-7',
    title: 'Serilog 4-7',
    // Source: parent of commit 60b5f5e, KeyGenerator
    rounding: 'floor to 1 s, ticks under 1 ms kept',
    window: (ticks) => {
      const from = floorTo(ticks, TICKS_PER_SECOND);
      return ticks - from < TICKS_PER_MS ? { from, to: from + TICKS_PER_SECOND } : undefined;
    },
    timeText: secondWithRest,
    end: 'either',
    confidence: 0.25,
  },
];

function rowParts(text: string): readonly string[] | undefined {
  const parts = LEVEL.test(text) ? text.split('|') : [];
  return parts.length < 3 ? undefined : parts;
}

/** The end of a RowKey of this writer; undefined if it is another's. */
function tieBreaker(scheme: Old, last: string): 'guid' | 'index' | undefined {
  if (scheme.end !== 'counter' && GUID.test(last)) return 'guid';
  return scheme.end !== 'guid' && isDigits(last) && last.length <= 15 ? 'index' : undefined;
}

function readOldRow(scheme: Old, text: string): KeyReading | undefined {
  const parts = rowParts(text);
  if (parts === undefined) return undefined;
  const last = parts.at(-1) as string;
  const end = tieBreaker(scheme, last);
  if (end === undefined) return undefined;
  const hasPostfix = end === 'guid' && parts.length > 3;
  const fields: [string, string][] = [
    ['level', parts[0] as string],
    ['messageTemplate', parts.slice(1, hasPostfix ? -2 : -1).join('|')],
  ];
  if (hasPostfix) fields.push(['postfix', parts.at(-2) as string]);
  fields.push(end === 'guid' ? ['guid', last] : ['index', String(Number(last))]);
  return makeReading(scheme, {
    fields,
    confidence: scheme.end === 'either' ? 0.8 : 0.85,
    reason: 'level, message template and a tie breaker joined by |; the time is in the PartitionKey',
  });
}

function readOldPartition(scheme: Old, text: string, hint: KeyHint): KeyReading | undefined {
  if (text.length !== WIDTH || !isDigits(text)) return undefined;
  const ticks = numberOf(text);
  const window = scheme.window(ticks);
  if (window === undefined) return undefined;
  const isOwn = isOfTable(OLD_TABLE, hint);
  const hasRest = scheme.id === 'serilog-v4-7' && ticks % TICKS_PER_MINUTE !== 0n;
  return makeReading(scheme, {
    ticks,
    ...(window === 'instant' ? {} : { window }),
    confidence: plausibility(ticks) * (isOwn && hasRest ? 0.9 : scheme.confidence),
    reason: `ticks in the PartitionKey: ${scheme.rounding}`,
  });
}

function oldScheme(scheme: Old): KeyScheme {
  return defineScheme({
    id: scheme.id,
    title: scheme.title,
    family: 'logger',
    shapes: shapesOf({ partition: TICKS_SHAPE, row: holds(PIPE) }, 1, scheme.confidence),
    writer: 'Serilog.Sinks.AzureTableStorage',
    timeSource: 'partition',
    rounding: scheme.rounding,
    order: 'ascending',
    tablePattern: OLD_TABLE,
    read: (text, part, hint) => {
      if (part === 'table') return undefined;
      return part === 'row' ? readOldRow(scheme, text) : readOldPartition(scheme, text, hint);
    },
    segments: (text, part) => {
      if (part !== 'row') return text.length === WIDTH ? ticksSegments(text, 0, WIDTH, false) : undefined;
      return rowParts(text) === undefined
        ? undefined
        : joinedSegments(text, '|', (piece, index, count) =>
            segment(
              index === count - 1 ? 'index' : 'identity',
              piece,
              index === 0 ? 'level' : index === count - 1 ? 'tie breaker' : 'message template',
            ),
          );
    },
    encode: (ticks) => ({
      partitionKey: scheme.timeText.text(
        scheme.id === 'serilog-v4-7'
          ? floorTo(ticks, TICKS_PER_SECOND) + (ticks % TICKS_PER_MS)
          : scheme.timeText.bucket(ticks),
      ),
    }),
    ranges: (window, options) => [
      tableRange({
        ...(options.tableName === undefined ? {} : { tableName: options.tableName }),
        partition: timeSpan(scheme.timeText, window),
      }),
    ],
    homes: () => [tableRange({ partition: { from: '05', to: '07' } })],
    rowTime: (partitionKey, _rowKey, into) => readTicksAt(partitionKey, 0, WIDTH, into),
    groupOf: () => 'all',
  });
}

/** Default PartitionKeyRounding of Serilog 8 and later. */
const FIVE_MINUTES = 5n * TICKS_PER_MINUTE;

/**
 * The writer's rounding to nearest: an instant one tick before the half is already rounded up. It never leaves the calendar,
 * where the writer would fail.
 */
function nearest(ticks: bigint, span: bigint): bigint {
  const rounded = ((ticks + span / 2n + 1n) / span) * span;
  return rounded > MAX_TICKS ? floorTo(MAX_TICKS, span) : rounded;
}

function nearestTimeText(span: bigint): TimeText {
  return { ...invertedTimeText(1n), bucket: (ticks) => nearest(ticks, span) };
}

type RowForm = 'plain' | 'counter' | 'ulid';

const ROW_SHAPES: Readonly<Record<RowForm, ShapeTest>> = {
  plain: TICKS_SHAPE,
  counter: isDigitsOf(WIDTH + 4),
  ulid: hasLength(26),
};

interface New {
  readonly id: string;
  readonly title: string;
  readonly row: string;
  readonly form: RowForm;
  readonly confidence: number;
}

const NEW: readonly New[] = [
  {
    id: 'serilog-v9',
    title: 'Serilog 9.5+',
    // Source: DefaultKeyGenerator.cs (commit cf12599)
    row: 'ULID of MaxValue - t',
    form: 'ulid',
    confidence: 0.8,
  },
  {
    id: 'serilog-v9.4',
    title: 'Serilog 9.4',
    // Source: commit 34a3e96, DefaultKeyGenerator.cs
    row: 'inverted ticks(D19)counter(D4)',
    form: 'counter',
    confidence: 0.78,
  },
  {
    id: 'serilog-v8',
    title: 'Serilog 8.0 - 9.3',
    // Source: tags v8.0.35, v9.0.0
    row: 'inverted ticks(D19)',
    form: 'plain',
    confidence: 0.76,
  },
];

/** The interval that a sample of PartitionKeys shows; 5 min if it shows none. */
function spanOf(hint: KeyHint): bigint {
  const instants = (hint.sample ?? [])
    .filter((key) => key.length === WIDTH && isDigits(key))
    .map((key) => MAX_TICKS - BigInt(key));
  return roundingOf(instants) ?? FIVE_MINUTES;
}

function spanWords(span: bigint): string {
  return `PT${span % TICKS_PER_MINUTE === 0n ? `${span / TICKS_PER_MINUTE}M` : `${span / TICKS_PER_SECOND}S`} nearest`;
}

function readNewPartition(scheme: New, text: string, hint: KeyHint): KeyReading | undefined {
  if (text.length !== WIDTH || !isDigits(text)) return undefined;
  const ticks = MAX_TICKS - numberOf(text);
  const span = spanOf(hint);
  if (ticks < 0n || ticks % span !== 0n) return undefined;
  return makeReading(scheme, {
    ticks,
    window: { from: ticks - span / 2n, to: ticks + span / 2n },
    fields: [['rounding', spanWords(span)]],
    confidence: plausibility(ticks) * scheme.confidence,
    reason:
      'inverted ticks of the nearest whole interval: events from half of it before to half after (an event in the last tick before a half already counts to the next)',
  });
}

/** The number in the first ten characters of a ULID. */
function ulidNumber(text: string): bigint {
  return BigInt(ULID.count?.(text.slice(0, 10)) ?? 0);
}

const ULID = codecOf('{ms, base crockford:D10}');

/** The time of an inverted ULID. Its milliseconds are MaxValue - t, cut, so t is known to 1 ms. */
function ulidWindow(text: string): TickSpan | undefined {
  if (!/^[0-7][0-9A-HJKMNP-TV-Z]{25}$/.test(text)) return undefined;
  const unixMs = ulidNumber(text);
  const last = MAX_TICKS - UNIX_EPOCH_TICKS - unixMs * TICKS_PER_MS;
  return { from: last - TICKS_PER_MS + 1n, to: last + 1n };
}

function readNewRow(scheme: New, text: string): KeyReading | undefined {
  if (scheme.form === 'ulid') {
    const window = ulidWindow(text);
    if (window === undefined || window.from < 0n) return undefined;
    return makeReading(scheme, {
      ticks: window.from,
      window,
      fields: [
        ['ulidReversedUnixMs', String(ulidNumber(text))],
        ['rkPrecision', '1 ms'],
      ],
      confidence: plausibility(window.from) * 0.9,
      reason: 'a ULID of MaxValue - t: its own year is about 7976; exact to 1 ms',
    });
  }
  const isCounter = scheme.form === 'counter';
  if (text.length !== (isCounter ? WIDTH + 4 : WIDTH) || !isDigits(text)) return undefined;
  const ticks = MAX_TICKS - numberOf(text.slice(0, WIDTH));
  return makeReading(scheme, {
    ticks,
    fields: isCounter ? [['counter', String(Number(text.slice(WIDTH)))]] : [],
    confidence: plausibility(ticks) * (isCounter ? 0.9 : 0.4),
    reason: isCounter ? '23 digits: inverted ticks and a counter of four' : 'inverted ticks of the event',
  });
}

function newRowTime(partitionKey: string, rowKey: string, into: RowTime): boolean {
  if (rowKey.length === WIDTH || rowKey.length === WIDTH + 4)
    return readInvertedTicksAt(rowKey, 0, WIDTH, into);
  return readInvertedTicksAt(partitionKey, 0, WIDTH, into);
}

function newSegments(text: string, part: KeyPart) {
  if (part === 'row' && ulidWindow(text) !== undefined) {
    return [
      segment('inverted-date', text.slice(0, 10), 'MaxValue - t in ms'),
      segment('identity', text.slice(10), 'random'),
    ];
  }
  const time = isDigits(text, 0, WIDTH) ? ticksSegments(text, 0, WIDTH, true) : undefined;
  if (time === undefined || !(text.length === WIDTH || (part === 'row' && text.length === WIDTH + 4)))
    return undefined;
  return nonEmpty([...time, segment('index', text.slice(WIDTH), 'counter')]);
}

function newScheme(scheme: New): KeyScheme {
  return defineScheme({
    id: scheme.id,
    title: scheme.title,
    family: 'logger',
    shapes: shapesOf({ partition: TICKS_SHAPE, row: ROW_SHAPES[scheme.form] }, 0.9, scheme.confidence),
    writer: 'Serilog.Sinks.AzureTableStorage',
    timeSource: 'both',
    rounding: 'PartitionKey: nearest 5 min; RowKey: the event',
    order: 'descending',
    tablePattern: NEW_TABLE,
    chosenRounding: 'own',
    usualRoundingTicks: FIVE_MINUTES,
    read: (text, part, hint) => {
      if (part === 'table') return undefined;
      return part === 'row' ? readNewRow(scheme, text) : readNewPartition(scheme, text, hint);
    },
    segments: newSegments,
    encode: (ticks, options) => ({
      partitionKey: ticksText(nearest(ticks, options.roundingTicks ?? FIVE_MINUTES), WIDTH, true),
      ...(scheme.form === 'ulid'
        ? {}
        : { rowKey: ticksText(ticks, WIDTH, true) + (scheme.form === 'counter' ? '0000' : '') }),
    }),
    ranges: (window, options: KeyRangeOptions) => [
      tableRange({
        ...(options.tableName === undefined ? {} : { tableName: options.tableName }),
        partition: timeSpan(nearestTimeText(options.roundingTicks ?? FIVE_MINUTES), window),
      }),
    ],
    homes: () => [tableRange({ partition: { from: '24', to: '26' } })],
    rowTime: newRowTime,
    groupOf: () => 'all',
  });
}

/** The Azure Table Storage sink of Serilog, which changed its keys with almost every major version. */
export const serilogSchemes: readonly KeyScheme[] = [...NEW.map(newScheme), ...OLD.map(oldScheme)];
