import { TICKS_PER_SECOND } from '../../time/ticks.ts';
import { isDigits } from '../base/digits.ts';
import { partitionSpan } from '../base/keySpan.ts';
import type { KeyHint, KeyPart, KeyReading, KeyScheme, RowTime } from '../base/scheme.ts';
import { defineScheme, isOfTable, makeReading, plausibility, tableRange } from '../base/schemeSpec.ts';
import { nonEmpty, segment } from '../base/segmentBuild.ts';
import { DIGIT, HYPHEN, PERCENT, UNDERSCORE } from '../base/keyShape.ts';
import { beginsWithOne, either, every, hasLength, holds } from '../base/shapeTests.ts';
import { decodedOrSame } from '../../percentText.ts';

/** Silo generations count from here since Orleans 7 (SiloAddress.cs). */
const EPOCH_TICKS = 637765920000000000n;
const EPOCH_SECONDS = 63_776_592_000;
/** Before Orleans 7 (commit 22469b708). */
const OLD_EPOCH_TICKS = 633979008000000000n;
const OLD_EPOCH_SECONDS = 63_397_900_800;
/** 2030 counted from 2022, or 2018 counted from 2010. Above this, the old epoch is more likely. */
const OLD_FROM = 252_460_800;

const MEMBERSHIP = { id: 'orleans-membership', title: 'Orleans membership' } as const;
const REMINDER = { id: 'orleans-reminder', title: 'Orleans reminders' } as const;
const JOURNAL = { id: 'orleans-journal', title: 'Orleans journal' } as const;
const DIRECTORY = { id: 'orleans-directory', title: 'Orleans grain directory' } as const;
const GRAIN_STATE = { id: 'orleans-grainstate', title: 'Orleans grain state' } as const;
const TRANSACTION = { id: 'orleans-transaction', title: 'Orleans transactional state' } as const;
const CHECKPOINT = { id: 'orleans-checkpoint', title: 'Orleans stream checkpoints' } as const;
const MEMBERSHIP_TABLE = /^OrleansSiloInstances$/i;
const REMINDER_TABLE = /^OrleansReminders$/i;
const DIRECTORY_TABLE = /^GrainDirectory$/i;
const JOURNAL_TABLE = /journal$/i;
const noTime = { timeSource: 'none', rounding: 'none', order: 'none', writer: 'Microsoft Orleans' } as const;

interface Silo {
  readonly address: string;
  readonly port: string;
  readonly generation: string;
}

/** Splits `address-port-generation`. An IPv6 address has colons, a host name may have hyphens. */
function cutSilo(text: string): Silo | undefined {
  const last = text.lastIndexOf('-');
  const middle = text.lastIndexOf('-', last - 1);
  const [port, generation] = [text.slice(middle + 1, last), text.slice(last + 1)];
  if (middle < 1 || port.length > 5 || generation.length > 10 || !isDigits(port) || !isDigits(generation)) {
    return undefined;
  }
  return Number(port) > 65_535 ? undefined : { address: text.slice(0, middle), port, generation };
}

/** Of version 4, or of version 6 with at least two colons, whose end may be of version 4: `::ffff:10.0.0.4`. */
const ADDRESS =
  /^(?:(?:(?:[0-9a-f]{0,4}:){2,6})?\d{1,3}(?:\.\d{1,3}){3}|(?:[0-9a-f]{0,4}:){2,7}[0-9a-f]{0,4}(?:%\w+)?)$/i;

/** Four months, in seconds. No silo started so early, and a smaller number is more likely something else. */
const LEAST_GENERATION = 10_000_000;

