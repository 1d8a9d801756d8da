import type { TimeCodec } from '../base/timeCodec.ts';
import { findForbiddenInKey } from '../../keyText.ts';
import { ok } from '../../result.ts';
import { escapeBy, unescapeBy } from '../base/escapes.ts';
import { LONGEST_KEY } from '../base/entityKey.ts';
import { ANY_KIND, DIGIT, kindsOf, LETTER, LOWER_HEX, UPPER_HEX } from '../base/keyShape.ts';
import type { PieceContent } from './keyTemplate.ts';
import {
  type Checked,
  codecPart,
  type Hole,
  sketchOf,
  textSketch,
  TIME_HOLES,
  widthOf,
  wrong,
} from './timeHoles.ts';

/** Each bucket costs a query for every window, so there cannot be more. */
const MOST_BUCKETS = 1000;
/** Reads the number of buckets and the number of digits that each is written with. */
function bucketsOf(
  text: string | undefined,
  padding: string | undefined,
): Checked<{ buckets: number; width: number } & Omit<Text, 'first'>> {
  const buckets = /^\d{1,6}$/.test(text ?? '') ? Number(text) : 0;
  if (buckets < 1 || buckets > MOST_BUCKETS)
    return wrong(
      'The number of buckets is missing or not possible.',
      `Write mod and 1 to ${MOST_BUCKETS}: mod 16.`,
    );
  const width = widthOf(padding, String(buckets - 1).length, `bucket ${buckets - 1} has more`);
  if (!width.ok) return width;
  const digits = digitsText('D', width.value, width.value, '', String(buckets));
  return ok({ ...digits, segment: 'prefix', buckets, width: width.value });
}

function hashHole([, name = '', mod, padding]: RegExpExecArray): Hole {
  if (!NAME_ONLY.test(name)) return wrong('Hash() names no property.', 'Write {Hash(DeviceId) mod 16}.');
  const buckets = bucketsOf(mod, padding);
  return buckets.ok ? ok({ kind: 'hash', name, ...buckets.value }) : buckets;
}

function writerHole([, mod, padding]: RegExpExecArray): Hole {
  const buckets = bucketsOf(mod, padding);
  return buckets.ok ? ok({ kind: 'writer', ...buckets.value }) : buckets;
}

type Text = Pick<PieceContent, 'pattern' | 'sketch' | 'show' | 'segment'>;

/** The types of holes that hold text. */
const TYPES: Readonly<Record<string, Text>> = {
  guid: {
    pattern: '[0-9a-fA-F]{8}(?:-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}',
    sketch: sketchOf(36, 36, ANY_KIND, kindsOf('-')),
    segment: 'identity',
  },
  /** A GUID with hyphens or without. */
  Guid: {
    pattern: '[0-9a-fA-F]{8}-?[0-9a-fA-F]{4}-?[0-9a-fA-F]{4}-?[0-9a-fA-F]{4}-?[0-9a-fA-F]{12}',
    sketch: sketchOf(32, 36, ANY_KIND),
    segment: 'identity',
  },
  any: { pattern: '.*', sketch: sketchOf(0, LONGEST_KEY, ANY_KIND), segment: 'identity' },
  all: { pattern: '.+', sketch: sketchOf(1, LONGEST_KEY, ANY_KIND), segment: 'identity' },
  /** The separator between a number and free text. */
  sep: {
    pattern: '_{1,3}|[-.+:|~!,;@*=$^& ]',
    sketch: sketchOf(1, 3, ANY_KIND),
    segment: 'separator',
  },
  name: {
    pattern: '[A-Za-z][A-Za-z0-9]*',
    sketch: sketchOf(1, LONGEST_KEY, LETTER + DIGIT),
    segment: 'identity',
  },
};
const HEX: Readonly<Record<string, readonly [string, number]>> = {
  X: ['[0-9A-F]', DIGIT + UPPER_HEX],
  x: ['[0-9a-f]', DIGIT + LOWER_HEX],
  h: ['[0-9a-fA-F]', DIGIT + LOWER_HEX + UPPER_HEX],
};

function decimal(text: string): string {
  let at = 0;
  while (at < text.length - 1 && text.charAt(at) === '0') at++;
  return text.slice(at);
}

/** Compares two decimal numbers without leading zeros. */
function isBelow(value: string, end: string): boolean {
  return value.length === end.length ? value < end : value.length < end.length;
}

