import {
  isoToTicks,
  MAX_TICKS,
  TICKS_PER_DAY,
  TICKS_PER_HOUR,
  TICKS_PER_MINUTE,
  TICKS_PER_SECOND,
  UNIX_EPOCH_TICKS,
} from '../../time/ticks.ts';
import { unescapeBy } from '../base/escapes.ts';
import { ANY_KIND, DIGIT, kindsOf, LETTER, LOWER_HEX, UPPER_HEX } from '../base/keyShape.ts';
import type { SegmentKind } from '../base/scheme.ts';
import { dateTime } from './dateTime.ts';
import { ALPHABETS, type NumberSpec, numberTime, type Radix } from './numberTime.ts';
import type { TimeCodec } from './timeCodec.ts';

/** What is known of the characters of a piece before a text is looked at: enough to rule most texts out. */
export interface Sketch {
  readonly least: number;
  readonly most: number;
  /** Kinds of characters (keyShape.ts) that may be in it, and that are. */
  readonly kinds: number;
  readonly needed: number;
}

/** A piece of a key form. */
export interface FormPart {
  readonly kind: 'literal' | 'text' | 'fact' | 'time';
  /** The text of a literal, the name of a hole. */
  readonly text: string;
  /** Regular expression of its characters. */
  readonly pattern: string;
  readonly sketch: readonly Sketch[];
  /** The characters with which it can begin; undefined: any of its kinds. */
  readonly first?: string;
  /** What a text means: a number in decimal, a text without its escapes. Undefined: not of this form. */
  readonly show?: (text: string) => string | undefined;
  readonly segment: SegmentKind;
  readonly codec?: TimeCodec;
}

const LONGEST = 1024;
const UNIT_NS: Readonly<Record<string, bigint>> = {
  ns: 1n,
  ticks: 100n,
  us: 1000n,
  ms: 1_000_000n,
  s: 1_000_000_000n,
  m: 60_000_000_000n,
};
const STEPS: Readonly<Record<string, bigint>> = {
  s: TICKS_PER_SECOND,
  m: TICKS_PER_MINUTE,
  h: TICKS_PER_HOUR,
  d: TICKS_PER_DAY,
};

/**
 * `{unixMs=ms since 1970, base 36:8}`: the field, the unit, the epoch, what is added, the number it counts down from, the base, the bits
 * below, the rounding, the digits, which are padded with zeros behind a D, those without the zeros, a fraction, and the years of all keys.
 */
const COUNT =
  /^(?:(?<name>\w+)=)?(?<unit>ns|ticks|us|ms|s|m)(?: since (?<since>[\d.:T-]+))?(?: plus (?<plus>\d+))?(?: from (?<from>\d+))?(?:, base (?<radix>\w+))?(?: << (?<shift>\d+))?(?:\/(?<every>\d+)(?<of>[smhd]))?:(?<padded>D?)(?<width>\d+)(?:-(?<to>\d+))?(?: =(?<digits>\d+))?(?<fraction>\.f)?(?: in (?<first>\d+)-(?<end>\d+))?$/;
const NAMED: Readonly<Record<string, string>> = {
  Ticks: 'ticks',
  InvertedTicks: `ticks from ${MAX_TICKS}`,
};
const NAMED_HOLE = /^(Ticks|InvertedTicks)(\/\d+[smhd])?(?::(D\d+))?( in \d+-\d+)?$/;
const DATE = /^yyyy[-_.T:Z]?(?:[MdHmsf][-_.T:Z]?)*$/;

/** `1970`, `2010-11-04T01:42:54.657`: what is left out begins a year, a day, a second. */
function epochOf(text: string | undefined): bigint {
  return text === undefined ? 0n : isoToTicks(text + '0000-01-01T00:00:00.000Z'.slice(text.length));
}

function sketchOf(least: number, most: number, kinds: number, needed = 0): readonly Sketch[] {
  return [{ least, most, kinds, needed }];
}

/** The digits and marks of a date layout, in order. */
function layoutSketch(layout: string): readonly Sketch[] {
  return layout.split('').map((letter) => {
    const kind = /[yMdHmsf]/.test(letter) ? DIGIT : kindsOf(letter);
    return { least: 1, most: 1, kinds: kind, needed: kind };
  });
}

function timePart(name: string, codec: TimeCodec, pattern: string, sketch: readonly Sketch[]): FormPart {
  return {
    kind: 'time',
    text: name,
    pattern,
    sketch,
    segment: codec.isDescending ? 'inverted-date' : 'date',
    codec,
  };
}

type Groups = Readonly<Record<string, string | undefined>>;

