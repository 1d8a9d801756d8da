import { TIME_GROUP } from './codeNames.ts';
import type { KeyTemplate, TemplatePart, TimeStyle } from '../../keys/grammar/keyTemplate.ts';
import { fixedWidth } from '../../keys/grammar/keyTemplate.ts';

/** How a language writes the pieces of generated code. */
export interface CodeLanguage {
  readonly text: (value: string) => string;
  readonly property: (name: string, width: number | undefined) => string;
  readonly time: string;
  readonly hash: (name: string, buckets: number, width: number) => string;
  readonly writer: (buckets: number, width: number) => string;
  readonly guid: string;
  /** A named group of a regular expression, for a property or the time. */
  readonly group: (name: string, pattern: string) => string;
  readonly timeGroup: (pattern: string) => string;
}

export function partCode(language: CodeLanguage, part: TemplatePart): string {
  switch (part.kind) {
    case 'literal':
      return language.text(part.text);
    case 'property':
      return language.property(part.name, part.width);
    case 'time':
      return language.time;
    case 'hash':
      return language.hash(part.name, part.buckets, part.width);
    case 'writer':
      return language.writer(part.buckets, part.width);
    case 'guid':
      return language.guid;
    default:
      return language.text('');
  }
}

const SPECIAL = /[.*+?^${}()|[\]\\/]/g;

function unicodeEscape(unit: string): string {
  return `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`;
}

/** A text for a comment. Anything but printable ASCII, such as a line separator, could end the comment. */
export function commentText(text: string): string {
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

/** A regular expression for the keys of a template: groups for its properties (the first time each is named) and its time. */
export function keyPattern(language: CodeLanguage, { parts }: KeyTemplate): string {
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
    return part.kind === 'time' ? language.timeGroup(pattern) : language.group(name, pattern);
  });
  return `^${pieces.join('')}$`;
}

/** The parts that the ranges of a window are built from: everything before the time, or before the first unknown part. */
export interface RangeShape {
  /** Parts whose texts can be enumerated: literals, buckets, and properties that the caller supplies. */
  readonly before: readonly TemplatePart[];
  readonly time: CodeTime | undefined;
}

export function rangeShape({ parts }: KeyTemplate): RangeShape {
  const at = parts.findIndex((part) => part.kind === 'time' || part.kind === 'guid');
  const end = at < 0 ? parts.length : at;
  return { before: parts.slice(0, end), time: codeTime(parts[end]) };
}

/** The comment about reading twin rows. */
export const BOTH_ROWS_NOTE =
  'A query over PartitionKeys alone returns each entity twice, once for each of its rows: filter by a range of one RowKey too.';

/** A time that code can write. */
export interface CodeTime {
  readonly style: Exclude<TimeStyle, { kind: 'other' }>;
  readonly step: bigint;
  readonly isDescending: boolean;
}

/** How code writes a part, if it is a time. */
export function codeTime(part: TemplatePart | undefined): CodeTime | undefined {
  if (part?.kind !== 'time' || part.style.kind === 'other') return undefined;
  const { step, isDescending } = part.codec;
  return { style: part.style, step, isDescending };
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