function readMembershipRow(text: string, isOwn: boolean): KeyReading | undefined {
  if (text === 'VersionRow' || text === '!Start' || text === '~End') {
    return makeReading(MEMBERSHIP, {
      fields: text === 'VersionRow' ? [['versionRow', 'true']] : [['mark', text]],
      confidence: text === 'VersionRow' ? 0.8 : 0.5,
      reason: 'a row of the membership table itself, without time',
    });
  }
  const silo = cutSilo(text);
  if (silo === undefined || !(isOwn || ADDRESS.test(silo.address))) return undefined;
  const seconds = Number(silo.generation);
  const isOld = seconds >= OLD_FROM;
  const ticks = (isOld ? OLD_EPOCH_TICKS : EPOCH_TICKS) + BigInt(seconds) * TICKS_PER_SECOND;
  return makeReading(MEMBERSHIP, {
    ticks,
    window: { from: ticks, to: ticks + TICKS_PER_SECOND },
    fields: [
      ['address', silo.address],
      ['port', String(Number(silo.port))],
      ['generation', String(seconds)],
      ['epoch', isOld ? '2010-01-01' : '2022-01-01'],
    ],
    confidence: plausibility(ticks) * (isOwn || seconds >= LEAST_GENERATION ? 0.85 : 0.2),
    reason: isOld
      ? 'address, port and start of the silo in seconds since 2010-01-01 (Orleans before 7)'
      : 'address, port and start of the silo in seconds since 2022-01-01 (Orleans 7 and later)',
  });
}

function readMembership(text: string, part: KeyPart, hint: KeyHint): KeyReading | undefined {
  const isOwn = isOfTable(MEMBERSHIP_TABLE, hint);
  if (part === 'row') return readMembershipRow(text, isOwn);
  if (part !== 'partition' || !isOwn) return undefined;
  return makeReading(MEMBERSHIP, { fields: [['clusterId', text]], confidence: 0.9, reason: 'the cluster' });
}

function membershipRowTime(_partitionKey: string, rowKey: string, into: RowTime): boolean {
  const silo = cutSilo(rowKey);
  if (silo === undefined) return false;
  const seconds = Number(silo.generation);
  into.seconds = seconds + (seconds >= OLD_FROM ? OLD_EPOCH_SECONDS : EPOCH_SECONDS);
  into.fraction = 0;
  return true;
}

function readReminder(text: string, part: KeyPart, hint: KeyHint): KeyReading | undefined {
  if (part === 'partition') {
    const match = /^(.+)_([0-9A-F]{8})$/s.exec(text);
    if (match === null) return undefined;
    const [, serviceId = '', hash = ''] = match;
    return makeReading(REMINDER, {
      fields: [
        ['serviceId', serviceId],
        ['hash', hash],
        ['hashUInt32', String(Number.parseInt(hash, 16))],
      ],
      confidence: 0.5,
      reason: 'a service and a uniform 32-bit hash of the grain; no time in keys',
    });
  }
  const at = text.lastIndexOf('-');
  const isOld = text.startsWith('GrainReference=');
  if (part !== 'row' || at < 1 || !(isOld || isOfTable(REMINDER_TABLE, hint) || /^[a-z]+_/.test(text)))
    return undefined;
  return makeReading(REMINDER, {
    fields: [
      ['grainId', text.slice(0, at)],
      ['reminder', text.slice(at + 1)],
    ],
    confidence: isOld || isOfTable(REMINDER_TABLE, hint) ? 0.8 : 0.12,
    reason: 'grain and reminder; / \\ # ? were replaced by _ and cannot be restored',
  });
}

function readJournal(text: string, part: KeyPart, hint: KeyHint): KeyReading | undefined {
  const isOwn = isOfTable(JOURNAL_TABLE, hint);
  if (part === 'partition') {
    if (!isOwn && !/%[0-9A-F]{2}/.test(text)) return undefined;
    return makeReading(JOURNAL, {
      fields: [['journalId', decodedOrSame(text)]],
      confidence: isOwn ? 0.6 : 0.35,
      reason: 'a journal id with percent escapes; no time in keys',
    });
  }
  if (part !== 'row') return undefined;
  if (text === '$header') {
    return makeReading(JOURNAL, {
      fields: [['header', 'true']],
      confidence: 0.6,
      reason: 'the header of a journal',
    });
  }
  const match = /^([0-9a-fA-F]+)-(\d{12})$/.exec(text);
  if (match === null) return undefined;
  return makeReading(JOURNAL, {
    fields: [
      ['generation', match[1] as string],
      ['sequence', String(Number(match[2]))],
    ],
    confidence: 0.75,
    reason: 'generation and D12 sequence; no time in keys',
  });
}

