import { type KeyFormEntry, type KeyScheme, type SchemeEntry, formList } from '../base/keyScheme.ts';
import { noText } from '../base/timeCodec.ts';
import type { EncodedKeys, EncodeOptions, KeyHint, KeyPart, KeyReading, RowTime } from '../base/scheme.ts';
import { floorTo } from '../base/digits.ts';
import { takesRounding } from '../base/rounding.ts';
import { isNumber, rowKeyPrefixName, TEXT_FIRST } from '../base/schemeSpec.ts';
import type { KeyShape, KeyShapes } from '../base/keyShape.ts';
import { clampTicks, type Ticks } from '../../time/ticks.ts';
import { isSampleOfNoTimes } from '../forms/neighbours.ts';
import {
  constantOf,
  encoded,
  type Forms,
  formsOf,
  inTable,
  isUnknownBefore,
  orderOf,
  timed,
  typedText,
} from './compileForms.ts';
import { type Compiled, homes, type InKey, isTimed, isTyped, rangesOf, tablesIn } from './compileRanges.ts';
import { cutKey, finestStep, formSegments, type KeyForm, readForm, timeReader } from './keyForm.ts';
import type { TemplatePart } from './keyTemplate.ts';
import { prefixedMembers } from './prefixes.ts';
import { besideForm, partFormOf, readBeside, timeBeside, type PartForm } from './timeBeside.ts';

/** The share of its confidence that a number keeps if the other keys show that it is random. */
const RANDOM_SHARE = 0.2;
/** Whether keys of a form consist of a time only. */
function isBare({ parts }: KeyForm): boolean {
  return parts.every(({ kind }) => kind === 'time' || kind === 'fact');
}

function isOwn({ tables }: SchemeEntry, text: string, part: KeyPart, { tableName }: KeyHint): boolean {
  const name = part === 'table' ? text : tableName;
  return name !== undefined && tables?.test(name) === true;
}

/** Where the time is instead, for the reason of a reading without one. */
const ELSEWHERE: Partial<Readonly<Record<KeyScheme['timeSource'], string>>> = {
  none: 'no time in keys',
  row: 'the time is in the RowKey',
  partition: 'the time is in the PartitionKey',
};

function withPlace(reading: KeyReading, source: KeyScheme['timeSource'], part: KeyPart): KeyReading {
  const place = source === part ? undefined : ELSEWHERE[source];
  return place === undefined ? reading : { ...reading, reason: `${reading.reason}; ${place}` };
}

function readForms(all: Compiled, text: string, part: KeyPart, hint: KeyHint) {
  const { entry, forms, source } = all;
  const isOfWriter = isOwn(entry, text, part, hint);
  for (const form of forms[part]) {
    if (form.confidence === 0) continue;
    const found = readForm(all, form, text, hint, isOfWriter);
    if (found === undefined) continue;
    const reading = form.time === undefined ? withPlace(found, source, part) : found;
    return entry.refine === undefined ? reading : entry.refine(reading, text, part, hint);
  }
  return undefined;
}

/** Adjusts a reading by other keys of the table: random numbers make it less likely, and rounded keys give it a window. */
function withSample({ entry, own }: Compiled, reading: KeyReading, { sample }: KeyHint): KeyReading {
  if (sample === undefined) return reading;
  if (isNumber(entry))
    return isSampleOfNoTimes(sample)
      ? { ...reading, confidence: reading.confidence * RANDOM_SHARE }
      : reading;
  const { ticks } = reading;
  const step = own[0]?.rounding?.(sample);
  return ticks === undefined || step === undefined || ticks % step !== 0n
    ? reading
    : { ...reading, window: { from: ticks, to: clampTicks(ticks + step) } };
}

function read(all: Compiled, text: string, part: KeyPart, hint: KeyHint): KeyReading | undefined {
  const { beside } = all;
  const reading = readForms(all, text, part, hint);
  if (reading !== undefined) return all.isAlike ? withSample(all, reading, hint) : reading;
  return beside === undefined || part === 'table' ? undefined : readBeside(beside, all, text, 'first', hint);
}

/** Whether a form says anything more specific than that a key is text. */
function isNamed({ parts: [part, more] }: KeyForm): boolean {
  return more !== undefined || part?.kind !== 'property' || part.show !== undefined;
}

