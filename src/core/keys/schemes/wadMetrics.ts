import { MAX_TICKS, TICKS_PER_HOUR, TICKS_PER_MINUTE } from '../../time/ticks.ts';
import { floorTo, isDigits, readInvertedTicksAt, ticksText } from '../base/digits.ts';
import { escapeMetric, unescapeMetric } from '../base/escapes.ts';
import { partitionSpan, timeSpan } from '../base/keySpan.ts';
import type {
  KeyHint,
  KeyPart,
  KeyReading,
  KeyScheme,
  KeySegment,
  RowTime,
  TableKeyRange,
} from '../base/scheme.ts';
import type { KeyRangeOptions, TickSpan } from '../base/scheme.ts';
import { defineScheme, makeReading, plausibility, tableRange } from '../base/schemeSpec.ts';
import { nonEmpty, segment, ticksSegments } from '../base/segmentBuild.ts';
import { isTableStart, tenDaysFrom, tenDayTable, tenDayTables } from '../dates/tenDayTables.ts';
import { dateKeyText, dateTextTicks } from '../dates/dateLayouts.ts';
import { invertedTimeText } from '../dates/timeTexts.ts';
import { COLON, DIGIT, UNDERSCORE } from '../base/keyShape.ts';
import { holds, isTableName } from '../base/shapeTests.ts';

const METRICS = { id: 'wadmetrics', title: 'Azure metrics (WADMetrics)' } as const;
const TABLES = { id: 'wadmetrics-table', title: 'Azure metrics table name' } as const;
const TABLE = /^WADMetrics(PT1M|PT1H)(P10D)(V2S)(\d{8})$/i;
const WIDTH = 19;
const GRAINS: ReadonlyMap<string, bigint> = new Map([
  ['PT1M', TICKS_PER_MINUTE],
  ['PT1H', TICKS_PER_HOUR],
]);
/** Names over 256 characters keep 239, then `|` and 16 digits of MurmurHash64 (LAD lad_config_all.py). */
const CUT_NAME = /^(.{239})\|([0-9A-Fa-f]{16})$/s;

interface MetricsTable {
  readonly grain: string;
  readonly grainTicks: bigint;
  readonly start: bigint;
}

function cutTableName(name: string | undefined): MetricsTable | undefined {
  const match = name === undefined ? null : TABLE.exec(name);
  const grain = match?.[1]?.toUpperCase() ?? '';
  const grainTicks = GRAINS.get(grain);
  const start = dateTextTicks(match?.[4] ?? '', 'yyyyMMdd');
  return grainTicks === undefined || start === undefined ? undefined : { grain, grainTicks, start };
}

function readTable(
  scheme: { id: string; title: string },
  text: string,
  confidence: number,
): KeyReading | undefined {
  const table = cutTableName(text);
  if (table === undefined) return undefined;
  return makeReading(scheme, {
    ticks: table.start,
    window: tenDaysFrom(table.start),
    fields: [
      ['grain', table.grain],
      ['period', 'P10D'],
      ['schema', 'V2S'],
    ],
    confidence,
    reason: isTableStart(table.start)
      ? 'aggregates of ten days from the date in the name'
      : 'aggregates of ten days; real names count whole ten days from 1601-01-01, this one does not',
  });
}

interface MetricRow {
  readonly at: number;
  readonly metric: string;
  readonly instanceId: string | undefined;
  readonly order: 'time-first' | 'metric-first';
}

const SEPARATOR = '__';

/** Offset of 19 digits between separators, or at an end of the text; -1 if there are none. */
function timeAt(text: string): number {
  for (let at = 0; at >= 0; ) {
    const end = at + WIDTH;
    if (isDigits(text, at, end) && (end === text.length || text.startsWith(SEPARATOR, end))) return at;
    const next = text.indexOf(SEPARATOR, at);
    at = next < 0 ? -1 : next + SEPARATOR.length;
  }
  return -1;
}

/**
 * Splits `inv__metric[__instance]` or `metric__inv[__instance]`. An escaped metric has no underscore. Unescaped metrics and empty
 * parts are also accepted, because the time is what matters.
 */
