import { d19, d20, inv19, inv20, type Writer } from '../keyRanges.fixture.ts';
import { DAY, HOUR, MAX, MINUTE, MS, SECOND, UNIX } from '../../time/units.fixture.ts';
import { CROCKFORD, digitsIn } from './digitTexts.fixture.ts';

/** Writers of keys, rewritten from their sources and independent of the code under test. */

const YEAR_1601 = 504911232000000000n;
const BASE62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
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

/** The day with which the name of a table of ten days ends. */
function tenDays(ticks: bigint): string {
  return digitsOf(YEAR_1601 + floor(ticks - YEAR_1601, 10n * DAY)).slice(0, 8);
}

/** An instant with seven fraction digits, as .NET's format "o" writes it. */
function isoOf(ticks: bigint): string {
  return `${dateOf(ticks).toISOString().slice(0, -1)}${String(ticks % MS).padStart(4, '0')}Z`;
}

function floor(ticks: bigint, step: bigint): bigint {
  return (ticks / step) * step;
}

/** The bucket of a writer that rounds down to `step`. */
function floorBucket(step: bigint): Writer['bucket'] {
  return (ticks) => {
    const first = floor(ticks, step);
    return { first, last: first + step - 1n };
  };
}

type KeyOf = (ticks: bigint, seed: number) => string;

/** Writes a time into the PartitionKey, exact to `step`. */
function inPartition(key: KeyOf, step = 1n, options?: Writer['options'], rowKey: KeyOf = () => 'r'): Writer {
  return {
    write: (ticks, seed) => ({ partitionKey: key(ticks, seed), rowKey: rowKey(ticks, seed) }),
    bucket: floorBucket(step),
    ...(options !== undefined && { options }),
  };
}

/** Writes a time into the RowKeys of one partition, exact to `step`. */
function inRow(
  rowKey: KeyOf,
  step = 1n,
  partitionKey = 'p',
  options: Writer['options'] = { partitionKey },
): Writer {
  return {
    write: (ticks, seed) => ({ partitionKey, rowKey: rowKey(ticks, seed) }),
    bucket: floorBucket(step),
    options,
  };
}

/** The same rows, in tables whose names tell the time. */
function inTables(tableOf: (ticks: bigint) => string, writer: Writer): Writer {
  return {
    ...writer,
    write: (ticks, seed) => ({ tableName: tableOf(ticks), ...writer.write(ticks, seed) }),
  };
}

function metrics(grain: 'PT1M' | 'PT1H', step: bigint, isMetricFirst: boolean): Writer {
  const metric = ':005CMemory:005CAvailable:0020Bytes';
  const parts = (ticks: bigint) => [inv19(floor(ticks, step)), metric];
  const rows = inRow(
    (ticks) => (isMetricFirst ? parts(ticks).toReversed() : parts(ticks)).join('__'),
    step,
    ':002Fsubscriptions',
    {
      tableName: `WADMetrics${grain}P10DV2S20240304`,
      partitionKey: ':002Fsubscriptions',
      ...(isMetricFirst ? { rowKeyPrefix: '\\Memory\\Available Bytes' } : {}),
    },
  );
  return inTables((ticks) => `WADMetrics${grain}P10DV2S${tenDays(ticks)}`, rows);
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
  return inPartition((t) => String(top === undefined ? since(t) : top - since(t)), unit);
}

function dateText(length: number, step: bigint): Writer {
  return inPartition((ticks) => digitsOf(ticks).slice(0, length), step);
}

function metricsTable(step: bigint, tableName: string): Writer {
  const key = (ticks: bigint) => digitsOf(floor(ticks, step)).replace(/^(.{8})(.{4}).*/, '$1T$2');
  return inTables(
    () => tableName,
    inPartition(key, step, { tableName }, () => 'user;All'),
  );
}

/** A writer of prefixes up to the event volume, and of ticks in whole steps. */
function prefixed(volume: 1 | 10 | 100, step: bigint): Writer {
  return inPartition(
    (ticks, seed) => `${d19(BigInt(seed % volume))}___${d19(floor(ticks, step))}`,
    step,
    { volume, ...(step === MINUTE ? {} : { roundingTicks: step }) },
    (_, seed) => `a___b___c___${d19(BigInt(seed))}`,
  );
}

const TAILS = ['', '_', '-', '__', '.', '+'];
const ulid: KeyOf = (t, seed) =>
  digitsIn(CROCKFORD, (t - UNIX) / MS, 10) + digitsIn(CROCKFORD, BigInt(seed) * 2n ** 70n, 16);
const JOBS = 'AzureWebJobsHostLogs';

