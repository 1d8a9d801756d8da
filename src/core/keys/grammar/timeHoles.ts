import type { TimeCodec } from '../base/timeCodec.ts';
import { fail, ok, type Result, type TextFault } from '../../result.ts';
import {
  tryIsoToTicks,
  MAX_TICKS,
  TICKS_PER_DAY,
  TICKS_PER_HOUR,
  TICKS_PER_MINUTE,
  TICKS_PER_MS,
  TICKS_PER_SECOND,
  UNIX_EPOCH_TICKS,
} from '../../time/ticks.ts';
import { LONGEST_KEY } from '../base/entityKey.ts';
import type { TickSpan } from '../base/scheme.ts';
import { ANY_KIND, DIGIT, kindsOf } from '../base/keyShape.ts';
import { type DateLayout, dateTime } from '../dates/dateLayouts.ts';
import type { PieceContent, Sketch } from './keyTemplate.ts';
import { ALPHABETS, type NumberSpec, numberTime, type Radix } from './numberTime.ts';

const LONGEST_NUMBER = 38;
const NS_PER_TICK = 100n;
const UNIT_NS: Readonly<Record<string, bigint>> = {
  ns: 1n,
  ticks: 100n,
  us: 1000n,
  ms: 1_000_000n,
  s: 1_000_000_000n,
  m: 60_000_000_000n,
};
const STEPS: ReadonlyMap<string, bigint> = new Map([
  ['ms', TICKS_PER_MS],
  ['s', TICKS_PER_SECOND],
  ['m', TICKS_PER_MINUTE],
  ['h', TICKS_PER_HOUR],
  ['d', TICKS_PER_DAY],
]);

/**
 * The short names of counts: unit, number of digits, number to count down from, and epoch. The digits are the fewest that last until the
 * year 9999 (ticks) or 2286 (Unix time). 9999999999 and 9999999999999 are the usual numbers from which Unix times count down.
 */
const NAMED: Readonly<
  Record<string, readonly [unit: string, width: number, from?: string | undefined, since?: string]>
> = {
  Ticks: ['ticks', 19],
  InvertedTicks: ['ticks', 19, String(MAX_TICKS)],
  Unix: ['s', 10, undefined, '1970'],
  InvertedUnix: ['s', 10, '9999999999', '1970'],
  UnixMs: ['ms', 13, undefined, '1970'],
  InvertedUnixMs: ['ms', 13, '9999999999999', '1970'],
};

type Words = Pick<TextFault, 'message' | 'nextStep'>;
export type Checked<T> = Result<T, Words>;
/** The piece that a hole stands for, or what is wrong with the hole. */
export type Hole = Checked<PieceContent>;

export function wrong(message: string, nextStep: string): { readonly ok: false; readonly error: Words } {
  return fail({ message, nextStep });
}

/** Reads a padding: `D19` is 19. `least` is the number of digits that is needed, and `why` says why. */
export function widthOf(text: string | undefined, least: number, why: string): Checked<number> {
  if (text === undefined) return ok(least);
  const width = /^D(\d{1,2})$/.exec(text.trim())?.[1];
  const digits = Math.max(least, 1);
  if (width === undefined)
    return wrong(`":${text}" is not a padding.`, `Write :D${digits} for ${digits} digits.`);
  if (Number(width) < least || Number(width) > LONGEST_NUMBER)
    return wrong(
      `${width} digits are not enough: ${why}.`,
      `Write :D${least} or more, up to :D${LONGEST_NUMBER}.`,
    );
  return ok(Number(width));
}

/**
 * Reads a rounding such as `1m` into ticks. It must be a whole multiple of `unit`, in which the time is written; that is also the default.
 */
function stepOf(text: string | undefined, unit: bigint): Checked<bigint> {
  if (text === undefined) return ok(unit);
  const match = /^(\d{1,6})(ms|s|m|h|d)$/.exec(text.trim());
  const step = BigInt(match?.[1] ?? 0) * (STEPS.get(match?.[2] ?? '') ?? 0n);
  if (step === 0n)
    return wrong(`"/${text}" is not a rounding.`, 'Write a number and ms, s, m, h or d: /1m, /15m, /1h.');
  return step % unit === 0n
    ? ok(step)
    : wrong(
        `Rounding to ${text} is finer than what is written.`,
        'Leave it out, or round to a multiple of the written unit.',
      );
}

/** Reads an epoch, such as `1970` or `2010-11-04T01:42:54.657`. Fields that are left out are at their lowest value. */
function epochOf(text = '0001'): Checked<bigint> {
  const epoch = tryIsoToTicks(text + '0000-01-01T00:00:00.000Z'.slice(text.length));
  return epoch.ok ? epoch : wrong(`"${text}" is no instant.`, 'Write one of the years 0001 to 9999: 1970.');
}