function readDirectory(text: string, part: KeyPart, hint: KeyHint): KeyReading | undefined {
  const isOwn = isOfTable(DIRECTORY_TABLE, hint);
  if (part === 'partition' && isOwn) {
    return makeReading(DIRECTORY, { fields: [['clusterId', text]], confidence: 0.8, reason: 'the cluster' });
  }
  if (part !== 'row' || !(isOwn || /%[0-9a-f]{2}/.test(text))) return undefined;
  return makeReading(DIRECTORY, {
    fields: [['grainId', decodedOrSame(text.replaceAll('+', ' '))]],
    confidence: isOwn ? 0.8 : 0.4,
    reason: 'a grain id with lower-case percent escapes; no time in keys',
  });
}

const TRANSACTION_TABLE = /^TransactionalState$/i;
const CHECKPOINT_TABLE = /^Checkpoint$/i;

/** A PartitionKey made of names that may contain the separator themselves. Only recognized in its own table. */
function readJoinedNames(
  scheme: { readonly id: string; readonly title: string },
  text: string,
  reason: string,
): KeyReading | undefined {
  return makeReading(scheme, { fields: [['names', text]], confidence: 0.8, reason });
}

function readTransaction(text: string, part: KeyPart, hint: KeyHint): KeyReading | undefined {
  if (part === 'partition' && isOfTable(TRANSACTION_TABLE, hint))
    return readJoinedNames(TRANSACTION, text, 'grain, service and state joined by _; no time in keys');
  const match = part === 'row' ? /^s_([0-9a-fA-F]{16})$/.exec(text) : null;
  if (match === null && !(part === 'row' && text === 'k')) return undefined;
  return makeReading(TRANSACTION, {
    fields: match === null ? [['kind', 'key']] : [['sequence', String(BigInt(`0x${match[1]}`))]],
    confidence: match === null ? 0.2 : 0.7,
    reason: 'a state of a transaction; no time in keys',
  });
}

function readCheckpoint(text: string, part: KeyPart, hint: KeyHint): KeyReading | undefined {
  if (part === 'partition' && isOfTable(CHECKPOINT_TABLE, hint))
    return readJoinedNames(CHECKPOINT, text, 'stream provider and service joined by _; no time in keys');
  const match = part === 'row' ? /^partition_(\d{1,9})$/.exec(text) : null;
  if (match === null) return undefined;
  return makeReading(CHECKPOINT, {
    fields: [['partition', String(Number(match[1]))]],
    confidence: 0.7,
    reason: 'the partition of a stream; no time in keys',
  });
}

const GRAIN_STATE_TABLE = /^OrleansGrainState$/i;

