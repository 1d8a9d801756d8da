import { MAX_TICKS, TICKS_PER_HOUR, TICKS_PER_MINUTE } from '../../time/ticks.ts';
import { floorTo, isDigits, numberOf, readInvertedTicksAt, readTicksAt, ticksText } from '../base/digits.ts';
import { keyEscapeById } from '../base/escapes.ts';
import { partitionSpan, timeSpan, type TimeText } from '../base/keySpan.ts';
import type { KeyHint, KeyPart, KeyReading, KeyScheme, KeySegment } from '../base/scheme.ts';
import { defineScheme, isOfTable, makeReading, plausibility, tableRange } from '../base/schemeSpec.ts';
import { nonEmpty, segment, ticksSegments } from '../base/segmentBuild.ts';
import { invertedTimeText, ticksTimeText } from '../dates/timeTexts.ts';
import { BASE64_MARK, DIGIT, DOT, LETTER, UNDERSCORE } from '../base/keyShape.ts';
import { beginsWithDigits, every, holds, holdsOnly, isDigitsOf } from '../base/shapeTests.ts';

const WIDTH = 19;
const GUID = '[0-9a-fA-F]{8}-?[0-9a-fA-F]{4}-?[0-9a-fA-F]{4}-?[0-9a-fA-F]{4}-?[0-9a-fA-F]{12}';
const NLOG_ROW = new RegExp(`^(\\d{19})__(${GUID})$`);
const LOG4NET_ROW = new RegExp(`^(\\d{19})\\.(${GUID})(?:\\.(\\d{1,5}))?$`);
const NLOG = { id: 'nlog', title: 'NLog data tables' } as const;
const LOG4NET = { id: 'log4net', title: 'log4net appender' } as const;
const ELMAH = { id: 'elmah', title: 'ELMAH' } as const;
const SLAB = { id: 'slab', title: 'Semantic Logging (SLAB)' } as const;
const TICKS_SHAPE = isDigitsOf(WIDTH);
/** A dotted .NET name. */
const TYPE_NAME = /^[A-Za-z_]\w*(?:\.[A-Za-z_]\w*)+$/;
const ELMAH_TABLE = /^Elmah$/i;
const SLAB_TABLE = /^SLABLogsTable$/i;

function inverted(text: string): bigint {
  return MAX_TICKS - numberOf(text.slice(0, WIDTH));
}

function tailSegments(text: string, separator: string, label: string): readonly KeySegment[] | undefined {
  const time =
    isDigits(text, 0, WIDTH) && text.startsWith(separator, WIDTH)
      ? ticksSegments(text, 0, WIDTH, true)
      : undefined;
  if (time === undefined) return undefined;
  const at = WIDTH + separator.length;
  return nonEmpty([
    ...time,
    segment('separator', separator, 'separator'),
    segment('identity', text.slice(at), label),
  ]);
}

function readNlog(text: string, part: KeyPart): KeyReading | undefined {
  const match = part === 'row' ? NLOG_ROW.exec(text) : null;
  if (match === null) return undefined;
  const ticks = inverted(text);
  return makeReading(NLOG, {
    ticks,
    fields: [['guid', match[2] as string]],
    confidence: plausibility(ticks) * 0.96,
    reason: 'inverted ticks, __ and a GUID; the clock is local unless the target was set to UTC',
  });
}

function readLog4net(text: string, part: KeyPart): KeyReading | undefined {
  if (part === 'partition') return readLog4netHour(text);
  const match = part === 'row' ? LOG4NET_ROW.exec(text) : null;
  if (match === null) return undefined;
  const ticks = inverted(text);
  const chunk = match[3];
  return makeReading(LOG4NET, {
    ticks,
    fields: [
      ['guid', match[2] as string],
      ...(chunk === undefined ? [] : [['chunk', String(Number(chunk))] as const]),
    ],
    confidence: plausibility(ticks) * 0.96,
    reason: 'inverted ticks, a dot and a GUID; the clock is local',
  });
}

/** DateReverse: MaxValue - the hour + 1 tick, so that it ends in zeros. */
function readLog4netHour(text: string): KeyReading | undefined {
  if (text.length !== WIDTH || !isDigits(text)) return undefined;
  const ticks = MAX_TICKS + 1n - numberOf(text);
  if (ticks < 0n || ticks % TICKS_PER_HOUR !== 0n) return undefined;
  return makeReading(LOG4NET, {
    ticks,
    window: { from: ticks, to: ticks + TICKS_PER_HOUR },
    fields: [['partitionKeyType', 'DateReverse']],
    confidence: plausibility(ticks) * 0.93,
    reason: 'MaxValue minus a whole hour plus 1 tick: the hour of the event, in local time',
  });
}