export function sketchOf(least: number, most: number, kinds: number, needed = 0): readonly Sketch[] {
  return [{ least, most, kinds, needed }];
}

/** One sketch for each character of a date layout or a literal. `digits` matches the letters that stand for digits. */
export function textSketch(text: string, digits = /^$/): readonly Sketch[] {
  return text.split('').map((one) => {
    const kind = digits.test(one) ? DIGIT : kindsOf(one);
    return { least: 1, most: 1, kinds: kind, needed: kind };
  });
}

type Time = Extract<PieceContent, { kind: 'time' }>;

function timePart(
  codec: TimeCodec,
  more: Pick<Time, 'pattern' | 'sketch' | 'first' | 'style'> & { readonly name?: string },
): Time {
  return { kind: 'time', name: '', segment: codec.isDescending ? 'inverted-date' : 'date', codec, ...more };
}

/** The characters with which a number can begin. */
function firstOf({ digits, radix, isPadded }: NumberSpec): { readonly first?: string } {
  if (digits !== undefined) return { first: '0' };
  return radix === '10' && !isPadded ? { first: '123456789' } : {};
}

/** The style of a count that generated code can write; 'other' if it cannot. */
function styleOf(spec: NumberSpec, name?: string): Time['style'] {
  const { radix, shift, widths, isPadded, digits, hasFraction, years, unitNs, epoch, top } = spec;
  const [width, more] = widths;
  const isOwn = shift > 0 || !isPadded || hasFraction || unitNs < NS_PER_TICK || epoch < 0n;
  if (radix !== '10' || isOwn || digits !== undefined || years !== undefined || more !== undefined)
    return { kind: 'other' };
  return {
    kind: 'number',
    name,
    width: width as number,
    epoch,
    unit: unitNs / NS_PER_TICK,
    from: top,
  };
}

/** Whether the decimal digits after a count are digits of a second. They are not if it counts down, or from a fraction of a second. */
function isDecimalTime({ unitNs, epoch, top, radix, shift }: NumberSpec): boolean {
  const isSecond = unitNs === UNIT_NS['s'] || unitNs === UNIT_NS['ms'];
  return isSecond && epoch % TICKS_PER_SECOND === 0n && top === undefined && radix === '10' && shift === 0;
}

function countPart(spec: NumberSpec, field: string, name?: string): Hole {
  if (spec.hasFraction && !isDecimalTime(spec))
    return wrong('Only whole seconds and milliseconds can have a fraction.', 'Leave .f out.');
  const { radix, widths, hasFraction } = spec;
  const [least, most] = [widths[0] as number, widths.at(-1) as number];
  const isDecimal = radix === '10';
  const alphabet: string = ALPHABETS[radix];
  const kinds = isDecimal ? DIGIT : kindsOf(alphabet + alphabet.toUpperCase() + alphabet.toLowerCase());
  const pattern = `${isDecimal ? String.raw`\d` : '.'}{${least},${most}}`;
  const fraction = hasFraction ? [...sketchOf(0, 1, kindsOf('.')), ...sketchOf(0, 9, DIGIT)] : [];
  return ok(
    timePart(numberTime(spec), {
      name: field,
      style: styleOf(spec, name),
      pattern: hasFraction ? `${pattern}(?:[.].+)?` : pattern,
      sketch: [...sketchOf(least, most, kinds), ...fraction],
      ...firstOf(spec),
    }),
  );
}

type Groups = Readonly<Record<string, string | undefined>>;

/** Reads a hole such as `{InvertedTicks/1m:D20}`. */
function namedHole({ name = '', every, padding, ...years }: Groups): Hole {
  const [unit, least, from, since] = NAMED[name] as (typeof NAMED)[string];
  const width = widthOf(padding, least, 'shorter numbers would not sort by time');
  if (!width.ok) return width;
  return countHole({ ...years, unit, since, from, every, padded: 'D', width: String(width.value) }, name);
}

/** The numbers of digits that a count may have. */
function widthsOf({ width, to = width }: Groups): Checked<readonly number[]> {
  const [least, most] = [Number(width), Number(to)];
  return least < 1 || most < least || most > LONGEST_NUMBER
    ? wrong('So many digits are not possible.', `Write :1 to :${LONGEST_NUMBER}.`)
    : ok(Array.from({ length: most - least + 1 }, (_, at) => least + at));
}

/** The years to which times are limited; undefined if they are not. */
function yearsOf({ first, end }: Groups): Checked<TickSpan | undefined> {
  if (first === undefined) return ok(undefined);
  const [from, to] = [epochOf(first), epochOf(end)];
  if (!from.ok) return from;
  if (!to.ok) return to;
  return from.value < to.value
    ? ok({ from: from.value, to: to.value })
    : wrong('These years end before they begin.', 'Write the lower year first: in 2010-2045.');
}

