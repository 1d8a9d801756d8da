import { MAX_TICKS, TICKS_PER_MS } from '../../time/ticks.ts';
import { isDigits, numberAt } from '../base/digits.ts';
import { partitionSpan } from '../base/keySpan.ts';
import type {
  KeyPart,
  KeyRangeOptions,
  KeyReading,
  KeyScheme,
  RowTime,
  TableKeyRange,
  TickSpan,
} from '../base/scheme.ts';
import { defineScheme, makeReading, plausibility, tableRange } from '../base/schemeSpec.ts';
import { nonEmpty, segment } from '../base/segmentBuild.ts';
import { beginsWithDigits, beginsWithOne, every, hasLength } from '../base/shapeTests.ts';

const AUDIT = { id: 'masstransit-audit', title: 'MassTransit audit' } as const;
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

/** MassTransit's audit: milliseconds as a double in the culture of the writer. */
export const massTransitAudit: KeyScheme = defineScheme({
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
});
