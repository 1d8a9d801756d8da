import { durationText } from '../../time/durationText.ts';
import { newRowTime } from '../base/digits.ts';
import { ALL_KEYS, keysBeginningWith, partitionSpan } from '../base/keySpan.ts';
import type {
  EncodedKeys,
  KeyHint,
  KeyRangeOptions,
  KeyReading,
  KeyScheme,
  KeySpan,
  RowTime,
  TableKeyRange,
  TickSpan,
} from '../base/scheme.ts';
import { defineScheme, tableRange } from '../base/schemeSpec.ts';
import type { ShapeTest } from '../base/shapeTests.ts';
import { clampTicks, type Ticks } from '../../time/ticks.ts';
import { sampleWindow } from '../forms/sampleFacts.ts';
import { isSampleOfNoTimes } from '../forms/randomNumbers.ts';
import { type PartForm, readBeside, segmentsBeside, TEXT_FIRST, timeBeside } from './timeBeside.ts';
import {
  compileForm,
  formSegments,
  type KeyForm,
  type KeyFormEntry,
  readForm,
  timeReader,
} from './keyForm.ts';
import type { SchemeEntry } from './schemeEntry.ts';
import { noText, type TimeCodec } from './timeCodec.ts';
import { type FoundSpan, spansOfTime, textOfTime } from './timeSpans.ts';

type InKey = 'partition' | 'row';

/** The forms of one kind of key. */
type Forms = readonly KeyForm[];

function formsOf(entries: KeyFormEntry | readonly KeyFormEntry[] | undefined): Forms {
  return (entries === undefined ? [] : 'template' in entries ? [entries] : entries).map(compileForm);
}

function shapeOfForms(forms: Forms): ShapeTest {
  return (shape) => forms.some((form) => form.shape(shape));
}

/** Share of a number's confidence that is left if the other keys show that it is random. */
const RANDOM_SHARE = 0.2;
const NUMBERS: readonly SchemeEntry['family'][] = ['unix', 'snowflake', 'dotNetNumber', 'id'];

/** Whether other numbers and ids can look like it. Ticks and dates are recognised by their digits. */
function isNumber({ family }: SchemeEntry): boolean {
  return NUMBERS.includes(family);
}

function firstReading(forms: Forms, read: (form: KeyForm) => KeyReading | undefined): KeyReading | undefined {
  for (const form of forms) {
    const reading = read(form);
    if (reading !== undefined) return reading;
  }
  return undefined;
}

/** Forms whose times a window selects. */
function timed(forms: Forms): Forms {
  return forms.filter(({ time, isExtra }) => time !== undefined && isExtra !== true);
}

function isSame(a: KeySpan, b: KeySpan): boolean {
  return a.from === b.from && a.to === b.to;
}

/** The spans of all forms in key order, each once; one alone if a form needs all keys. */
function spansOf(forms: Forms, title: string, window: TickSpan, before = ''): readonly FoundSpan[] {
  const found = forms.flatMap(({ time, parts, timeIndex }) => {
    const literal = parts
      .slice(0, timeIndex)
      .filter(({ kind }) => kind === 'literal')
      .map(({ text }) => text)
      .join('');
    return time === undefined ? [] : spansOfTime(time, title, window, before + literal);
  });
  const all = found.find(({ span }) => span === ALL_KEYS);
  if (all !== undefined) return [all];
  const sorted = found.toSorted((a, b) => ((a.span.from ?? '') < (b.span.from ?? '') ? -1 : 1));
  return sorted.filter(({ span }, at) => at === 0 || !isSame(span, (sorted[at - 1] as FoundSpan).span));
}

function homesOf(forms: Forms): readonly KeySpan[] {
  const homes = forms.flatMap(({ time, parts, timeIndex }) => {
    const before = parts
      .slice(0, timeIndex)
      .filter(({ kind }) => kind === 'literal')
      .map(({ text }) => text)
      .join('');
    return (time?.orders ?? []).map(({ home }) => behind(before, home));
  });
  return homes.filter((home, at) => homes.findIndex((other) => isSame(home, other)) === at);
}

