import { secondText } from '../../time/formatInstant.ts';
import { TICKS_PER_DAY, TICKS_PER_HOUR, TICKS_PER_MINUTE } from '../../time/ticks.ts';
import { timeSpan } from '../base/keySpan.ts';
import type { KeyHint, KeyPart, KeyReading, KeyScheme, KeySegment } from '../base/scheme.ts';
import { defineScheme, isOfTable, makeReading, plausibility, tableRange } from '../base/schemeSpec.ts';
import { joinedSegments, segment } from '../base/segmentBuild.ts';
import { dateKeyText, dateTextTicks, dateTimeText, readDateText } from '../dates/dateLayouts.ts';
import { SEMICOLON } from '../base/keyShape.ts';
import { beginsWithDigits, beginsWithOne, holds } from '../base/shapeTests.ts';

const METRICS = { id: 'storage-analytics', title: 'Storage Analytics metrics' } as const;
const CAPACITY = { id: 'storage-analytics-capacity', title: 'Storage Analytics capacity' } as const;
const LAYOUT = 'yyyyMMddTHHmm';
// Source: Microsoft docs: Storage Analytics metrics table schema
const HOUR_TABLE = /^\$Metrics(?:Hour(?:Primary|Secondary))?Transactions(?:Blob|Table|Queue|File)$/i;
const MINUTE_TABLE = /^\$MetricsMinute(?:Primary|Secondary)Transactions(?:Blob|Table|Queue|File)$/i;
const ANY_TABLE =
  /^\$Metrics(?:(?:Hour|Minute)(?:Primary|Secondary))?Transactions(?:Blob|Table|Queue|File)$/i;

/** The time that one row counts: by the table's name, otherwise by the key. Keys of hour tables always end in 00. */
function stepOf(tableName: string | undefined): bigint | undefined {
  if (tableName === undefined) return undefined;
  if (HOUR_TABLE.test(tableName)) return TICKS_PER_HOUR;
  return MINUTE_TABLE.test(tableName) ? TICKS_PER_MINUTE : undefined;
}

function readMetrics(text: string, part: KeyPart, hint: KeyHint): KeyReading | undefined {
  const ticks = part === 'row' ? undefined : dateTextTicks(text, LAYOUT);
  if (ticks !== undefined) {
    const step = stepOf(hint.tableName) ?? TICKS_PER_MINUTE;
    return makeReading(METRICS, {
      ticks,
      window: { from: ticks, to: ticks + step },
      confidence: plausibility(ticks) * 0.9,
      reason: `requests of the ${step === TICKS_PER_HOUR ? 'hour' : 'minute'} that begins then, UTC`,
    });
  }
  return part === 'row' ? readOperation(text, hint) : undefined;
}

/** Splits `access;operation`. In a table of this writer, and after a known access, an empty or unusual operation is accepted. */
function readOperation(text: string, hint: KeyHint): KeyReading | undefined {
  const cut = text.indexOf(';');
  const access = text.slice(0, Math.max(0, cut));
  const operation = text.slice(cut + 1);
  const isOwn = isOfTable(ANY_TABLE, hint);
  if (cut < 0 || !(isOwn || /^(?:user|system)$/.test(access))) return undefined;
  const isUsual = /^(?:user|system)$/.test(access) && /^[A-Za-z]+$/.test(operation);
  return makeReading(METRICS, {
    fields: [
      ['access', access],
      ['operation', operation],
    ],
    confidence: isUsual ? 0.9 : 0.6,
    reason: 'access type and operation joined by a semicolon; the time is in the PartitionKey',
  });
}

