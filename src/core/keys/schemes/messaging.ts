import { entriesWith, key, ownKey, type SchemeEntry } from '../base/keyScheme.ts';
import { TIME } from './sample.ts';
import { ALL_TIME, noText, type TimeCodec, ticksReader } from '../base/timeCodec.ts';
import { MAX_TICKS, TICKS_PER_MS } from '../../time/ticks.ts';

/** How many digits (MaxValue - t) in milliseconds has before the decimal separator, up to the year 6831. */
const DIGITS = 15;
const TEXT = /^(2[45]\d{13})(?:[.,](\d{1,4}))?$/;

/** Half the resolution of the text, in ticks. Doubles of this size are 1/32 ms apart; whole milliseconds are 1 ms apart. */
const [HALF_DOUBLE, HALF_MS] = [157n, TICKS_PER_MS / 2n];

/**
 * (MaxValue - t) in milliseconds as a double, with the decimal separator of the writer's culture. Without decimals it was rounded to the
 * millisecond.
 */
const AUDIT_TIME: TimeCodec = {
  widths: 'any',
  shape: ({ lead }) => lead === DIGITS,
  step: 1n,
  isDescending: true,
  read: ticksReader((text) => {
    const [, whole, decimals] = TEXT.exec(text) ?? [];
    if (whole === undefined) return undefined;
    const ticks = MAX_TICKS - BigInt(whole) * TICKS_PER_MS - BigInt((decimals ?? '').padEnd(4, '0'));
    return decimals === undefined ? ((ticks + TICKS_PER_MS / 2n) / TICKS_PER_MS) * TICKS_PER_MS : ticks;
  }),
  facts: (text, ticks) => {
    const half = text.length > DIGITS ? HALF_DOUBLE : HALF_MS;
    return { window: { from: ticks - half, to: ticks + half }, fields: [['invertedMsDouble', text]] };
  },
  orders: [
    {
      // The range is one millisecond wider at both ends, because the double is not exact.
      texts: () => ({
        bucket: (ticks) => ticks,
        text: (bucket) => String((MAX_TICKS - bucket) / TICKS_PER_MS - 1n),
        after: (bucket) => String((MAX_TICKS - bucket) / TICKS_PER_MS + 2n),
      }),
      writable: ALL_TIME,
      steady: { from: 0n, to: MAX_TICKS - (10n ** BigInt(DIGITS - 1) + 1n) * TICKS_PER_MS },
      home: { from: '24', to: '26' },
    },
  ],
  excess: () =>
    'The key is a double in the culture of the writer: the range is one millisecond wider at both ends.',
  write: noText,
};

/** MassTransit's audit: milliseconds as a double in the culture of the writer. */
export const AUDIT_ENTRIES: readonly SchemeEntry[] = [
  {
    id: 'masstransit-audit',
    title: 'MassTransit audit',
    writer: 'MassTransit',
    family: 'framework',
    source: 'MassTransit.Azure.Table: AzureTable/AuditRecord.cs',
    partition: key('{contextType in Send|Publish|Consume}', 0.5, 'what was done with the message'),
    row: key(
      '{time}',
      0.8,
      '(MaxValue - t) in milliseconds as a double: exact to about 0.1 ms, and written as the culture writes it',
      { codec: AUDIT_TIME },
    ),
    rounding: 'a double of milliseconds',
    example: { partition: 'Send', row: '251692666937876.5432', time: TIME },
  },
];

const MESSAGE = 'a message';

/** Service buses that store timeouts, subscriptions and sagas in tables. */
export const MESSAGING_ENTRIES: readonly SchemeEntry[] = [
  {
    id: 'nservicebus-timeout',
    title: 'NServiceBus timeouts',
    writer: 'NServiceBus 2 and before, Azure Storage persistence',
    family: 'framework',
    source: 'NServiceBus.Persistence.AzureStorage tag 2.4.2: TimeoutPersister.cs',
    tables: /^Timeout(?:Data|DataTableName|Manager)[A-Za-z0-9]*$/i,
    partition: key('{yyyyMMddHH}', 0.3, 'the hour in which the timeout is due'),
    rounding: 'floor to 1 h of the due time',
    exactTime: ['Time'],
    example: { partition: '2024030510', time: '2024-03-05T10:00:00Z' },
  },
  ...entriesWith(
    {
      writer: 'NServiceBus, Azure Table persistence',
      family: 'framework',
      source: 'NServiceBus.Persistence.AzureTable',
    },
    [
      {
        id: 'nservicebus-saga-index',
        title: 'NServiceBus saga index',
        partition: key('Index_{saga}_{property}_{value:any}', 0.7, 'the index of a saga by a property'),
        example: { partition: 'Index_OrderSaga_OrderId_"42"' },
      },
      {
        id: 'nservicebus-subscription',
        title: 'NServiceBus subscriptions',
        tables: /^Subscriptions?$/i,
        partition: ownKey('{messageType:any}', 0.8, 'the type of the message'),
        row: ownKey('{address~base64}', 0.8, 'the address of the subscriber in Base64'),
        example: { table: 'Subscription', partition: 'Shop.OrderPlaced', row: 'YmlsbGluZ0BtYWNoaW5l' },
      },
      {
        id: 'nservicebus-outbox',
        title: 'NServiceBus outbox',
        tables: /^Outbox[A-Za-z0-9]*$/i,
        partition: ownKey('{messageId:any}', 0.8, MESSAGE),
        row: ownKey('{endpoint/.+/}_{messageId/[^_]*/}', 0.8, MESSAGE),
        example: { table: 'OutboxRecord', partition: 'a1b2', row: 'Billing_a1b2' },
      },
    ],
  ),
];

