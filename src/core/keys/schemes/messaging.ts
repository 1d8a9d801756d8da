import { MAX_TICKS, TICKS_PER_HOUR, TICKS_PER_MS } from '../../time/ticks.ts';
import { afterBase64 } from '../base/base64.ts';
import { isDigits, numberAt } from '../base/digits.ts';
import { partitionSpan, timeSpan } from '../base/keySpan.ts';
import type {
  KeyHint,
  KeyPart,
  KeyReading,
  KeyRangeOptions,
  KeyScheme,
  RowTime,
  TableKeyRange,
  TickSpan,
} from '../base/scheme.ts';
import { defineScheme, isOfTable, makeReading, plausibility, tableRange } from '../base/schemeSpec.ts';
import { nonEmpty, segment } from '../base/segmentBuild.ts';
import { dateKeyText, dateTextTicks, dateTimeText, readDateText } from '../dates/dateLayouts.ts';
import { UNDERSCORE } from '../base/keyShape.ts';
import { beginsWithDigits, beginsWithOne, every, hasLength, isDigitsOf } from '../base/shapeTests.ts';

const AUDIT = { id: 'masstransit-audit', title: 'MassTransit audit' } as const;
const TIMEOUT = { id: 'nservicebus-timeout', title: 'NServiceBus timeouts' } as const;
const SUBSCRIPTION = { id: 'nservicebus-subscription', title: 'NServiceBus subscriptions' } as const;
const OUTBOX = { id: 'nservicebus-outbox', title: 'NServiceBus outbox' } as const;
const SAGA_INDEX = { id: 'nservicebus-saga-index', title: 'NServiceBus saga index' } as const;
/** Integer digits of (MaxValue - t) in milliseconds, up to the year 6831. */
const MS_DIGITS = 15;
const AUDIT_ROW = /^(2[45]\d{13})(?:[.,]\d{1,4})?$/;
/** MaxValue in whole milliseconds, cut. */
const MAX_MS = 315_537_897_599_999;

function readAudit(text: string, part: KeyPart): KeyReading | undefined {
  if (part === 'partition' && /^(?:Send|Publish|Consume)$/.test(text)) {
    return makeReading(AUDIT, {
      fields: [['contextType', text]],
      confidence: 0.5,
      reason: 'what was done with the message; the time is in the RowKey',
    });
  }
  const match = part === 'row' ? AUDIT_ROW.exec(text) : null;
  if (match === null) return undefined;
  const ticks = auditTicks(text);
  return makeReading(AUDIT, {
    ticks,
    fields: [['invertedMsDouble', text]],
    confidence: plausibility(ticks) * 0.8,
    reason:
      '(MaxValue - t) in milliseconds as a double: exact to about 0.1 ms, and written as the culture writes it',
  });
}

/**
 * The instant of the double. With decimals it is exact to the tick. Without, it is rounded to the millisecond: MaxValue itself
 * ends in 999.9999 ms, and a double of this size has steps of 1/32 ms.
 */
function auditTicks(text: string): bigint {
  const [whole = '', decimals] = text.split(/[.,]/);
  const ticks = MAX_TICKS - BigInt(whole) * TICKS_PER_MS - BigInt((decimals ?? '').padEnd(4, '0'));
  return decimals === undefined ? ((ticks + TICKS_PER_MS / 2n) / TICKS_PER_MS) * TICKS_PER_MS : ticks;
}

function auditRanges(window: TickSpan, options: KeyRangeOptions): readonly TableKeyRange[] {
  const partition = partitionSpan(options);
  const table = options.tableName === undefined ? {} : { tableName: options.tableName };
  const low = (MAX_TICKS - (window.to - 1n)) / TICKS_PER_MS - 1n;
  const high = (MAX_TICKS - window.from) / TICKS_PER_MS + 2n;
  if (String(low).length !== MS_DIGITS || String(high).length !== MS_DIGITS) {
    return [
      tableRange({ ...table, partition, reason: 'These numbers order by time only up to the year 6831.' }),
    ];
  }
  return [
    tableRange({
      ...table,
      partition,
      row: { from: String(low), to: String(high) },
      reason:
        'The key is a double in the culture of the writer: the range is one millisecond wider at both ends.',
    }),
  ];
}

function auditRowTime(_partitionKey: string, rowKey: string, into: RowTime): boolean {
  if (rowKey.length < MS_DIGITS) return false;
  const shown = numberAt(rowKey, 0, MS_DIGITS);
  const next = rowKey.charAt(MS_DIGITS);
  if (shown < 0 || shown > MAX_MS || (next !== '' && next !== '.' && next !== ',')) return false;
  const decimals = next === '' ? '' : rowKey.slice(MS_DIGITS + 1);
  if (decimals.length > 4 || (decimals !== '' && !isDigits(decimals))) return false;
  const rest = next === '' ? 0 : Number(decimals.padEnd(4, '0'));
  // The complement of whole milliseconds and of the 0.9999 ms at the end of MaxValue.
  const ms = next === '' ? MAX_MS + 1 - shown : MAX_MS - shown;
  into.seconds = Math.floor(ms / 1000);
  into.fraction = (ms - into.seconds * 1000) * 10_000 + (next === '' ? 0 : 9999 - rest);
  return into.seconds <= 315_537_897_599;
}

function readTimeout(text: string, part: KeyPart): KeyReading | undefined {
  const ticks = part === 'partition' ? dateTextTicks(text, 'yyyyMMddHH') : undefined;
  if (ticks === undefined) return undefined;
  return makeReading(TIMEOUT, {
    ticks,
    window: { from: ticks, to: ticks + TICKS_PER_HOUR },
    confidence: plausibility(ticks) * 0.3,
    reason: 'the hour in which the timeout is due',
  });
}