/** Writers for which all ranges are exact: scheme id, case, writer. */
export const exactWriters: readonly (readonly [string, string, Writer])[] = [
  ['ticks19', '', inPartition(d19)],
  [
    'wad',
    'Small',
    inPartition(
      (t) => d19(floor(t, MINUTE)),
      MINUTE,
      { volume: 1 },
      () => `a___b___c___${d19(1n)}`,
    ),
  ],
  ['wad-prefixed', 'Medium', prefixed(10, MINUTE)],
  ['wad-prefixed', 'Large', prefixed(100, MINUTE)],
  ['mds-prefixed', 'Small', prefixed(1, MINUTE)],
  ['mds-prefixed', 'Large, 5 min', prefixed(100, 5n * MINUTE)],
  ['lad-mdsd', 'Medium, 15 min', prefixed(10, 15n * MINUTE)],
  ['inverted-ticks19-partition', '', inPartition(inv19)],
  ['ticks20', '', inPartition(d20)],
  ['ticks18', '', inPartition(String)],
  ['ticks19-row', '', inRow(d19)],
  [
    'inverted-ticks19',
    'with tails',
    inRow((t, seed) => inv19(t) + (TAILS[seed % 6] ?? '') + (seed % 6 === 0 ? '' : guid(seed))),
  ],
  ['inverted-ticks20', 'with tails', inRow((t, seed) => `${inv20(t)}${['', '_x', '-x'][seed % 3]}`)],
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
    inPartition(
      (t) => digitsOf(t + 10n * HOUR).slice(0, 8),
      MS,
      undefined,
      (t, seed) => `${(t - UNIX) / MS}-${seed}`,
    ),
  ],
  [
    'webjobs-timeline',
    '',
    inTables(
      (t) => JOBS + month(t),
      inRow((t, seed) => `h1-f1-${d20((t - 630822816000000000n) / MINUTE)}-c${seed}`, MINUTE, 'T2', {
        rowKeyPrefix: 'h1-f1',
      }),
    ),
  ],
  [
    'webjobs-recent',
    'negative salts',
    inTables(
      (t) => `foo${month(t)}`,
      inRow((t, seed) => `h1-f1-${inv20(t)}-${seed - 250}`, 1n, 'R2', {
        rowKeyPrefix: 'h1-f1',
        tableName: 'foo201708',
      }),
    ),
  ],
  [
    'webjobs-instancecount',
    '',
    inTables(
      (t) => JOBS + month(t),
      inRow((t, seed) => `${d20(t)}-c1-${seed}`, 1n, 'IA', {}),
    ),
  ],
  [
    'functions-diagnostic',
    '',
    inTables(
      (t) => `AzureFunctionsDiagnosticEvents${month(t)}`,
      inPartition(
        (t) => `myhost-${digitsOf(t).slice(0, 8)}`,
        1n,
        { partitionKey: 'myhost' },
        (t, seed) => `${inv19(t)}-${guid(seed)}`,
      ),
    ),
  ],
  [
    'functions-scale',
    '',
    inTables(
      (t) => `AzureFunctionsScaleMetrics${month(t)}`,
      inRow((t, seed) => `${inv19(t)}-${guid(seed)}`, 1n, 'myhost'),
    ),
  ],
  [
    'mds-prefixed',
    'a table for every ten days',
    {
      ...inTables((t) => `MyNsEventVer5v2${tenDays(t)}`, prefixed(10, MINUTE)),
      options: { volume: 10, tableName: 'MyNsEventVer5v220240304' },
    },
  ],
  ['dtfx-servicebus-jumpstart', '', inPartition(d19)],
  ['serilog-v9', 'ULID', serilogNew(5n * MINUTE, () => '5CCRHFK6K704HMASW9NF6YY093')],
  ['serilog-v9.4', '', serilogNew(5n * MINUTE, (t) => `${inv19(t)}0042`)],
  ['serilog-v8', '1 h', serilogNew(HOUR, inv19)],
  ['serilog-v8', '1 min', serilogNew(MINUTE, inv19)],
  [
    'serilog-v3',
    '',
    inPartition(
      (t) => `0${t}`,
      1n,
      undefined,
      () => 'Error|x|1',
    ),
  ],
  [
    'serilog-v3-properties',
    'writer 2 h ahead of UTC',
    inPartition(
      (t) => d19(floor(t + 2n * HOUR, MINUTE)),
      MINUTE,
      { clockOffsetTicks: 2n * HOUR },
      () => `Error|x|${guids[0]}`,
    ),
  ],
  [
    'serilog-v4-7',
    'ticks under 1 ms kept',
    inPartition(
      (t) => `0${t - ((t / MS) % 1000n) * MS}`,
      SECOND,
      undefined,
      () => 'Error|x|1',
    ),
  ],
  ['nlog', '', inRow((t, seed) => `${inv19(t)}__${guid(seed)}`, 1n, 'My.Logger')],
  [
    'nlog',
    'local clock',
    inRow((t, seed) => `${inv19(t - 8n * HOUR)}__${guid(seed)}`, 1n, 'My.Logger', {
      partitionKey: 'My.Logger',
      clockOffsetTicks: -8n * HOUR,
    }),
  ],
  ['log4net', 'chunks', inRow((t, seed) => `${inv19(t)}.${guid(seed)}${seed % 2 === 0 ? '' : '.00012'}`)],
  ['elmah', '', inRow(inv19)],
  ['fabric-dca', '', inRow((t, seed) => `${d20(t)}_${seed}_17_2`)],
  ['akka-tag', '', inRow((t, seed) => `${d19(t)}:p-1:${d19(BigInt(seed))}`, 1n, 'eventTagIdx-green')],
  ['unix-s', '', unix(SECOND)],
  ['unix-ms', '', unix(MS)],
  ['unix-us', '', unix(10n)],
  ['unix-ns', '', inPartition((t, seed) => `${(t - UNIX) * 100n + BigInt(seed % 100)}`)],
  [
    'unix-s-row',
    '4 min rows',
    inRow((t) => String(floor((t - UNIX) / SECOND, 240n)), 4n * MINUTE, 's', {
      partitionKey: 's',
      roundingTicks: 4n * MINUTE,
    }),
  ],
  ['inverted-unix-s-9999999999', '', unix(SECOND, 9_999_999_999n)],
  ['inverted-unix-ms-9999999999999', '', unix(MS, 9_999_999_999_999n)],
  ['inverted-js-max-date-ms', '', unix(MS, 8_640_000_000_000_000n)],
  ['date-yyyyMMdd', '', dateText(8, DAY)],
  ['date-yyyyMMddHH', '', dateText(10, HOUR)],
  ['date-yyyyMMddHHmm', '', dateText(12, MINUTE)],
  ['date-yyyyMMddHHmmss', '', dateText(14, SECOND)],
  ['date-yyyy-MM-dd', '', inPartition((t) => isoOf(t).slice(0, 10), DAY)],
  [
    'iso-o',
    'by the minute',
    inPartition((t, seed) => isoOf(floor(t, MINUTE)).slice(0, [16, 19, 28][seed % 3]), MINUTE, {
      roundingTicks: MINUTE,
    }),
  ],
  ['ulid', '', inRow(ulid, MS)],
  ['ulid-lower', '', inRow((t, seed) => ulid(t, seed).toLowerCase(), MS)],
  [
    'objectid',
    '',
    inRow(
      (t, seed) => ((t - UNIX) / SECOND).toString(16).padStart(8, '0') + seed.toString(16).padEnd(16, 'f'),
      SECOND,
    ),
  ],
  [
    'ksuid',
    '',
    inRow(
      (t, seed) =>
        digitsIn(BASE62, (((t - UNIX) / SECOND - 1_400_000_000n) << 128n) + BigInt(seed) * 2n ** 118n, 27),
      SECOND,
    ),
  ],
  ['filetime', '', inPartition((t) => String(t - YEAR_1601))],
  ['tobinary-utc', '', inPartition((t) => String(t + 2n ** 62n))],
  ['tobinary-local', '', inPartition((t) => String(t - 2n ** 63n))],
  [
    'tobinary-local',
    'in the hour that summer time ends',
    inPartition((t, seed) => String(t - (seed % 2 === 0 ? 2n ** 62n : 2n ** 63n))),
  ],
];

