import {
  MAX_TICKS,
  TICKS_PER_DAY,
  TICKS_PER_HOUR,
  TICKS_PER_MS,
  UNIX_EPOCH_TICKS,
} from '../../time/ticks.ts';
import { isDigits, numberAt } from '../base/digits.ts';
import { timeSpan, type TimeText } from '../base/keySpan.ts';
import type {
  KeyHint,
  KeyPart,
  KeyReading,
  KeyRangeOptions,
  KeyScheme,
  RowTime,
  TableKeyRange,
  TickSpan,
} from '../base/scheme.ts';
import { defineScheme, isOfTable, makeReading, plausibility, tableRange } from '../base/schemeSpec.ts';
import { joinedSegments, segment } from '../base/segmentBuild.ts';
import { dateKeyText, dateTextTicks, dateTimeText, readDateText } from '../dates/dateLayouts.ts';
import { HYPHEN } from '../base/keyShape.ts';
import { beginsWithDigits, hasLength, isDigitsOf } from '../base/shapeTests.ts';

const APP_SERVICE = { id: 'appservice', title: 'App Service application log' } as const;
const IIS_NODE = { id: 'iisnode-azure', title: 'iisnode logger' } as const;
const TABLE = /^WAWSAppLogTable$/i;
const GUID = /^[0-9a-fA-F]{8}(?:-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}$/;

function readAppService(text: string, part: KeyPart, hint: KeyHint): KeyReading | undefined {
  if (part === 'row') {
    if (!GUID.test(text)) return undefined;
    return makeReading(APP_SERVICE, {
      fields: [['guid', text]],
      confidence: isOfTable(TABLE, hint) ? 0.8 : 0.12,
      reason: 'a GUID; the hour is in the PartitionKey, the exact time in EventTickCount',
    });
  }
  const ticks = part === 'partition' ? dateTextTicks(text, 'yyyyMMddHH') : undefined;
  if (ticks === undefined) return undefined;
  return makeReading(APP_SERVICE, {
    ticks,
    window: { from: ticks, to: ticks + TICKS_PER_HOUR },
    confidence: plausibility(ticks) * (isOfTable(TABLE, hint) ? 0.95 : 0.6),
    reason: 'the hour of the event, UTC; the exact time is in EventTickCount',
  });
}

const DAY_TEXT = dateTimeText('yyyyMMdd');
/** No zone is more than 14 h from UTC, so a local calendar day differs by at most one day. */
const FARTHEST_ZONE = 14n * TICKS_PER_HOUR;

const msText: TimeText = {
  bucket: (ticks) => ticks - (ticks % TICKS_PER_MS),
  text: (bucket) => String((bucket - UNIX_EPOCH_TICKS) / TICKS_PER_MS),
  after: (bucket) => String((bucket - UNIX_EPOCH_TICKS) / TICKS_PER_MS + 1n),
  isDescending: false,
};
/** 13 digits of Unix milliseconds: 2001-09-09 .. 2286-11-20. */
const STEADY: TickSpan = {
  from: UNIX_EPOCH_TICKS + 10n ** 12n * TICKS_PER_MS,
  to: UNIX_EPOCH_TICKS + 10n ** 13n * TICKS_PER_MS,
};

function cutRow(text: string): { readonly unixMs: number; readonly random: string } | undefined {
  const unixMs = text.charAt(13) === '-' ? numberAt(text, 0, 13) : -1;
  const random = text.slice(14);
  return unixMs < 1e12 || random === '' || random.length > 15 || !isDigits(random)
    ? undefined
    : { unixMs, random };
}

function readIisNode(text: string, part: KeyPart, hint: KeyHint): KeyReading | undefined {
  if (part === 'row') {
    const row = cutRow(text);
    if (row === undefined) return undefined;
    const ticks = UNIX_EPOCH_TICKS + BigInt(row.unixMs) * TICKS_PER_MS;
    return makeReading(IIS_NODE, {
      ticks,
      window: { from: ticks, to: ticks + TICKS_PER_MS },
      fields: [
        ['unixMs', String(row.unixMs)],
        ['random', String(Number(row.random))],
      ],
      confidence: plausibility(ticks) * 0.85,
      reason: 'Unix milliseconds and a random number',
    });
  }
  const ticks = part === 'partition' ? dateTextTicks(text, 'yyyyMMdd') : undefined;
  if (ticks === undefined) return undefined;
  return makeReading(IIS_NODE, {
    ticks,
    window: { from: ticks, to: ticks + TICKS_PER_DAY },
    confidence: plausibility(ticks) * (isOfTable(TABLE, hint) ? 0.9 : 0.3),
    reason: "the writer's local calendar day; the exact time is in the RowKey",
  });
}

