import { d19, d20, exactBucket, floorBucket, inv19, inv20, type Writer } from '../keyRanges.fixture.ts';
import { idWriters } from './idWriters.fixture.ts';
import { DAY, HOUR, MAX, MINUTE, MS, SECOND, UNIX } from '../../time/units.fixture.ts';

/** Writers of keys, rewritten from their sources and independent of the code under test. */

const YEAR_1601 = 504911232000000000n;
const guids = ['7c9e6679-7425-40de-944b-e07fc1f90ae7', '00000000-0000-0000-0000-000000000000'];
const guid = (seed: number): string => guids[seed % guids.length] ?? '';

function dateOf(ticks: bigint): Date {
  return new Date(Number((ticks - UNIX) / MS));
}

/** `yyyyMMddHHmmss`, by JavaScript's own calendar. */
function digitsOf(ticks: bigint): string {
  return dateOf(ticks).toISOString().replaceAll(/[-:T]/g, '').slice(0, 14);
}

function month(ticks: bigint): string {
  return digitsOf(ticks).slice(0, 6);
}

/** An instant with seven fraction digits, as .NET's format "o" writes it. */
function isoOf(ticks: bigint): string {
  return `${dateOf(ticks).toISOString().slice(0, -1)}${String(ticks % MS).padStart(4, '0')}Z`;
}

function metrics(grain: 'PT1M' | 'PT1H', step: bigint, isMetricFirst: boolean): Writer {
  const metric = ':005CMemory:005CAvailable:0020Bytes';
  return {
    write: (ticks) => {
      const start = (ticks / step) * step;
      const table = YEAR_1601 + ((ticks - YEAR_1601) / (10n * DAY)) * 10n * DAY;
      return {
        tableName: `WADMetrics${grain}P10DV2S${digitsOf(table).slice(0, 8)}`,
        partitionKey: ':002Fsubscriptions',
        rowKey: isMetricFirst ? `${metric}__${inv19(start)}` : `${inv19(start)}__${metric}`,
      };
    },
    bucket: floorBucket(step),
    options: {
      tableName: `WADMetrics${grain}P10DV2S20240304`,
      partitionKey: ':002Fsubscriptions',
      ...(isMetricFirst ? { rowKeyPrefix: '\\Memory\\Available Bytes' } : {}),
    },
  };
}

/** Serilog 8 and later: DateTime.Round(span), then inverted. */
function serilogNew(span: bigint, row: (ticks: bigint, seed: number) => string): Writer {
  const round = (ticks: bigint): bigint => ((ticks + span / 2n + 1n) / span) * span;
  return {
    write: (ticks, seed) => ({ partitionKey: inv19(round(ticks)), rowKey: row(ticks, seed) }),
    bucket: (ticks) => ({ first: round(ticks) - span / 2n - 1n, last: round(ticks) + span - span / 2n - 2n }),
    ...(span === 5n * MINUTE ? {} : { options: { roundingTicks: span } }),
  };
}

function slab(isAscending: boolean): Writer {
  return {
    write: (ticks) => {
      const at = ((ticks - MINUTE) / MINUTE) * MINUTE;
      return {
        partitionKey: isAscending ? d19(at) : inv19(at),
        rowKey: `i_${isAscending ? d19(ticks) : inv19(ticks)}_0A1F3`,
      };
    },
    bucket: floorBucket(MINUTE),
  };
}

/** Unix time in some unit; with `top`, counted down from it. */
function unix(unit: bigint, top?: bigint): Writer {
  const since = (ticks: bigint) => (ticks - UNIX) / unit;
  return {
    write: (t) => ({ partitionKey: String(top === undefined ? since(t) : top - since(t)), rowKey: '' }),
    bucket: floorBucket(unit),
  };
}

function dateText(length: number, step: bigint): Writer {
  return {
    write: (ticks) => ({ partitionKey: digitsOf(ticks).slice(0, length), rowKey: 'r' }),
    bucket: floorBucket(step),
  };
}

function metricsTable(step: bigint, tableName: string): Writer {
  return {
    write: (ticks) => {
      const digits = digitsOf((ticks / step) * step);
      return { tableName, partitionKey: `${digits.slice(0, 8)}T${digits.slice(8, 12)}`, rowKey: 'user;All' };
    },
    bucket: floorBucket(step),
    options: { tableName },
  };
}