function segments({ title, forms, beside }: Compiled, text: string, part: KeyPart) {
  for (const form of forms[part]) {
    const found = isNamed(form) ? formSegments(form, title, text) : undefined;
    if (found !== undefined) return found;
  }
  if (beside === undefined || part === 'table') return undefined;
  return formSegments(besideForm(beside, 'first'), beside.entry.title, text);
}

function isWritable(all: Compiled): boolean {
  const isHidden = (part: InKey) => !isTimed(all, part) || timed(all.forms[part]).some(isUnknownBefore);
  if (rowKeyPrefixName(all.entry) === undefined && isHidden('partition') && isHidden('row')) return false;
  const { orders = [], isOfYears, write } = all.own[0]?.time ?? {};
  return orders.length > 0 && write !== noText && !(all.isAlike && isOfYears === true);
}

function encode(all: Compiled, instant: Ticks, options: EncodeOptions): EncodedKeys {
  const { entry, forms, own, isRow, isAlike } = all;
  const { roundingTicks = 1n } = options;
  const ticks = takesRounding({ entry, time: own[0]?.time }) ? floorTo(instant, roundingTicks) : instant;
  const [held] = tablesIn(all, { from: ticks, to: ticks + 1n }, options.tableName) ?? [];
  const isBeforeText = rowKeyPrefixName(entry) === undefined;
  const keyOf = (each: Forms): string | undefined => {
    // A form that a window does not select is only written if it is nothing but a time.
    const form = timed(each)[0] ?? (each.length === 1 ? each[0] : each.find(isBare));
    const tableName = held?.tableName ?? options.tableName;
    return form && encoded(inTable(form, tableName), ticks, isBeforeText, options.prefix ?? 0);
  };
  const partitionKey = isAlike && isRow ? undefined : keyOf(forms.partition);
  const rowKey = isAlike && !isRow ? undefined : keyOf(forms.row);
  if (isRow && rowKey === undefined) return {};
  return {
    tableName: held?.tableName,
    partitionKey,
    rowKey,
  };
}

/**
 * Bulk path: reads the time of a row. If both keys hold a time, the finer one is tried first. If the writer has a constant
 * PartitionKey, rows of other partitions are not its own.
 */
function rowTimeOf(all: Compiled): KeyScheme['rowTime'] {
  const { isAlike, forms, source, beside } = all;
  const others = !isAlike ? [] : forms.row.filter(({ isExtra }) => isExtra === true);
  const readersOf = (part: InKey) =>
    isTimed(all, part)
      ? [...timed(forms[part]), ...others.filter(({ time }) => time?.orders.length !== 0)].map((form) => ({
          isRow: part === 'row',
          step: finestStep(form),
          read: timeReader(form),
        }))
      : [];
  // The PartitionKeys are tried as well, because a list may hold only them.
  const readers = [...readersOf('row'), ...readersOf('partition')];
  const finestFirst = source === 'both' ? readers.toSorted((a, b) => Number(a.step - b.step)) : readers;
  const isRow = source !== 'partition';
  const constant = isRow ? constantOf(forms.partition) : undefined;
  return (partitionKey, rowKey, into: RowTime) => {
    if (constant !== undefined && partitionKey !== constant) return false;
    for (const reader of finestFirst)
      if (reader.read(reader.isRow ? rowKey : partitionKey, into)) return true;
    return (
      beside !== undefined && timeBeside(beside, isRow ? rowKey : partitionKey, 'first', into) !== undefined
    );
  };
}

/** Parts that do not go into the name of a map row: they are the same in all keys, or different in each. */
const NAMELESS: ReadonlySet<TemplatePart['kind'] | undefined> = new Set(['literal', 'time', 'guid', 'fact']);

/**
 * The name of the map row of an entity: the prefix with which its PartitionKey begins, else what the PartitionKey holds besides its time.
 */
function groupOf(all: Compiled): KeyScheme['groupOf'] {
  const [form] = all.isAlike ? [] : all.forms.partition;
  const first = form?.parts[0];
  const width = first?.kind === 'writer' || first?.kind === 'hash' ? first.width : 0;
  const own = timed(all.forms.partition);
  const isTime = isTimed(all, 'partition');
  const isAll = all.isAlike || own.every(({ parts }) => parts.every(({ kind }) => NAMELESS.has(kind)));
  return (partitionKey) => {
    const bucket = partitionKey.slice(0, width);
    if (/^\d+$/.test(bucket)) return String(Number(bucket));
    if (!isTime) return partitionKey;
    if (isAll) return 'all';
    for (const each of own) {
      const pieces = cutKey(each, partitionKey)?.pieces;
      if (pieces !== undefined)
        return pieces.filter((_, at) => !NAMELESS.has(each.parts[at]?.kind)).join(' ') || 'all';
    }
    return 'other';
  };
}

