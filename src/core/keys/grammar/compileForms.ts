import { type KeyScheme, type SchemeEntry, formList } from '../base/keyScheme.ts';
import { noText, type TimeCodec } from '../base/timeCodec.ts';
import { padNumber } from '../base/digits.ts';
import { ALL_KEYS, exactKey, isSameSpan, keysBeginningWith } from '../base/keySpan.ts';
import type { KeySpan, TickSpan } from '../base/scheme.ts';
import { literalContent } from './holes.ts';
import { compiled, compileForm, cutKey, type KeyForm } from './keyForm.ts';
import { fixedWidth, type KeyTemplate, type TemplatePart } from './keyTemplate.ts';
import { type FoundSpan, spansOfTime, textsIn } from './timeSpans.ts';
import { partText, propertyText, templateHash } from './writeKey.ts';

export type Forms = readonly KeyForm[];

export function formsOf(entries: SchemeEntry['row']): Forms {
  return formList(entries).map(compileForm);
}

/** The forms that a window selects keys by. */
export function timed(forms: Forms): Forms {
  return forms.filter(({ time, isExtra }) => time !== undefined && isExtra !== true);
}

/** Every range costs a query, so a part that would lead to more than this counts as unknown. */
const MOST_SPANS = 2000;

/**
 * Spans of PartitionKeys or of RowKeys, in key order. `unknown` is the part that makes them wider than the window, because its text is not
 * known.
 */
export interface FormSpans {
  readonly spans: readonly FoundSpan[];
  readonly unknown?: TemplatePart | undefined;
}

/** The texts that a part can have in the keys that a query selects; undefined if they cannot be listed. */
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

/** The texts of a time in a window; undefined if there are more than `most`. */
function fewTexts(codec: TimeCodec, window: TickSpan, most: number): readonly string[] | undefined {
  // A codec whose texts must not be written cannot list those of a window.
  if (codec.orders.length !== 1 || codec.write === noText) return undefined;
  const texts: string[] = [];
  for (const { text } of textsIn(codec, window)) {
    if (texts.length === most) return undefined;
    texts.push(text);
  }
  return texts;
}

/** Distinct texts in key order. */
function inOrder(texts: readonly string[]): readonly string[] {
  return [...new Set(texts)].sort();
}

/**
 * The keys of a template that rows of a window can have. `known` holds the values of properties that the query names. From the first part
 * that is not known on, the spans include all keys that begin with what is known. With `mostExact`, a time at the end of the template is
 * listed as single keys, if there are at most that many, so that each can be combined with a condition on the other key.
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
      return { spans: all(keysBeginningWith), unknown: part };
    prefixes = prefixes.flatMap((prefix) => texts.map((each) => prefix + each));
  }
  return { spans: all(exactKey) };
}

/** Whether a part is text that differs from key to key. A lookahead has no text of its own. */
function isAnyText(part: TemplatePart): boolean {
  return part.kind !== 'literal' && fixedWidth(part) !== 0;
}

/** The parts before the time, if text among them differs from key to key. */
function partsBefore({ parts, timeIndex }: KeyForm): readonly TemplatePart[] | undefined {
  const before = parts.slice(0, Math.max(0, timeIndex));
  return before.some(isAnyText) ? before : undefined;
}

/** Whether text that differs from key to key stands before the time. */
export function hasTextBefore(form: KeyForm): boolean {
  return partsBefore(form) !== undefined;
}

/** Whether text stands before the time that only people know. A number that each writer chooses can be listed, so it does not count. */
export function isUnknownBefore(form: KeyForm): boolean {
  return partsBefore(form)?.some((part) => isAnyText(part) && part.kind !== 'writer') === true;
}

/** Returns the part of a key before its time, or undefined if the key matches none of these forms. */
export function typedText(forms: Forms, text: string): string | undefined {
  for (const form of forms) {
    const key = cutKey(form, text);
    if (key !== undefined) return key.pieces.slice(0, form.timeIndex).join('');
  }
  return undefined;
}

/** Whether a typed text is everything that stands before the time. Digits at its end may already belong to what follows. */
function isWholeText(form: KeyForm, before: readonly TemplatePart[], typed: string): boolean {
  const last = before.at(-1);
  const hasEnd = !/\d$/.test(typed) || (last !== undefined && fixedWidth(last) !== undefined);
  return hasEnd && cutKey(compiled({ text: form.text, parts: before }), typed) !== undefined;
}

/**
 * What is known of the text before the time. `typed`: what the user entered, perhaps only the beginning of the text. `named`: the name that
 * the query gives. `key`: a whole key, or the text without the separator before the time.
 */
export interface KnownBefore {
  readonly typed?: string | undefined;
  readonly named?: string | undefined;
  readonly key?: string | undefined;
}

/** A form as it applies to the keys of one table, whose name can decide how they are rounded. */
export function inTable(form: KeyForm, tableName: string | undefined): KeyForm {
  const codec = form.time?.ofTable?.(tableName);
  if (codec === undefined) return form;
  const parts = form.parts.map((part) => (part.kind === 'time' ? { ...part, codec } : part));
  return { ...form, parts, time: codec };
}

