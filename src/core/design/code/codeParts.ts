import type { KeyDesign } from '../bench/judgeDesign.ts';
import {
  fixedWidth,
  type KeyTemplate,
  type TemplatePart,
  templateProperties,
  timePartOf,
  type TimeStyle,
} from '../../keys/grammar/keyTemplate.ts';
import { type CodeNames, TIME_GROUP } from './codeNames.ts';

/** How a language writes the pieces of generated code. They are expressions, unless something else is said. */
export interface CodeLanguage {
  /** The value of a property, given its name in the code. */
  readonly value: (name: string) => string;
  readonly hash: (value: string) => string;
  readonly writer: string;
  readonly guid: string;
  /** A text, or a number, padded with zeros. */
  readonly padded: (text: string, width: number) => string;
  readonly digits: (number: string, width: number) => string;
  /** The text of the key's time, given its ticks. */
  readonly time: (ticks: string) => string;
  /** The ticks among the values that a key is made of. */
  readonly ticks: string;
  /** The first and the last tick of the window. */
  readonly window: readonly [from: string, last: string];
  /** A list of a single text, and a list of the numbers below `count`. */
  readonly one: (text: string) => string;
  readonly numbers: (count: number, width: number) => string;
  /** A named group in a regular expression. */
  readonly group: (name: string, pattern: string) => string;
}

/** The pieces that the code of a key consists of. They are the same in every language; `language` writes them. */
export function keyCode(language: CodeLanguage, names: CodeNames, template: KeyTemplate) {
  const { parts } = template;
  const text = (part: TemplatePart): string => partCode(language, names, part);
  const at = parts.findIndex((part) => part.kind === 'time' || part.kind === 'guid');
  // Literals, buckets, and properties that the caller of the generated code supplies.
  const before = at < 0 ? parts : parts.slice(0, at);
  const ranged = codeTime(parts[at]);
  const [from, last] = language.window;
  return {
    comment: commentText(template.text),
    /** The expression for the key. */
    key: parts.length === 0 ? '""' : parts.map(text).join(' + '),
    pattern: keyPattern(language, names, template),
    time: codeTime(timePartOf(template)),
    /** The properties that the ranges of a window need. */
    needed: templateProperties({ text: '', parts: before }).map((name) => names.get(name) ?? name),
    /** Lists of the texts that can stand before the time. */
    lists: before
      .map((part) =>
        part.kind === 'hash' || part.kind === 'writer'
          ? language.numbers(part.buckets, part.width)
          : language.one(text(part)),
      )
      .join(', '),
    /** The texts of the time with which a window begins and ends; undefined if no time narrows it. */
    ends: ranged && (ranged.isDescending ? [last, from] : [from, last]).map(language.time),
  };
}

function partCode(language: CodeLanguage, names: CodeNames, part: TemplatePart): string {
  const value = (name: string): string => language.value(names.get(name) ?? name);
  switch (part.kind) {
    case 'literal':
      return quotedText(part.text);
    case 'property':
      return part.width === undefined ? value(part.name) : language.padded(value(part.name), part.width);
    case 'time':
      return language.time(language.ticks);
    case 'hash':
      return language.digits(`${language.hash(value(part.name))} % ${part.buckets}`, part.width);
    case 'writer':
      return language.digits(`${language.writer} % ${part.buckets}`, part.width);
    case 'guid':
      return language.guid;
    default:
      return quotedText('');
  }
}

const SPECIAL = /[.*+?^${}()|[\]\\/]/g;

function unicodeEscape(unit: string): string {
  return `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`;
}

/** A text that is safe in a comment. Anything but printable ASCII, such as a line separator, could end the comment. */
function commentText(text: string): string {
  return text.replaceAll(/[^ -~]/g, '?').replaceAll('"', "'");
}

/** An ASCII string literal that C#, Python and TypeScript read alike. */
export function quotedText(text: string): string {
  return JSON.stringify(text).replaceAll(/[^ -~]/g, unicodeEscape);
}

/** Literal text in a regular expression, in ASCII and without quotes, so that every language can contain it. */
function patternText(text: string): string {
  return text
    .replaceAll(SPECIAL, String.raw`\$&`)
    .replaceAll('"', String.raw`\x22`)
    .replaceAll(/[^ -~]/g, unicodeEscape);
}

