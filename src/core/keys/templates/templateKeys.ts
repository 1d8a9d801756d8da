import { fail, ok, type Result } from '../../result.ts';
import { exactKey, keysBeginningWith, timeSpan } from '../base/keySpan.ts';
import { padNumber } from '../base/digits.ts';
import type { KeySpan, TickSpan } from '../base/scheme.ts';
import { utf8Bytes } from '../base/utf8.ts';
import { findForbidden, forbiddenName } from './forbidden.ts';
import { fixedWidth, type KeyTemplate, type TemplatePart } from './keyTemplate.ts';
import { readTime, timeTextOf, writableTicks } from './templateTime.ts';

/** What a writer knows when it makes a key. */
export interface TemplateInput {
  readonly ticks?: bigint;
  readonly fields?: ReadonlyMap<string, string>;
  /** The writer's own number. */
  readonly writer?: number;
  readonly guid?: string;
}

/** A key cut into the parts of its template. */
export interface TemplateReading {
  readonly pieces: readonly { readonly part: TemplatePart; readonly text: string }[];
  readonly fields: ReadonlyMap<string, string>;
  /** The finest time in the key, half-open. */
  readonly window?: TickSpan;
}

/** Spans of PartitionKeys or of RowKeys. `isExact`: they contain only keys of the window. */
export interface TemplateSpans {
  readonly spans: readonly KeySpan[];
  readonly isExact: boolean;
  /** The part whose value is unknown, which makes the spans wider: `{DeviceId}`. */
  readonly unknown?: string;
}

const LONGEST_KEY = 512;
/** More ranges would need as many queries. */
const MOST_SPANS = 2000;
const GUID = /^[0-9a-fA-F]{8}(?:-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}$/;

/** FNV-1a, 32 bits, over UTF-8: short to write in every language. Source: Fowler, Noll, Vo, draft-eastlake-fnv. */
export function templateHash(text: string): number {
  let hash = 0x811c9dc5;
  for (const byte of utf8Bytes(text)) hash = Math.imul(hash ^ byte, 0x01000193) >>> 0;
  return hash;
}

type Encoded = Result<string, string>;

function propertyText(part: Extract<TemplatePart, { kind: 'property' }>, value: string | undefined): Encoded {
  if (value === undefined || value === '')
    return fail(`{${part.name}} has no value: a row without it would get no key.`);
  if (part.values?.includes(value) === false)
    return fail(`{${part.name}} has a value that is not in its list.`);
  if (part.width === undefined) return ok(value);
  if (!/^\d+$/.test(value))
    return fail(`{${part.name}} is padded, so it must be a whole number of 0 or more.`);
  return value.length > part.width
    ? fail(`{${part.name}} has more than ${part.width} digits.`)
    : ok(value.padStart(part.width, '0'));
}

function timeText(part: Extract<TemplatePart, { kind: 'time' }>, ticks: bigint | undefined): Encoded {
  if (ticks === undefined) return fail('The time is missing.');
  const { first, last } = writableTicks(part);
  if (ticks < first || ticks > last)
    return fail('The time is before or after all times that this key can hold.');
  const time = timeTextOf(part);
  return ok(time.text(time.bucket(ticks)));
}

function partText(part: TemplatePart, input: TemplateInput): Encoded {
  switch (part.kind) {
    case 'literal':
      return ok(part.text);
    case 'property':
      return propertyText(part, input.fields?.get(part.name));
    case 'time':
      return timeText(part, input.ticks);
    case 'hash': {
      const value = input.fields?.get(part.name);
      if (value === undefined || value === '') return fail(`{${part.name}} has no value to hash.`);
      return ok(padNumber(templateHash(value) % part.buckets, part.width));
    }
    case 'writer':
      return ok(padNumber(Math.abs(Math.trunc(input.writer ?? 0)) % part.buckets, part.width));
    default:
      return input.guid !== undefined && GUID.test(input.guid)
        ? ok(input.guid)
        : fail('The GUID is missing.');
  }
}

/**
 * The key that a writer makes, or why it cannot. A key that would not read back to the same values is
 * refused.
 */
export function encodeTemplate(template: KeyTemplate, input: TemplateInput): Encoded {
  const texts: string[] = [];
  for (const part of template.parts) {
    const text = partText(part, input);
    if (!text.ok) return text;
    texts.push(text.value);
  }
  const key = texts.join('');
  const bad = findForbidden(key);
  if (bad >= 0) return fail(`The key would hold ${forbiddenName(key, bad)}, which keys cannot hold.`);
  if (key.length > LONGEST_KEY)
    return fail(`The key would have ${key.length} characters; keys have at most ${LONGEST_KEY}.`);
  const back = decodeTemplate(template, key);
  const isSame = back !== undefined && back.pieces.every(({ text }, at) => text === texts[at]);
  return isSame
    ? ok(key)
    : fail('The key could not be read back: a value holds the separator that follows it.');
}

/** Where a part of unknown length ends: before a fixed rest, else at the first separator. */
function textEnd(parts: readonly TemplatePart[], at: number, text: string, from: number): number {
  let rest = 0;
  for (const part of parts.slice(at + 1)) {
    const width = fixedWidth(part);
    if (width === undefined) {
      const next = parts[at + 1];
      return next?.kind === 'literal' ? text.indexOf(next.text, from + 1) : -1;
    }
    rest += width;
  }
  return text.length - rest;
}

