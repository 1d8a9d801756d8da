import { years, type TimeCodec } from '../base/timeCodec.ts';
import { entriesWith, type Judge, type KeyFormEntry, key, type SchemeEntry } from '../base/keyScheme.ts';
import { TICKS_PER_MS, UNIX_EPOCH_TICKS } from '../../time/ticks.ts';
import { newRowTime } from '../base/digits.ts';
import { sampleFact } from '../forms/neighbours.ts';
import { codecOf } from '../grammar/parseTemplate.ts';
import { plausibility } from '../base/schemeSpec.ts';
import { combTicks, guidEnd, ofToday, uuidTime } from '../codecs/uuidTime.ts';
import { snowflake } from '../codecs/snowflake.ts';

const INTO = newRowTime();

/** A text whose time would be outside these years counts as random. */
const OUR_TIME = years(2000, 2050);
/** Judges texts of which a known share would be read as a current time even if they are random. */
const ofOurTime =
  (sure: number): Judge =>
  (_text, ticks) =>
    plausibility(ticks) * (ticks >= OUR_TIME.from && ticks < OUR_TIME.to ? sure : 0.15);

/** A ULID of time 0 was never set. */
const ulidJudge =
  (sure: number): Judge =>
  (_text, ticks) =>
    plausibility(ticks) * (ticks === UNIX_EPOCH_TICKS ? 0.15 : sure);
const ULID = '{unixMs=ms since 1970, base crockford:D10}{/[0-9A-HJKMNP-TV-Z]{16}/}';
const LOWER_ULID = '{unixMs=ms since 1970, base crockfordLower:D10}{/[0-9a-hjkmnp-tv-z]{16}/}';
const ULID_WORDS = '26 characters of Crockford base 32; the first ten are Unix milliseconds';

/** Ids that begin with a time and so sort by time. */
export const SORTABLE_ENTRIES: readonly SchemeEntry[] = entriesWith({ family: 'id', either: 'whole' }, [
  {
    id: 'ulid',
    title: 'ULID',
    source: 'github.com/ulid/spec: 48 bits of Unix milliseconds, then 80 random bits, Crockford base 32',
    row: key(ULID, ulidJudge(0.93), ULID_WORDS, { most: 0.93 }),
    example: { row: '01HR7B9P3BXKQMZ5V3J2T8W9YE', time: '2024-03-05T13:01:56.715Z' },
  },
  {
    id: 'ulid-lower',
    title: 'ULID in small letters',
    source: 'github.com/ulid/spec, as libraries write it whose text is in small letters',
    row: key(LOWER_ULID, ulidJudge(0.93), ULID_WORDS, { most: 0.93 }),
    example: { row: '01hr7b9p3bxkqmz5v3j2t8w9ye', time: '2024-03-05T13:01:56.715Z' },
  },
  {
    id: 'ksuid',
    title: 'KSUID',
    source: 'segmentio/ksuid: 32 bits of seconds since 1,400,000,000, then 128 random bits, base 62',
    row: key(
      '{timestamp=s since 2014-05-13T16:53:20, base 62 << 128:D27}',
      ofOurTime(0.7),
      '27 characters of base 62; the upper 32 bits are seconds since 2014-05-13T16:53:20Z',
      // One in six random texts gives a time of these years.
      { close: [0.9, 0.15], most: 0.9 },
    ),
    example: { row: '0ujtsYcgvSTl8PAuAdqWYSMnLOv', time: '2017-10-10T04:00:47Z' },
  },
  {
    id: 'objectid',
    title: 'MongoDB ObjectId',
    source: 'MongoDB manual: 4 bytes of Unix seconds, 5 random bytes, 3 of a counter, lower-case hexadecimal',
    row: key(
      '{unixS=s since 1970, base hex:D8}{:x16}',
      ofOurTime(0.6),
      '24 hexadecimal digits; the first eight are Unix seconds',
      // One in three random texts of such digits gives a time of these years.
      { close: [0.86, 0.15], most: 0.86 },
    ),
    example: { row: '507f1f77bcf86cd799439011', time: '2012-10-17T21:13:27Z' },
  },
]);