function readCapacity(text: string, part: KeyPart): KeyReading | undefined {
  const ticks = part === 'row' ? undefined : dateTextTicks(text, LAYOUT);
  if (ticks !== undefined && ticks % TICKS_PER_DAY === 0n) {
    return makeReading(CAPACITY, {
      ticks,
      window: { from: ticks, to: ticks + TICKS_PER_DAY },
      confidence: plausibility(ticks) * 0.7,
      reason: 'capacity of the day that begins then, UTC',
    });
  }
  if (part !== 'row' || (text !== 'data' && text !== 'analytics')) return undefined;
  return makeReading(CAPACITY, {
    fields: [['kind', text]],
    confidence: 0.5,
    reason: 'what the capacity is of; the time is in the PartitionKey',
  });
}

function segments(text: string, part: KeyPart): readonly KeySegment[] | undefined {
  if (part === 'row') {
    return readMetrics(text, part, {}) === undefined
      ? undefined
      : joinedSegments(text, ';', (piece, index) =>
          segment('identity', piece, index === 0 ? 'access' : 'operation'),
        );
  }
  const ticks = dateTextTicks(text, LAYOUT);
  return ticks === undefined ? undefined : [segment('date', text, 'start of the period', secondText(ticks))];
}

/** `yyyyMMddTHHmm` */
const DATE_SHAPE = beginsWithDigits(8);

const shared = {
  family: 'metrics',
  writer: 'Azure Storage Analytics',
  timeSource: 'partition',
  order: 'ascending',
  segments,
  rowTime: (partitionKey: string, _rowKey: string, into: { seconds: number; fraction: number }) =>
    readDateText(partitionKey, LAYOUT, into),
  homes: () => [tableRange({ partition: { from: '19', to: '22' } })],
  groupOf: (_partitionKey: string, rowKey: string) => rowKey,
} as const;

/** Metrics tables of the storage service itself. Query Tables does not list them. */
export const storageAnalyticsSchemes: readonly KeyScheme[] = [
  defineScheme({
    ...METRICS,
    ...shared,
    shapes: { partition: DATE_SHAPE, row: holds(SEMICOLON), table: DATE_SHAPE },
    rounding: 'floor to 1 min or 1 h, by the table',
    grammar: {
      table: '$Metrics{Hour|Minute}{Primary|Secondary}Transactions{Blob|Table|Queue|File}',
      partition: LAYOUT,
      row: 'access;operation',
    },
    tablePattern: ANY_TABLE,
    read: readMetrics,
    encode: (ticks, options) => {
      const step = stepOf(options.tableName) ?? TICKS_PER_MINUTE;
      return { partitionKey: dateKeyText(ticks - (ticks % step), LAYOUT) };
    },
    ranges: (window, options) => {
      const step = stepOf(options.tableName);
      const table = options.tableName === undefined ? {} : { tableName: options.tableName };
      if (step !== undefined) {
        return [tableRange({ ...table, partition: timeSpan(dateTimeText(LAYOUT, step), window) })];
      }
      const wide = { from: window.from - (window.from % TICKS_PER_HOUR), to: window.to };
      return [
        tableRange({
          ...table,
          partition: timeSpan(dateTimeText(LAYOUT), wide),
          reason:
            'Without the table name it is unknown whether rows count hours or minutes: the range begins at the hour.',
        }),
      ];
    },
  }),
  defineScheme({
    ...CAPACITY,
    ...shared,
    shapes: { partition: DATE_SHAPE, row: beginsWithOne('ad'), table: DATE_SHAPE },
    rounding: 'floor to 1 d',
    grammar: { table: '$MetricsCapacityBlob', partition: 'yyyyMMddT0000', row: 'data | analytics' },
    tablePattern: /^\$MetricsCapacityBlob$/i,
    read: (text, part) => readCapacity(text, part),
    encode: (ticks) => ({ partitionKey: dateKeyText(ticks - (ticks % TICKS_PER_DAY), LAYOUT) }),
    ranges: (window, options) => [
      tableRange({
        ...(options.tableName === undefined ? {} : { tableName: options.tableName }),
        partition: timeSpan(dateTimeText(LAYOUT, TICKS_PER_DAY), window),
      }),
    ],
  }),
];
