import { newRowTime } from '../base/digits.ts';
import { keysBeginningWith, partitionSpan } from '../base/keySpan.ts';
import type {
  EncodedKeys,
  KeyHint,
  KeyRangeOptions,
  KeyReading,
  KeyScheme,
  KeySpan,
  RowTime,
  TableKeyRange,
} from '../base/scheme.ts';
import { defineScheme, tableRange } from '../base/schemeSpec.ts';
import { clampTicks, type Ticks } from '../../time/ticks.ts';
import { sampleWindow } from '../forms/sampleFacts.ts';
import { isSampleOfNoTimes } from '../forms/randomNumbers.ts';
import { type PartForm, readBeside, segmentsBeside, TEXT_FIRST, timeBeside } from './timeBeside.ts';
import { formSegments, type KeyForm, readForm, timeReader } from './keyForm.ts';
import {
  behind,
  encoded,
  type Forms,
  formsOf,
  homesOf,
  mostOf,
  ofTable,
  orderOf,
  roundingWords,
  shapeOfForms,
  spansOf,
  timed,
  withReason,
} from './compileForms.ts';
import type { SchemeEntry } from './schemeEntry.ts';
import { writerScheme } from './writerScheme.ts';
import { noText, type TimeCodec } from './timeCodec.ts';
import { spansOfTime } from './timeSpans.ts';

type InKey = 'partition' | 'row';

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

function place(
  span: KeySpan,
  part: InKey,
  options: KeyRangeOptions,
): Pick<TableKeyRange, 'partition' | 'row'> {
  return part === 'row' ? { partition: partitionSpan(options), row: span } : { partition: span };
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

/** What a title says of the usual key only. */
const NOTE = / \((?:log tail|unpadded)\)$/;

/** Titles of variants: `Ticks in RowKey`, `Ticks, 20 digits, in RowKey`. */
function titleIn(title: string, part: InKey): string {
  const plain = title.replace(NOTE, '');
  return `${plain}${plain.includes(',') ? ',' : ''} in ${part === 'row' ? 'RowKey' : 'PartitionKey'}`;
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
  if (
    form === undefined ||
    time === undefined ||
    time.orders.length === 0 ||
    time.write === noText ||
    time.isOfYears
  )
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
  const base = { id: `${TEXT_FIRST}${entry.id}`, title: `Text, then ${entry.title.replace(NOTE, '')}` };
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
  return entries.flatMap((entry) =>
    entry.either === undefined ? [writerScheme(entry)] : eitherSchemes(entry),
  );
}

/** The schemes of entries whose time may follow text, in which it does. */
export function textThenTimeSchemes(entries: readonly SchemeEntry[]): readonly KeyScheme[] {
  return entries.flatMap((entry) => {
    const form = partFormOf(entry, formsOf(entry.partition ?? entry.row));
    return form === undefined ? [] : [textScheme(entry, form, 'partition'), textScheme(entry, form, 'row')];
  });
}