/** ULIDs after the name of a tenant or another owner of rows. */
export const TENANT_ENTRIES: readonly SchemeEntry[] = (
  [
    ['tenant-ulid', 'Text, then ULID', ULID, '01HR7B9P3BXKQMZ5V3J2T8W9YE'],
    ['tenant-ulid-lower', 'Text, then ULID in small letters', LOWER_ULID, '01hr7b9p3bxkqmz5v3j2t8w9ye'],
  ] as const
).map(([id, title, ulid, example]) => ({
  id,
  title,
  family: 'id',
  source: 'github.com/ulid/spec, after a text and one of ~ | : _ -',
  row: key(`{tenant/.+/}{/[~|:_-]/}${ulid}`, ulidJudge(0.85), `a text, a separator and ${ULID_WORDS}`, {
    most: 0.85,
  }),
  either: 'whole',
  example: { row: `contoso~${example}`, time: '2024-03-05T13:01:56.715Z' },
}));

const GREGORIAN = '{time}-{/(?=[89abAB])/}{:h4}-{:h12}';

/** UUIDs that hold a time. */
export const UUID_ENTRIES: readonly SchemeEntry[] = (
  [
    [7, 'begins with Unix milliseconds', '017f22e2-79b0-7cc3-98c4-dc0c0c07398f'],
    [6, 'begins with 100 ns since 1582-10-15', '1ec9414c-232a-6b00-b3c8-9e6bdeced846'],
    [
      1,
      'holds 100 ns since 1582-10-15, lowest part first, so it does not sort by time',
      'c232ab00-9414-11ec-b3c8-9e6bdeced846',
    ],
  ] as const
).map(([version, words, row]) => ({
  id: `uuidv${version}`,
  title: `UUID version ${version}`,
  family: 'id',
  source: 'RFC 9562',
  row: key(
    version === 7 ? GREGORIAN.replace('-', '-7{:h3}-') : GREGORIAN,
    0.95,
    `a UUID of version ${version} ${words}`,
    { codec: uuidTime(version) },
  ),
  either: 'whole',
  example: { row, time: '2022-02-22T19:22:22Z' },
}));

/**
 * A GUID counts as one that holds a time if its neighbours, read alike, have times close to its own. One in 250 random GUIDs looks like it.
 */
const guid = (template: string, words: string, codec: TimeCodec): KeyFormEntry =>
  key(template, 0.2, words, { codec, close: [0.86, 0.05] });
const GUID_END = '{:h8}-{:h4}-{:h4}-{:h4}-{time}';

/** GUIDs that databases can sort by time. */
export const SEQUENTIAL_ENTRIES: readonly SchemeEntry[] = entriesWith({ family: 'id', either: 'alone' }, [
  {
    id: 'guid-sequential',
    title: 'Sequential GUID (ABP)',
    writer: 'ABP',
    source:
      'abpframework/abp: SequentialGuidGenerator.cs, SequentialAsString: milliseconds since year 1, then random',
    row: guid(
      '{time}-{:h4}-{:h4}-{:h12}',
      'the first twelve digits of this GUID can be milliseconds since 0001-01-01',
      ofToday(uuidTime(7, 0n)),
    ),
    example: { row: '3a11204b-51eb-4a5e-9f10-2b3c4d5e6f70', time: '2024-03-05T10:17:42.123Z' },
  },
  {
    id: 'guid-sequential-end',
    title: 'Sequential GUID for SQL Server (ABP)',
    writer: 'ABP',
    source: 'abpframework/abp: SequentialGuidGenerator.cs, SequentialAtEnd',
    row: guid(
      GUID_END,
      'the last twelve digits of this GUID can be milliseconds since 0001-01-01',
      guidEnd((text) => (/^[\da-f]{12}$/i.test(text) ? BigInt(`0x${text}`) * 10_000n : undefined), 10_000n),
    ),
    example: { row: '4a5e9f10-2b3c-4d5e-8f70-3a11204b51eb', time: '2024-03-05T10:17:42.123Z' },
  },
  {
    id: 'guid-comb',
    title: 'COMB GUID (SQL Server)',
    writer: 'NHibernate guid.comb and others',
    source:
      'nhibernate-core: GuidCombGenerator.cs: days since 1900 and 1/300 s since midnight in the last six bytes',
    row: guid(
      GUID_END,
      'the last twelve digits of this GUID can be days since 1900 and 1/300 s',
      guidEnd(combTicks, 33_333n),
    ),
    rounding: 'to 1/300 s',
    example: { row: '4a5e9f10-2b3c-4d5e-8f70-b12a00a9a82c', time: '2024-03-05T10:17:42.12Z' },
  },
]);

