import { entriesWith, key, type KeyFormEntry, ownKey, type SchemeEntry } from '../base/keyScheme.ts';
import { tenDaysOfTable } from '../codecs/tablePeriods.ts';
import { unescapeMetric } from '../base/escapes.ts';
import { plausibility } from '../base/schemeSpec.ts';
import type { TimeCodec } from '../base/timeCodec.ts';
import { TICKS_PER_HOUR, TICKS_PER_MINUTE } from '../../time/ticks.ts';
import { floorTo } from '../base/digits.ts';
import { dateKeyText, dateTime } from '../dates/dateLayouts.ts';
import { codecOf } from '../grammar/parseTemplate.ts';

/** Names of the tables with aggregates of minutes or of hours. */
const METRIC_TABLE = /^WADMetrics(PT1M|PT1H)P10DV2S\d{8}$/i;
const [MINUTES, HOURS] = [codecOf('{InvertedTicks/1m}'), codecOf('{InvertedTicks/1h}')];

function grainOf(tableName: string | undefined): string | undefined {
  return METRIC_TABLE.exec(tableName ?? '')?.[1]?.toUpperCase();
}

function ofGrain(grain: string | undefined): TimeCodec {
  return grain === 'PT1H' ? HOURS : MINUTES;
}

/**
 * The start of an aggregate, inverted. The name of the table tells whether it covers a minute or an hour; without it, a whole hour is taken
 * for an hour.
 */
const METRIC_TIME: TimeCodec = {
  ...codecOf('{InvertedTicks}'),
  facts: (_text, ticks, { tableName }) => {
    const grain = grainOf(tableName);
    const { step } = ofGrain(grain ?? (ticks % TICKS_PER_HOUR === 0n ? 'PT1H' : 'PT1M'));
    return {
      window: { from: ticks, to: ticks + step },
      fields: grain === undefined ? undefined : [['grain', grain]],
    };
  },
  ofTable: (tableName) => ofGrain(grainOf(tableName)),
};

const LAYOUT = 'yyyyMMddTHHmm';

/** How much time a row covers, by the table's name; undefined if the name does not tell. The keys of hour tables always end in 00. */
function stepOf(tableName: string | undefined): bigint | undefined {
  const [, unit] = /^\$Metrics(?:(Hour|Minute)(?:Primary|Secondary))?Transactions/i.exec(tableName ?? '') ?? [
    '',
    'unknown',
  ];
  if (unit === 'unknown') return undefined;
  return unit?.toLowerCase() === 'minute' ? TICKS_PER_MINUTE : TICKS_PER_HOUR;
}

const OF_MINUTES = dateTime(LAYOUT);

/** For a table whose name is not known: ranges begin at the full hour, where the key of a row that covers the hour lies. */
const OF_ANY: TimeCodec = {
  ...OF_MINUTES,
  orders: OF_MINUTES.orders.map((order) => ({
    ...order,
    texts: (step) => ({
      ...order.texts(step),
      text: (bucket) => dateKeyText(floorTo(bucket, TICKS_PER_HOUR), LAYOUT),
    }),
  })),
  excess: () =>
    'Without the table name it is unknown whether rows count hours or minutes: the range begins at the hour.',
  write: (ticks) => dateKeyText(ticks, LAYOUT),
};

/** The start of the minute or hour whose requests a row counts. The name of the table tells which it is. */
const COUNTED_TIME: TimeCodec = {
  ...OF_MINUTES,
  facts: (_text, ticks, { tableName }) => ({
    window: { from: ticks, to: ticks + (stepOf(tableName) ?? TICKS_PER_MINUTE) },
  }),
  ofTable: (tableName) => {
    const step = stepOf(tableName);
    return step === undefined ? OF_ANY : dateTime(LAYOUT, step);
  },
};

const ESCAPED = 'azure-metrics-4hex';
const PLAIN_METRIC = /^[A-Za-z0-9:]+$/;

/**
 * A form whose confidence depends on the parts next to its time. Metrics without escapes and empty parts are read as well, because the time
 * is what matters.
 */
function rowForm(order: 'time-first' | 'metric-first', template: string): KeyFormEntry {
  const sureOf = (text: string): number => {
    const parts = text.split('__');
    const at = parts.findIndex((part) => /^\d{19}$/.test(part));
    const metric = (order === 'time-first' ? parts[1] : parts.slice(0, at).join('__')) ?? '';
    if (!PLAIN_METRIC.test(metric) || parts.length > (order === 'time-first' ? 3 : at + 2)) return 0.35;
    return metric.includes(':') ? 0.95 : order === 'metric-first' ? 0.7 : 0.4;
  };
  return key(
    `${template}{order=${order}}`,
    (text, ticks) => plausibility(ticks) * sureOf(text),
    `inverted ticks of the start of the period and the metric, ${order}; every aggregate is stored in both orders`,
    { codec: METRIC_TIME, most: 0.95, ...(order === 'metric-first' && { before: 'metric', isTwin: true }) },
  );
}

/** Three underscores in a row belong to the identity of an agent, so they are not matched. */
const COUNTER = `{counter~${ESCAPED}/(?!_[^_]).*?/}`;
const METRIC = `{counter~${ESCAPED}/(?!\\d{19}___).*?(?<!_)/}`;
const INSTANCE = `{instanceId~${ESCAPED}/.*/}`;
const METRIC_ROWS = [
  rowForm('time-first', `{time}__${COUNTER}__${INSTANCE}`),
  rowForm('time-first', `{time}__${COUNTER}`),
  rowForm('metric-first', `${METRIC}__{time}`),
  rowForm('metric-first', `${METRIC}__{time}__${INSTANCE}`),
];

