import { MAX_TICKS, TICKS_PER_MINUTE } from '../../time/ticks.ts';
import {
  isDigits,
  newRowTime,
  numberAt,
  padNumber,
  readInvertedTicksAt,
  readTicksAt,
  rowTimeTicks,
  ticksText,
} from '../base/digits.ts';
import { unescapeWebJobs } from '../base/escapes.ts';
import { exactKey, timeSpan, type TimeText } from '../base/keySpan.ts';
import { cutMonthName, monthTables } from '../dates/monthTables.ts';
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
import {
  defineScheme,
  isOfTable,
  makeReading,
  plausibility,
  type ReadingParts,
  tableRange,
} from '../base/schemeSpec.ts';
import { joinedSegments, segment } from '../base/segmentBuild.ts';
import { invertedTimeText, ticksTimeText } from '../dates/timeTexts.ts';
import { COLON, DIGIT, HYPHEN, LETTER } from '../base/keyShape.ts';
import { beginsWithDigits, every, hasLength, holds, holdsOnly, isTableName } from '../base/shapeTests.ts';

/** Minutes are counted from here (webjobs-sdk TimeBucket.cs). */
const YEAR_2000_TICKS = 630822816000000000n;
const YEAR_2000_SECONDS = 63_082_281_600;
const LAST_BUCKET = (MAX_TICKS - YEAR_2000_TICKS) / TICKS_PER_MINUTE;
const WIDTH = 20;
const OWN_TABLE = /^(?:AzureWebJobsHostLogs|AzureFunctionsLogs)(?:\d{6}|common)$/i;
const DEFAULT_PREFIX = 'AzureWebJobsHostLogs';
const ESCAPED = /^(?:[a-z0-9]|:[0-9A-F]{2}|::[0-9A-F]{4})+$/;

const bucketTimeText: TimeText = {
  bucket: (ticks) => (ticks < YEAR_2000_TICKS ? 0n : (ticks - YEAR_2000_TICKS) / TICKS_PER_MINUTE),
  text: (bucket) => padNumber(bucket, WIDTH),
  after: (bucket) => padNumber(bucket + 1n, WIDTH),
  isDescending: false,
};

interface Kind {
  readonly id: string;
  readonly title: string;
  /** The PartitionKey, a constant. */
  readonly partition: string;
  readonly row: string;
  /** True if host and function precede the time. */
  readonly hasFunction: boolean;
  readonly time: 'bucket' | 'inverted' | 'ticks';
}

/** `host-func-D20-rest` and `D20-rest` */
const FUNCTION_ROW = holds(HYPHEN + DIGIT, 22);
const TIME_ROW = beginsWithDigits(WIDTH, HYPHEN);

interface Cut {
  readonly host: string;
  readonly func: string;
  readonly digits: string;
  readonly rest: string;
}

/** Splits `host-func-D20-rest` or `D20-rest`. Host and function are escaped and have no hyphen; a salt may be negative. */
function cutRow(kind: Kind, text: string): Cut | undefined {
  const parts = text.split('-');
  const at = kind.hasFunction ? 2 : 0;
  if (parts.length < at + 2) return undefined;
  const digits = parts[at] as string;
  if (digits.length !== WIDTH || !isDigits(digits)) return undefined;
  return {
    host: kind.hasFunction ? (parts[0] as string) : '',
    func: kind.hasFunction ? (parts[1] as string) : '',
    digits,
    rest: parts.slice(at + 1).join('-'),
  };
}

/** Reads the time of the 20 digits at `at`; false if they are not of this kind (a bucket is small, ticks are not). */
function timeAt(kind: Kind, text: string, at: number, into: RowTime): boolean {
  if (kind.time === 'inverted') return readInvertedTicksAt(text, at, WIDTH, into);
  if (kind.time === 'ticks') return readTicksAt(text, at, WIDTH, into) && into.seconds > 1_000_000_000;
  if (numberAt(text, at, 8) !== 0) return false;
  const bucket = numberAt(text, at + 8, 12);
  if (bucket < 0 || bucket > LAST_BUCKET) return false;
  into.seconds = YEAR_2000_SECONDS + bucket * 60;
  into.fraction = 0;
  return true;
}