type TimeMembers = 'ranges' | 'homes' | 'rowTime' | 'groupOf' | 'prefixed';

function timeMembers(all: Compiled): Pick<KeyScheme, TimeMembers> & Partial<KeyScheme> {
  const { entry } = all;
  const time = all.own[0]?.time;
  if (entry.volume !== undefined && time !== undefined)
    return prefixedMembers(entry, time, (window, tableName) => tablesIn(all, window, tableName));
  return {
    prefixed: false,
    ranges: (window, options) => rangesOf(all, window, options),
    homes: (options) => homes(all, options),
    rowTime: rowTimeOf(all),
    ...(isTyped(all) && { textBefore: (text: string) => typedText(all.own, text) }),
    ...(isWritable(all) && { encode: (ticks, options) => encode(all, ticks, options) }),
    groupOf: groupOf(all),
  };
}

/** The highest confidence that forms have for a shape of key, if no table is named. */
function sureOf(forms: Forms): (shape: KeyShape) => number {
  const general = forms
    .filter(({ isOwnOnly, confidence }) => isOwnOnly !== true && confidence !== 0)
    .map(({ shape: test, confidence, most, close }) => ({
      test,
      most: most ?? close?.[0] ?? (typeof confidence === 'number' ? confidence : 1),
    }));
  return (shape) => general.reduce((sure, { test, most }) => (most > sure && test(shape) ? most : sure), 0);
}

/** If every form of PartitionKeys is also a form of RowKeys, those forms need to be tried only once ('both'). */
function shapesOf({ isAlike, forms: { partition, row, table } }: Compiled): KeyShapes {
  if (isAlike) return { both: sureOf(row) };
  const isIn = (forms: Forms) => (form: KeyForm) => forms.some(({ text }) => text === form.text);
  const shared = partition.every(isIn(row));
  const own = shared ? row.filter((form) => !isIn(partition)(form)) : row;
  return { [shared ? 'both' : 'partition']: sureOf(partition), row: sureOf(own), table: sureOf(table) };
}

/** Makes a scheme of an entry whose forms are compiled. */
function schemeOf(all: Compiled): KeyScheme {
  const { id, title, entry, own, source } = all;
  const time = own[0]?.time;
  return {
    id,
    title,
    entry,
    timeSource: source,
    order: orderOf(time),
    time,
    shapes: shapesOf(all),
    read: (text, part, hint) => read(all, text, part, hint),
    segments: (text, part) => segments(all, text, part),
    ...timeMembers(all),
    ...entry.code,
  };
}

/** Makes the scheme of a writer, whose two keys have different forms. */
export function writerScheme(
  entry: SchemeEntry,
  { id, title }: Pick<KeyScheme, 'id' | 'title'> = entry,
): KeyScheme {
  const forms = {
    partition: formsOf(entry.partition).filter(
      ({ isGuess, confidence }) => isGuess !== true || confidence !== 0,
    ),
    row: formsOf(entry.row),
    table: formsOf(entry.table),
  };
  const [partition, row] = [timed(forms.partition), timed(forms.row)];
  // If both keys hold a time, the PartitionKey decides.
  const isRow = partition.length === 0;
  const ofKeys = row.length === 0 ? 'none' : 'row';
  const isOfTable = isRow && row.length === 0 && forms.table.length > 0;
  const source = isOfTable ? 'table' : isRow ? ofKeys : row.length > 0 ? 'both' : 'partition';
  return schemeOf({
    id,
    title,
    entry,
    forms,
    own: isOfTable ? forms.table : isRow ? row : partition,
    isRow,
    source,
    isAlike: false,
  });
}

