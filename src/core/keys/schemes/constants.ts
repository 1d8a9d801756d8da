import {
  FILETIME_EPOCH_TICKS,
  MAX_TICKS,
  TICKS_PER_MS,
  TICKS_PER_SECOND,
  ticksToIso,
  UNIX_EPOCH_TICKS,
} from '../../time/ticks.ts';
import { key, type KeyScheme, type SchemeEntry } from '../base/keyScheme.ts';
import type { KeyHint, KeyReading, KeySegment } from '../base/scheme.ts';
import { writerScheme } from '../grammar/compileScheme.ts';
import { isBeside, partReading, textShare } from '../grammar/timeBeside.ts';
import { isDigits, padNumber } from '../base/digits.ts';
import { nonEmpty, segment } from '../base/segmentBuild.ts';
import { type TimeCodec, ticksReader } from '../base/timeCodec.ts';
import { type TimePlace, timePlaces } from '../dates/timePlaces.ts';

interface Constant {
  readonly name: string;
  /** The instant that it stands for; undefined if it is only the limit of a number type. */
  readonly ticks?: bigint;
}

type Instant = readonly [name: string, ticks: bigint];

/** Instants that stand for "never" or "not set". FILETIME zero as ticks has its own scheme. */
const INSTANTS: readonly Instant[] = [
  ['DateTime.MinValue', 0n],
  ['DateTime.MaxValue', MAX_TICKS],
  ['Unix zero (1970-01-01)', UNIX_EPOCH_TICKS],
  ['FILETIME zero (1601-01-01)', FILETIME_EPOCH_TICKS],
];

type ConstantText = readonly [text: string, constant: Constant];

function padded(value: bigint, ...widths: readonly number[]): readonly string[] {
  return [String(value), ...widths.map((width) => padNumber(value, width))];
}

function invertedTexts([name, ticks]: Instant): readonly ConstantText[] {
  const constant = { name: `${name}, as inverted ticks`, ticks };
  return padded(MAX_TICKS - ticks, 19, 20).map((text) => [text, constant]);
}

/** The texts of an instant as ticks, in ISO 8601 and as compact dates. */
function plainTexts([name, ticks]: Instant): readonly ConstantText[] {
  const iso = ticksToIso(ticks);
  const [day, second] = [iso.slice(0, 10), iso.slice(0, 19)];
  const dates = [iso, `${second}Z`, second, day, day.replaceAll('-', ''), second.replaceAll(/[-:T]/g, '')];
  return [
    ...padded(ticks, 18, 19, 20).map((text) => [text, { name: `${name}, as ticks`, ticks }] as const),
    ...dates.map((text) => [text, { name, ticks }] as const),
  ];
}

type Count = readonly [words: string, epoch: bigint, unit: bigint];

/** Counts in other units, with the instant of 0 and the unit in ticks. The limits of finer units do not fit into 64 bits. */
const UNIX_COUNTS: readonly Count[] = [
  ['Unix seconds', UNIX_EPOCH_TICKS, TICKS_PER_SECOND],
  ['Unix milliseconds', UNIX_EPOCH_TICKS, TICKS_PER_MS],
  ['Unix microseconds', UNIX_EPOCH_TICKS, 10n],
];
const COUNTS: readonly Count[] = [...UNIX_COUNTS, ['FILETIME', FILETIME_EPOCH_TICKS, 1n]];

/**
 * The texts of an instant as a count. A negative count is also written as unsigned 64 bits, which is what it looks like if it is read with
 * the wrong type.
 */
function countTexts([name, ticks]: Instant, counts: readonly Count[]): readonly ConstantText[] {
  return counts.flatMap(([words, epoch, unit]): readonly ConstantText[] => {
    const count = (ticks - epoch) / unit;
    const own = `${name}, as ${words}`;
    if (count === 0n) return [];
    const unsigned = String(BigInt.asUintN(64, count));
    return [
      [unsigned, { name: `${own}, unsigned`, ticks }],
      [String(count), { name: own, ticks }],
    ];
  });
}