function timePlace(kind: Kind, text: string): number {
  if (!kind.hasFunction) return 0;
  const first = text.indexOf('-');
  const second = first < 0 ? -1 : text.indexOf('-', first + 1);
  return second < 0 ? -1 : second + 1;
}

function rowFields(kind: Kind, cut: Cut): [string, string][] {
  if (!kind.hasFunction) {
    const at = cut.rest.indexOf('-');
    const fields: [string, string][] = [
      ['container', unescapeWebJobs(at < 0 ? cut.rest : cut.rest.slice(0, at))],
    ];
    const salt = at < 0 ? '' : cut.rest.slice(at + 1);
    if (salt !== '') fields.push(['salt', salt]);
    return fields;
  }
  return [
    ['hostName', unescapeWebJobs(cut.host)],
    ['functionName', unescapeWebJobs(cut.func)],
    ['salt', cut.rest],
  ];
}

function readRow(kind: Kind, text: string): KeyReading | undefined {
  const cut = cutRow(kind, text);
  const time = newRowTime();
  if (cut === undefined || !timeAt(kind, text, timePlace(kind, text), time)) return undefined;
  const ticks = rowTimeTicks(time);
  const fields = rowFields(kind, cut);
  const isBucket = kind.time === 'bucket';
  if (isBucket) fields.push(['timeBucket', String(BigInt(cut.digits))]);
  return makeReading(kind, {
    ticks,
    ...(isBucket ? { window: { from: ticks, to: ticks + TICKS_PER_MINUTE } } : {}),
    fields,
    confidence: plausibility(ticks) * (kind.hasFunction ? 0.93 : 0.8),
    reason: isBucket
      ? 'D20 minutes since 2000-01-01 between names, as the WebJobs SDK writes them'
      : 'D20 ticks between names, as the WebJobs SDK writes them',
  });
}

function constantReading(
  scheme: { readonly id: string; readonly title: string },
  text: string,
  constant: string,
  hint: KeyHint,
  whatElse = 'the time is in the RowKey',
): KeyReading | undefined {
  if (text !== constant) return undefined;
  const parts: ReadingParts = {
    confidence: hint.tableName === undefined ? 0.3 : 0.5,
    reason: `the constant ${constant} is this kind of row in the WebJobs logs; ${whatElse}`,
  };
  return makeReading(scheme, parts);
}

function kindRanges(kind: Kind, window: TickSpan, options: KeyRangeOptions): readonly TableKeyRange[] {
  const name = options.tableName;
  const tablePrefix =
    name === undefined ? DEFAULT_PREFIX : (cutMonthName(name)?.prefix ?? name.replace(/common$/i, ''));
  const partition = exactKey(kind.partition);
  const texts: Readonly<Record<Kind['time'], TimeText>> = {
    bucket: bucketTimeText,
    inverted: invertedTimeText(1n, WIDTH),
    ticks: ticksTimeText(1n, WIDTH),
  };
  const isKnown = !kind.hasFunction || options.rowKeyPrefix !== undefined;
  const before = kind.hasFunction ? `${options.rowKeyPrefix ?? ''}-` : '';
  return monthTables(tablePrefix, window).map((table) =>
    isKnown
      ? tableRange({
          tableName: table.tableName,
          partition,
          row: timeSpan(texts[kind.time], table.window, before),
        })
      : tableRange({
          tableName: table.tableName,
          partition,
          reason:
            'The time is after host and function: without them the whole partition of the month is read.',
        }),
  );
}

