import { type KeyScheme, type SchemeEntry, formList } from '../base/keyScheme.ts';
import type { TimeCodec } from '../base/timeCodec.ts';
import { padNumber } from '../base/digits.ts';
import { ALL_KEYS, exactKey, keysBeginningWith } from '../base/keySpan.ts';
import type { KeySpan, TickSpan } from '../base/scheme.ts';
import { compileForm, type KeyForm } from './keyForm.ts';
import { fixedWidth, type KeyTemplate, type TemplatePart } from './keyTemplate.ts';
import { type FoundSpan, spansOfTime, textOfTime, textsIn } from './timeSpans.ts';
import { propertyText, templateHash } from './writeKey.ts';

/** The forms of one kind of key. */
export type Forms = readonly KeyForm[];

export function formsOf(entries: SchemeEntry['row']): Forms {
  return formList(entries).map(compileForm);
}

/** Forms whose times a window selects. */
export function timed(forms: Forms): Forms {
  return forms.filter(({ time, isExtra }) => time !== undefined && isExtra !== true);
}

function isSame(a: KeySpan, b: KeySpan): boolean {
  return a.from === b.from && a.to === b.to;
}

/** More ranges would need as many queries. */
const MOST_SPANS = 2000;

/** Spans of PartitionKeys or of RowKeys, in key order. `unknown`: the part that makes them wider, because nobody knows its text. */
export interface FormSpans {
  readonly spans: readonly FoundSpan[];
  readonly unknown?: string;
}

/** The texts that a part can have in the keys of a query; undefined if they are not known. */
function knownTexts(
  part: TemplatePart,
  known: ReadonlyMap<string, readonly string[]>,
): readonly string[] | undefined {
  if (part.kind === 'literal') return [part.text];
  if (fixedWidth(part) === 0) return [''];
  if (part.kind === 'property') {
    const values = known.get(part.name) ?? part.values;
    return values?.flatMap((value) => {
      const text = propertyText(part, value);
      return text.ok ? [text.value] : [];
    });
  }
  if (part.kind !== 'hash' && part.kind !== 'writer') return undefined;
  const values = part.kind === 'hash' ? known.get(part.name) : undefined;
  const numbers =
    values?.map((value) => templateHash(value) % part.buckets) ??
    Array.from({ length: part.buckets }, (_, number) => number);
  return numbers.map((number) => padNumber(number, part.width));
}

/** The texts of a time in a window, if there are at most `most`. */
function fewTexts(codec: TimeCodec, window: TickSpan, most: number): readonly string[] | undefined {
  if (codec.orders.length !== 1) return undefined;
  const texts: string[] = [];
  for (const { text } of textsIn(codec, window)) {
    if (texts.length === most) return undefined;
    texts.push(text);
  }
  return texts;
}

/** Different texts in key order. */
function inOrder(texts: readonly string[]): readonly string[] {
  return [...new Set(texts)].sort();
}

/**
 * The keys of a template that rows of a window can have. `known` holds the values of properties that the query names; from the first
 * part that is not known on, all keys that begin with what is known are in the spans. With `mostExact`, a time at the end of the template
 * gives single keys, up to that many, so that a condition on the other key can narrow each.
 */
export function templateSpans(
  { parts, text }: KeyTemplate,
  window: TickSpan | undefined,
  known: ReadonlyMap<string, readonly string[]> = new Map(),
  mostExact = 0,
  title = text,
): FormSpans {
  let prefixes: readonly string[] = [''];
  const all = (make: (prefix: string) => KeySpan): readonly FoundSpan[] =>
    inOrder(prefixes).map((prefix) => ({ span: make(prefix) }));
  for (const [at, part] of parts.entries()) {
    if (part.kind === 'time' && window !== undefined) {
      const texts =
        mostExact > 0 && at === parts.length - 1 ? fewTexts(part.codec, window, mostExact) : undefined;
      if (texts === undefined)
        return {
          spans: inOrder(prefixes).flatMap((prefix) => spansOfTime(part.codec, title, window, prefix)),
        };
      prefixes = prefixes.flatMap((prefix) => texts.map((each) => prefix + each));
      return { spans: all(exactKey) };
    }
    const texts = knownTexts(part, known);
    if (texts === undefined || prefixes.length * texts.length > MOST_SPANS)
      return { spans: all(keysBeginningWith), unknown: text.slice(part.from, part.to) };
    prefixes = prefixes.flatMap((prefix) => texts.map((each) => prefix + each));
  }
  return { spans: all(exactKey) };
}