function readElmah(text: string, part: KeyPart, hint: KeyHint): KeyReading | undefined {
  const isOwn = isOfTable(ELMAH_TABLE, hint);
  if (part === 'row') {
    if (text.length !== WIDTH || !isDigits(text)) return undefined;
    const ticks = inverted(text);
    return makeReading(ELMAH, {
      ticks,
      confidence: plausibility(ticks) * (isOwn ? 0.95 : 0.3),
      reason: 'inverted ticks of the error, UTC',
    });
  }
  if (part !== 'partition' || text.length < 4 || text.length % 4 !== 0) return undefined;
  const application = keyEscapeById('elmah-base64')?.unescape(text);
  if (application === undefined || !/^[^\p{Cc}]+$/u.test(application)) return undefined;
  return makeReading(ELMAH, {
    fields: [['application', application]],
    confidence: isOwn ? 0.9 : text.endsWith('=') ? 0.35 : 0.1,
    reason: 'the name of the application in Base64, / as _',
  });
}

/** Rounds down t - 1 min, so the PartitionKey is one to two minutes before the event. */
function slabTimeText(isAscending: boolean): TimeText {
  const texts = isAscending ? ticksTimeText(TICKS_PER_MINUTE) : invertedTimeText(TICKS_PER_MINUTE);
  return {
    ...texts,
    bucket: (ticks) => (ticks < TICKS_PER_MINUTE ? 0n : floorTo(ticks - TICKS_PER_MINUTE, TICKS_PER_MINUTE)),
  };
}

const SLAB_ROW = /^(.*)_(\d{19})_([0-9A-F]{5})$/s;

function readSlab(text: string, part: KeyPart, hint: KeyHint): KeyReading | undefined {
  if (part === 'row') return readSlabRow(text);
  if (part !== 'partition' || text.length !== WIDTH || !isDigits(text)) return undefined;
  const value = numberOf(text);
  const isAscending = value < INVERTED_FROM;
  const ticks = isAscending ? value : MAX_TICKS - value;
  if (ticks < 0n || ticks % TICKS_PER_MINUTE !== 0n) return undefined;
  const isOwn = isOfTable(SLAB_TABLE, hint);
  return makeReading(SLAB, {
    ticks,
    window: { from: ticks + TICKS_PER_MINUTE, to: ticks + 2n * TICKS_PER_MINUTE },
    fields: [['sort', isAscending ? 'ascending' : 'descending (default)']],
    confidence: plausibility(ticks) * (isOwn ? 0.95 : 0.35),
    reason: 'whole minutes, one minute early by design: events of the minute that begins one minute later',
  });
}

/** A 19-digit number above this, the middle of the calendar, is inverted ticks rather than ticks. */
const INVERTED_FROM = MAX_TICKS / 2n;

function readSlabRow(text: string): KeyReading | undefined {
  const match = SLAB_ROW.exec(text);
  if (match === null) return undefined;
  const [, instance = '', digits = '', salt = ''] = match;
  const value = BigInt(digits);
  const isAscending = value < INVERTED_FROM;
  const ticks = isAscending ? value : MAX_TICKS - value;
  return makeReading(SLAB, {
    ticks,
    fields: [
      ['instance', instance],
      ['salt', salt],
      ['sort', isAscending ? 'ascending' : 'descending (default)'],
    ],
    confidence: ticks < 0n ? 0 : plausibility(ticks) * 0.93,
    reason: 'instance, the ticks of the event and a salt of five hexadecimal digits, joined by _',
  });
}

function slabSegments(text: string, part: KeyPart): readonly KeySegment[] | undefined {
  if (part !== 'row') {
    return text.length === WIDTH ? ticksSegments(text, 0, WIDTH, text.startsWith('2')) : undefined;
  }
  if (readSlabRow(text) === undefined) return undefined;
  const at = text.length - 6 - WIDTH;
  const time = ticksSegments(text, at, WIDTH, text.startsWith('2', at));
  if (time === undefined) return undefined;
  return nonEmpty([
    segment('identity', text.slice(0, at - 1), 'instance'),
    segment('separator', '_', 'separator'),
    ...time,
    segment('separator', '_', 'separator'),
    segment('index', text.slice(at + WIDTH + 1), 'salt'),
  ]);
}