/** Writers for which the ranges read more than the window, and say why. */
export const coveringWriters: readonly (readonly [string, string, Writer])[] = [
  // The finer time of the RowKey stands after an instance, which no query here names.
  ['slab', 'descending', slab(false)],
  ['slab-ascending', '', slab(true)],
  ['masstransit-audit', 'a double', inRow((t) => String(Number(MAX - t) / 10_000), 1n, 'Send')],
  [
    'uuidv7',
    'either case',
    inRow(
      (t, seed) => {
        const hex = ((t - UNIX) / MS).toString(16).padStart(12, '0');
        const text = `${hex.slice(0, 8)}-${hex.slice(8)}-7000-8000-000000000000`;
        return seed % 2 === 0 ? text : text.toUpperCase();
      },
      MS,
      'p',
      {},
    ),
  ],
  [
    'orleans-membership',
    '',
    inRow((t) => `10.0.0.4-11111-${(t - 637765920000000000n) / SECOND}`, SECOND, 'c'),
  ],
  [
    'storage-analytics',
    'table unknown',
    inPartition(
      (t, seed) => digitsOf(floor(t, seed % 2 === 0 ? MINUTE : HOUR)).replace(/^(.{8})(.{4}).*/, '$1T$2'),
      MINUTE,
    ),
  ],
  [
    'webjobs-recent',
    'function unknown',
    inTables(
      (t) => JOBS + month(t),
      inRow((t) => `h-f-${inv20(t)}-1`, 1n, 'R2', {}),
    ),
  ],
];
