import { MAX_TICKS, TICKS_PER_DAY } from '../../time/ticks.ts';
import { isDigits, readInvertedTicksAt, ticksText } from '../base/digits.ts';
import { ALL_KEYS, exactKey, partitionSpan, timeSpan } from '../base/keySpan.ts';
import { cutMonthName, monthTables } from '../dates/monthTables.ts';
import type {
  KeyPart,
  KeyReading,
  KeyRangeOptions,
  KeyScheme,
  TableKeyRange,
  TickSpan,
} from '../base/scheme.ts';
import { defineScheme, isOfTable, makeReading, plausibility, tableRange } from '../base/schemeSpec.ts';
import { nonEmpty, segment, ticksSegments } from '../base/segmentBuild.ts';
import { dateKeyText, dateTextTicks } from '../dates/dateLayouts.ts';
import { invertedTimeText } from '../dates/timeTexts.ts';
import { DIGIT, HYPHEN } from '../base/keyShape.ts';
import { beginsWithDigits, holds, isTableName } from '../base/shapeTests.ts';

const DIAGNOSTIC = { id: 'functions-diagnostic', title: 'Functions diagnostic events' } as const;
const SCALE = { id: 'functions-scale', title: 'Functions scale metrics' } as const;
const WIDTH = 19;
const GUID = /^[0-9a-fA-F]{8}(?:-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}$/;

/** `inverted-guid` */
function readRow(
  scheme: { id: string; title: string },
  text: string,
  weight: number,
): KeyReading | undefined {
  const guid = text.slice(WIDTH + 1);
  if (!isDigits(text, 0, WIDTH) || text.charAt(WIDTH) !== '-' || !GUID.test(guid)) return undefined;
  const ticks = MAX_TICKS - BigInt(text.slice(0, WIDTH));
  return makeReading(scheme, {
    ticks,
    fields: [['guid', guid]],
    confidence: plausibility(ticks) * weight,
    reason: 'inverted ticks, a hyphen and a GUID',
  });
}

/** `hostId-yyyyMMdd` */
function cutDay(text: string): { readonly hostId: string; readonly ticks: bigint } | undefined {
  const at = text.length - 9;
  const ticks = at > 0 && text.charAt(at) === '-' ? dateTextTicks(text.slice(at + 1), 'yyyyMMdd') : undefined;
  return ticks === undefined ? undefined : { hostId: text.slice(0, at), ticks };
}

function readDay(text: string): KeyReading | undefined {
  const cut = cutDay(text);
  if (cut === undefined) return undefined;
  return makeReading(DIAGNOSTIC, {
    ticks: cut.ticks,
    window: { from: cut.ticks, to: cut.ticks + TICKS_PER_DAY },
    fields: [['hostId', cut.hostId]],
    confidence: plausibility(cut.ticks) * 0.75,
    reason: 'host and day joined by a hyphen; the exact time is in the RowKey',
  });
}

function readTable(
  scheme: { id: string; title: string },
  text: string,
  pattern: RegExp,
): KeyReading | undefined {
  const cut = pattern.test(text) ? cutMonthName(text) : undefined;
  if (cut === undefined) return undefined;
  return makeReading(scheme, {
    ticks: cut.month.from,
    window: cut.month,
    fields: [['epochSuffix', text.slice(-6)]],
    confidence: 0.98,
    reason: 'the table of one month',
  });
}

function segments(text: string, part: KeyPart) {
  if (part === 'partition') {
    const cut = cutDay(text);
    if (cut === undefined) return undefined;
    const at = cut.hostId.length;
    return [
      segment('identity', cut.hostId, 'host'),
      segment('separator', '-', 'separator'),
      segment('date', text.slice(at + 1), 'day'),
    ];
  }
  const time = readRow(SCALE, text, 1) === undefined ? undefined : ticksSegments(text, 0, WIDTH, true);
  if (time === undefined) return undefined;
  return nonEmpty([
    ...time,
    segment('separator', '-', 'separator'),
    segment('identity', text.slice(WIDTH + 1), 'GUID'),
  ]);
}

const rowTimeText = invertedTimeText(1n, WIDTH);

/** For longer windows, one range spans all days of a month instead of one range per day. */
const MOST_DAYS = 62n;

/**
 * One range per day if the host is known, because the PartitionKey is host and day. Otherwise one per month over all partitions.
 */