function slabScheme(isAscending: boolean): KeyScheme {
  const time = slabTimeText(isAscending);
  return defineScheme({
    ...SLAB,
    ...(isAscending
      ? { id: 'slab-ascending', title: 'Semantic Logging (SLAB), ascending', variantOf: 'slab' }
      : {}),
    family: 'logger',
    shapes: { partition: TICKS_SHAPE, row: holds(UNDERSCORE + DIGIT, 26) },
    mostConfidence: 0.93,
    mostOfTicks: 0.35,
    writer: 'Semantic Logging Application Block',
    // Source: microsoftarchive/semantic-logging: Sinks/DateTimeExtensions.cs, CloudEventEntry.cs
    timeSource: 'both',
    rounding: 'PartitionKey: floor(t - 1 min); RowKey: exact',
    order: isAscending ? 'ascending' : 'descending',
    grammar: {
      table: 'SLABLogsTable',
      partition: `${isAscending ? '' : 'inverted '}ticks(D19) of floor(t - 1 min)`,
      row: `instance_${isAscending ? '' : 'inverted '}ticks(D19)_salt(X5)`,
    },
    tablePattern: SLAB_TABLE,
    read: readSlab,
    segments: slabSegments,
    // There is no minute before the first one.
    encode: (ticks) => (ticks < TICKS_PER_MINUTE ? {} : { partitionKey: time.text(time.bucket(ticks)) }),
    ranges: (window, options) => [
      tableRange({
        ...(options.tableName === undefined ? {} : { tableName: options.tableName }),
        partition: timeSpan(time, window),
      }),
    ],
    homes: () => [
      tableRange({ partition: isAscending ? { from: '05', to: '07' } : { from: '24', to: '26' } }),
    ],
    rowTime: (_partitionKey, rowKey, into) => {
      const at = rowKey.length - 6 - WIDTH;
      if (at < 1) return false;
      return isAscending
        ? readTicksAt(rowKey, at, WIDTH, into)
        : readInvertedTicksAt(rowKey, at, WIDTH, into);
    },
    groupOf: () => 'all',
  });
}

const rowTail = {
  family: 'logger',
  timeSource: 'row',
  order: 'descending',
  rounding: 'exact',
  rowTime: (_partitionKey: string, rowKey: string, into: { seconds: number; fraction: number }) =>
    readInvertedTicksAt(rowKey, 0, WIDTH, into),
} as const;

function rowTailScheme(spec: Parameters<typeof defineScheme>[0]): KeyScheme {
  return defineScheme({
    ranges: (window, options) => [
      tableRange({
        ...(options.tableName === undefined ? {} : { tableName: options.tableName }),
        partition: partitionSpan(options),
        row: timeSpan(invertedTimeText(1n), window),
      }),
    ],
    homes: (options) => [tableRange({ partition: partitionSpan(options), row: { from: '24', to: '26' } })],
    ...spec,
  });
}

/** Log libraries that write log tails and similar keys. */
export const loggerSchemes: readonly KeyScheme[] = [
  rowTailScheme({
    ...NLOG,
    ...rowTail,
    shapes: { row: beginsWithDigits(WIDTH, UNDERSCORE) },
    anyPartition: { field: 'logger', looksLike: TYPE_NAME },
    writer: 'NLog.Extensions.AzureDataTables',
    // Source: NLog.Extensions.AzureStorage: DataTablesTarget.cs
    grammar: { partition: 'logger (a layout)', row: 'inverted ticks(D19)__guid' },
    read: readNlog,
    segments: (text, part) => (part === 'row' ? tailSegments(text, '__', 'GUID') : undefined),
    encode: (ticks) => ({ rowKey: `${ticksText(ticks, WIDTH, true)}__` }),
  }),
  rowTailScheme({
    ...LOG4NET,
    ...rowTail,
    shapes: { partition: TICKS_SHAPE, row: beginsWithDigits(WIDTH, DOT) },
    anyPartition: { field: 'logger', implied: ['partitionKeyType', 'LoggerName'], looksLike: TYPE_NAME },
    writer: 'log4net.Appender.Azure',
    // Source: stemarie/log4net.Azure: LoggingEventExtensions.cs
    grammar: {
      partition: 'logger, or D19 of MaxValue - hour + 1 tick',
      row: 'inverted ticks(D19).guid[.chunk]',
    },
    read: readLog4net,
    segments: (text, part) =>
      part === 'row'
        ? tailSegments(text, '.', 'GUID')
        : text.length === WIDTH && readLog4netHour(text) !== undefined
          ? ticksSegments(text, 0, WIDTH, true)
          : undefined,
    encode: (ticks) => ({
      partitionKey: ticksText(floorTo(ticks, TICKS_PER_HOUR) - 1n, WIDTH, true),
      rowKey: `${ticksText(ticks, WIDTH, true)}.`,
    }),
  }),
  rowTailScheme({
    ...ELMAH,
    ...rowTail,
    shapes: {
      partition: every(
        holdsOnly(LETTER + DIGIT + UNDERSCORE + BASE64_MARK),
        ({ length }) => length >= 4 && length % 4 === 0,
      ),
      row: TICKS_SHAPE,
    },
    mostOfTicks: 0.3,
    writer: 'Elmah.AzureTableStorage',
    // Source: ElmahEntity.cs
    grammar: { table: 'Elmah', partition: 'Base64 of the application, / as _', row: 'inverted ticks(D19)' },
    tablePattern: ELMAH_TABLE,
    read: readElmah,
    segments: (text, part) =>
      part === 'row' && text.length === WIDTH ? ticksSegments(text, 0, WIDTH, true) : undefined,
    encode: (ticks) => ({ rowKey: ticksText(ticks, WIDTH, true) }),
  }),
  slabScheme(false),
  slabScheme(true),
];