/** A regular expression for the keys of a template. It has groups for the time, and for the first occurrence of each property. */
function keyPattern(language: CodeLanguage, names: CodeNames, { parts }: KeyTemplate): string {
  const named = new Set<string>();
  const pieces = parts.map((part, at) => {
    if (part.kind === 'literal') return patternText(part.text);
    const width = part.kind === 'property' ? part.width : fixedWidth(part);
    const restIsFixed = fixedWidth(...parts.slice(at + 1)) !== undefined;
    const digits =
      part.kind === 'guid'
        ? '[0-9a-fA-F-]{36}'
        : part.kind === 'time' && part.style.kind === 'date'
          ? `.{${width}}`
          : `[0-9]{${width}}`;
    const pattern = width === undefined ? (restIsFixed ? '.+' : '.+?') : digits;
    const name = part.kind === 'property' ? part.name : part.kind === 'time' ? TIME_GROUP : undefined;
    const key = `${part.kind} ${name ?? ''}`;
    if (name === undefined || named.has(key)) return pattern;
    named.add(key);
    return language.group(part.kind === 'time' ? name : (names.get(name) ?? name), pattern);
  });
  return `^${pieces.join('')}$`;
}

/** The comments at the beginning of the code: what its keys are, how to read twin rows, and which properties have another name. */
export function headText({ partition, row, twin }: KeyDesign, names: CodeNames): readonly string[] {
  const keys = [`PartitionKey ${commentText(partition.text)}`, `RowKey ${commentText(row.text)}`];
  const renamed = [...names].filter(([name, own]) => name !== own);
  return [
    `Keys of a table: ${[...keys, ...(twin === undefined ? [] : [`twin row ${commentText(twin.text)}`])].join(', ')}.`,
    ...(twin === undefined
      ? []
      : [
          'A query over PartitionKeys alone returns each entity twice, once for each of its rows: filter by a range of one RowKey too.',
        ]),
    ...renamed.map(([name, own]) => `The property ${name} is ${own} here.`),
  ];
}

/** A time that generated code can write. */
export interface CodeTime {
  readonly style: Exclude<TimeStyle, { kind: 'other' }>;
  readonly step: bigint;
  readonly isDescending: boolean;
}

function codeTime(part: TemplatePart | undefined): CodeTime | undefined {
  if (part?.kind !== 'time' || part.style.kind === 'other') return undefined;
  const { step, isDescending } = part.codec;
  return { style: part.style, step, isDescending };
}

type Count = Extract<TimeStyle, { kind: 'number' }>;

/**
 * An expression for the units since the epoch, or until `from`, given an expression for the ticks. `mark`: the suffix of a 64-bit number in
 * the language.
 */
export function countCode({ epoch, unit, from }: Count, ticks: string, mark = '', divided = '/'): string {
  const count = `(${ticks} - ${epoch}${mark}) ${divided} ${unit}${mark}`;
  return from === undefined ? count : `${from}${mark} - ${count}`;
}

/** The reverse of `countCode`: an expression for the ticks. */
export function countTicks({ epoch, unit, from }: Count, number: string, mark = ''): string {
  return `${epoch}${mark} + ${from === undefined ? number : `(${from}${mark} - ${number})`} * ${unit}${mark}`;
}

/** The offsets of each field of a date, from its year to its seconds; undefined for a field that the layout does not have. */
export function dateFields(layout: string): readonly (readonly [from: number, to: number] | undefined)[] {
  return ['y', 'M', 'd', 'H', 'm', 's'].map((letter) => {
    const at = layout.indexOf(letter);
    return at < 0 ? undefined : [at, layout.lastIndexOf(letter) + 1];
  });
}

/** The first hole that code cannot be generated for; undefined if there is none. */
export function holeWithoutCode(templates: readonly KeyTemplate[]): string | undefined {
  for (const { parts, text } of templates) {
    const part = parts.find(
      (each) =>
        (each.kind === 'time' && each.style.kind === 'other') ||
        (each.kind === 'property' && (each.name === '' || each.write !== undefined)),
    );
    if (part !== undefined) return text.slice(part.from, part.to);
  }
  return undefined;
}
