import { entriesWith, type Judge, key, ownKey, type SchemeEntry } from '../base/keyScheme.ts';
import { plausibility } from '../base/schemeSpec.ts';
import { startOf, type TimeCodec, ticksReader } from '../base/timeCodec.ts';
import { TICKS_PER_SECOND } from '../../time/ticks.ts';
import { isDigits } from '../base/digits.ts';

/** Silo generations count from 2022-01-01 since Orleans 7 (SiloAddress.cs); before, they counted from 2010-01-01 (commit 22469b708). */
const [EPOCH, OLD_EPOCH] = [startOf(2022), startOf(2010)];
/** The number for 2030 in the new epoch, or 2018 in the old one. From here on, the old epoch is more likely. */
const OLD_FROM = 252_460_800n;

/** The start of a silo in whole seconds, which follows the silo's address in a key. */
const siloTime: TimeCodec = {
  widths: Array.from({ length: 10 }, (_, at) => at + 1),
  step: TICKS_PER_SECOND,
  isDescending: false,
  isUnordered: true,
  read: ticksReader((text) => {
    if (!isDigits(text) || text.length > 10) return undefined;
    return (BigInt(text) >= OLD_FROM ? OLD_EPOCH : EPOCH) + BigInt(text) * TICKS_PER_SECOND;
  }),
  facts: (text) => ({
    fields: [
      ['generation', String(Number(text))],
      ['epoch', BigInt(text) >= OLD_FROM ? '2010-01-01' : '2022-01-01'],
    ],
    note:
      BigInt(text) >= OLD_FROM
        ? 'since 2010-01-01 (Orleans before 7)'
        : 'since 2022-01-01 (Orleans 7 and later)',
  }),
  orders: [],
};

/** Matches an IPv4 address, or an IPv6 address with at least two colons, which may end in an IPv4 address: `::ffff:10.0.0.4`. */
const ADDRESS = String.raw`(?:(?:[0-9a-fA-F]{0,4}:){2,6})?\d{1,3}(?:\.\d{1,3}){3}|(?:[0-9a-fA-F]{0,4}:){2,7}[0-9a-fA-F]{0,4}(?:%\w+)?`;
/** About four months, in seconds since the epoch. No silo started so early, so a smaller number is more likely something else. */
const LEAST_GENERATION = 10_000_000;
const siloJudge: Judge = (text, ticks) =>
  plausibility(ticks) * (Number(text.slice(text.lastIndexOf('-') + 1)) >= LEAST_GENERATION ? 0.85 : 0.2);
const SILO =
  'address, port and start of the silo in seconds since 2022-01-01, or 2010-01-01 before Orleans 7';
const MARK = 'a row of the membership table itself, without time';
const GRAIN = 'grain and reminder; / \\ # ? were replaced by _ and cannot be restored';
const JOURNAL = 'a journal id with percent escapes';
const ESCAPED_GRAIN = 'a grain id with lower-case percent escapes';
const STATE = 'the state of a grain';
const TRANSACTION = 'a state of a transaction';