function exactRow(row: (ticks: bigint, seed: number) => string, partitionKey = 'p'): Writer {
  return {
    write: (ticks, seed) => ({ partitionKey, rowKey: row(ticks, seed) }),
    bucket: exactBucket,
    options: { partitionKey },
  };
}

/** A writer of prefixes up to the event volume, and of ticks in whole steps. */
function prefixed(volume: 1 | 10 | 100, step: bigint): Writer {
  return {
    write: (ticks, seed) => ({
      partitionKey: `${d19(BigInt(seed % volume))}___${d19((ticks / step) * step)}`,
      rowKey: `a___b___c___${d19(BigInt(seed))}`,
    }),
    bucket: floorBucket(step),
    options: { volume, ...(step === MINUTE ? {} : { roundingTicks: step }) },
  };
}

/** Writers for which all ranges are exact: scheme id, case, writer. */
export const exactWriters: readonly (readonly [string, string, Writer])[] = [
  ['ticks19', '', { write: (t) => ({ partitionKey: d19(t), rowKey: 'r' }), bucket: exactBucket }],
  [
    'wad',
    'Small',
    {
      write: (t) => ({ partitionKey: d19((t / MINUTE) * MINUTE), rowKey: `a___b___c___${d19(1n)}` }),
      bucket: floorBucket(MINUTE),
      options: { volume: 1 },
    },
  ],
  ['wad-prefixed', 'Medium', prefixed(10, MINUTE)],
  ['wad-prefixed', 'Large', prefixed(100, MINUTE)],
  ['mds-prefixed', 'Small', prefixed(1, MINUTE)],
  ['mds-prefixed', 'Large, 5 min', prefixed(100, 5n * MINUTE)],
  ['lad-mdsd', 'Medium, 15 min', prefixed(10, 15n * MINUTE)],
  [
    'inverted-ticks19-partition',
    '',
    { write: (t) => ({ partitionKey: inv19(t), rowKey: '' }), bucket: exactBucket },
  ],
  ['ticks20', '', { write: (t) => ({ partitionKey: d20(t), rowKey: '' }), bucket: exactBucket }],
  ['ticks18', '', { write: (t) => ({ partitionKey: String(t), rowKey: '' }), bucket: exactBucket }],
  ['ticks19-row', '', exactRow((t) => d19(t))],
  [
    'inverted-ticks19',
    'with tails',
    exactRow(
      (t, seed) =>
        inv19(t) + (['', '_', '-', '__', '.', '+'][seed % 6] ?? '') + (seed % 6 === 0 ? '' : guid(seed)),
    ),
  ],
  ['inverted-ticks20', 'with tails', exactRow((t, seed) => `${inv20(t)}${['', '_x', '-x'][seed % 3]}`)],
  ['wadmetrics', 'PT1M', metrics('PT1M', MINUTE, false)],
  ['wadmetrics', 'PT1H', metrics('PT1H', HOUR, false)],
  ['wadmetrics', 'PT1H, metric first', metrics('PT1H', HOUR, true)],
  ['storage-analytics', 'minute', metricsTable(MINUTE, '$MetricsMinutePrimaryTransactionsTable')],
  ['storage-analytics', 'hour', metricsTable(HOUR, '$MetricsHourPrimaryTransactionsBlob')],
  ['storage-analytics', 'old hour', metricsTable(HOUR, '$MetricsTransactionsQueue')],
  ['storage-analytics-capacity', '', metricsTable(DAY, '$MetricsCapacityBlob')],
  ['appservice', '', dateText(10, HOUR)],
  ['nservicebus-timeout', '', dateText(10, HOUR)],
  [
    'iisnode-azure',
    'writer 10 h ahead of UTC',
    {
      write: (t, seed) => ({
        partitionKey: digitsOf(t + 10n * HOUR).slice(0, 8),
        rowKey: `${(t - UNIX) / MS}-${seed}`,
      }),
      bucket: floorBucket(MS),
    },
  ],
  [
    'webjobs-timeline',
    '',
    {
      write: (t, seed) => ({
        tableName: `AzureWebJobsHostLogs${month(t)}`,
        partitionKey: 'T2',
        rowKey: `h1-f1-${d20((t - 630822816000000000n) / MINUTE)}-c${seed}`,
      }),
      bucket: floorBucket(MINUTE),
      options: { rowKeyPrefix: 'h1-f1' },
    },
  ],
  [
    'webjobs-recent',
    'negative salts',
    {
      write: (t, seed) => ({
        tableName: `foo${month(t)}`,
        partitionKey: 'R2',
        rowKey: `h1-f1-${inv20(t)}-${seed - 250}`,
      }),
      bucket: exactBucket,
      options: { rowKeyPrefix: 'h1-f1', tableName: 'foo201708' },
    },
  ],
  [
    'webjobs-instancecount',
    '',
    {
      write: (t, seed) => ({
        tableName: `AzureWebJobsHostLogs${month(t)}`,
        partitionKey: 'IA',
        rowKey: `${d20(t)}-c1-${seed}`,
      }),
      bucket: exactBucket,
    },
  ],
  [
    'functions-diagnostic',
    '',
    {
      write: (t, seed) => ({
        tableName: `AzureFunctionsDiagnosticEvents${month(t)}`,
        partitionKey: `myhost-${digitsOf(t).slice(0, 8)}`,
        rowKey: `${inv19(t)}-${guid(seed)}`,
      }),
      bucket: exactBucket,
      options: { partitionKey: 'myhost' },
    },
  ],
  [
    'functions-scale',
    '',
    {
      write: (t, seed) => ({
        tableName: `AzureFunctionsScaleMetrics${month(t)}`,
        partitionKey: 'myhost',
        rowKey: `${inv19(t)}-${guid(seed)}`,
      }),
      bucket: exactBucket,
      options: { partitionKey: 'myhost' },
    },
  ],
  [
    'mds-prefixed',
    'a table for every ten days',
    {
      write: (t, seed) => {
        const table = YEAR_1601 + ((t - YEAR_1601) / (10n * DAY)) * 10n * DAY;
        return {
          tableName: `MyNsEventVer5v2${digitsOf(table).slice(0, 8)}`,
          partitionKey: `${d19(BigInt(seed % 10))}___${d19((t / MINUTE) * MINUTE)}`,
          rowKey: `a___b___c___${d19(BigInt(seed))}`,
        };
      },
      bucket: floorBucket(MINUTE),
      options: { volume: 10, tableName: 'MyNsEventVer5v220240304' },
    },
  ],
  [
    'dtfx-servicebus-jumpstart',
    '',
    { write: (t) => ({ partitionKey: d19(t), rowKey: '' }), bucket: exactBucket },
  ],
  ['serilog-v9', 'ULID', serilogNew(5n * MINUTE, () => '5CCRHFK6K704HMASW9NF6YY093')],
  ['serilog-v9.4', '', serilogNew(5n * MINUTE, (t) => `${inv19(t)}0042`)],
  ['serilog-v8', '1 h', serilogNew(HOUR, (t) => inv19(t))],
  ['serilog-v8', '1 min', serilogNew(MINUTE, (t) => inv19(t))],
  ['serilog-v3', '', { write: (t) => ({ partitionKey: `0${t}`, rowKey: 'Error|x|1' }), bucket: exactBucket }],
  [
    'serilog-v3-properties',
    'writer 2 h ahead of UTC',
    {
      write: (t) => ({
        partitionKey: d19(((t + 2n * HOUR) / MINUTE) * MINUTE),
        rowKey: `Error|x|${guids[0]}`,
      }),
      bucket: floorBucket(MINUTE),
      options: { clockOffsetTicks: 2n * HOUR },
    },
  ],
  [
    'serilog-v4-7',
    'ticks under 1 ms kept',
    {
      write: (t) => ({ partitionKey: `0${t - ((t / MS) % 1000n) * MS}`, rowKey: 'Error|x|1' }),
      bucket: floorBucket(SECOND),
    },
  ],
  ['nlog', '', exactRow((t, seed) => `${inv19(t)}__${guid(seed)}`, 'My.Logger')],
  [
    'nlog',
    'local clock',
    {
      write: (t, seed) => ({ partitionKey: 'My.Logger', rowKey: `${inv19(t - 8n * HOUR)}__${guid(seed)}` }),
      bucket: exactBucket,
      options: { partitionKey: 'My.Logger', clockOffsetTicks: -8n * HOUR },
    },
  ],
  ['log4net', 'chunks', exactRow((t, seed) => `${inv19(t)}.${guid(seed)}${seed % 2 === 0 ? '' : '.00012'}`)],
  ['elmah', '', exactRow((t) => inv19(t))],
  ['fabric-dca', '', exactRow((t, seed) => `${d20(t)}_${seed}_17_2`)],
  ['akka-tag', '', exactRow((t, seed) => `${d19(t)}:p-1:${d19(BigInt(seed))}`, 'eventTagIdx-green')],
  ['unix-s', '', unix(SECOND)],
  ['unix-ms', '', unix(MS)],
  ['unix-us', '', unix(10n)],
  [
    'unix-ns',
    '',
    {
      write: (t, seed) => ({ partitionKey: `${(t - UNIX) * 100n + BigInt(seed % 100)}`, rowKey: '' }),
      bucket: exactBucket,
    },
  ],
  [
    'unix-s-row',
    '4 min rows',
    {
      write: (t) => ({
        partitionKey: 's',
        rowKey: String((t - UNIX) / SECOND - (((t - UNIX) / SECOND) % 240n)),
      }),
      bucket: floorBucket(4n * MINUTE),
      options: { partitionKey: 's', roundingTicks: 4n * MINUTE },
    },
  ],
  ['inverted-unix-s-9999999999', '', unix(SECOND, 9_999_999_999n)],
  ['inverted-unix-ms-9999999999999', '', unix(MS, 9_999_999_999_999n)],
  ['inverted-js-max-date-ms', '', unix(MS, 8_640_000_000_000_000n)],
  ['date-yyyyMMdd', '', dateText(8, DAY)],
  ['date-yyyyMMddHH', '', dateText(10, HOUR)],
  ['date-yyyyMMddHHmm', '', dateText(12, MINUTE)],
  ['date-yyyyMMddHHmmss', '', dateText(14, SECOND)],
  [
    'date-yyyy-MM-dd',
    '',
    { write: (t) => ({ partitionKey: isoOf(t).slice(0, 10), rowKey: '' }), bucket: floorBucket(DAY) },
  ],
  [
    'iso-o',
    'by the minute',
    {
      write: (t, seed) => ({
        partitionKey: isoOf(t - (t % MINUTE)).slice(0, [16, 19, 28][seed % 3]),
        rowKey: '',
      }),
      bucket: floorBucket(MINUTE),
      options: { roundingTicks: MINUTE },
    },
  ],
  ...idWriters,
];