function digitsText(type: string, least: number, most: number, hash = '', below?: string): Text {
  const [set, kinds] = HEX[type] ?? [String.raw`\d`, DIGIT];
  const isNumber = type === 'D' || type === 'n';
  return {
    pattern: `${set}{${least},${most}}`,
    sketch: sketchOf(least, most, kinds),
    show: (text) => {
      const value = isNumber ? decimal(text) : hash === '#' ? String(BigInt(`0x${text}`)) : text;
      return below === undefined || isBelow(value, below) ? value : undefined;
    },
    segment: isNumber ? 'index' : 'identity',
  };
}

/** `{name:type}`. D19 and n1-5 stand for decimal digits; X8, x16 and h32 for hexadecimal ones, which a `#` after them shows in decimal. */
function typedHole([, name = '', type = '', width = '', to, hash, below, other = '']: RegExpExecArray): Hole {
  const known = TYPES[other];
  if (known !== undefined) return ok({ kind: 'property', name, ...known });
  if (type === 'D' && to === undefined) {
    const digits = widthOf(`D${width}`, 1, 'a number has at least one');
    if (!digits.ok) return digits;
    const text = digitsText(type, digits.value, digits.value, hash, below);
    const segment = name === 'prefix' ? 'prefix' : text.segment;
    return ok({ kind: 'property', name, width: digits.value, ...text, segment });
  }
  const [least, most] = [Number(width), Number(to ?? width)];
  return most < least || most > LONGEST_KEY
    ? wrong('So many digits are not possible.', 'Write the fewest first: n1-5.')
    : ok({ kind: 'property', name, ...digitsText(type, least, most, hash, below) });
}

/** `{Site in lon|par}`. The values are kept in key order, without repetition. */
function listHole([, name = '', list = '']: RegExpExecArray): Hole {
  const values = list.split('|').map((value) => value.trim());
  if (values.includes(''))
    return wrong('A value of this list is empty.', 'Write values with | between them: {Site in lon|par}.');
  const [bad] = values.flatMap((value) => findForbiddenInKey(value) ?? []);
  if (bad !== undefined)
    return wrong(`Keys cannot hold ${bad.name}.`, 'Leave it out, or write _ or - instead.');
  const lengths = values.map(({ length }) => length);
  return ok({
    kind: 'property',
    name,
    values: [...new Set(values)].sort(),
    pattern: values.map(escaped).join('|'),
    sketch: sketchOf(Math.min(...lengths), Math.max(...lengths), kindsOf(values.join(''))),
    segment: 'identity',
  });
}

/** A pattern with its escapes and character classes replaced by a plain character. */
function bareOf(pattern: string): string {
  return pattern.replaceAll(/\\.|\[(?:\\.|[^\]])*\]/gs, 'x');
}

/** How many parts of a pattern may be repeated without a limit, or with a high one. */
export function repeatsIn(pattern: string): number {
  return (bareOf(pattern).match(/[*+]|\{\d+,(?:\d{2,})?\}/g) ?? []).length;
}

/** A pattern whose groups capture nothing, because the groups of the whole expression are the pieces of a key. */
function uncaptured(pattern: string): string {
  const pieces = /\\.|\[(?:\\.|[^\]])*\]|\((?!\?)|\(\?<(?![=!])[^>]*>/gs;
  return pattern.replaceAll(pieces, (piece) => (piece.startsWith('(') ? '(?:' : piece));
}

/** Why a pattern is invalid or too slow. A pattern can come from a link, and must not take minutes to match. */
function patternFault(pattern: string): ReturnType<typeof wrong> | undefined {
  try {
    new RegExp(pattern, 's').exec('');
  } catch {
    return wrong(
      `"${pattern.slice(0, 40)}" is not a regular expression.`,
      'Write one of JavaScript: {Name/[a-z]+/}.',
    );
  }
  if (pattern.match(/\\./gs)?.some((escape) => /\\[1-9k]/.test(escape)) === true)
    return wrong('A pattern cannot refer to its own groups.', 'Write the text again instead of \\1.');
  const plain = bareOf(pattern).replaceAll(/\((?:\?:)?(?:[^()*+?|{]|\{\d+\})*\)/g, 'x');
  return /\)(?:[*+]|\{(?:\d+,|\d{2,}|\d+,\d{2,})\})/.test(plain)
    ? wrong('This pattern could take too long.', 'Write no *, no + and no high number behind a bracket.')
    : undefined;
}

/**
 * `{Name/pattern/always}`: a regular expression, and the characters that every match contains. The width is known for a single character
 * class with a count; a lookahead has width 0.
 */
function patternHole([, name = '', pattern = '', always = '']: RegExpExecArray): Hole {
  const fault = patternFault(pattern);
  if (fault !== undefined) return fault;
  const one = /^\[[^\]]+\](?:\{(\d+)\})?$/.exec(pattern);
  const width = /^(?:\(\?[=!].*\))+$/.test(pattern) ? '0' : one === null ? undefined : (one[1] ?? '1');
  const sketch = sketchOf(Number(width ?? 0), Number(width ?? LONGEST_KEY), ANY_KIND, kindsOf(always));
  return ok({ kind: 'property', name, pattern: uncaptured(pattern), sketch, segment: 'identity' });
}