/** Tables of Microsoft Orleans. Only the membership table has a time in its keys, after the silo's address. */
export const ORLEANS_ENTRIES: readonly SchemeEntry[] = entriesWith(
  { writer: 'Microsoft Orleans', family: 'framework' },
  [
    {
      id: 'orleans-membership',
      title: 'Orleans membership',
      source: 'dotnet/orleans: Orleans.Clustering.AzureStorage/SiloInstanceTableEntry.cs, SiloAddress.cs',
      tables: /^OrleansSiloInstances$/i,
      partition: ownKey('{clusterId:any}', 0.9, 'the cluster', { isGuess: true }),
      row: [
        key('VersionRow{versionRow=true}', 0.8, MARK),
        key('{mark in !Start|~End}', 0.5, MARK),
        key(`{address/${ADDRESS}/}-{port:n1-5 <65536}-{time}`, siloJudge, SILO, {
          own: 0.85,
          codec: siloTime,
          most: 0.85,
        }),
        ownKey('{address/.+/}-{port:n1-5 <65536}-{time}', 0.85, SILO, { codec: siloTime }),
      ],
      rounding: 'floor to 1 s, the start of the silo',
      example: {
        table: 'OrleansSiloInstances',
        partition: 'cluster',
        row: '10.0.0.4-11111-68725062',
        time: '2024-03-06T10:17:42Z',
      },
    },
    {
      id: 'orleans-reminder',
      title: 'Orleans reminders',
      source: 'dotnet/orleans: Orleans.Reminders.AzureStorage/Storage/RemindersTableManager.cs',
      tables: /^OrleansReminders$/i,
      partition: key('{serviceId/.+/}_{hash:X8}', 0.5, 'a service and a uniform 32-bit hash of the grain'),
      row: [
        key('{grainId/GrainReference=.*/}-{reminder/[^-]*/}', 0.8, GRAIN),
        key('{grainId/[a-z]+_.*/}-{reminder/[^-]*/}', 0.12, GRAIN, { own: 0.8 }),
        ownKey('{grainId/.+/}-{reminder/[^-]*/}', 0.8, GRAIN),
      ],
      exactTime: ['StartAt'],
      refine: (reading) => {
        const hash = reading.fields.get('hash');
        if (hash === undefined) return reading;
        return {
          ...reading,
          fields: new Map([...reading.fields, ['hashUInt32', String(Number.parseInt(hash, 16))]]),
        };
      },
      example: { partition: 'svc_0A1B2C3D', row: 'sys_x_y-daily' },
    },
    {
      id: 'orleans-journal',
      title: 'Orleans journal',
      source: 'dotnet/orleans: Orleans.Journaling.AzureStorage/AzureTableJournalStorage.cs',
      tables: /journal$/i,
      partition: [
        key('{journalId~percent-or-same/(?=.*%[0-9A-F]{2}).*/%}', 0.35, JOURNAL, { own: 0.6 }),
        ownKey('{journalId~percent-or-same/.*/}', 0.6, JOURNAL),
      ],
      row: [
        key('$header{header=true}', 0.6, 'the header of a journal'),
        key('{generation/[0-9a-fA-F]+/}-{sequence:D12}', 0.75, 'generation and D12 sequence'),
      ],
      example: { partition: 'my%2Fjournal', row: '0a-000000000042' },
    },
    {
      id: 'orleans-directory',
      title: 'Orleans grain directory',
      source: 'dotnet/orleans: Orleans.GrainDirectory.AzureStorage/AzureTableGrainDirectory.cs',
      tables: /^GrainDirectory$/i,
      partition: ownKey('{clusterId:any}', 0.8, 'the cluster', { isGuess: true }),
      row: [
        key('{grainId~form-or-same/(?=.*%[0-9a-f]{2}).*/%}', 0.4, ESCAPED_GRAIN, { own: 0.8 }),
        ownKey('{grainId~form-or-same/.*/}', 0.8, ESCAPED_GRAIN),
      ],
      example: { table: 'GrainDirectory', partition: 'cluster', row: 'user%2f42' },
    },
    {
      id: 'orleans-grainstate',
      title: 'Orleans grain state',
      source: 'dotnet/orleans: Orleans.Persistence.AzureStorage',
      tables: /^OrleansGrainState$/i,
      partition: [
        ownKey('{serviceId/[^_]*/}_{grainId:any}', 0.8, STATE),
        ownKey('{serviceId=}{grainId:any}', 0.8, STATE),
      ],
      row: ownKey('{grainType:any}', 0.8, STATE),
      example: { table: 'OrleansGrainState', partition: 'svc_user-42', row: 'Shop.User' },
    },
    {
      id: 'orleans-transaction',
      title: 'Orleans transactional state',
      source: 'dotnet/orleans: Orleans.Transactions.AzureStorage',
      tables: /^TransactionalState$/i,
      partition: ownKey('{names:any}', 0.8, 'grain, service and state joined by _'),
      row: [key('s_{sequence:h16#}', 0.7, TRANSACTION), key('k{kind=key}', 0.2, TRANSACTION)],
      example: { table: 'TransactionalState', partition: 'user-42_svc_cart', row: 's_000000000000002a' },
    },
    {
      id: 'orleans-checkpoint',
      title: 'Orleans stream checkpoints',
      source: 'dotnet/orleans: Orleans.Streaming.EventHubs checkpointer',
      tables: /^Checkpoint$/i,
      partition: ownKey('{names:any}', 0.8, 'stream provider and service joined by _'),
      row: key('partition_{partition:n1-9}', 0.7, 'the partition of a stream'),
      example: { table: 'Checkpoint', partition: 'eventhub_svc', row: 'partition_3' },
    },
  ],
);