function cutRow(text: string): MetricRow | undefined {
  const at = text.includes(SEPARATOR) ? timeAt(text) : -1;
  if (at < 0) return undefined;
  const rest = text.slice(at + WIDTH + SEPARATOR.length);
  if (at > 0) {
    const metric = text.slice(0, at - SEPARATOR.length);
    const hasInstance = text.length > at + WIDTH;
    return { at, metric, instanceId: hasInstance ? rest : undefined, order: 'metric-first' };
  }
  const cut = rest.indexOf(SEPARATOR);
  return {
    at,
    metric: cut < 0 ? rest : rest.slice(0, cut),
    instanceId: cut < 0 ? undefined : rest.slice(cut + SEPARATOR.length),
    order: 'time-first',
  };
}

const PLAIN_METRIC = /^(?:[A-Za-z0-9]|:[0-9A-F]{4})+$/;

/** Confidence from the parts next to the time. */
function rowConfidence({ metric, instanceId, order }: MetricRow): number {
  if (!PLAIN_METRIC.test(metric) || instanceId?.includes(SEPARATOR) === true) return 0.35;
  if (metric.includes(':')) return 0.95;
  return order === 'metric-first' ? 0.7 : 0.4;
}

function readRow(text: string, hint: KeyHint): KeyReading | undefined {
  const row = cutRow(text);
  if (row === undefined) return undefined;
  const ticks = MAX_TICKS - BigInt(text.slice(row.at, row.at + WIDTH));
  const table = cutTableName(hint.tableName);
  const grainTicks =
    table?.grainTicks ?? (ticks >= 0n && ticks % TICKS_PER_HOUR === 0n ? TICKS_PER_HOUR : TICKS_PER_MINUTE);
  const fields: [string, string][] = [
    ['counter', unescapeMetric(row.metric)],
    ['order', row.order],
  ];
  if (table !== undefined) fields.push(['grain', table.grain]);
  if (row.instanceId !== undefined) fields.push(['instanceId', unescapeMetric(row.instanceId)]);
  return makeReading(METRICS, {
    ticks,
    window: { from: ticks, to: ticks + grainTicks },
    fields,
    confidence: plausibility(ticks) * rowConfidence(row),
    reason: `inverted ticks of the start of the period and the metric, ${row.order}; every aggregate is stored in both orders`,
  });
}

function readPartition(text: string): KeyReading | undefined {
  const cut = CUT_NAME.exec(text);
  const body = cut?.[1] ?? text;
  if (!/^(?:[A-Za-z0-9]|:[0-9A-F]{4}|:[0-9A-F]{0,3}$)+$/.test(body)) return undefined;
  const resourceId = unescapeMetric(body);
  const isResource = /^\/?subscriptions\//i.test(resourceId);
  if (!isResource && !/:[0-9A-F]{4}/.test(body)) return undefined;
  const fields: [string, string][] = [['resourceId', resourceId]];
  if (cut !== null) fields.push(['hash', cut[2] as string], ['cut', 'true']);
  return makeReading(METRICS, {
    fields,
    confidence: isResource ? 0.95 : 0.45,
    reason: `a resource id with :XXXX escapes${cut === null ? '' : ', cut after 239 characters and hashed'}; the time is in the RowKey`,
  });
}

function readMetrics(text: string, part: KeyPart, hint: KeyHint): KeyReading | undefined {
  if (part === 'table') return readTable(METRICS, text, 0.8);
  return readRow(text, hint) ?? (part === 'partition' ? readPartition(text) : undefined);
}

function metricsSegments(text: string, part: KeyPart): readonly KeySegment[] | undefined {
  const row = cutRow(text);
  if (row === undefined) {
    return part === 'partition' && readPartition(text) !== undefined
      ? [segment('identity', text, 'resource id, escaped', unescapeMetric(text))]
      : undefined;
  }
  const time = ticksSegments(text, row.at, WIDTH, true);
  if (time === undefined) return undefined;
  const metric = segment('identity', row.metric, 'metric', unescapeMetric(row.metric));
  const separator = segment('separator', SEPARATOR, 'separator');
  const head = row.order === 'time-first' ? [...time, separator, metric] : [metric, separator, ...time];
  const instance =
    row.instanceId === undefined
      ? []
      : [separator, segment('identity', row.instanceId, 'instance of the scale set')];
  return nonEmpty([...head, ...instance]);
}