function isPartText(part: TemplatePart, text: string): boolean {
  switch (part.kind) {
    case 'literal':
      return text === part.text;
    case 'property':
      if (part.values !== undefined) return part.values.includes(text);
      return part.width === undefined ? text !== '' : /^\d+$/.test(text);
    case 'time':
      return readTime(part, text) !== undefined;
    case 'guid':
      return GUID.test(text);
    default:
      return /^\d+$/.test(text) && Number(text) < part.buckets;
  }
}

/** Keeps the value of a property; false if the key holds another value of it already. */
function setField(
  fields: Map<string, string>,
  part: Extract<TemplatePart, { kind: 'property' }>,
  piece: string,
): boolean {
  const value = part.width === undefined ? piece : piece.replace(/^0+(?=\d)/, '');
  const known = fields.get(part.name);
  fields.set(part.name, value);
  return known === undefined || known === value;
}

/** The shorter of two spans of time. */
export function finer(a: TickSpan | undefined, b: TickSpan | undefined): TickSpan | undefined {
  if (a === undefined || b === undefined) return a ?? b;
  return b.to - b.from < a.to - a.from ? b : a;
}

/** Cuts a key of a template into its parts; undefined if it is not of this template. */
export function decodeTemplate({ parts }: KeyTemplate, text: string): TemplateReading | undefined {
  const pieces: { part: TemplatePart; text: string }[] = [];
  const fields = new Map<string, string>();
  let window: TickSpan | undefined;
  let from = 0;
  for (const [at, part] of parts.entries()) {
    const width = fixedWidth(part);
    const to = width === undefined ? textEnd(parts, at, text, from) : from + width;
    if (to < from || to > text.length) return undefined;
    const piece = text.slice(from, to);
    if (!isPartText(part, piece)) return undefined;
    if (part.kind === 'property' && !setField(fields, part, piece)) return undefined;
    if (part.kind === 'time') window = finer(window, readTime(part, piece));
    pieces.push({ part, text: piece });
    from = to;
  }
  if (from !== text.length) return undefined;
  return { pieces, fields, ...(window === undefined ? {} : { window }) };
}

/** The texts that a part can have in the keys of a query; undefined if they are not known. */
function knownTexts(
  part: TemplatePart,
  known: ReadonlyMap<string, readonly string[]>,
): readonly string[] | undefined {
  switch (part.kind) {
    case 'literal':
      return [part.text];
    case 'property': {
      const values = known.get(part.name) ?? part.values;
      const texts = values
        ?.map((value) => propertyText(part, value))
        .flatMap((text) => (text.ok ? [text.value] : []));
      return texts === undefined ? undefined : [...new Set(texts)].sort();
    }
    case 'hash': {
      const values = known.get(part.name);
      const numbers =
        values?.map((value) => templateHash(value) % part.buckets) ??
        Array.from({ length: part.buckets }, (_, n) => n);
      return [...new Set(numbers.map((number) => padNumber(number, part.width)))].sort();
    }
    case 'writer':
      return Array.from({ length: part.buckets }, (_, number) => padNumber(number, part.width));
    default:
      return undefined;
  }
}

function spansOf(prefixes: readonly string[], make: (prefix: string) => KeySpan): readonly KeySpan[] {
  return [...new Set(prefixes)].sort().map(make);
}

/** The texts of a time part in a window, if there are at most `most`. */
function fewTexts(
  part: Extract<TemplatePart, { kind: 'time' }>,
  window: TickSpan,
  most: number,
): readonly string[] | undefined {
  const time = timeTextOf(part);
  const texts: string[] = [];
  for (let at = time.bucket(window.from); at < window.to; ) {
    const text = time.text(at);
    const span = readTime(part, text);
    if (span === undefined || texts.length === most) return undefined;
    texts.push(text);
    at = span.to;
  }
  return texts;
}

/**
 * The keys that rows of a window can have, as spans in ascending order. `known` holds the values of properties that the query names;
 * from the first part that is not known on, all keys that begin with what is known are in the spans. With `mostExact`, a time at the end of
 * the template gives single keys, up to that many, so that a condition on the other key can narrow each.
 */
export function templateSpans(
  { parts, text }: KeyTemplate,
  window: TickSpan | undefined,
  known: ReadonlyMap<string, readonly string[]> = new Map(),
  mostExact = 0,
): TemplateSpans {
  let prefixes: readonly string[] = [''];
  for (const [at, part] of parts.entries()) {
    if (part.kind === 'time' && window !== undefined) {
      const { first, last } = writableTicks(part);
      if (window.from > last || window.to <= first) return { spans: [], isExact: true };
      const texts = at === parts.length - 1 ? fewTexts(part, window, mostExact) : undefined;
      if (texts !== undefined) {
        const keys = prefixes.flatMap((prefix) => texts.map((each) => prefix + each));
        return { spans: spansOf(keys, exactKey), isExact: true };
      }
      const time = timeTextOf(part);
      return { spans: spansOf(prefixes, (prefix) => timeSpan(time, window, prefix)), isExact: true };
    }
    const texts = knownTexts(part, known);
    if (texts === undefined || prefixes.length * texts.length > MOST_SPANS) {
      const unknown = text.slice(part.from, part.to);
      return { spans: spansOf(prefixes, keysBeginningWith), isExact: false, unknown };
    }
    prefixes = prefixes.flatMap((prefix) => texts.map((each) => prefix + each));
  }
  return { spans: spansOf(prefixes, exactKey), isExact: true };
}