/** Writers for which the ranges read more than the window, and say why. */
export const coveringWriters: readonly (readonly [string, string, Writer])[] = [
  // The finer time of the RowKey stands after an instance, which no query here names.
  ['slab', 'descending', slab(false)],
  ['slab-ascending', '', slab(true)],
  [
    'masstransit-audit',
    'a double',
    {
      write: (t) => ({ partitionKey: 'Send', rowKey: String(Number(MAX - t) / 10_000) }),
      bucket: exactBucket,
      options: { partitionKey: 'Send' },
    },
  ],
  [
    'uuidv7',
    'either case',
    {
      write: (t, seed) => {
        const hex = ((t - UNIX) / MS).toString(16).padStart(12, '0');
        const text = `${hex.slice(0, 8)}-${hex.slice(8)}-7000-8000-000000000000`;
        return { partitionKey: 'p', rowKey: seed % 2 === 0 ? text : text.toUpperCase() };
      },
      bucket: floorBucket(MS),
    },
  ],
  [
    'orleans-membership',
    '',
    {
      write: (t) => ({ partitionKey: 'c', rowKey: `10.0.0.4-11111-${(t - 637765920000000000n) / SECOND}` }),
      bucket: floorBucket(SECOND),
      options: { partitionKey: 'c' },
    },
  ],
  [
    'storage-analytics',
    'table unknown',
    {
      write: (t, seed) => {
        const step = seed % 2 === 0 ? MINUTE : HOUR;
        const digits = digitsOf((t / step) * step);
        return { partitionKey: `${digits.slice(0, 8)}T${digits.slice(8, 12)}`, rowKey: '' };
      },
      bucket: floorBucket(MINUTE),
    },
  ],
  [
    'webjobs-recent',
    'function unknown',
    {
      write: (t) => ({
        tableName: `AzureWebJobsHostLogs${month(t)}`,
        partitionKey: 'R2',
        rowKey: `h-f-${inv20(t)}-1`,
      }),
      bucket: exactBucket,
    },
  ],
];