/** Reads a hole such as `{unixMs=ms since 1970, base 36:8}`. `shortName`: the name that templates also use for this count. */
function countHole(groups: Groups, shortName?: string): Hole {
  const { field = '', unit, since, plus = '0', from, radix = '10', shift = '0', every, digits } = groups;
  const unitNs = UNIT_NS[unit as string] as bigint;
  if (!Object.hasOwn(ALPHABETS, radix))
    return wrong(`"${radix}" is not a base.`, `Write one of ${Object.keys(ALPHABETS).join(', ')}.`);
  const widths = widthsOf(groups);
  if (!widths.ok) return widths;
  const step = stepOf(every, unitNs > NS_PER_TICK ? unitNs / NS_PER_TICK : 1n);
  if (!step.ok) return step;
  const start = epochOf(since);
  if (!start.ok) return start;
  const limits = yearsOf(groups);
  if (!limits.ok) return limits;
  const epoch = start.value - BigInt(plus);
  const spec: NumberSpec = {
    epoch,
    unitNs,
    top: from === undefined ? undefined : BigInt(from),
    radix: radix as Radix,
    shift: Number(shift),
    widths: widths.value,
    isPadded: groups['padded'] === 'D',
    digits: digits === undefined ? undefined : Number(digits),
    floor: every === undefined ? undefined : step.value,
    hasFraction: groups['fraction'] !== undefined,
    years: limits.value,
    isUnsigned: epoch !== UNIX_EPOCH_TICKS && plus === '0',
  };
  return countPart(spec, field, shortName);
}

function dateHole([, layout = '', every]: RegExpExecArray): Hole {
  if (!layout.includes('MM'))
    return wrong('A year alone is too coarse to be read back as a date.', 'Write {yyyyMM} or finer.');
  if (!layout.includes('dd') && every !== undefined)
    return wrong('Months cannot be rounded.', 'Leave the rounding out.');
  const step = stepOf(every, dateTime(layout).step);
  return step.ok ? ok(datePart(layout, step.value)) : step;
}

function datePart(layout: DateLayout, step: bigint): PieceContent {
  return timePart(dateTime(layout, step), {
    style: { kind: 'date', layout },
    pattern: layout.replaceAll(/[yMdHmsf]/g, String.raw`\d`).replaceAll('.', '[.]'),
    sketch: textSketch(layout, /[yMdHmsf]/),
  });
}

/** The part for the hole `{time}`. */
export function codecPart(codec: TimeCodec): PieceContent {
  const widths = codec.widths === 'any' ? [1, LONGEST_KEY] : codec.widths;
  const [least, most] = [Math.min(...widths), Math.max(...widths)];
  return timePart(codec, {
    style: { kind: 'other' },
    pattern: `.{${least},${most}}`,
    sketch: sketchOf(least, most, ANY_KIND),
  });
}

const NAMED_HOLE =
  /^(?<name>Ticks|InvertedTicks|UnixMs|InvertedUnixMs|Unix|InvertedUnix)(?:\/(?<every>[^:]*?))?(?::(?<padding>.*?))?(?: in (?<first>\d{4})-(?<end>\d{4}))?$/;
/** Matches a date from the year down to any unit, with none left out in between. Marks between the units are part of the key. */
const DATE_HOLE =
  /^(yyyy(?:[-_.T]?MM(?:[-_.T]?dd(?:[-_.T]?HH(?:[-_.:]?mm(?:[-_.:]?ss(?:[-_.]?f{1,7})?Z?)?)?)?)?)?)(?:\/(.*))?$/;
/**
 * Matches a count of time units, such as `{unixMs=ms since 1970:13}`. In this order: field, unit, epoch, an added number, the number that
 * it counts down from, base, number of bits below the count, rounding, width (`D`: padded with zeros), digits without the padding, a
 * fraction, and the years to which the times are limited.
 */
const COUNT =
  /^(?:(?<field>\w+)=)?(?<unit>ns|ticks|us|ms|s|m)(?: since (?<since>\d{4}(?:-\d\d(?:-\d\d(?:T\d\d:\d\d:\d\d(?:\.\d{1,7})?)?)?)?))?(?: plus (?<plus>\d+))?(?: from (?<from>\d+))?(?:, base (?<radix>\w+))?(?: << (?<shift>\d{1,3}))?(?:\/(?<every>[^:]*))?:(?<padded>D?)(?<width>\d+)(?:-(?<to>\d+))?(?: =(?<digits>\d+))?(?<fraction>\.f)?(?: in (?<first>\d{4})-(?<end>\d{4}))?$/;

/** The kinds of holes that hold a time. `count` must be tried after properties, because `{ms:D5}` is a property. */
export const TIME_HOLES = {
  named: [NAMED_HOLE, ({ groups = {} }: RegExpExecArray) => namedHole(groups)],
  date: [DATE_HOLE, dateHole],
  count: [COUNT, ({ groups = {} }: RegExpExecArray) => countHole(groups)],
} as const;