/** The same forms, with the usual and the extra ones exchanged. */
function otherOrder(forms: readonly KeyFormEntry[]): readonly KeyFormEntry[] {
  const own = ({ isExtra: _extra, ...form }: KeyFormEntry): KeyFormEntry => form;
  return [
    ...forms.filter(({ isExtra }) => isExtra).map(own),
    ...forms.filter(({ isExtra }) => isExtra !== true).map((form) => ({ ...form, isExtra: true as const })),
  ];
}

/** The schemes of a writer whose keys sort in either of two orders. */
function orderSchemes(entry: SchemeEntry): readonly KeyScheme[] {
  const name = { id: `${entry.id}-ascending`, title: `${entry.title}, ascending` };
  const [partition, row] = [otherOrder(formList(entry.partition)), otherOrder(formList(entry.row))];
  return [writerScheme(entry), { ...writerScheme({ ...entry, partition, row }, name), entry }];
}

/** Additions to a title that are only right for the usual key. */
const NOTE = / \((?:log tail|unpadded)\)$/;

/** The title of a variant: `Ticks in RowKey`, or with a comma `Ticks, 20 digits, in RowKey`. */
function titleIn(title: string, part: InKey): string {
  const plain = title.replace(NOTE, '');
  return `${plain}${plain.includes(',') ? ',' : ''} in ${part === 'row' ? 'RowKey' : 'PartitionKey'}`;
}

/** The schemes of a time that may stand in either key: the entry's own, and the variant with the time in the other key. */
function eitherSchemes(entry: SchemeEntry): readonly KeyScheme[] {
  const forms = formsOf(entry.partition ?? entry.row);
  const beside = forms.every(isBare) ? partFormOf(entry, forms) : undefined;
  const base = {
    entry,
    forms: { partition: forms, row: forms, table: [] },
    own: timed(forms),
    isAlike: true,
    beside,
  };
  const part: InKey = entry.partition === undefined ? 'row' : 'partition';
  const other: InKey = part === 'row' ? 'partition' : 'row';
  const { id, title } = entry;
  const variant = { id: `${id}-${other}`, title: titleIn(title, other) };
  return [
    schemeOf({ ...base, id, title, source: part, isRow: part === 'row' }),
    schemeOf({ ...base, ...variant, source: other, isRow: other === 'row' }),
  ];
}

/** The schemes of entries, with the variants of those that have any. */
export function compileSchemes(entries: readonly SchemeEntry[]): readonly KeyScheme[] {
  return entries.flatMap((entry) => {
    if (entry.either === undefined) return [writerScheme(entry)];
    return entry.either === 'orders' ? orderSchemes(entry) : eitherSchemes(entry);
  });
}

/** The scheme for keys with a time after text that differs from key to key. */
function textScheme(entry: SchemeEntry, part: PartForm, source: InKey): KeyScheme {
  const form = besideForm(part, 'after');
  const own = [form];
  const { writer: _any, ...facts } = entry;
  const isRow = source === 'row';
  const id = `${TEXT_FIRST}${entry.id}`;
  const title = `Text, then ${entry.title.replace(NOTE, '')}`;
  const text: SchemeEntry = {
    ...facts,
    id,
    title,
    code: {
      shapes: {},
      read: (key, asPart, hint) =>
        asPart === 'table' ? undefined : readBeside(part, text, key, 'after', hint),
      segments: (key) => formSegments(form, entry.title, key),
      textBefore: (key) => form.match(key)?.[0],
      rowTime: (partitionKey, rowKey, into) =>
        timeBeside(part, isRow ? rowKey : partitionKey, 'after', into) !== undefined,
      groupOf: (partitionKey) => {
        if (isRow) return partitionKey;
        const [before] = form.match(partitionKey) ?? [];
        return before === undefined ? 'other' : before.replace(/[^\p{L}\p{N}]+$/u, '');
      },
    },
  };
  const name = isRow ? { id: `${id}-row`, title: `${title}, in RowKey` } : { id, title };
  const forms = { partition: own, row: own, table: [] };
  return schemeOf({ ...name, entry: text, forms, own, isRow, source, isAlike: true });
}

/** The schemes for keys with a time after text, for all entries that allow it. */
export function textThenTimeSchemes(entries: readonly SchemeEntry[]): readonly KeyScheme[] {
  return entries.flatMap((entry) => {
    const part = partFormOf(entry, formsOf(entry.partition ?? entry.row));
    return part === undefined ? [] : [textScheme(entry, part, 'partition'), textScheme(entry, part, 'row')];
  });
}