function behind(before: string, span: KeySpan): KeySpan {
  if (before === '') return span;
  if (span === ALL_KEYS) return keysBeginningWith(before);
  const { from = '', to } = span;
  const end = to === undefined ? keysBeginningWith(before).to : before + to;
  return { from: before + from, ...(end === undefined ? {} : { to: end }) };
}

function withReason(reason: string | undefined): { readonly reason?: string } {
  return reason === undefined ? {} : { reason };
}

function ofTable({ tableName }: KeyRangeOptions): { readonly tableName?: string } {
  return tableName === undefined ? {} : { tableName };
}

function place(
  span: KeySpan,
  part: InKey,
  options: KeyRangeOptions,
): Pick<TableKeyRange, 'partition' | 'row'> {
  return part === 'row' ? { partition: partitionSpan(options), row: span } : { partition: span };
}

function roundingWords(codec: TimeCodec | undefined): string {
  if (codec === undefined) return 'none';
  return codec.step === 1n ? 'exact' : `floor to ${durationText(codec.step)}`;
}

/** The key of an instant up to the first text that nobody knows; undefined if that is before its time. */
function encoded(form: KeyForm, ticks: bigint): string | undefined {
  let text = '';
  for (const part of form.parts) {
    if (part.kind === 'literal') text += part.text;
    else if (part.codec !== undefined) {
      const own = textOfTime(part.codec, ticks);
      if (own === undefined) return undefined;
      text += own;
    } else if (part.kind === 'text') return form.parts.indexOf(part) > form.timeIndex ? text : undefined;
  }
  return text;
}

/** The form among other parts, if the entry says that there may be some. */
function partFormOf({ title, family, either }: SchemeEntry, [form]: Forms): PartForm | undefined {
  if (form?.time === undefined || !(either === 'parts' || typeof either === 'number')) return undefined;
  const { confidence, reason, time: codec } = form;
  return {
    codec,
    title,
    confidence,
    reason,
    isDate: family === 'date',
    ...(typeof either === 'number' && { partConfidence: either }),
  };
}

/** Whether nothing but its time makes a key of a form. */
function isBare({ parts }: KeyForm): boolean {
  return parts.every(({ kind }) => kind === 'time' || kind === 'fact');
}

interface TimeScheme {
  readonly entry: SchemeEntry;
  readonly forms: Forms;
  readonly beside: PartForm | undefined;
  readonly isFirst: boolean;
}

function readEither(
  { entry, forms, beside, isFirst }: TimeScheme,
  text: string,
  hint: KeyHint,
): KeyReading | undefined {
  const own = firstReading(forms, (form) => readForm(entry, form, text, hint, false));
  if (own === undefined)
    return beside !== undefined && isFirst ? readBeside(beside, entry, text, 'first', hint) : undefined;
  const { sample } = hint;
  if (sample === undefined) return own;
  if (isNumber(entry))
    return isSampleOfNoTimes(sample) ? { ...own, confidence: own.confidence * RANDOM_SHARE } : own;
  const [form] = forms;
  const window =
    own.ticks === undefined || form?.time?.isTicks !== true
      ? undefined
      : sampleWindow(
          own.ticks,
          sample,
          (form.time.widths as readonly number[])[0] as number,
          form.time.isDescending,
        );
  return window === undefined
    ? own
    : { ...own, window: { from: own.ticks as Ticks, to: clampTicks(window.to) } };
}

function mostOf(forms: Forms): number {
  return Math.max(
    ...forms.map(({ confidence, most }) => most ?? (typeof confidence === 'number' ? confidence : 1)),
  );
}

/** Titles of variants: `Ticks in RowKey`, `Ticks, 20 digits, in RowKey`. */
function titleIn(title: string, part: InKey): string {
  return `${title}${title.includes(',') ? ',' : ''} in ${part === 'row' ? 'RowKey' : 'PartitionKey'}`;
}