const YEARS = ' in 2010-2045';
const BASE36 = codecOf(`{ms since 1970, base 36:8${YEARS}}`);
/** Matches a word, perhaps with a number at its end, such as printer1. One time in five looks like one. */
const NAME = /^[a-z]+\d*$/;
const areTimesOfBase36 = sampleFact(
  (sample) =>
    sample.filter((text) => !NAME.test(text) && BASE36.read(text, 0, text.length, INTO)).length * 2 >=
    sample.length,
);
/** What looks like a name is a time only among times. */
const BASE36_TIME: TimeCodec = {
  ...BASE36,
  facts: (text, ticks, { sample }) =>
    NAME.test(text) && areTimesOfBase36(sample) !== true
      ? undefined
      : { fields: [['unixMs', String((ticks - UNIX_EPOCH_TICKS) / TICKS_PER_MS)]] },
};

/** Ids of libraries that begin with a time and sort by it. */
export const OTHER_ID_ENTRIES: readonly SchemeEntry[] = entriesWith({ family: 'id' }, [
  {
    id: 'base36-unix-ms',
    title: 'Unix milliseconds in base 36',
    source: 'JavaScript: Date.now().toString(36). A name with a number at its end (printer1) is none',
    row: key('{time}', 0.28, '8 digits and letters can be Unix milliseconds in base 36, or any id', {
      codec: BASE36_TIME,
      close: [0.84, 0.1],
    }),
    either: 'alone',
    example: { row: 'lte9j5bo', time: '2024-03-05T11:04:30.132Z' },
  },
  {
    id: 'cuid',
    title: 'CUID',
    source:
      'github.com/paralleldrive/cuid: c, milliseconds in base 36, a counter, a fingerprint and random digits',
    row: key(
      `c{unixMs=ms since 1970, base 36:8${YEARS}}{/[0-9a-z]{16}/}`,
      0.85,
      'c and 24 characters of base 36; the first eight are Unix milliseconds',
    ),
    either: 'whole',
    example: { row: 'clte9j5bo0000qzrmn831i7rn', time: '2024-03-05T11:04:30.132Z' },
  },
  {
    id: 'xid',
    title: 'xid',
    source:
      'github.com/rs/xid: 4 bytes of Unix seconds, 5 of machine and process, 3 of a counter, in base 32 "hex"',
    // An xid has 96 bits in 100, so the last four are zero. If no letter is above f, the text is taken for a hexadecimal number; only one
    // xid in half a million is like that.
    row: key(
      `{/(?=.{0,19}[g-v])/}{unixMs=s since 1970, base 32hex << 3:D7${YEARS}}{/[0-9a-v]{12}/}{/[0g]/}`,
      0.84,
      '20 characters of base 32 "hex"; the upper 32 bits are Unix seconds',
    ),
    either: 'whole',
    example: { row: '9m4e2mr0ui3e8a215n4g', time: '2011-03-22T17:50:19.000Z' },
  },
  {
    id: 'tsid',
    title: 'TSID',
    source:
      'github.com/f4b6a3/tsid-creator: 42 bits of milliseconds since 2020, 22 random bits, Crockford base 32',
    row: key(
      `{/(?=.*[A-Z].*[A-Z])(?=[01][0-9A-Z]+$)/}{unixMs=ms since 2020, base crockford << 2:D9${YEARS}}{/[0-9A-HJKMNP-TV-Z]{4}/}`,
      0.5,
      '13 characters of Crockford base 32 can be milliseconds since 2020 and random bits',
    ),
    either: 'alone',
    example: { row: '0FCZAN1QXKE8P', time: '2024-03-11T15:11:25.119Z' },
  },
  {
    id: 'firebase-push-id',
    title: 'Firebase push id',
    source: "Firebase's push ids: eight characters of milliseconds, twelve random ones",
    row: key(
      `{/(?=-)/}{unixMs=ms since 1970, base push:D8${YEARS}}{/[0-9A-Za-z_-]{12}/}`,
      0.84,
      '20 characters; the first eight are Unix milliseconds in an alphabet of 64',
    ),
    either: 'whole',
    example: { row: '-NsBdhLzZkVzXbYqQrSt', time: '2024-03-05T03:27:24.095Z' },
  },
]);