/** Tables of Microsoft Orleans. Only membership keys hold a time, after the silo's address. */
export const orleansSchemes: readonly KeyScheme[] = [
  defineScheme({
    ...MEMBERSHIP,
    shapes: { row: either(beginsWithOne('V!~'), holds(HYPHEN + DIGIT)) },
    anyPartition: { field: 'clusterId' },
    writer: 'Microsoft Orleans',
    // Source: dotnet/orleans: Orleans.Clustering.AzureStorage/SiloInstanceTableEntry.cs, SiloAddress.cs
    timeSource: 'row',
    rounding: 'floor to 1 s, the start of the silo',
    order: 'none',
    grammar: { table: 'OrleansSiloInstances', partition: 'cluster', row: 'address-port-generation' },
    tablePattern: MEMBERSHIP_TABLE,
    read: readMembership,
    segments: (text, part) => {
      const silo = part === 'row' ? cutSilo(text) : undefined;
      if (silo === undefined) return undefined;
      const separator = segment('separator', '-', 'separator');
      return nonEmpty([
        segment('identity', silo.address, 'address'),
        separator,
        segment('identity', silo.port, 'port'),
        separator,
        segment('date', silo.generation, 'start of the silo, seconds'),
      ]);
    },
    ranges: (_window, options) => [
      tableRange({
        ...(options.tableName === undefined ? {} : { tableName: options.tableName }),
        partition: partitionSpan(options),
        reason:
          'The time is after the address, so the window cannot narrow the range: rows are filtered after.',
      }),
    ],
    rowTime: membershipRowTime,
  }),
  defineScheme({
    ...REMINDER,
    ...noTime,
    shapes: { partition: holds(UNDERSCORE, 10), row: holds(HYPHEN) },
    mostConfidence: 0.8,
    // Source: dotnet/orleans: Orleans.Reminders.AzureStorage/Storage/RemindersTableManager.cs
    grammar: { table: 'OrleansReminders', partition: 'serviceId_hash(X8)', row: 'grain-reminder' },
    tablePattern: REMINDER_TABLE,
    read: readReminder,
    eventTimeProperties: ['StartAt'],
  }),
  defineScheme({
    ...JOURNAL,
    ...noTime,
    shapes: { partition: holds(PERCENT), row: either(beginsWithOne('$'), holds(HYPHEN + DIGIT, 14)) },
    // Source: dotnet/orleans: Orleans.Journaling.AzureStorage/AzureTableJournalStorage.cs
    grammar: { partition: 'journal id, percent escapes', row: 'generation-sequence(D12) | $header' },
    tablePattern: JOURNAL_TABLE,
    read: readJournal,
  }),
  defineScheme({
    ...DIRECTORY,
    ...noTime,
    shapes: { row: holds(PERCENT) },
    anyPartition: { field: 'clusterId' },
    // Source: dotnet/orleans: Orleans.GrainDirectory.AzureStorage/AzureTableGrainDirectory.cs
    grammar: {
      table: 'GrainDirectory',
      partition: 'cluster',
      row: 'grain id, percent escapes in lower case',
    },
    tablePattern: DIRECTORY_TABLE,
    read: readDirectory,
  }),
  defineScheme({
    ...GRAIN_STATE,
    ...noTime,
    shapes: {},
    // Source: dotnet/orleans: Orleans.Persistence.AzureStorage
    grammar: { table: 'OrleansGrainState', partition: 'serviceId_grainId', row: 'grain type' },
    tablePattern: GRAIN_STATE_TABLE,
    read: (text, part, hint) => {
      if (!isOfTable(GRAIN_STATE_TABLE, hint) || part === 'table') return undefined;
      const at = text.indexOf('_');
      const fields: [string, string][] =
        part === 'row'
          ? [['grainType', text]]
          : [
              ['serviceId', at < 0 ? '' : text.slice(0, at)],
              ['grainId', text.slice(at + 1)],
            ];
      return makeReading(GRAIN_STATE, {
        fields,
        confidence: 0.8,
        reason: 'the state of a grain; no time in keys',
      });
    },
  }),
  defineScheme({
    ...TRANSACTION,
    ...noTime,
    shapes: { row: either(hasLength(1), every(hasLength(18), holds(UNDERSCORE))) },
    // Source: dotnet/orleans: Orleans.Transactions.AzureStorage
    grammar: { partition: 'grain_service_state', row: 'k | s_sequence(x16)' },
    tablePattern: TRANSACTION_TABLE,
    read: readTransaction,
  }),
  defineScheme({
    ...CHECKPOINT,
    ...noTime,
    shapes: { row: beginsWithOne('p', UNDERSCORE) },
    // Source: dotnet/orleans: Orleans.Streaming.EventHubs checkpointer
    grammar: { table: 'Checkpoint', partition: 'prefix+provider_service', row: 'partition_n' },
    tablePattern: CHECKPOINT_TABLE,
    read: readCheckpoint,
  }),
];
