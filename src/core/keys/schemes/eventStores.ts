import { isDigits, numberAt, readTicksAt, ticksText } from '../base/digits.ts';
import { unescapeAkka } from '../base/escapes.ts';
import { keysBeginningWith, partitionSpan, timeSpan } from '../base/keySpan.ts';
import type { KeyHint, KeyPart, KeyReading, KeyScheme } from '../base/scheme.ts';
import { defineScheme, makeReading, plausibility, tableRange } from '../base/schemeSpec.ts';
import { joinedSegments, nonEmpty, segment, ticksSegments } from '../base/segmentBuild.ts';
import { ticksTimeText } from '../dates/timeTexts.ts';
import { COLON, HYPHEN } from '../base/keyShape.ts';
import { beginsWithDigits, beginsWithOne, either, isDigitsOf } from '../base/shapeTests.ts';

const TAG = { id: 'akka-tag', title: 'Akka.NET tag index' } as const;
const JOURNAL = { id: 'akka-journal', title: 'Akka.NET journal' } as const;
const STREAM = { id: 'streamstone', title: 'Streamstone' } as const;
const AKKA_TABLE = /^Akka[A-Za-z0-9]*$/;
const TAG_PREFIX = 'eventTagIdx-';
const WIDTH = 19;
/** Numbers with fewer digits are sequence numbers rather than times of the year 1: 10^10 ticks are 16 minutes 40 seconds. */
const SEQUENCE_DIGITS = 10;

/** `ticks(D19):persistence id:sequence(D19)` */
function cutTagRow(text: string): { readonly id: string; readonly sequence: string } | undefined {
  const last = text.lastIndexOf(':');
  const sequence = text.slice(last + 1);
  if (!isDigits(text, 0, WIDTH) || text.charAt(WIDTH) !== ':' || last <= WIDTH) return undefined;
  return sequence.length === WIDTH && isDigits(sequence)
    ? { id: text.slice(WIDTH + 1, last), sequence }
    : undefined;
}

function readTag(text: string, part: KeyPart): KeyReading | undefined {
  if (part === 'partition') {
    if (!text.startsWith(TAG_PREFIX)) return undefined;
    return makeReading(TAG, {
      fields: [['tag', text.slice(TAG_PREFIX.length)]],
      confidence: 0.9,
      reason: 'the index of a tag; the time is in the RowKey',
    });
  }
  const row = part === 'row' ? cutTagRow(text) : undefined;
  if (row === undefined) return undefined;
  const ticks = BigInt(text.slice(0, WIDTH));
  return makeReading(TAG, {
    ticks,
    fields: [
      ['persistenceId', row.id],
      ['sequenceNr', String(BigInt(row.sequence))],
    ],
    confidence: plausibility(ticks) * 0.95,
    reason: 'ticks, persistence id and sequence number joined by colons',
  });
}

function readJournal(text: string, part: KeyPart, hint: KeyHint): KeyReading | undefined {
  const isOwn = hint.tableName !== undefined && AKKA_TABLE.test(hint.tableName);
  if (part === 'partition') {
    if (text === 'allPersistenceIdsIdx') {
      return makeReading(JOURNAL, {
        confidence: 0.9,
        reason: 'the index of all persistence ids; no time in keys',
      });
    }
    if (text.startsWith(TAG_PREFIX) || !(isOwn || text.startsWith('$'))) return undefined;
    return makeReading(JOURNAL, {
      fields: [['persistenceId', unescapeAkka(text)]],
      confidence: isOwn ? 0.7 : 0.3,
      reason: 'a persistence id, / as $ (so $$ is $ or //)',
    });
  }
  if (part !== 'row') return undefined;
  if (text === 'highestSequenceNr') {
    return makeReading(JOURNAL, {
      confidence: 0.9,
      reason: 'the highest sequence number of an actor; no time in keys',
    });
  }
  const isSmall = text.length === WIDTH && numberAt(text, 0, WIDTH - SEQUENCE_DIGITS) === 0 && isDigits(text);
  if (!isSmall) return undefined;
  return makeReading(JOURNAL, {
    fields: [['sequenceNr', String(BigInt(text))]],
    confidence: 0.6,
    reason: 'a sequence number of 19 digits: as ticks it would be in the first minutes of the year 1',
  });
}