const SUBSCRIPTION_TABLE = /^Subscriptions?$/i;
const OUTBOX_TABLE = /^Outbox[A-Za-z0-9]*$/i;

/** A message type, and the subscriber's address in Base64. */
function readSubscription(text: string, part: KeyPart, hint: KeyHint): KeyReading | undefined {
  if (part === 'table' || !isOfTable(SUBSCRIPTION_TABLE, hint)) return undefined;
  const address = part === 'row' ? afterBase64(text) : undefined;
  if (part === 'row' && address === undefined) return undefined;
  return makeReading(SUBSCRIPTION, {
    fields: address === undefined ? [['messageType', text]] : [['address', address]],
    confidence: 0.8,
    reason:
      address === undefined
        ? 'the type of the message; no time in keys'
        : 'the address of the subscriber in Base64; no time in keys',
  });
}

/** The endpoint and the message id, which is also the PartitionKey. */
function readOutbox(text: string, part: KeyPart, hint: KeyHint): KeyReading | undefined {
  if (part === 'table' || !isOfTable(OUTBOX_TABLE, hint)) return undefined;
  const at = text.lastIndexOf('_');
  if (part === 'row' && at < 1) return undefined;
  const fields: [string, string][] = part === 'row' ? [['endpoint', text.slice(0, at)]] : [];
  fields.push(['messageId', part === 'row' ? text.slice(at + 1) : text]);
  return makeReading(OUTBOX, { fields, confidence: 0.8, reason: 'a message; no time in keys' });
}

const withoutTime = {
  writer: 'NServiceBus, Azure Table persistence',
  // Source: NServiceBus.Persistence.AzureTable
  timeSource: 'none',
  rounding: 'none',
  order: 'none',
} as const;

/** Service buses that store messages, timeouts and sagas in tables. */
export const messagingSchemes: readonly KeyScheme[] = [
  defineScheme({
    ...AUDIT,
    shapes: {
      partition: every(beginsWithOne('SPC'), hasLength(4, 7)),
      row: beginsWithDigits(MS_DIGITS),
    },
    writer: 'MassTransit',
    // Source: MassTransit.Azure.Table: AzureTable/AuditRecord.cs
    timeSource: 'row',
    rounding: 'a double of milliseconds',
    order: 'descending',
    grammar: { partition: 'Send | Publish | Consume', row: '(MaxValue - t) in ms, 15 digits and decimals' },
    read: readAudit,
    segments: (text, part) =>
      part === 'row' && AUDIT_ROW.test(text)
        ? nonEmpty([
            segment('inverted-date', text.slice(0, MS_DIGITS), '(MaxValue - t) in ms'),
            segment('inverted-subsecond', text.slice(MS_DIGITS), 'decimals'),
          ])
        : undefined,
    ranges: auditRanges,
    homes: (options) => [tableRange({ partition: partitionSpan(options), row: { from: '24', to: '26' } })],
    rowTime: auditRowTime,
  }),
  defineScheme({
    ...TIMEOUT,
    shapes: { partition: isDigitsOf(10) },
    writer: 'NServiceBus 2 and before, Azure Storage persistence',
    // Source: NServiceBus.Persistence.AzureStorage tag 2.4.2: TimeoutPersister.cs
    timeSource: 'partition',
    rounding: 'floor to 1 h of the due time',
    order: 'ascending',
    grammar: { table: 'TimeoutDataTableName', partition: 'yyyyMMddHH, or a GUID', row: 'GUID' },
    tablePattern: /^Timeout(?:Data|DataTableName|Manager)[A-Za-z0-9]*$/i,
    read: (text, part) => readTimeout(text, part),
    segments: (text, part) =>
      readTimeout(text, part) === undefined ? undefined : [segment('date', text, 'hour due')],
    encode: (ticks) => ({ partitionKey: dateKeyText(ticks, 'yyyyMMddHH') }),
    ranges: (window, options) => [
      tableRange({
        ...(options.tableName === undefined ? {} : { tableName: options.tableName }),
        partition: timeSpan(dateTimeText('yyyyMMddHH'), window),
      }),
    ],
    rowTime: (partitionKey, _rowKey, into) => readDateText(partitionKey, 'yyyyMMddHH', into),
    eventTimeProperties: ['Time'],
    groupOf: () => 'all',
  }),
  defineScheme({
    ...SAGA_INDEX,
    ...withoutTime,
    shapes: { partition: beginsWithOne('I', UNDERSCORE) },
    grammar: { partition: 'Index_saga_property_json', row: 'empty' },
    read: (text, part) => {
      const match = part === 'partition' ? /^Index_([^_]+)_([^_]+)_(.*)$/s.exec(text) : null;
      if (match === null) return undefined;
      return makeReading(SAGA_INDEX, {
        fields: [
          ['saga', match[1] as string],
          ['property', match[2] as string],
          ['value', match[3] as string],
        ],
        confidence: 0.7,
        reason: 'the index of a saga by a property; no time in keys',
      });
    },
  }),
  defineScheme({
    ...SUBSCRIPTION,
    ...withoutTime,
    shapes: {},
    grammar: { table: 'Subscription', partition: 'message type', row: 'Base64 of the address' },
    tablePattern: SUBSCRIPTION_TABLE,
    read: readSubscription,
  }),
  defineScheme({
    ...OUTBOX,
    ...withoutTime,
    shapes: {},
    grammar: { partition: 'message id', row: 'endpoint_messageId' },
    read: readOutbox,
  }),
];