function tablePrefix(grain: string): string {
  return `WADMetrics${grain}P10DV2S`;
}

function grainRanges(grain: string, asked: TickSpan, options: KeyRangeOptions): readonly TableKeyRange[] {
  const time = invertedTimeText(GRAINS.get(grain) ?? TICKS_PER_MINUTE);
  const before =
    options.rowKeyPrefix === undefined ? '' : `${escapeMetric(options.rowKeyPrefix)}${SEPARATOR}`;
  return tenDayTables(tablePrefix(grain), asked).map(({ tableName, window }) =>
    tableRange({ tableName, partition: partitionSpan(options), row: timeSpan(time, window, before) }),
  );
}

function metricsRowTime(_partitionKey: string, rowKey: string, into: RowTime): boolean {
  const at = rowKey.includes(SEPARATOR) ? timeAt(rowKey) : -1;
  return at >= 0 && readInvertedTicksAt(rowKey, at, WIDTH, into);
}

/** Aggregated metrics of virtual machines. Each is stored twice, in a table for every ten days. */
export const wadMetricsSchemes: readonly KeyScheme[] = [
  defineScheme({
    ...METRICS,
    family: 'metrics',
    shapes: { both: holds(UNDERSCORE + DIGIT, 21), partition: holds(COLON), table: isTableName },
    mostConfidence: 0.95,
    writesTwice: true,
    writer: 'Azure Diagnostics (WAD, LAD) metrics',
    // Source: Azure-linux-extensions: mdsd LADQuery.cc, MdsTime.cc; Azure diagnostics extension docs
    timeSource: 'row',
    rounding: 'floor to 1 min or 1 h, the start of the aggregation',
    order: 'descending',
    grammar: {
      table: 'WADMetrics{PT1M|PT1H}P10DV2S<yyyyMMdd>',
      partition: 'resource id, :XXXX escapes',
      row: 'inverted ticks(D19)__metric[__instance] and metric__inverted ticks(D19)[__instance]',
    },
    tablePattern: TABLE,
    read: readMetrics,
    segments: metricsSegments,
    encode: (ticks, options) => {
      const grain = cutTableName(options.tableName)?.grain ?? 'PT1M';
      const start = floorTo(ticks, GRAINS.get(grain) ?? TICKS_PER_MINUTE);
      const tableName = tenDayTable(tablePrefix(grain), ticks);
      return {
        rowKey: `${ticksText(start, WIDTH, true)}__`,
        ...(tableName === undefined ? {} : { tableName }),
      };
    },
    // Time first by default, which has each aggregate once. With a metric (rowKeyPrefix), the other order is narrower.
    ranges: (window, options) => {
      const grain = cutTableName(options.tableName)?.grain;
      return (grain === undefined ? [...GRAINS.keys()] : [grain]).flatMap((each) =>
        grainRanges(each, window, options),
      );
    },
    rowTime: metricsRowTime,
    eventTimeProperties: ['TIMESTAMP'],
    rowKeyPrefixName: 'metric',
  }),
  defineScheme({
    ...TABLES,
    family: 'metrics',
    shapes: { table: isTableName },
    writer: 'Azure Diagnostics (WAD, LAD) metrics',
    // Source: mdsd MdsTime::RoundTenDay: whole ten days since 1601-01-01
    timeSource: 'table',
    rounding: 'floor to 10 d',
    order: 'ascending',
    grammar: { table: 'WADMetrics{PT1M|PT1H}P10DV2S<yyyyMMdd>' },
    tablePattern: TABLE,
    read: (text, part) => (part === 'table' ? readTable(TABLES, text, 0.99) : undefined),
    segments: (text, part) => {
      const table = part === 'table' ? cutTableName(text) : undefined;
      if (table === undefined) return undefined;
      return [
        segment('identity', text.slice(0, -8), 'metrics table', table.grain),
        segment('date', text.slice(-8), 'first day of ten', dateKeyText(table.start, 'yyyyMMdd')),
      ];
    },
  }),
];