interface HexNumber {
  readonly id: string;
  readonly title: string;
  readonly unit: string;
  readonly words: string;
  /** Possible numbers of digits, each with the confidence of a single key; neighbours can raise it. */
  readonly widths: readonly (readonly [digits: number, confidence: number])[];
  readonly partition: string;
  readonly time: string;
}

/** Excludes a date with letters after it, such as 20240305abc. */
const NO_DATE = String.raw`{/(?!20\d\d(?:0[1-9]|1[0-2])(?:[012]\d|3[01])[A-Fa-f])/}`;

function hexEntry({ id, title, unit, words, widths, partition, time }: HexNumber): SchemeEntry {
  const digits = widths.map(([width]) => width).join(' or ');
  return {
    id: `hex-${id}`,
    title: `${title} in hexadecimal`,
    family: unit.startsWith('ticks') ? 'ticks' : 'unix',
    source: 'ToString("x16"), %x, toString(16)',
    partition: widths.map(([width, confidence]) =>
      key(
        `${NO_DATE}{${unit}, base 16:D${width}}`,
        ofOurTime(confidence),
        `${digits} hexadecimal digits can be ${words}`,
        { close: [0.86, 0.15] },
      ),
    ),
    either: 'alone',
    example: { partition, time },
  };
}

/** Times written in hexadecimal. Of random ids with these widths, between one in 500 and one in five would be read as a current time. */
export const HEX_ENTRIES: readonly SchemeEntry[] = [
  {
    id: 'ticks',
    title: 'Ticks',
    unit: 'ticks',
    words: 'ticks (100 ns since 0001-01-01)',
    widths: [[16, 0.86] as const, [15, 0.7] as const],
    partition: '08dc3cfe1c6b8b87',
    time: '2024-03-05T10:22:07.5937671Z',
  },
  {
    id: 'filetime',
    title: 'FILETIME',
    unit: 'ticks since 1601',
    words: 'FILETIME (100 ns since 1601-01-01)',
    widths: [[16, 0.84] as const, [15, 0.68] as const],
    partition: '01da6ee5e0c5c387',
    time: '2024-03-05T10:14:15.8474119Z',
  },
  {
    id: 'unix-ms',
    title: 'Unix milliseconds',
    unit: 'ms since 1970',
    words: 'Unix milliseconds',
    widths: [[12, 0.5] as const, [11, 0.45] as const],
    partition: '018e0e06ac4b',
    time: '2024-03-05T09:51:42.155Z',
  },
  {
    id: 'unix-s',
    title: 'Unix seconds',
    unit: 's since 1970',
    words: 'Unix seconds, or any id',
    widths: [[8, 0.28] as const],
    partition: '65e6f146',
    time: '2024-03-05T10:17:42Z',
  },
].map(hexEntry);

/** Ids with milliseconds in the upper 42 bits. */
export const SNOWFLAKE_ENTRIES: readonly SchemeEntry[] = snowflake([
  {
    id: 'discord',
    title: 'Discord snowflake',
    since: '2015-01-01T00:00:00.000',
    confidence: 0.66,
    source: 'Discord developer docs: (id >> 22) + 1420070400000',
    example: { row: '1214595387214622730', time: '2024-03-05T15:28:26.403Z' },
    parts: 'worker:5 process:5 increment:12',
  },
  {
    id: 'twitter',
    title: 'Twitter snowflake',
    since: '2010-11-04T01:42:54.657',
    confidence: 0.64,
    source: 'twitter-archive/snowflake: (id >> 22) + 1288834974657',
    example: { row: '1212092628029698048', time: '2019-12-31T19:26:16.771Z' },
    parts: 'datacenter:5 worker:5 sequence:12',
  },
  // Half of all random ids of this width begin like this, so a single one is uncertain.
  {
    id: 'unix',
    title: 'Snowflake since 1970',
    since: '1970-01-01T00:00:00.000',
    confidence: 0.5,
    source: "ids of LinkedIn's posts, and flake-idgen without an epoch: id >> 22 is Unix milliseconds",
    example: { row: '7170740000000000000', time: '2024-03-05T11:20:41.906Z' },
    parts: 'below the millisecond:22',
  },
]);