/** The day is local, so the days before and after are also read. The milliseconds in the RowKey narrow the result. */
function iisNodeRanges(window: TickSpan, options: KeyRangeOptions): readonly TableKeyRange[] {
  const table = options.tableName === undefined ? {} : { tableName: options.tableName };
  const from = window.from > FARTHEST_ZONE ? window.from - FARTHEST_ZONE : 0n;
  const end = window.to + FARTHEST_ZONE;
  const partition = timeSpan(DAY_TEXT, { from, to: end > MAX_TICKS ? MAX_TICKS + 1n : end });
  if (window.from < STEADY.from || window.to > STEADY.to) {
    return [
      tableRange({
        ...table,
        partition,
        reason: 'Milliseconds have 13 digits only from 2001 to 2286, so only the day narrows.',
      }),
    ];
  }
  return [tableRange({ ...table, partition, row: timeSpan(msText, window) })];
}

function iisNodeRowTime(_partitionKey: string, rowKey: string, into: RowTime): boolean {
  const ms = rowKey.charCodeAt(13) === 45 ? numberAt(rowKey, 0, 13) : -1;
  if (ms < 0 || ms > 253_402_300_799_999) return false;
  const seconds = Math.floor(ms / 1000);
  into.seconds = 62_135_596_800 + seconds;
  into.fraction = (ms - seconds * 1000) * 10_000;
  return true;
}

/** Two writers of WAWSAppLogTable. */
export const webSiteSchemes: readonly KeyScheme[] = [
  defineScheme({
    ...APP_SERVICE,
    family: 'functions',
    shapes: { partition: isDigitsOf(10), row: hasLength(36) },
    writer: 'Azure App Service, application logging to table storage',
    // Source: Microsoft docs: web-sites-enable-diagnostic-log
    timeSource: 'partition',
    rounding: 'floor to 1 h',
    order: 'ascending',
    grammar: { table: 'WAWSAppLogTable', partition: 'yyyyMMddHH', row: 'GUID' },
    tablePattern: TABLE,
    read: readAppService,
    segments: (text, part) =>
      part !== 'row' && dateTextTicks(text, 'yyyyMMddHH') !== undefined
        ? [segment('date', text, 'hour')]
        : undefined,
    encode: (ticks) => ({ partitionKey: dateKeyText(ticks, 'yyyyMMddHH') }),
    ranges: (window, options) => [
      tableRange({
        ...(options.tableName === undefined ? {} : { tableName: options.tableName }),
        partition: timeSpan(dateTimeText('yyyyMMddHH'), window),
      }),
    ],
    homes: () => [tableRange({ partition: { from: '19', to: '22' } })],
    rowTime: (partitionKey, _rowKey, into) => readDateText(partitionKey, 'yyyyMMddHH', into),
    eventTimeProperties: ['EventTickCount'],
    groupOf: () => 'all',
  }),
  defineScheme({
    ...IIS_NODE,
    family: 'functions',
    shapes: { partition: isDigitsOf(8), row: beginsWithDigits(13, HYPHEN) },
    writer: 'iisnode logger for Azure',
    // Source: public azure logging shim: getPartitionKey, logToTable
    timeSource: 'both',
    rounding: 'RowKey: floor to 1 ms; PartitionKey: local day',
    order: 'ascending',
    grammar: { table: 'WAWSAppLogTable', partition: 'yyyyMMdd, local', row: 'unixMs-random' },
    tablePattern: TABLE,
    ownsClock: true,
    read: readIisNode,
    segments: (text, part) => {
      if (part !== 'row') {
        return dateTextTicks(text, 'yyyyMMdd') === undefined
          ? undefined
          : [segment('date', text, 'local day')];
      }
      return cutRow(text) === undefined
        ? undefined
        : joinedSegments(text, '-', (piece, index) =>
            segment(
              index === 0 ? 'date' : 'index',
              piece,
              index === 0 ? 'Unix milliseconds' : 'random number',
            ),
          );
    },
    ranges: iisNodeRanges,
    rowTime: iisNodeRowTime,
    groupOf: () => 'all',
  }),
];