/**
 * Matches the end of a long name: of names over 256 characters, 239 are kept, followed by `|` and 16 digits of MurmurHash64 (LAD
 * lad_config_all.py).
 */
const HASH = /\|[0-9A-Fa-f]{16}$/;
const RESOURCE_TEXT = /^(?:[A-Za-z0-9]|:[0-9A-F]{4}|:[0-9A-F]{0,3}$)+$/;

function isResource(text: string): boolean {
  return /^\/?subscriptions\//i.test(unescapeMetric(text));
}

const resource = (pattern: string, end: string, more: string) =>
  key(
    `{resourceId~${ESCAPED}/${pattern}/:}${end}`,
    (text) => (isResource(text) ? 0.95 : 0.45),
    `a resource id with :XXXX escapes${more}`,
    { most: 0.95 },
  );

function metricTable(confidence: number): KeyFormEntry {
  return key(
    'WADMetrics{grain in PT1M|PT1H}P10DV2S{schema=V2S}{time}',
    confidence,
    'aggregates of ten days from the date in the name',
    { codec: tenDaysOfTable(false), usual: ['WADMetricsPT1MP10DV2S', 'WADMetricsPT1HP10DV2S'] },
  );
}

const AGENT = {
  writer: 'Azure Diagnostics (WAD, LAD) metrics',
  family: 'metrics',
  tables: METRIC_TABLE,
} as const;

/** Aggregated metrics of virtual machines. Each aggregate is stored twice, in a table that holds ten days. */
export const METRIC_ENTRIES: readonly SchemeEntry[] = [
  {
    ...AGENT,
    id: 'wadmetrics',
    title: 'Azure metrics (WADMetrics)',
    source: 'Azure-linux-extensions: mdsd LADQuery.cc, MdsTime.cc; Azure diagnostics extension docs',
    table: metricTable(0.8),
    partition: [
      ...METRIC_ROWS.map((form) => ({ ...form, isExtra: true as const })),
      resource('.{239}', '|{hash:h16}{cut=true}', ', cut after 239 characters and hashed'),
      resource('[A-Za-z0-9:]+', '', ''),
    ],
    row: METRIC_ROWS,
    refine: (reading, text) => {
      const isWhole = RESOURCE_TEXT.test(text.replace(HASH, '')) && /:[0-9A-F]{4}/.test(text);
      return reading.fields.has('resourceId') && !isWhole ? undefined : reading;
    },
    rounding: 'floor to 1 min or 1 h, the start of the aggregation',
    exactTime: ['TIMESTAMP'],
    example: {
      table: 'WADMetricsPT1MP10DV2S20240304',
      partition: ':002Fsubscriptions:002F1',
      row: '2516926669799999999__:005CMemory',
      time: '2024-03-05T10:17:00Z',
    },
  },
  {
    ...AGENT,
    id: 'wadmetrics-table',
    title: 'Azure metrics table name',
    source: 'mdsd MdsTime::RoundTenDay: whole ten days since 1601-01-01',
    table: metricTable(0.99),
    rounding: 'floor to 10 d',
    example: { table: 'WADMetricsPT1HP10DV2S20170410', time: '2017-04-10T00:00:00Z' },
  },
];

const ACCESS = 'access type and operation joined by a semicolon';
const byRow = { groupOf: (_partitionKey: string, rowKey: string) => rowKey };

/** Metrics tables of the storage service itself, which Query Tables does not list. */
export const ANALYTICS_ENTRIES: readonly SchemeEntry[] = entriesWith(
  {
    writer: 'Azure Storage Analytics',
    family: 'metrics',
    source: 'Microsoft docs: Storage Analytics metrics table schema',
  },
  [
    {
      id: 'storage-analytics',
      title: 'Storage Analytics metrics',
      tables: /^\$Metrics(?:(?:Hour|Minute)(?:Primary|Secondary))?Transactions(?:Blob|Table|Queue|File)$/i,
      partition: key('{time}', 0.9, 'requests of the minute or hour that begins then, UTC', {
        codec: COUNTED_TIME,
      }),
      row: [
        key('{access in user|system};{operation/[A-Za-z]+/}', 0.9, ACCESS),
        key('{access in user|system};{operation:any}', 0.6, ACCESS),
        ownKey('{access/[^;]*/};{operation:any}', 0.6, ACCESS),
      ],
      rounding: 'floor to 1 min or 1 h, by the table',
      code: byRow,
      example: { partition: '20240305T1017', row: 'user;GetBlob', time: '2024-03-05T10:17:00Z' },
    },
    {
      id: 'storage-analytics-capacity',
      title: 'Storage Analytics capacity',
      tables: /^\$MetricsCapacityBlob$/i,
      partition: key('{yyyyMMdd}T0000', 0.7, 'capacity of the day that begins then, UTC'),
      row: key('{kind in data|analytics}', 0.5, 'what the capacity is of'),
      code: byRow,
      example: { partition: '20240305T0000', row: 'data', time: '2024-03-05T00:00:00Z' },
    },
  ],
);