/** DateTime.MaxValue cut to whole seconds. */
const LAST_SECOND: Instant = ['DateTime.MaxValue', MAX_TICKS - (MAX_TICKS % TICKS_PER_SECOND)];

const NUMBERS: readonly ConstantText[] = [
  ['9223372036854775807', { name: 'Int64.MaxValue' }],
  ['-9223372036854775808', { name: 'Int64.MinValue' }],
  ['9223372036854775808', { name: 'Int64.MinValue, unsigned' }],
  ['18446744073709551615', { name: 'UInt64.MaxValue, or -1 unsigned' }],
  ['2147483647', { name: 'Int32.MaxValue' }],
  ['-2147483648', { name: 'Int32.MinValue' }],
  ['4294967295', { name: 'UInt32.MaxValue' }],
  ...[10, 13, 16, 19, 20].map(
    (digits) => ['9'.repeat(digits), { name: `${digits} nines, the top of inverted times` }] as const,
  ),
];

/** Texts that are listed later win: zeros mean MinValue as ticks rather than MaxValue as inverted ticks. */
const CONSTANTS: ReadonlyMap<string, Constant> = new Map([
  ...INSTANTS.flatMap(invertedTexts),
  ...countTexts(LAST_SECOND, UNIX_COUNTS),
  ...INSTANTS.flatMap((instant) => countTexts(instant, COUNTS)),
  ...NUMBERS,
  ...INSTANTS.flatMap(plainTexts),
]);

const ZEROS = /^0+$/;

/** A second meaning of a text. The texts are given without leading zeros. */
const ALSO: ReadonlyMap<string, string> = new Map([
  ['', ', or DateTime.MaxValue as inverted ticks'],
  [String(MAX_TICKS), ', or DateTime.MinValue as inverted ticks'],
  [String(MAX_TICKS - FILETIME_EPOCH_TICKS), ', or FILETIME zero (1601-01-01) as inverted ticks'],
]);

/** The constant that a whole key is. FILETIME zero as ticks has its own scheme. */
function wholeConstant(text: string): Constant | undefined {
  return text === '504911232000000000' || text === '0504911232000000000' ? undefined : CONSTANTS.get(text);
}

/** Shorter numbers next to text are ids and counters, not constants. */
const FEWEST_CHARS = 10;
const MARK = '___';

/** Whether zeros are written by an agent: as its prefix 0, or as the first row index. */
function isAgentZero(text: string, { from, to }: TimePlace): boolean {
  return text.startsWith(MARK, to) || (from >= MARK.length && text.startsWith(MARK, from - MARK.length));
}

interface FoundConstant {
  readonly place: TimePlace;
  readonly text: string;
  readonly constant: Constant;
}

/** The first constant among the parts of a key. A hyphen before it may be its sign. */
function findConstantPart(text: string): FoundConstant | undefined {
  if (isDigits(text)) return undefined;
  for (const { from, to } of timePlaces(text)) {
    if (to - from < FEWEST_CHARS || (from === 0 && to === text.length)) continue;
    const starts = text.charAt(from - 1) === '-' ? [from - 1, from] : [from];
    for (const start of starts) {
      const part = text.slice(start, to);
      const constant = part === text ? undefined : CONSTANTS.get(part);
      const place = { from: start, to };
      if (constant === undefined || (ZEROS.test(part) && isAgentZero(text, place))) continue;
      return { place, text: part, constant };
    }
  }
  return undefined;
}

function constantWords(text: string, { name }: Constant): string {
  return `${name}${ALSO.get(text.replace(/^0+/, '')) ?? ''}`;
}