function kindScheme(kind: Kind): KeyScheme {
  return defineScheme({
    id: kind.id,
    title: kind.title,
    family: 'functions',
    shapes: {
      partition: hasLength(kind.partition.length),
      row: kind.hasFunction ? FUNCTION_ROW : TIME_ROW,
    },
    writer: 'WebJobs SDK, Functions v1 host logs',
    // Source: azure-webjobs-sdk: Microsoft.Azure.WebJobs.Logging/Entities, TableScheme.cs, TimeBucket.cs
    timeSource: 'row',
    rounding: kind.time === 'bucket' ? 'floor to 1 min' : 'exact',
    order: kind.time === 'inverted' ? 'descending' : 'ascending',
    grammar: { table: 'AzureWebJobsHostLogs<yyyyMM>', partition: kind.partition, row: kind.row },
    tablePattern: OWN_TABLE,
    read: (text, part, hint) => {
      if (part === 'table') return undefined;
      return part === 'row' ? readRow(kind, text) : constantReading(kind, text, kind.partition, hint);
    },
    segments: (text, part) => {
      if (part !== 'row' || readRow(kind, text) === undefined) return undefined;
      const at = kind.hasFunction ? 2 : 0;
      const time = kind.time === 'inverted' ? 'inverted-date' : 'date';
      return joinedSegments(text, '-', (piece, index) =>
        segment(
          index === at ? time : index < at ? 'identity' : 'index',
          piece,
          index === at ? 'time' : 'name',
        ),
      );
    },
    // Minutes before 2000 would be negative, for which the writer has no key.
    encode: (ticks) =>
      kind.time === 'bucket' && ticks < YEAR_2000_TICKS
        ? {}
        : {
            partitionKey: kind.partition,
            rowKey:
              kind.time === 'bucket'
                ? bucketTimeText.text(bucketTimeText.bucket(ticks))
                : ticksText(ticks, WIDTH, kind.time === 'inverted'),
          },
    ranges: (window, options) => kindRanges(kind, window, options),
    ...(kind.hasFunction ? { rowKeyPrefixName: 'host-function' } : {}),
    rowTime: (partitionKey, rowKey, into) => {
      const at = partitionKey === kind.partition ? timePlace(kind, rowKey) : -1;
      return at >= 0 && timeAt(kind, rowKey, at, into);
    },
  });
}

function readDefinition(text: string, part: KeyPart, hint: KeyHint): KeyReading | undefined {
  const scheme = { id: 'webjobs-escape', title: 'WebJobs function definition' };
  if (part !== 'row') return part === 'partition' ? constantReading(scheme, text, 'FD2', hint) : undefined;
  const cut = text.indexOf('-');
  const [host, func] = [text.slice(0, cut), text.slice(cut + 1)];
  if (cut < 1 || !ESCAPED.test(host) || !ESCAPED.test(func)) return undefined;
  return makeReading(scheme, {
    fields: [
      ['hostName', unescapeWebJobs(host)],
      ['functionName', unescapeWebJobs(func)],
    ],
    confidence: text.includes(':') ? 0.6 : 0.08,
    reason: 'host and function, lower-cased, with :XX escapes',
  });
}

const definitionScheme: KeyScheme = defineScheme({
  id: 'webjobs-escape',
  title: 'WebJobs function definition',
  family: 'functions',
  shapes: {
    partition: hasLength(3),
    row: every(holds(HYPHEN, 3), holdsOnly(LETTER + DIGIT + COLON + HYPHEN)),
  },
  writer: 'WebJobs SDK, Functions v1 host logs',
  // Source: azure-webjobs-sdk: FunctionId.cs, TableScheme.cs
  timeSource: 'none',
  rounding: 'none',
  order: 'none',
  grammar: { table: 'AzureWebJobsHostLogscommon', partition: 'FD2', row: 'host-function' },
  tablePattern: OWN_TABLE,
  read: readDefinition,
  segments: (text, part) =>
    part === 'row' && readDefinition(text, part, {}) !== undefined
      ? joinedSegments(text, '-', (piece, index) =>
          segment('identity', piece, index === 0 ? 'host' : 'function'),
        )
      : undefined,
});