function countSpec({
  unit = '',
  since,
  plus = '0',
  from,
  shift = '0',
  width,
  to,
  padded,
  ...rest
}: Groups): NumberSpec {
  const { digits, every, of = '', first, end, fraction, radix = '10' } = rest;
  const epoch = epochOf(since) - BigInt(plus);
  const [least, most] = [Number(width), Number(to ?? width)];
  return {
    epoch,
    unitNs: UNIT_NS[unit] as bigint,
    ...(from !== undefined && { top: BigInt(from) }),
    radix: radix as Radix,
    shift: Number(shift),
    widths: Array.from({ length: most - least + 1 }, (_, at) => least + at),
    isPadded: padded === 'D',
    ...(digits !== undefined && { digits: Number(digits) }),
    ...(every !== undefined && { floor: BigInt(every) * (STEPS[of] as bigint) }),
    hasFraction: fraction !== undefined,
    ...(first !== undefined && { years: { from: epochOf(first), to: epochOf(end) } }),
    isUnsigned: epoch !== UNIX_EPOCH_TICKS && plus === '0',
  };
}

/** The characters with which a number begins. */
function firstOf({ digits, radix, isPadded }: NumberSpec): { readonly first?: string } {
  if (digits !== undefined) return { first: '0' };
  return radix === '10' && !isPadded ? { first: '123456789' } : {};
}

function countPart(groups: Groups): FormPart {
  const spec = countSpec(groups);
  const { radix, widths, hasFraction } = spec;
  const [least, most] = [widths[0] as number, widths.at(-1) as number];
  const isDecimal = radix === '10';
  const alphabet: string = ALPHABETS[radix];
  const kinds = isDecimal ? DIGIT : kindsOf(alphabet + alphabet.toUpperCase() + alphabet.toLowerCase());
  const pattern = `${isDecimal ? String.raw`\d` : '.'}{${least},${most}}`;
  const fraction = hasFraction ? [...sketchOf(0, 1, kindsOf('.')), ...sketchOf(0, 9, DIGIT)] : [];
  return {
    ...timePart(groups['name'] ?? '', numberTime(spec), hasFraction ? `${pattern}(?:[.].+)?` : pattern, [
      ...sketchOf(least, most, kinds),
      ...fraction,
    ]),
    ...firstOf(spec),
  };
}

function decimal(text: string): string {
  return text.replace(/^0+(?=\d)/, '');
}

function fromHex(text: string): string {
  return String(BigInt(`0x${text}`));
}

/** Types of holes that hold text: pattern, characters, kinds, meaning. */
const TYPES: Readonly<Record<string, Pick<FormPart, 'pattern' | 'sketch' | 'show'>>> = {
  guid: {
    pattern: '[0-9a-fA-F]{8}(?:-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}',
    sketch: sketchOf(36, 36, ANY_KIND, kindsOf('-')),
  },
  /** With hyphens or without. */
  Guid: {
    pattern: '[0-9a-fA-F]{8}-?[0-9a-fA-F]{4}-?[0-9a-fA-F]{4}-?[0-9a-fA-F]{4}-?[0-9a-fA-F]{12}',
    sketch: sketchOf(32, 36, ANY_KIND),
  },
  any: { pattern: '.*', sketch: sketchOf(0, LONGEST, ANY_KIND) },
  all: { pattern: '.+', sketch: sketchOf(1, LONGEST, ANY_KIND) },
  /** What parts a number from free text. */
  sep: { pattern: '_{1,3}|[-.+:|~!,;@*=$^& ]', sketch: sketchOf(1, 3, ANY_KIND) },
  name: { pattern: '[A-Za-z][A-Za-z0-9]*', sketch: sketchOf(1, LONGEST, LETTER + DIGIT) },
};
const HEX: Readonly<Record<string, readonly [string, number]>> = {
  X: ['[0-9A-F]', DIGIT + UPPER_HEX],
  x: ['[0-9a-f]', DIGIT + LOWER_HEX],
  h: ['[0-9a-fA-F]', DIGIT + LOWER_HEX + UPPER_HEX],
};