/** Text that differs from key to key. A look ahead is none. */
function isAnyText(part: TemplatePart): boolean {
  return part.kind !== 'literal' && part.kind !== 'writer' && fixedWidth(part) !== 0;
}

/** The literal text before the time; behind a text that differs, only what parts the two, with `hasText`. */
function textBefore({ parts, timeIndex }: KeyForm): { readonly literal: string; readonly hasText: boolean } {
  const before = parts.slice(0, timeIndex);
  const from = before.findLastIndex(isAnyText) + 1;
  const literal = before.slice(from).map((part) => (part.kind === 'literal' ? part.text : ''));
  return { literal: literal.join(''), hasText: from > 0 };
}

const UNKNOWN =
  'The time is after other text, so the window cannot narrow the range: rows are filtered after.';

/** Whether text that differs from key to key stands before the time. */
export function hasTextBefore(form: KeyForm): boolean {
  return textBefore(form).hasText;
}

/**
 * The spans of all forms in key order, each once; one alone if a form needs all keys. `beforeOf` gives the text before a time that
 * follows such text and then a literal one; undefined: not known.
 */
export function spansOf(
  forms: Forms,
  title: string,
  window: TickSpan,
  beforeOf: (literal: string) => string | undefined,
): readonly FoundSpan[] {
  const found = forms.flatMap((form) => {
    const { literal, hasText } = textBefore(form);
    if (!hasText || form.time === undefined) return templateSpans(form, window, undefined, 0, title).spans;
    const before = beforeOf(literal);
    return before === undefined
      ? [{ span: ALL_KEYS, reason: UNKNOWN }]
      : spansOfTime(form.time, title, window, before);
  });
  const all = found.find(({ span }) => span === ALL_KEYS);
  if (all !== undefined) return [all];
  const sorted = found.toSorted((a, b) => ((a.span.from ?? '') < (b.span.from ?? '') ? -1 : 1));
  return sorted.filter(({ span }, at) => at === 0 || !isSame(span, (sorted[at - 1] as FoundSpan).span));
}

/** The keys of all realistic times: the least that holds them, for each text before the time. */
export function homesOf(forms: Forms): readonly KeySpan[] {
  const homes = forms.flatMap(({ text, time, parts, timeIndex }) => {
    const before = templateSpans({ text, parts: parts.slice(0, timeIndex) }, undefined).spans;
    return before.flatMap(({ span }) =>
      (time?.orders ?? []).map(({ home }) => behind(span.from ?? '', home)),
    );
  });
  return homes.filter((home, at) => homes.findIndex((other) => isSame(home, other)) === at);
}

export function behind(before: string, span: KeySpan): KeySpan {
  if (before === '') return span;
  if (span === ALL_KEYS) return keysBeginningWith(before);
  const { from = '', to } = span;
  const end = to === undefined ? keysBeginningWith(before).to : before + to;
  return { from: before + from, ...(end === undefined ? {} : { to: end }) };
}

/** The only key of some forms, if it is the same in all rows. */
export function constantOf([form, more]: Forms): string | undefined {
  const [only, next] = form?.parts ?? [];
  return more === undefined && next === undefined && only?.kind === 'literal' ? only.text : undefined;
}

/**
 * The key of an instant up to the first text that nobody knows; undefined if that is before its time, or the key has none.
 * Not `isWhole`: from its time on, because people type what is before it.
 */
export function encoded(form: KeyForm | undefined, ticks: bigint, isWhole: boolean): string | undefined {
  if (form?.time === undefined) return undefined;
  let text = '';
  for (const [at, part] of form.parts.entries()) {
    if (at < form.timeIndex && !isWhole) continue;
    if (part.kind === 'literal') text += part.text;
    else if (part.kind === 'time') {
      const own = textOfTime(part.codec, ticks);
      if (own === undefined) return undefined;
      text += own;
    } else if (part.kind !== 'fact') return at > form.timeIndex ? text : undefined;
  }
  return text;
}

/** How keys sort: texts that sort by local time, or not at all, have no order. */
export function orderOf(codec: TimeCodec | undefined): KeyScheme['order'] {
  if (codec === undefined || codec.orders.length === 0 || codec.isUnordered === true) return 'none';
  return codec.isDescending ? 'descending' : 'ascending';
}