function escapedHole([, name = '', escape = '', pattern = '.+', always = '']: RegExpExecArray): Hole {
  const fault = patternFault(pattern);
  if (fault !== undefined) return fault;
  return ok({
    kind: 'property',
    name,
    pattern: uncaptured(pattern),
    sketch: sketchOf(0, LONGEST_KEY, ANY_KIND, kindsOf(always)),
    show: (text) => unescapeBy(escape, text),
    write: (value) => escapeBy(escape, value),
    segment: 'identity',
  });
}

/** Text of unknown length, which ends where the next part begins. */
function propertyHole([, name = '', padding]: RegExpExecArray): Hole {
  const width = widthOf(padding, 1, 'a number has at least one');
  if (padding !== undefined && !width.ok) return width;
  return ok({
    kind: 'property',
    name,
    pattern: '',
    sketch: sketchOf(1, LONGEST_KEY, ANY_KIND),
    segment: 'identity',
  });
}

function factHole([, name = '', value = '']: RegExpExecArray): Hole {
  return ok({ kind: 'fact', name, value, pattern: '', sketch: [], show: () => value, segment: 'text' });
}

const NAME_ONLY = /^[\p{L}_][\p{L}\p{N}_]*$/u;
/** All kinds of holes, in the order in which they are tried. */
const HOLES: readonly (readonly [RegExp, (match: RegExpExecArray) => Hole])[] = [
  [/^Guid$/, () => ok({ kind: 'guid', ...(TYPES['guid'] as Text) })],
  TIME_HOLES.named,
  TIME_HOLES.date,
  [/^Hash\(\s*([^()]*?)\s*\)(?:\s+mod\s+([^:]*?))?\s*(?::(.*))?$/, hashHole],
  [/^Writer\s+mod\s+([^:]*?)\s*(?::(.*))?$/, writerHole],
  [
    /^((?:[\p{L}_][\p{L}\p{N}_]*)?):\s*(?:(D|n|X|x|h)(\d{1,4})(?:-(\d{1,4}))?(#?)(?: <(\d+))?|(guid|Guid|any|all|sep|name))\s*$/u,
    typedHole,
  ],
  /** A property whose values are listed. */
  [/^([\p{L}_][\p{L}\p{N}_]*)\s+in(?:\s+(.*))?$/su, listHole],
  [/^([\p{L}_][\p{L}\p{N}_]*)(?::(.*))?$/u, propertyHole],
  TIME_HOLES.count,
  [/^((?:[\p{L}_][\p{L}\p{N}_]*)?)\/(.*)\/([^/]*)$/su, patternHole],
  [/^(\w+)=(.*)$/s, factHole],
  [/^(\w+)~([\w-]+)(?:\/(.*)\/([^/]*))?$/s, escapedHole],
];

/**
 * Reads the text between the braces of a hole. `codec` reads and writes the time of `{time}`, for times that no other hole can describe.
 */
export function readHole(inner: string, codec?: TimeCodec): Hole {
  const text = inner.trim();
  if (text === '')
    return wrong('This { } is empty.', 'Write a property, such as {TenantId}, or a time, such as {Ticks}.');
  if (text === 'time' && codec !== undefined) return ok(codecPart(codec));
  for (const [pattern, make] of HOLES) {
    const match = pattern.exec(text);
    if (match !== null) return make(match);
  }
  return wrong(
    `{${text.slice(0, 40)}} is not understood.`,
    'Write a property {Name}, {Name:D5} or {Name in a|b}, a time {Ticks}, {InvertedTicks}, {Unix}, {UnixMs}, {yyyyMMddHH}, {Ticks/1m}, {Guid}, {Hash(Name) mod 16} or {Writer mod 10}.',
  );
}

/** Escapes a text for use in a regular expression. */
function escaped(text: string): string {
  return text.replaceAll(/[\\^$.*+?()[\]{}|/-]/g, String.raw`\$&`);
}

export function literalContent(text: string): PieceContent {
  return {
    kind: 'literal',
    text,
    pattern: escaped(text),
    sketch: textSketch(text),
    first: text.charAt(0),
    segment: 'separator',
  };
}
