import { type SchemeEntry, key } from '../base/keyScheme.ts';
import { MONTH_OF_TABLE } from '../codecs/tablePeriods.ts';
import { GUID, TIME } from './sample.ts';

const OWN_TABLE = /^(?:AzureWebJobsHostLogs|AzureFunctionsLogs)(?:\d{6}|common)$/i;
const MINUTE = '2024-03-05T10:17:00Z';
const FUNCTION = '{hostName~webjobs-2hex/[^-]*/}-{functionName~webjobs-2hex/[^-]*/}';
const NAME = '/[a-z0-9:A-F]+/';
/** Matches the escaped names of a host and a function. */
const ESCAPED = /^(?:[a-z0-9-]|:[0-9A-F]{2}|::[0-9A-F]{4})+$/;
const RECENT = `${FUNCTION}-{InvertedTicks:D20}`;
const MINUTES = '{timeBucket=m since 2000:D20}';
const SDK = {
  writer: 'WebJobs SDK, Functions v1 host logs',
  family: 'functions',
  source: 'azure-webjobs-sdk: Microsoft.Azure.WebJobs.Logging/Entities, TableScheme.cs, TimeBucket.cs',
  tables: OWN_TABLE,
} as const;

function constant(text: string) {
  return key(text, 0.3, `the constant ${text} is this kind of row in the WebJobs logs`, { own: 0.5 });
}

/** An entry for one kind of row, which has a constant PartitionKey. There is one table per month. */
function kind(id: string, title: string, partition: string, row: string, example: string): SchemeEntry {
  const isOfFunction = row.startsWith(FUNCTION);
  const words = `D20 ${row.includes('{time') ? 'minutes since 2000-01-01' : 'ticks'} between names, as the WebJobs SDK writes them`;
  return {
    ...SDK,
    id,
    title: `WebJobs ${title} (${partition})`,
    table: [
      key('{/.*\\D/}{time}', 0, '', { codec: MONTH_OF_TABLE, usual: ['AzureWebJobsHostLogs'] }),
      // The other table has a name that the app chooses, and holds all times.
      key('{/.+?/}{/(?:[cC][oO][mM][mM][oO][nN])?/}', 0, ''),
    ],
    partition: constant(partition),
    row: isOfFunction
      ? key(`${row}-{salt:any}`, 0.93, words, { before: 'host-function' })
      : [
          key(`${row}-{container~webjobs-2hex/[^-]*/}-{salt:all}`, 0.8, words),
          key(`${row}-{container~webjobs-2hex/[^-]*/}{/-?/}`, 0.8, words),
        ],
    example: { partition, row: example, time: row.includes('{time') ? MINUTE : TIME },
  };
}

/** Logs of the WebJobs SDK, in one table per month. */
export const WEB_JOBS_ENTRIES: readonly SchemeEntry[] = [
  kind('webjobs-timeline', 'timeline', 'T2', `${FUNCTION}-${MINUTES}`, 'web-send-00000000000012715817-c1'),
  kind('webjobs-recent', 'recent invocations', 'R2', RECENT, 'web-send-02516926669378765432--77'),
  kind('webjobs-instancecount', 'instance counts', 'IA', '{Ticks:D20}', '00638452306621234567-c1-1'),
  kind('webjobs-container', 'active containers', 'C', MINUTES, '00000000000012715817-c1-'),
  {
    ...SDK,
    id: 'webjobs-instance',
    title: 'WebJobs function instance (I)',
    // There is one row per invocation, which can only be found by its id.
    partition: constant('I'),
    row: key('{guid:Guid}', 0.08, 'the id of an invocation; its times are in properties', { own: 0.8 }),
    exactTime: ['StartTime', 'EndTime'],
    example: { partition: 'I', row: GUID },
  },
  {
    ...SDK,
    id: 'webjobs-escape',
    title: 'WebJobs function definition',
    source: 'azure-webjobs-sdk: FunctionId.cs, TableScheme.cs',
    partition: constant('FD2'),
    row: key(
      `{hostName~webjobs-2hex${NAME}}-{functionName~webjobs-2hex${NAME}}`,
      (text) => (text.includes(':') ? 0.6 : 0.08),
      'host and function, lower-cased, with :XX escapes',
      { most: 0.6 },
    ),
    refine: (reading, text, part) => (part === 'row' && !ESCAPED.test(text) ? undefined : reading),
    example: { partition: 'FD2', row: 'h:2D1-send' },
  },
  {
    id: 'webjobs-table',
    title: 'Table of one month',
    writer: 'WebJobs SDK, Functions host',
    family: 'functions',
    source: 'azure-webjobs-sdk: LogTableProvider, table name = prefix + yyyyMM',
    table: key(
      '{prefix/(?=.{3,63}$)[A-Za-z](?:[A-Za-z0-9]*[A-Za-z])?/}{time}',
      (text) => (OWN_TABLE.test(text) ? 0.97 : 0.6),
      'the name ends in a year and a month',
      { codec: MONTH_OF_TABLE, most: 0.97 },
    ),
    rounding: 'floor to 1 month',
    example: { table: 'AzureWebJobsHostLogs202403', time: '2024-03-01T00:00:00Z' },
  },
];