const PERSISTENCE_ID = 'a persistence id, / as $ (so $$ is $ or //)';
const STREAM_ROW = 'a row of an event stream (head, event or id)';
/** The first letter of a key is that of the kind of row (TableConstants.cs). */
const IDENTITY_FORMS = ['user', 'claim', 'role', 'login', 'email', 'token'].map((kind) =>
  key(
    `${kind.charAt(0).toUpperCase()}_{hash/[0-9a-fA-F]{16,64}/}{kind=${kind}}`,
    0.6,
    'a letter for the kind of row and a hash',
  ),
);

/** Event stores, and users of ASP.NET. */
export const STORE_ENTRIES: readonly SchemeEntry[] = entriesWith({ family: 'framework' }, [
  {
    id: 'akka-tag',
    title: 'Akka.NET tag index',
    writer: 'Akka.Persistence.Azure',
    source: 'petabridge/Akka.Persistence.Azure: TableEntities/EventTagEntry.cs',
    tables: /^Akka[A-Za-z0-9]*$/,
    partition: key('eventTagIdx-{tag:any}', 0.9, 'the index of a tag'),
    row: key(
      '{Ticks}:{persistenceId/.*/}:{sequenceNr:D19}',
      0.95,
      'ticks, persistence id and sequence number joined by colons',
    ),
    example: {
      partition: 'eventTagIdx-paid',
      row: '0638452306621234567:order-7:0000000000000000042',
      time: TIME,
    },
  },
  {
    id: 'akka-journal',
    title: 'Akka.NET journal',
    writer: 'Akka.Persistence.Azure',
    source: 'petabridge/Akka.Persistence.Azure: PartitionKeyEscapeHelper',
    tables: /^Akka[A-Za-z0-9]*$/,
    partition: [
      key('allPersistenceIdsIdx', 0.9, 'the index of all persistence ids'),
      key('{persistenceId~akka-dollar/\\$.*/}', 0.3, PERSISTENCE_ID, { own: 0.7 }),
      ownKey('{persistenceId~akka-dollar/(?!eventTagIdx-).*/}', 0.7, PERSISTENCE_ID),
    ],
    row: [
      key('highestSequenceNr', 0.9, 'the highest sequence number of an actor'),
      // 10^10 ticks are only 16 minutes 40 seconds.
      key(
        '{sequenceNr:D19 <10000000000}',
        0.6,
        'a sequence number of 19 digits: as ticks it would be in the first minutes of the year 1',
      ),
    ],
    example: { partition: '$system$sharding', row: '0000000000000000042' },
  },
  {
    id: 'streamstone',
    title: 'Streamstone',
    writer: 'Streamstone',
    source: 'yevhen/Streamstone: Source/Streamstone/StreamEntity.cs, Partition.cs',
    row: [
      key('SS-HEAD{head=true}', 0.95, STREAM_ROW),
      key('SS-SE-{version:D10}', 0.95, STREAM_ROW),
      key('SS-UID-{eventId:any}', 0.95, STREAM_ROW),
    ],
    // The PartitionKey is a kind and an id, joined by a hyphen.
    partition: key('{stream/[A-Za-z]+-[A-Za-z0-9]+/}', 0, '', { isGuess: true }),
    example: { row: 'SS-SE-0000000042' },
  },
  {
    id: 'aspnet-identity',
    title: 'ASP.NET Identity (ElCamino)',
    writer: 'ElCamino.AspNetCore.Identity.AzureTable',
    source: 'dlmelendez/identityazuretable: TableConstants.cs',
    tables: /^AspNet(?:Users|Roles|Index)$/i,
    partition: IDENTITY_FORMS,
    row: IDENTITY_FORMS,
    example: { partition: 'U_0123456789abcdef', row: 'R_0123456789abcdef' },
  },
]);