/**
 * The forms to read if a writer stores each row twice: those that begin with the text if the query names the text, else those that begin
 * with the time.
 */
export function asked(forms: Forms, { named }: KnownBefore): Forms {
  return forms.filter(({ before, isTwin }) => (named === undefined ? isTwin !== true : before !== undefined));
}

/** Everything before the time as one text; undefined if it is not known. */
function textBefore(
  form: KeyForm,
  before: readonly TemplatePart[],
  { typed, named, key }: KnownBefore,
): string | undefined {
  const from = before.findLastIndex(isAnyText) + 1;
  const mark = before.slice(from).map((part) => (part.kind === 'literal' ? part.text : ''));
  if (named !== undefined) {
    const part = before[from - 1];
    const written = part?.kind === 'property' ? part.write?.(named) : undefined;
    return (written ?? named) + mark.join('');
  }
  const ofKey = key === undefined ? undefined : typedText([form], key);
  const texts = key === undefined ? [typed] : [key, key + mark.join('')];
  return ofKey ?? texts.find((text) => text !== undefined && isWholeText(form, before, text));
}

/** A form with the known text in place of the parts before its time. */
function withText(form: KeyForm, known: KnownBefore): KeyTemplate {
  const before = partsBefore(form);
  const text = before && textBefore(form, before, known);
  if (text === undefined) return form;
  return {
    text: form.text,
    parts: [{ ...literalContent(text), from: 0, to: 0 }, ...form.parts.slice(form.timeIndex)],
  };
}

/**
 * The spans of all forms in key order, without repetition. If one form needs all keys, that is the only span. `window` is undefined for
 * forms without a time. `mostExact`: as in `templateSpans`.
 */
export function spansOf(
  forms: Forms,
  title: string,
  window: TickSpan | undefined,
  known: KnownBefore = {},
  mostExact = 0,
): FormSpans {
  const found = forms.map((form) =>
    templateSpans(withText(form, known), window, undefined, mostExact, title),
  );
  const unknown = found.find((each) => each.unknown !== undefined)?.unknown;
  const spans = found.flatMap((each) => each.spans);
  const all = spans.find(({ span }) => span === ALL_KEYS);
  if (all !== undefined || (unknown !== undefined && forms.length > 1)) {
    const begun = unknown === undefined ? ALL_KEYS : keysBeginningWith(known.typed ?? '');
    return { spans: [{ ...all, span: begun }], unknown };
  }
  const sorted = spans.toSorted((a, b) => ((a.span.from ?? '') < (b.span.from ?? '') ? -1 : 1));
  return {
    spans: sorted.filter(({ span }, at) => at === 0 || !isSameSpan(span, (sorted[at - 1] as FoundSpan).span)),
    unknown,
  };
}

/** Spans that hold the keys of all realistic times, as narrow as possible: one for each text before the time. */
export function homesOf(forms: Forms, known: KnownBefore): readonly KeySpan[] {
  const homes = forms.flatMap((form): readonly KeySpan[] => {
    const { text, parts } = withText(form, known);
    const before = {
      text,
      parts: parts.slice(
        0,
        parts.findIndex(({ kind }) => kind === 'time'),
      ),
    };
    const { spans, unknown } = templateSpans(before, undefined);
    const orders = form.time?.orders ?? [];
    if (unknown !== undefined) return spans.map(({ span }) => span);
    if (orders.length === 0) return [ALL_KEYS];
    return spans.flatMap(({ span }) => orders.map(({ home }) => behind(span.from ?? '', home)));
  });
  const all = homes.includes(ALL_KEYS) ? [ALL_KEYS] : homes;
  return all.filter((home, at) => all.findIndex((other) => isSameSpan(home, other)) === at);
}

function behind(before: string, span: KeySpan): KeySpan {
  if (before === '') return span;
  if (span === ALL_KEYS) return keysBeginningWith(before);
  const { from = '', to } = span;
  const end = to === undefined ? keysBeginningWith(before).to : before + to;
  return { from: before + from, to: end };
}

/** The key that all rows have, if the only form is a constant. */
export function constantOf([form, more]: Forms): string | undefined {
  const [only, next] = form?.parts ?? [];
  return more === undefined && next === undefined && only?.kind === 'literal' ? only.text : undefined;
}

/**
 * The key of an instant, up to the first text that is not known; undefined if that stands before the time, or in a form without a time.
 * Without `isWhole` the key begins at its time, for schemes whose text before the time is given separately. `writer`: the number that a
 * writer puts into its keys.
 */
export function encoded(
  { parts, timeIndex }: KeyForm,
  ticks: bigint,
  isWhole: boolean,
  writer: number,
): string | undefined {
  let text = '';
  for (const [at, part] of parts.entries()) {
    if (at < timeIndex && !isWhole) continue;
    const own = partText(part, { ticks, writer });
    if (!own.ok) return timeIndex >= 0 && at > timeIndex ? text : undefined;
    text += own.value;
  }
  return text;
}

export function orderOf(codec: TimeCodec | undefined): KeyScheme['order'] {
  if (codec === undefined || codec.orders.length === 0 || codec.isUnordered === true) return 'none';
  return codec.isDescending ? 'descending' : 'ascending';
}
