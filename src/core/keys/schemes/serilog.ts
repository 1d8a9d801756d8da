import { type Judge, type KeyFormEntry, type SchemeEntry, key } from '../base/keyScheme.ts';
import { TICKS_PER_MINUTE } from '../../time/ticks.ts';
import { plausibility } from '../base/schemeSpec.ts';
import { INVERTED_ULID, NEAREST, nearestKeys, SECOND_WITH_REST } from '../codecs/serilogTime.ts';
import { TIME } from './sample.ts';

const SINK = { writer: 'Serilog.Sinks.AzureTableStorage', family: 'logger' } as const;
const REPOSITORY = 'serilog-contrib/serilog-sinks-azuretablestorage';

const PLAIN = '{InvertedTicks}';
const COUNTED = '{InvertedTicks}{counter:D4}';
const ULID_ROW = '{time}{/[0-9A-HJKMNP-TV-Z]{16}/}';
const V9_5 = ['v9', '9.5+', 'DefaultKeyGenerator.cs (commit cf12599)', ULID_ROW];
const V9_4 = ['v9.4', '9.4', 'commit 34a3e96, DefaultKeyGenerator.cs', COUNTED];
const V8 = ['v8', '8.0 - 9.3', 'tags v8.0.35, v9.0.0', PLAIN];
const NEW_ROWS: readonly KeyFormEntry[] = [
  key(ULID_ROW, 0.9, 'a ULID of MaxValue - t: its own year is about 7976; exact to 1 ms', {
    codec: INVERTED_ULID,
  }),
  key(COUNTED, 0.9, '23 digits: inverted ticks and a counter of four'),
  key(PLAIN, 0.4, 'inverted ticks of the event'),
];

const NEAREST_WORDS =
  'inverted ticks of the nearest whole interval: events from half of it before to half after (an event in the last tick before a half already counts to the next)';

/** An entry for a version that rounds to the nearest interval. Its table may still hold rows of earlier versions. */
function newVersion(
  [id, title, source, template]: readonly string[],
  confidence: number,
  tail: string | undefined,
  row: string,
  time = TIME,
): SchemeEntry {
  const own = NEW_ROWS.filter((form) => form.template === template);
  const others = NEW_ROWS.filter((form) => form.template !== template);
  return {
    ...SINK,
    id: `serilog-${id}`,
    title: `Serilog ${title}`,
    source: `${REPOSITORY}: ${source}`,
    tables: /^LogEvent$/i,
    partition: key('{time}', confidence, NEAREST_WORDS, { codec: NEAREST }),
    row: [...own, ...others.map((form) => ({ ...form, confidence: 0 }))],
    rounding: 'PartitionKey: nearest 5 min; RowKey: the event',
    code: nearestKeys(tail),
    example: { partition: '2516926667999999999', row, time },
  };
}

const OLD_TABLE = /^LogEventEntity$/i;
const LEVEL = '{level in Verbose|Debug|Information|Warning|Error|Fatal}';
/** How RowKeys end: with a counter (COUNTER), or with a GUID after an optional postfix (GUIDS). */
const COUNTER = [`${LEVEL}|{messageTemplate/.*/}|{index:n1-15}`];
const GUIDS = [
  `${LEVEL}|{messageTemplate/.*/}|{postfix/[^|]*/}|{guid:Guid}`,
  `${LEVEL}|{messageTemplate/[^|]*/}|{guid:Guid}`,
];

function oldVersion(
  [id, title, source, words]: readonly string[],
  rows: readonly string[],
  partition: KeyFormEntry,
  example: SchemeEntry['example'],
): SchemeEntry {
  return {
    ...SINK,
    id: `serilog-${id}`,
    title: `Serilog ${title}`,
    source: `${REPOSITORY}: ${source}`,
    tables: OLD_TABLE,
    partition: { ...partition, reason: `ticks in the PartitionKey: ${words}` },
    row: rows.map((template) =>
      key(
        template,
        rows.length > GUIDS.length ? 0.8 : 0.85,
        'level, message template and a tie breaker joined by |',
      ),
    ),
    rounding: words as string,
    example,
  };
}

/** Only versions 4-7 write ticks that have a rest below a millisecond but no milliseconds. */
const restJudge: Judge = (_text, ticks, { tableName = '' }) =>
  plausibility(ticks) * (OLD_TABLE.test(tableName) && ticks % TICKS_PER_MINUTE !== 0n ? 0.9 : 0.25);

/** The Azure Table Storage sink of Serilog, which changed its keys with almost every major version. */
export const SERILOG_ENTRIES: readonly SchemeEntry[] = [
  newVersion(V9_5, 0.8, undefined, '5CCTRX92GM0123456789ABCDEF', '2024-03-05T10:17:42.123Z'),
  newVersion(V9_4, 0.78, '0000', '25169266693787654320042'),
  newVersion(V8, 0.76, '', '2516926669378765432'),
  oldVersion(['v3', '3', 'tag v3.0.0 LogEventEntity.cs', 'exact'], COUNTER, key('{Ticks}', 0.2, ''), {
    partition: '0638452306621234567',
    row: 'Information|Hello {Name}|17',
    time: TIME,
  }),
  oldVersion(
    [
      'v3-properties',
      '3 with properties',
      'tag v3.0.0 AzureTableStorageEntityFactory.cs',
      "floor to 1 min, in the event's own offset",
    ],
    GUIDS,
    key('{Ticks/1m}', 0.3, ''),
    {
      partition: '0638452306200000000',
      row: 'Information|Hello {Name}|0b2c1f6e-0c5b-4b3e-9d3a-1f2e3d4c5b6a',
      time: '2024-03-05T10:17:00Z',
    },
  ),
  oldVersion(
    ['v4-7', '4-7', 'parent of commit 60b5f5e, KeyGenerator', 'floor to 1 s, ticks under 1 ms kept'],
    [...GUIDS, ...COUNTER],
    key('{time}', restJudge, '', { codec: SECOND_WITH_REST, most: 0.25 }),
    {
      partition: '0638452306620004567',
      row: 'Information|Hello {Name}|17',
      time: '2024-03-05T10:17:42.0004567Z',
    },
  ),
];