const EVENT = /^SS-SE-(\d{10})$/;

function readStream(text: string, part: KeyPart): KeyReading | undefined {
  if (part !== 'row' || !text.startsWith('SS-')) return undefined;
  const event = EVENT.exec(text);
  const field: readonly [string, string] | undefined =
    text === 'SS-HEAD'
      ? ['head', 'true']
      : event !== null
        ? ['version', String(Number(event[1]))]
        : text.startsWith('SS-UID-')
          ? ['eventId', text.slice('SS-UID-'.length)]
          : undefined;
  if (field === undefined) return undefined;
  return makeReading(STREAM, {
    fields: [field],
    confidence: 0.95,
    reason: 'a row of an event stream (head, event or id); no time in keys',
  });
}

const noTime = { timeSource: 'none', rounding: 'none', order: 'none' } as const;

/** Tables of event stores. */
export const eventStoreSchemes: readonly KeyScheme[] = [
  defineScheme({
    ...TAG,
    shapes: { partition: beginsWithOne('e', HYPHEN), row: beginsWithDigits(WIDTH, COLON) },
    writer: 'Akka.Persistence.Azure',
    // Source: petabridge/Akka.Persistence.Azure: TableEntities/EventTagEntry.cs
    timeSource: 'row',
    rounding: 'exact',
    order: 'ascending',
    grammar: { partition: 'eventTagIdx-tag', row: 'ticks(D19):persistence id:sequence(D19)' },
    tablePattern: AKKA_TABLE,
    read: readTag,
    segments: (text, part) => {
      const row = part === 'row' ? cutTagRow(text) : undefined;
      const time = row === undefined ? undefined : ticksSegments(text, 0, WIDTH, false);
      if (row === undefined || time === undefined) return undefined;
      const colon = segment('separator', ':', 'separator');
      return nonEmpty([
        ...time,
        colon,
        segment('identity', row.id, 'persistence id'),
        colon,
        segment('index', row.sequence, 'sequence number', String(BigInt(row.sequence))),
      ]);
    },
    encode: (ticks) => ({ rowKey: `${ticksText(ticks, WIDTH, false)}:` }),
    ranges: (window, options) => [
      tableRange({
        ...(options.tableName === undefined ? {} : { tableName: options.tableName }),
        partition:
          options.partitionKey === undefined ? keysBeginningWith(TAG_PREFIX) : partitionSpan(options),
        row: timeSpan(ticksTimeText(1n), window),
      }),
    ],
    rowTime: (_partitionKey, rowKey, into) =>
      rowKey.charCodeAt(WIDTH) === 58 && readTicksAt(rowKey, 0, WIDTH, into),
  }),
  defineScheme({
    ...JOURNAL,
    ...noTime,
    shapes: { partition: beginsWithOne('a$'), row: either(isDigitsOf(WIDTH), beginsWithOne('h')) },
    mostConfidence: 0.9,
    writer: 'Akka.Persistence.Azure',
    // Source: petabridge/Akka.Persistence.Azure: PartitionKeyEscapeHelper
    grammar: { partition: 'persistence id, $ escapes', row: 'sequence(D19)' },
    tablePattern: AKKA_TABLE,
    read: readJournal,
    segments: (text, part) =>
      part === 'row' && readJournal(text, part, {}) !== undefined && isDigits(text)
        ? [segment('index', text, 'sequence number', String(BigInt(text)))]
        : undefined,
  }),
  defineScheme({
    ...STREAM,
    ...noTime,
    shapes: { row: beginsWithOne('S', HYPHEN) },
    // A kind and an id, joined by a hyphen.
    anyPartition: { field: 'stream', looksLike: /^[A-Za-z]+-[A-Za-z0-9]+$/ },
    writer: 'Streamstone',
    // Source: yevhen/Streamstone: Source/Streamstone/StreamEntity.cs, Partition.cs
    grammar: { partition: 'stream', row: 'SS-HEAD | SS-SE-version(D10) | SS-UID-id' },
    read: (text, part) => readStream(text, part),
    segments: (text, part) =>
      readStream(text, part) === undefined
        ? undefined
        : joinedSegments(text, '-', (piece, index, count) =>
            segment(index === count - 1 && EVENT.test(text) ? 'index' : 'text', piece, 'kind of row'),
          ),
  }),
];