/** A time that stands in either key: a scheme, and its variant with the time in the other key. */
function eitherSchemes(entry: SchemeEntry): readonly KeyScheme[] {
  const forms = formsOf(entry.partition ?? entry.row);
  const part: InKey = entry.partition === undefined ? 'row' : 'partition';
  const beside = partFormOf(entry, forms);
  const scheme = { entry, forms, beside, isFirst: forms.every(isBare) };
  const other: InKey = part === 'row' ? 'partition' : 'row';
  return [
    eitherScheme(scheme, part),
    eitherScheme(
      { ...scheme, entry: { ...entry, id: `${entry.id}-${other}`, title: titleIn(entry.title, other) } },
      other,
      entry.id,
    ),
  ];
}

/** How keys sort: texts that sort by local time, or not at all, have no order. */
function orderOf(codec: TimeCodec | undefined): KeyScheme['order'] {
  if (codec === undefined || codec.orders.length === 0 || codec.isUnordered === true) return 'none';
  return codec.isDescending ? 'descending' : 'ascending';
}

/** What a scheme says of itself. */
function factsOf(
  { entry, forms, beside, isFirst }: TimeScheme,
  part: InKey,
  codec: TimeCodec | undefined,
): Partial<KeyScheme> & Pick<KeyScheme, 'rounding' | 'order' | 'grammar'> {
  const sorts = codec !== undefined && codec.orders.length > 0;
  const templates = forms.map(({ template }) => template);
  return {
    ...(isNumber(entry) && { isNumber: true }),
    ...(entry.either === 'alone' && { isAlone: true }),
    shapes: { both: shapeOfForms(forms) },
    mostConfidence: mostOf(forms),
    ...(codec?.misses !== undefined && { misses: codec.misses }),
    rounding: entry.rounding ?? roundingWords(codec),
    order: orderOf(codec),
    ...(sorts && { chosenRounding: 'floor' as const }),
    ...(codec !== undefined && codec.isTicks !== true && { usualRoundingTicks: codec.step }),
    grammar: { [part]: templates.join(' | ') },
    ...(beside !== undefined && isFirst && { beside: { where: 'first', widths: beside.codec.widths } }),
  };
}

function encoderOf(form: KeyForm | undefined, part: InKey): Pick<KeyScheme, 'encode'> {
  const { time } = form ?? {};
  if (form === undefined || time === undefined || time.orders.length === 0 || time.write === noText)
    return {};
  return {
    encode: (ticks): EncodedKeys => {
      const key = encoded(form, ticks);
      return key === undefined ? {} : { [part === 'row' ? 'rowKey' : 'partitionKey']: key };
    },
  };
}

function eitherScheme(scheme: TimeScheme, part: InKey, variantOf?: string): KeyScheme {
  const { entry, forms, isFirst } = scheme;
  const own = timed(forms);
  const isRow = part === 'row';
  const beside = isFirst ? scheme.beside : undefined;
  const readers = forms
    .filter(({ time, isExtra }) => isExtra !== true || time?.orders.length !== 0)
    .map(timeReader);
  return defineScheme({
    id: entry.id,
    title: entry.title,
    writer: entry.writer ?? 'any',
    family: entry.family,
    ...(variantOf !== undefined && { variantOf }),
    timeSource: part,
    ...factsOf(scheme, part, own[0]?.time),
    read: (text, asPart, hint) => (asPart === 'table' ? undefined : readEither(scheme, text, hint)),
    segments: (text) => {
      for (const each of forms) {
        const found = formSegments(each, entry.title, text);
        if (found !== undefined) return found;
      }
      return beside === undefined ? undefined : segmentsBeside(beside, text, 'first');
    },
    ...encoderOf(own[0], part),
    ranges: (window, options) =>
      spansOf(own, entry.title, window).map(({ span, reason }) =>
        tableRange({ ...ofTable(options), ...place(span, part, options), ...withReason(reason) }),
      ),
    homes: (options) => {
      const homes = homesOf(own);
      return homes.length === 0 ? undefined : homes.map((home) => tableRange(place(home, part, options)));
    },
    perPartition: !isRow,
    rowTime: (partitionKey, rowKey, into) => {
      const text = isRow ? rowKey : partitionKey;
      if (readers.some((read) => read(text, into))) return true;
      return beside !== undefined && timeBeside(beside, text, 'first', into) !== undefined;
    },
    groupOf: (partitionKey) => (isRow ? partitionKey : 'all'),
    ...entry.code,
  });
}

