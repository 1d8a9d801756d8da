import { key, ownKey, type SchemeEntry } from '../base/keyScheme.ts';
import { MONTH_OF_TABLE } from '../codecs/tablePeriods.ts';
import { GUID, TIME } from './sample.ts';
import { noText, type TimeCodec } from '../base/timeCodec.ts';
import { clampTicks, TICKS_PER_HOUR } from '../../time/ticks.ts';
import { dateTime } from '../dates/dateLayouts.ts';

/** No zone is more than 14 h from UTC. */
const FARTHEST_ZONE = 14n * TICKS_PER_HOUR;
const DAYS = dateTime('yyyyMMdd');

/** A day of the writer's calendar, in an unknown zone. So the range of a window includes the days that may contain it anywhere on Earth. */
const LOCAL_DAY: TimeCodec = {
  ...DAYS,
  rounds: 'clock',
  orders: DAYS.orders.map((order) => ({
    ...order,
    texts: (step) => {
      const { bucket, text, after } = order.texts(step);
      return {
        bucket: (ticks) => ticks,
        text: (ticks) => text(bucket(clampTicks(ticks - FARTHEST_ZONE))),
        after: (ticks) => after(bucket(clampTicks(ticks + FARTHEST_ZONE))),
      };
    },
  })),
  write: noText,
};

const APP_LOG = /^WAWSAppLogTable$/i;
const HOUR_ROW = 'a GUID; the exact time is in EventTickCount';

/** The two writers that use WAWSAppLogTable. */
export const WEB_SITE_ENTRIES: readonly SchemeEntry[] = [
  {
    id: 'appservice',
    title: 'App Service application log',
    writer: 'Azure App Service, application logging to table storage',
    family: 'functions',
    source: 'Microsoft docs: web-sites-enable-diagnostic-log',
    tables: APP_LOG,
    partition: key('{yyyyMMddHH}', 0.6, 'the hour of the event, UTC; the exact time is in EventTickCount', {
      own: 0.95,
    }),
    row: key('{guid:guid}', 0.12, HOUR_ROW, { own: 0.8 }),
    exactTime: ['EventTickCount'],
    example: { partition: '2024030510', row: GUID, time: '2024-03-05T10:00:00Z' },
  },
  {
    id: 'iisnode-azure',
    title: 'iisnode logger',
    writer: 'iisnode logger for Azure',
    family: 'functions',
    source: 'public azure logging shim: getPartitionKey, logToTable',
    tables: APP_LOG,
    partition: key('{time}', 0.3, "the writer's local calendar day; the exact time is in the RowKey", {
      codec: LOCAL_DAY,
      own: 0.9,
    }),
    row: key('{unixMs=ms since 1970:13}-{random:n1-15}', 0.85, 'Unix milliseconds and a random number'),
    rounding: 'RowKey: floor to 1 ms; PartitionKey: local day',
    example: { partition: '20240305', row: '1709633862123-77', time: '2024-03-05T10:17:42.123Z' },
  },
];

const HOST_ROW = '{InvertedTicks}-{guid:guid}';
const HOST_ROW_WORDS = 'inverted ticks, a hyphen and a GUID';
const ofMonth = (usual: string) => [
  key(`${usual}{time}`, 0.98, 'the table of one month', { codec: MONTH_OF_TABLE, usual: [usual] }),
  key('{/.*\\D/}{time}', 0, '', { codec: MONTH_OF_TABLE }),
];
const HOST = { writer: 'Azure Functions host', family: 'functions' } as const;
const HOST_SOURCE = 'azure-functions-host: src/WebJobs.Script.WebHost';
const HOST_EXAMPLE = { row: `2516926669378765432-${GUID}`, time: TIME };

/** Tables of the Functions host, one per month. */
export const FUNCTIONS_ENTRIES: readonly SchemeEntry[] = [
  {
    ...HOST,
    id: 'functions-diagnostic',
    title: 'Functions diagnostic events',
    source: `${HOST_SOURCE}/Diagnostics/DiagnosticEvent.cs`,
    tables: /^AzureFunctionsDiagnosticEvents\d{6}$/i,
    table: ofMonth('AzureFunctionsDiagnosticEvents'),
    partition: key(
      '{hostId/.+/}-{yyyyMMdd}',
      0.75,
      'host and day joined by a hyphen; the exact time is in the RowKey',
    ),
    row: key(HOST_ROW, 0.88, HOST_ROW_WORDS),
    rounding: 'exact in the RowKey, day in the PartitionKey',
    code: { order: 'descending' },
    example: { table: 'AzureFunctionsDiagnosticEvents202403', partition: 'host-20240305', ...HOST_EXAMPLE },
  },
  {
    ...HOST,
    id: 'functions-scale',
    title: 'Functions scale metrics',
    source: `${HOST_SOURCE}/Scale/TableStorageScaleMetricsRepository.cs`,
    tables: /^AzureFunctionsScaleMetrics\d{6}$/i,
    table: ofMonth('AzureFunctionsScaleMetrics'),
    partition: ownKey('{hostId:any}', 0.8, 'the host', { isGuess: true }),
    row: key(HOST_ROW, 0.8, HOST_ROW_WORDS),
    example: { table: 'AzureFunctionsScaleMetrics202403', partition: 'host', ...HOST_EXAMPLE },
  },
];