/** Reads a key that is a well-known constant, such as the limit of a number type, as the instant that it stands for. */
const CONSTANT_TIME: TimeCodec = {
  widths: 'any',
  shape: ({ length, lead, first }) => length <= 36 && (lead > 0 || first === '-'),
  step: 1n,
  isDescending: false,
  read: ticksReader((text) => {
    const constant = wholeConstant(text);
    return constant && (constant.ticks ?? 0n);
  }),
  facts: (text) => {
    const constant = wholeConstant(text);
    return (
      constant && {
        window: 'instant',
        ...(constant.ticks === undefined && { isSpan: true }),
        fields: [['constant', constant.name]],
        note: constantWords(text, constant),
      }
    );
  },
  orders: [],
};

/** The pieces of a key that is a constant, or holds one. */
function constantSegments(text: string): readonly KeySegment[] | undefined {
  const whole = wholeConstant(text);
  if (whole !== undefined) return [segment('text', text, 'constant', whole.name)];
  const found = findConstantPart(text);
  if (found === undefined) return undefined;
  return nonEmpty([
    segment('identity', text.slice(0, found.place.from), 'before the constant'),
    segment('text', found.text, 'constant', found.constant.name),
    segment('identity', text.slice(found.place.to), 'after the constant'),
  ]);
}

const WORDS = 'a well-known constant, most often a time that was never set, or a limit';
const CONSTANT = key('{time}', () => 1, WORDS, { codec: CONSTANT_TIME, isExtra: true });

/** Well-known constants that stand for a time that was never set, or for the limit of a number type. */
export const CONSTANT_ENTRY: SchemeEntry = {
  id: 'constant',
  title: 'Famous constant',
  family: 'framework',
  source: '.NET, Windows, Unix',
  partition: CONSTANT,
  row: CONSTANT,
  code: { segments: constantSegments },
  example: { partition: '-62135596800000', row: '0001-01-01', time: '0001-01-01T00:00:00Z' },
};

export const constantScheme: KeyScheme = writerScheme(CONSTANT_ENTRY);

const ZERO = key(
  '{/0?504911232000000000/0}',
  0.98,
  'FILETIME 0 written as ticks: most often a time that was never set',
);

/** FILETIME 0 written as ticks, which an unset FILETIME becomes. No event has this time. */
export const FILETIME_ZERO: SchemeEntry = {
  id: 'filetime-ft0-in-ticks',
  title: 'FILETIME zero, as ticks',
  writer: 'Windows',
  family: 'dotNetNumber',
  source: 'FILETIME: 100 ns since 1601-01-01T00:00:00Z (DateTime.ToFileTimeUtc)',
  partition: ZERO,
  row: ZERO,
  refine: (reading) => ({ ...reading, ticks: FILETIME_EPOCH_TICKS }),
  example: { partition: '0504911232000000000', row: '504911232000000000', time: '1601-01-01T00:00:00Z' },
};

/** Whether a reading is a constant, that is, not the time of an event. */
export function isConstant({ schemeId }: Pick<KeyReading, 'schemeId'>): boolean {
  return schemeId === CONSTANT_ENTRY.id || schemeId === FILETIME_ZERO.id;
}

/** The confidence of a constant among other parts of a key. A time in another part ranks above it; see readKey. */
const PART_CONFIDENCE = 0.9;

/** Reads a key that has a constant among its parts. */
export function readConstantPart(text: string, hint: KeyHint): KeyReading | undefined {
  const found = hint.part === 'table' ? undefined : findConstantPart(text);
  if (found === undefined) return undefined;
  const { constant, place } = found;
  const reading = partReading(
    CONSTANT_ENTRY,
    text,
    place,
    { ticks: constant.ticks, window: undefined, fields: [['constant', constant.name]] },
    PART_CONFIDENCE * textShare(text, place, hint),
    `${WORDS}; ${constantWords(found.text, constant)}`,
  );
  // Punctuation around a constant is not another part of the key.
  return reading !== undefined && isBeside(reading) ? reading : undefined;
}