const INSTANCE = { id: 'webjobs-instance', title: 'WebJobs function instance (I)' } as const;
const GUID = /^[0-9a-fA-F]{8}(?:-?[0-9a-fA-F]{4}){3}-?[0-9a-fA-F]{12}$/;

/** One row per invocation. Only its id finds it. */
const instanceScheme: KeyScheme = defineScheme({
  ...INSTANCE,
  family: 'functions',
  shapes: { partition: hasLength(1), row: hasLength(32, 36) },
  writer: 'WebJobs SDK, Functions v1 host logs',
  // Source: azure-webjobs-sdk: Microsoft.Azure.WebJobs.Logging/Entities, TableScheme.cs
  timeSource: 'none',
  rounding: 'none',
  order: 'none',
  grammar: { table: 'AzureWebJobsHostLogs<yyyyMM>', partition: 'I', row: 'GUID' },
  tablePattern: OWN_TABLE,
  read: (text, part, hint) => {
    if (part === 'table') return undefined;
    if (part === 'partition') return constantReading(INSTANCE, text, 'I', hint, 'no time in keys');
    if (!GUID.test(text)) return undefined;
    return makeReading(INSTANCE, {
      fields: [['guid', text]],
      confidence: isOfTable(OWN_TABLE, hint) ? 0.8 : 0.08,
      reason: 'the id of an invocation; its times are in properties',
    });
  },
  eventTimeProperties: ['StartTime', 'EndTime'],
  homes: () => [tableRange({ partition: exactKey('I') })],
});

/** What the service accepts as the name of a table. */
const TABLE_NAME = /^[A-Za-z][A-Za-z0-9]{2,62}$/;
const TABLE = { id: 'webjobs-table', title: 'Table of one month' } as const;

const tableScheme: KeyScheme = defineScheme({
  ...TABLE,
  family: 'functions',
  shapes: { table: isTableName },
  writer: 'WebJobs SDK, Functions host',
  // Source: azure-webjobs-sdk: LogTableProvider, table name = prefix + yyyyMM
  timeSource: 'table',
  rounding: 'floor to 1 month',
  order: 'ascending',
  grammar: { table: '<prefix><yyyyMM>' },
  read: (text, part) => {
    const cut = part === 'table' && TABLE_NAME.test(text) ? cutMonthName(text) : undefined;
    if (cut === undefined) return undefined;
    return makeReading(TABLE, {
      ticks: cut.month.from,
      window: cut.month,
      fields: [
        ['epochSuffix', text.slice(-6)],
        ['prefix', cut.prefix],
      ],
      confidence: OWN_TABLE.test(text) ? 0.97 : 0.6,
      reason: 'the name ends in a year and a month',
    });
  },
  segments: (text, part) =>
    part === 'table' && cutMonthName(text) !== undefined
      ? [segment('identity', text.slice(0, -6), 'table'), segment('date', text.slice(-6), 'month')]
      : undefined,
});

/** Logs of the WebJobs SDK, one table per month. */
export const webJobsSchemes: readonly KeyScheme[] = [
  kindScheme({
    id: 'webjobs-timeline',
    title: 'WebJobs timeline (T2)',
    partition: 'T2',
    row: 'host-function-minutes(D20)-salt',
    hasFunction: true,
    time: 'bucket',
  }),
  kindScheme({
    id: 'webjobs-recent',
    title: 'WebJobs recent invocations (R2)',
    partition: 'R2',
    row: 'host-function-inverted ticks(D20)-salt',
    hasFunction: true,
    time: 'inverted',
  }),
  kindScheme({
    id: 'webjobs-instancecount',
    title: 'WebJobs instance counts (IA)',
    partition: 'IA',
    row: 'ticks(D20)-container-salt',
    hasFunction: false,
    time: 'ticks',
  }),
  kindScheme({
    id: 'webjobs-container',
    title: 'WebJobs active containers (C)',
    partition: 'C',
    row: 'minutes(D20)-container-',
    hasFunction: false,
    time: 'bucket',
  }),
  instanceScheme,
  definitionScheme,
  tableScheme,
];
