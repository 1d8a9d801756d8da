import {
  FILETIME_EPOCH_TICKS,
  MAX_TICKS,
  ticksToIso,
  TICKS_PER_SECOND,
  UNIX_EPOCH_TICKS,
} from '../../time/ticks.ts';
import { isDigits, padNumber, setTicks } from '../base/digits.ts';
import type { KeySegment } from '../base/scheme.ts';
import { nonEmpty, segment } from '../base/segmentBuild.ts';
import type { TimeCodec } from '../base/timeCodec.ts';
import { type TimePlace, timePlaces } from '../dates/timePlaces.ts';

interface Constant {
  readonly name: string;
  /** The instant that it stands for; undefined if it is only the limit of a number type. */
  readonly ticks?: bigint;
}

/** Instants that mean "never" or "not set". FILETIME zero as ticks has its own scheme. */
const INSTANTS: readonly (readonly [name: string, ticks: bigint])[] = [
  ['DateTime.MinValue', 0n],
  ['DateTime.MaxValue', MAX_TICKS],
  ['Unix zero (1970-01-01)', UNIX_EPOCH_TICKS],
  ['FILETIME zero (1601-01-01)', FILETIME_EPOCH_TICKS],
];

/** The ways to write an instant: ticks and inverted ticks, padded or not, ISO 8601 and compact dates. */
function textsOf(name: string, ticks: bigint): readonly (readonly [string, Constant])[] {
  const iso = ticksToIso(ticks);
  const inverted = MAX_TICKS - ticks;
  const forward = [String(ticks), padNumber(ticks, 18), padNumber(ticks, 19), padNumber(ticks, 20)];
  const backward = [String(inverted), padNumber(inverted, 19), padNumber(inverted, 20)];
  const dates = [
    iso,
    `${iso.slice(0, 19)}Z`,
    iso.slice(0, 19),
    iso.slice(0, 10),
    iso.slice(0, 10).replaceAll('-', ''),
    iso.slice(0, 19).replaceAll(/[-:T]/g, ''),
  ];
  return [
    ...backward.map((text) => [text, { name: `${name}, as inverted ticks`, ticks }] as const),
    ...forward.map((text) => [text, { name: `${name}, as ticks`, ticks }] as const),
    ...dates.map((text) => [text, { name, ticks }] as const),
  ];
}

/** A negative number as an unsigned 64-bit number, as it looks if it is read with the wrong type. */
function unsigned(value: bigint): bigint {
  return BigInt.asUintN(64, value);
}

/** An instant as a number; a negative one also as unsigned. */
function numberTexts(value: bigint, name: string, ticks: bigint): readonly (readonly [string, Constant])[] {
  if (value === 0n) return [];
  const own = [String(value), { name, ticks }] as const;
  return value > 0n ? [own] : [own, [String(unsigned(value)), { name: `${name}, unsigned`, ticks }]];
}

/** Units of Unix time. Finer ones than microseconds have limits that do not fit into 64 bits. */
const UNIX_UNITS: readonly (readonly [name: string, perSecond: bigint])[] = [
  ['seconds', 1n],
  ['milliseconds', 1000n],
  ['microseconds', 1_000_000n],
];

/** The texts of an instant as FILETIME and as Unix time; the end of time also as whole seconds. */
function otherTextsOf(name: string, ticks: bigint): readonly (readonly [string, Constant])[] {
  const sinceUnix = ticks - UNIX_EPOCH_TICKS;
  const wholeSeconds = ticks - (ticks % TICKS_PER_SECOND);
  return [
    ...UNIX_UNITS.flatMap(([unit, perSecond]) => {
      const words = `${name}, as Unix ${unit}`;
      const exact = (sinceUnix * perSecond) / TICKS_PER_SECOND;
      const cut = ((wholeSeconds - UNIX_EPOCH_TICKS) * perSecond) / TICKS_PER_SECOND;
      return [
        ...numberTexts(exact, words, ticks),
        ...(cut === exact ? [] : numberTexts(cut, words, wholeSeconds)),
      ];
    }),
    ...numberTexts(ticks - FILETIME_EPOCH_TICKS, `${name}, as FILETIME`, ticks),
  ];
}

const NUMBERS: readonly (readonly [string, Constant])[] = [
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

/** Later entries win: zeros mean MinValue as ticks rather than MaxValue inverted. */
const CONSTANTS: ReadonlyMap<string, Constant> = new Map([
  ...INSTANTS.toReversed().flatMap(([name, ticks]) => textsOf(name, ticks)),
  ...INSTANTS.flatMap(([name, ticks]) => otherTextsOf(name, ticks)),
  ...NUMBERS,
  ...textsOf('DateTime.MinValue', 0n).filter(([, { name }]) => !name.includes('inverted')),
  ...textsOf('DateTime.MaxValue', MAX_TICKS).filter(([, { name }]) => !name.includes('inverted')),
]);

const ZEROS = /^0+$/;

/** Another meaning of a text. Keys are without leading zeros. */
const ALSO: ReadonlyMap<string, string> = new Map([
  ['', ', or DateTime.MaxValue as inverted ticks'],
  [String(MAX_TICKS), ', or DateTime.MinValue as inverted ticks'],
  [String(MAX_TICKS - FILETIME_EPOCH_TICKS), ', or FILETIME zero (1601-01-01) as inverted ticks'],
]);

/** The constant that is the whole key. FILETIME zero as ticks has its own scheme. */
function wholeConstant(text: string): Constant | undefined {
  return text === '504911232000000000' || text === '0504911232000000000' ? undefined : CONSTANTS.get(text);
}

/** Shorter numbers next to text are ids and counters. */
const FEWEST_CHARS = 10;
const MARK = '___';

/** Zeros as an agent writes them: its prefix 0, or the first index of a row. */
function isAgentZero(text: string, { from, to }: TimePlace): boolean {
  return text.startsWith(MARK, to) || (from >= MARK.length && text.startsWith(MARK, from - MARK.length));
}

export interface FoundConstant {
  readonly place: TimePlace;
  readonly text: string;
  readonly constant: Constant;
}

/** The first constant that is a part of a key. A hyphen before it may be its sign. */
export function findConstantPart(text: string): FoundConstant | undefined {
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

/** What a constant means, in words. */
export function constantWords(text: string, { name }: Constant): string {
  return `${name}${ALSO.get(text.replace(/^0+/, '')) ?? ''}`;
}

/** Reads a key that is a known constant, such as a limit of a number type, as the instant that writers mean by it. */
export const CONSTANT_TIME: TimeCodec = {
  widths: 'any',
  shape: ({ length, lead, first }) => length <= 36 && (lead > 0 || first === '-'),
  step: 1n,
  isDescending: false,
  read: (text, from, to, into) => {
    const constant = wholeConstant(text.slice(from, to));
    setTicks(constant?.ticks ?? 0n, into);
    return constant !== undefined;
  },
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
export function constantSegments(text: string): readonly KeySegment[] | undefined {
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