/** The typed text before the time; undefined if it may be incomplete, because digits at its end may belong to the time. */
function wholeText({ textBefore }: KeyRangeOptions): string | undefined {
  return textBefore === undefined || textBefore === '' || /\d$/.test(textBefore) ? undefined : textBefore;
}

const UNKNOWN =
  'The time follows text that differs from key to key: all keys are read. Type that text as "begins with" to narrow.';

/** A time behind text that differs from key to key. */
function textScheme(entry: SchemeEntry, form: PartForm, part: InKey): KeyScheme {
  const isRow = part === 'row';
  const base = { id: `${TEXT_FIRST}${entry.id}`, title: `Text, then ${entry.title}` };
  const scheme = isRow ? { id: `${base.id}-row`, title: `${base.title}, in RowKey` } : base;
  const { codec } = form;
  const placeOf = (text: string, into: RowTime = newRowTime()) => timeBeside(form, text, 'after', into);
  return defineScheme({
    ...scheme,
    ...(isRow ? { variantOf: base.id } : {}),
    writer: 'any',
    family: 'textThenTime',
    timeSource: part,
    rounding: entry.rounding ?? roundingWords(codec),
    order: orderOf(codec),
    chosenRounding: 'floor',
    usualRoundingTicks: codec.step,
    takesTextBefore: true,
    ...(isNumber(entry) && { isNumber: true }),
    ...(codec.misses === undefined ? {} : { misses: codec.misses }),
    beside: { where: 'after', widths: codec.widths },
    grammar: { [part]: `text separator ${entry.title}[separator text]` },
    read: (text, asPart, hint) =>
      asPart === 'table' ? undefined : readBeside(form, base, text, 'after', hint),
    segments: (text) => segmentsBeside(form, text, 'after'),
    textBefore: (text) => {
      const found = placeOf(text);
      return found === undefined ? undefined : text.slice(0, found.from);
    },
    ranges: (window, options) => {
      const before = wholeText(options);
      if (before === undefined) {
        const span = keysBeginningWith(options.textBefore ?? '');
        return [tableRange({ ...ofTable(options), ...place(span, part, options), reason: UNKNOWN })];
      }
      return spansOfTime(codec, entry.title, window).map(({ span, reason }) =>
        tableRange({
          ...ofTable(options),
          ...place(behind(before, span), part, options),
          ...withReason(reason),
        }),
      );
    },
    homes: (options) => {
      const before = wholeText(options);
      const [order] = codec.orders;
      return before === undefined || order === undefined
        ? undefined
        : [tableRange(place(behind(before, order.home), part, options))];
    },
    perPartition: !isRow,
    rowTime: (partitionKey, rowKey, into) => placeOf(isRow ? rowKey : partitionKey, into) !== undefined,
    groupOf: (partitionKey) => {
      if (isRow) return partitionKey;
      const found = placeOf(partitionKey);
      return found === undefined
        ? 'other'
        : partitionKey.slice(0, found.from).replace(/[^\p{L}\p{N}]+$/u, '');
    },
  });
}

/** The schemes of an entry: with its variants, if both keys are read alike. */
export function compileSchemes(entries: readonly SchemeEntry[]): readonly KeyScheme[] {
  return entries.flatMap((entry) => (entry.either === undefined ? [] : eitherSchemes(entry)));
}

/** The schemes of entries whose time may follow text, in which it does. */
export function textThenTimeSchemes(entries: readonly SchemeEntry[]): readonly KeyScheme[] {
  return entries.flatMap((entry) => {
    const form = partFormOf(entry, formsOf(entry.partition ?? entry.row));
    return form === undefined ? [] : [textScheme(entry, form, 'partition'), textScheme(entry, form, 'row')];
  });
}