function diagnosticRanges(window: TickSpan, options: KeyRangeOptions): readonly TableKeyRange[] {
  const given = options.partitionKey;
  const hostId = given === undefined ? undefined : (cutDay(given)?.hostId ?? given);
  return monthTables(tablePrefix(options, 'AzureFunctionsDiagnosticEvents'), window).flatMap((table) => {
    if (hostId === undefined) {
      const row = timeSpan(rowTimeText, table.window);
      return [tableRange({ tableName: table.tableName, partition: ALL_KEYS, row })];
    }
    if (window.to - window.from > MOST_DAYS * TICKS_PER_DAY) {
      const day = (ticks: bigint): string => `${hostId}-${dateKeyText(ticks, 'yyyyMMdd')}`;
      const partition = { from: day(table.window.from), to: `${day(table.window.to - 1n)}\u0000` };
      return [
        tableRange({ tableName: table.tableName, partition, row: timeSpan(rowTimeText, table.window) }),
      ];
    }
    const ranges: TableKeyRange[] = [];
    for (
      let day = table.window.from - (table.window.from % TICKS_PER_DAY);
      day < table.window.to;
      day += TICKS_PER_DAY
    ) {
      const from = table.window.from > day ? table.window.from : day;
      const to = table.window.to < day + TICKS_PER_DAY ? table.window.to : day + TICKS_PER_DAY;
      ranges.push(
        tableRange({
          tableName: table.tableName,
          partition: exactKey(`${hostId}-${dateKeyText(day, 'yyyyMMdd')}`),
          row: timeSpan(rowTimeText, { from, to }),
        }),
      );
    }
    return ranges;
  });
}

function tablePrefix(options: KeyRangeOptions, usual: string): string {
  return (options.tableName === undefined ? undefined : cutMonthName(options.tableName)?.prefix) ?? usual;
}

/** Inverted ticks, a hyphen and a GUID. */
const ROW_SHAPE = beginsWithDigits(WIDTH, HYPHEN);

const shared = {
  family: 'functions',
  writer: 'Azure Functions host',
  order: 'descending',
  segments,
  rowTime: (_partitionKey: string, rowKey: string, into: { seconds: number; fraction: number }) =>
    readInvertedTicksAt(rowKey, 0, WIDTH, into),
} as const;

const DIAGNOSTIC_TABLE = /^AzureFunctionsDiagnosticEvents\d{6}$/i;
const SCALE_TABLE = /^AzureFunctionsScaleMetrics\d{6}$/i;

/** Tables of the Functions host, one per month. */
export const azureFunctionsSchemes: readonly KeyScheme[] = [
  defineScheme({
    ...DIAGNOSTIC,
    ...shared,
    shapes: { partition: holds(HYPHEN + DIGIT, 10), row: ROW_SHAPE, table: isTableName },
    // Source: azure-functions-host: src/WebJobs.Script.WebHost/Diagnostics/DiagnosticEvent.cs
    timeSource: 'both',
    rounding: 'exact in the RowKey, day in the PartitionKey',
    grammar: {
      table: 'AzureFunctionsDiagnosticEvents<yyyyMM>',
      partition: 'hostId-yyyyMMdd',
      row: 'inverted ticks(D19)-guid',
    },
    tablePattern: DIAGNOSTIC_TABLE,
    read: (text, part) => {
      if (part === 'table') return readTable(DIAGNOSTIC, text, DIAGNOSTIC_TABLE);
      return part === 'row' ? readRow(DIAGNOSTIC, text, 0.88) : readDay(text);
    },
    encode: (ticks, options) => ({
      tableName: `${tablePrefix(options, 'AzureFunctionsDiagnosticEvents')}${dateKeyText(ticks, 'yyyyMM')}`,
      rowKey: `${ticksText(ticks, WIDTH, true)}-`,
    }),
    ranges: diagnosticRanges,
    groupOf: (partitionKey) => cutDay(partitionKey)?.hostId ?? partitionKey,
  }),
  defineScheme({
    ...SCALE,
    ...shared,
    shapes: { row: ROW_SHAPE, table: isTableName },
    anyPartition: { field: 'hostId' },
    // Source: azure-functions-host: src/WebJobs.Script.WebHost/Scale/TableStorageScaleMetricsRepository.cs
    timeSource: 'row',
    rounding: 'exact',
    grammar: {
      table: 'AzureFunctionsScaleMetrics<yyyyMM>',
      partition: 'hostId',
      row: 'inverted ticks(D19)-guid',
    },
    tablePattern: SCALE_TABLE,
    read: (text, part, hint) => {
      if (part === 'table') return readTable(SCALE, text, SCALE_TABLE);
      if (part === 'row') return readRow(SCALE, text, 0.8);
      if (!isOfTable(SCALE_TABLE, hint)) return undefined;
      return makeReading(SCALE, {
        fields: [['hostId', text]],
        confidence: 0.8,
        reason: 'the host; the time is in the RowKey',
      });
    },
    encode: (ticks, options) => ({
      tableName: `${tablePrefix(options, 'AzureFunctionsScaleMetrics')}${dateKeyText(ticks, 'yyyyMM')}`,
      rowKey: `${ticksText(ticks, WIDTH, true)}-`,
    }),
    ranges: (window, options) =>
      monthTables(tablePrefix(options, 'AzureFunctionsScaleMetrics'), window).map((table) =>
        tableRange({
          tableName: table.tableName,
          partition: partitionSpan(options),
          row: timeSpan(rowTimeText, table.window),
        }),
      ),
  }),
];
