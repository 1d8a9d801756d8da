import { entriesWith, key, type KeyFormEntry, type SchemeEntry } from '../base/keyScheme.ts';
import { GUID, TIME } from './sample.ts';
import type { TimeCodec } from '../base/timeCodec.ts';
import { TICKS_PER_MINUTE } from '../../time/ticks.ts';
import { codecOf } from '../grammar/parseTemplate.ts';

/**
 * The minute before that of the event, as SLAB writes it in the PartitionKey: it rounds down the instant one minute earlier. The limit to
 * the years before 5000 keeps plain and inverted ticks apart.
 */
function earlyMinute(isAscending: boolean): TimeCodec {
  const codec = codecOf(`{${isAscending ? '' : 'Inverted'}Ticks/1m in 0001-5000}`);
  return {
    ...codec,
    write: (ticks) => (ticks < TICKS_PER_MINUTE ? '' : (codec.write?.(ticks - TICKS_PER_MINUTE) ?? '')),
    facts: (_text, ticks) => ({
      window: { from: ticks + TICKS_PER_MINUTE, to: ticks + 2n * TICKS_PER_MINUTE },
    }),
    orders: codec.orders.map((order) => ({
      ...order,
      // The first minute of the calendar has no minute before it.
      writable: { ...order.writable, from: TICKS_PER_MINUTE },
      texts: (step) => {
        const texts = order.texts(step);
        return {
          ...texts,
          bucket: (ticks) => texts.bucket(ticks < TICKS_PER_MINUTE ? 0n : ticks - TICKS_PER_MINUTE),
        };
      },
    })),
  };
}

/** A dotted .NET name. */
const TYPE_NAME = String.raw`{logger/[A-Za-z_]\w*(?:\.[A-Za-z_]\w{0,99}){1,9}/}`;

/** SLAB writes both keys in ascending or in descending order. Its PartitionKey is one minute early by design. */
function slabForms(isAscending: boolean): readonly [KeyFormEntry, KeyFormEntry] {
  const sort = isAscending ? '{sort=ascending}' : '{sort=descending (default)}';
  return [
    key(
      `{time}${sort}`,
      0.35,
      'whole minutes, one minute early by design: events of the minute that begins one minute later',
      { own: 0.95, codec: earlyMinute(isAscending), ...(isAscending && { isExtra: true }) },
    ),
    key(
      `{instance/.*/}_{${isAscending ? '' : 'Inverted'}Ticks in 0001-5000}_{salt:X5}${sort}`,
      0.93,
      'instance, the ticks of the event and a salt of five hexadecimal digits, joined by _',
      isAscending ? { isExtra: true } : {},
    ),
  ];
}

const [UP, DOWN] = [slabForms(true), slabForms(false)];

const REVERSED_HOUR = 'MaxValue minus a whole hour plus 1 tick: the hour of the event, in local time';
const DOT = 'inverted ticks, a dot and a GUID; the clock is local';

/** Log libraries that write log tails and similar keys. */
export const LOGGER_ENTRIES: readonly SchemeEntry[] = entriesWith({ family: 'logger' }, [
  {
    id: 'nlog',
    title: 'NLog data tables',
    writer: 'NLog.Extensions.AzureDataTables',
    source: 'NLog.Extensions.AzureStorage: DataTablesTarget.cs',
    row: key(
      '{InvertedTicks}__{guid:Guid}',
      0.96,
      'inverted ticks, __ and a GUID; the clock is local unless the target was set to UTC',
    ),
    partition: key(TYPE_NAME, 0, '', { isGuess: true }),
    example: { row: `2516926669378765432__${GUID}`, time: TIME },
  },
  {
    id: 'log4net',
    title: 'log4net appender',
    writer: 'log4net.Appender.Azure',
    source: 'stemarie/log4net.Azure: LoggingEventExtensions.cs',
    // DateReverse is MaxValue - the hour + 1 tick, so it ends in zeros.
    partition: [
      key('{ticks from 3155378976000000000/1h:D19}{partitionKeyType=DateReverse}', 0.93, REVERSED_HOUR, {
        isExtra: true,
      }),
      key(`${TYPE_NAME}{partitionKeyType=LoggerName}`, 0, '', { isGuess: true }),
    ],
    row: [
      key('{InvertedTicks}.{guid:Guid}', 0.96, DOT),
      key('{InvertedTicks}.{guid:Guid}.{chunk:n1-5}', 0.96, DOT),
    ],
    example: { partition: '2516926680000000000', row: `2516926669378765432.${GUID}`, time: TIME },
  },
  {
    id: 'elmah',
    title: 'ELMAH',
    writer: 'Elmah.AzureTableStorage',
    source: 'ElmahEntity.cs',
    tables: /^Elmah$/i,
    partition: key(
      '{application~elmah-base64/(?:[A-Za-z0-9+_=]{4})+/}',
      (text) => (text.endsWith('=') ? 0.35 : 0.1),
      'the name of the application in Base64, / as _',
      { own: 0.9, most: 0.35 },
    ),
    // Text that only looks like Base64 decodes to control characters.
    refine: (reading) => (/\p{Cc}/u.test(reading.fields.get('application') ?? '') ? undefined : reading),
    row: key('{InvertedTicks}', 0.3, 'inverted ticks of the error, UTC', { own: 0.95 }),
    example: { partition: 'L0xNL1czU1ZDLzEvUk9PVA==', row: '2516926669378765432', time: TIME },
  },
  {
    id: 'slab',
    title: 'Semantic Logging (SLAB)',
    writer: 'Semantic Logging Application Block',
    source: 'microsoftarchive/semantic-logging: Sinks/DateTimeExtensions.cs, CloudEventEntry.cs',
    tables: /^SLABLogsTable$/i,
    partition: [DOWN[0], UP[0]],
    row: [DOWN[1], UP[1]],
    either: 'orders',
    rounding: 'PartitionKey: floor(t - 1 min); RowKey: exact',
    example: { partition: '2516926670399999999', row: 'web_2516926669378765432_0A1B2', time: TIME },
  },
  {
    id: 'fabric-dca',
    title: 'Service Fabric DCA',
    writer: 'Service Fabric FabricDCA',
    source: 'microsoft/service-fabric: AzureTableEtwEventUploader.cs',
    tables: /EtwTraceTable$/i,
    partition: [
      key('{fabricNodeId/[nN][oO][dD][eE][iI][dD]-.*/-}', 0.4, 'the node', {
        own: 0.9,
      }),
      key('{fabricNodeId:any}', 0, '', { isGuess: true }),
    ],
    row: key('{Ticks:D20}_{nodeUniqueEventId}', 0.93, 'D20 ticks, _ and the id of the event on its node'),
    example: { partition: 'nodeid-1a2b3c', row: '00638452306621234567_1234', time: TIME },
  },
]);