/** `{name:type}`: D19 and n1-5 are digits, X8, x16 and h32 hexadecimal, a # behind them prints a decimal number. */
const TYPED = /^(\w*):(?:(D|n|X|x|h)(\d+)(?:-(\d+))?(#?)(?: <(\d+))?|(\w+))$/;
const LIST = /^(\w*) in (.+)$/s;
const FACT = /^(\w+)=(.*)$/s;
const ESCAPED = /^(\w+)~([\w-]+)(?:\/(.*)\/([^/]*))?$/s;
/** A regular expression, and characters that are always in it. */
const PATTERN = /^(\w*)\/(.*)\/([^/]*)$/s;

function textPart(
  text: string,
  more: Pick<FormPart, 'pattern' | 'sketch' | 'show'>,
  segment: SegmentKind = 'identity',
): FormPart {
  return { kind: 'text', text, segment, ...more };
}

function digitsPart(match: RegExpExecArray): FormPart {
  const [, name = '', type = '', width, to, hash, below] = match;
  const [least, most] = [Number(width), Number(to ?? width)];
  const [set, kinds] = HEX[type] ?? [String.raw`\d`, DIGIT];
  const isNumber = type === 'D' || type === 'n';
  const show = (text: string): string | undefined => {
    const value = isNumber ? decimal(text) : hash === '#' ? fromHex(text) : text;
    return below === undefined || BigInt(value) < BigInt(below) ? value : undefined;
  };
  return textPart(
    name,
    { pattern: `${set}{${least},${most}}`, sketch: sketchOf(least, most, kinds), show },
    isNumber ? 'index' : 'identity',
  );
}

/** A hole with a regular expression. One class of characters and its number tell how long the text is; a look ahead takes none. */
function patternPart(name: string, pattern: string, always: string): FormPart {
  const one = /^\[[^\]]+\](?:\{(\d+)\})?$/.exec(pattern);
  const width = /^(?:\(\?[=!].*\))+$/.test(pattern) ? '0' : one === null ? undefined : (one[1] ?? '1');
  return textPart(name, {
    pattern,
    sketch: sketchOf(Number(width ?? 0), Number(width ?? LONGEST), ANY_KIND, kindsOf(always)),
  });
}

function escapedPart(name: string, escape: string, pattern = '.+', always = ''): FormPart {
  return textPart(name, {
    pattern,
    sketch: sketchOf(0, LONGEST, ANY_KIND, kindsOf(always)),
    show: (text) => unescapeBy(escape, text),
  });
}

function listPart(name: string, list: string): FormPart {
  const values = list.split('|');
  const lengths = values.map(({ length }) => length);
  const sketch = sketchOf(Math.min(...lengths), Math.max(...lengths), kindsOf(values.join('')));
  return textPart(name, { pattern: values.map(escaped).join('|'), sketch });
}

function typedPart(match: RegExpExecArray): FormPart {
  const [, name = '', , , , , , typeName = ''] = match;
  const type = TYPES[typeName];
  return type === undefined
    ? digitsPart(match)
    : textPart(name, type, typeName === 'sep' ? 'separator' : 'identity');
}

function codecPart(codec: TimeCodec): FormPart {
  const widths = codec.widths === 'any' ? [1, LONGEST] : codec.widths;
  const [least, most] = [Math.min(...widths), Math.max(...widths)];
  return timePart('', codec, `.{${least},${most}}`, sketchOf(least, most, ANY_KIND));
}

function datePart(layout: string): FormPart {
  return timePart(
    '',
    dateTime(layout),
    layout.replaceAll(/[yMdHmsf]/g, String.raw`\d`),
    layoutSketch(layout),
  );
}

/** `Ticks/1m:D20` as the count that it is. */
function withNames(inner: string): string {
  return inner.replace(
    NAMED_HOLE,
    (_, name: string, every = '', width = 'D19', years = '') => `${NAMED[name]}${every}:${width}${years}`,
  );
}

/** What a hole can be, in the order in which they are tried. */
const HOLES: readonly (readonly [RegExp, (match: RegExpExecArray) => FormPart])[] = [
  [COUNT, ({ groups }) => countPart(groups ?? {})],
  [DATE, ([layout]) => datePart(layout)],
  [TYPED, typedPart],
  [LIST, ([, name = '', list = '']) => listPart(name, list)],
  [PATTERN, ([, name = '', pattern = '', always = '']) => patternPart(name, pattern, always)],
  [
    FACT,
    ([, name = '', value]) => ({
      kind: 'fact',
      text: name,
      pattern: '',
      sketch: [],
      show: () => value,
      segment: 'text',
    }),
  ],
  [ESCAPED, ([, name = '', escape = '', pattern, always]) => escapedPart(name, escape, pattern, always)],
];

function hole(inner: string, codec: TimeCodec | undefined): FormPart {
  if (inner === 'time' && codec !== undefined) return codecPart(codec);
  for (const [pattern, make] of HOLES) {
    const match = pattern.exec(withNames(inner));
    if (match !== null) return make(match);
  }
  return textPart(inner, { pattern: '', sketch: sketchOf(1, LONGEST, ANY_KIND) });
}

/** A text as a regular expression. */
function escaped(text: string): string {
  return text.replaceAll(/[\\^$.*+?()[\]{}|/-]/g, String.raw`\$&`);
}

function literal(text: string): FormPart {
  const kinds = kindsOf(text);
  const sketch = text
    .split('')
    .map((one) => ({ least: 1, most: 1, kinds: kindsOf(one), needed: kindsOf(one) }));
  return {
    kind: 'literal',
    text,
    pattern: escaped(text),
    sketch: kinds === 0 ? [] : sketch,
    first: text.charAt(0),
    segment: 'separator',
  };
}

/** Cuts a form into literal texts and holes. A hole with a pattern, `{name/.../}`, ends at its `/}`. */
const PIECES = /\{([\w~-]*\/.*?\/[^/{}]{0,2}|[^{}]*)\}|[^{]+/gs;

/** The pieces of a key form: literal text and holes in braces. `codec` is the time of `{time}`. */
export function parseForm(template: string, codec?: TimeCodec): readonly FormPart[] {
  const parts = [...template.matchAll(PIECES)].map(([text, inner]) =>
    inner === undefined ? literal(text) : hole(inner, codec),
  );
  return parts.map((part, at) => {
    if (part.kind !== 'text' || part.pattern !== '') return part;
    // A text ends at the next literal, or at the end.
    const after = parts[at + 1];
    return { ...part, pattern: after?.kind === 'literal' ? `(?:(?!${after.pattern}).)+` : '.+' };
  });
}
