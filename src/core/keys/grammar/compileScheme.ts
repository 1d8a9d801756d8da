import { type KeyFormEntry, type KeyScheme, type SchemeEntry, formList } from '../base/keyScheme.ts';
import { noText } from '../base/timeCodec.ts';
import { ALL_KEYS, exactKey, keysBeginningWith, partitionSpan } from '../base/keySpan.ts';
import type {
  EncodedKeys,
  EncodeOptions,
  KeyHint,
  KeyPart,
  KeyRangeOptions,
  KeyReading,
  KeySpan,
  RowTime,
  TableKeyRange,
  TickSpan,
} from '../base/scheme.ts';
import { defineScheme, isNumber, rowKeyPrefixName, tableRange } from '../base/schemeSpec.ts';
import type { KeyShape, KeyShapes } from '../base/keyShape.ts';
import { clampTicks, type Ticks } from '../../time/ticks.ts';
import { isSampleOfNoTimes } from '../forms/neighbours.ts';
import {
  constantOf,
  encoded,
  type Forms,
  formsOf,
  hasTextBefore,
  homesOf,
  orderOf,
  spansOf,
  timed,
} from './compileForms.ts';
import { formSegments, type KeyForm, readForm, timeReader } from './keyForm.ts';
import { prefixedMembers } from './prefixes.ts';
import { tableNames, type TableWindow, tableWindows } from './tableTime.ts';
import { NOTE, partFormOf, wholeText } from './textThenTime.ts';
import { type PartForm, readBeside, segmentsBeside, timeBeside } from './timeBeside.ts';

type InKey = Exclude<KeyPart, 'table'>;

/** An entry whose forms can match texts. */
interface Compiled {
  readonly entry: SchemeEntry;
  readonly forms: Readonly<Record<KeyPart, Forms>>;
  /** Of the keys with a time: the forms that a window selects, and whether they are RowKeys. */
  readonly own: Forms;
  readonly isRow: boolean;
  readonly source: KeyScheme['timeSource'];
  /** The name of a variant; otherwise the entry's. */
  readonly id: string;
  readonly title: string;
  /** Whether both keys are read alike. */
  readonly isAlike: boolean;
  /** Of a time that may be one of several parts of a key, and stands first in it. */
  readonly beside?: PartForm | undefined;
}

/** Share of a number's confidence that is left if the other keys show that it is random. */
const RANDOM_SHARE = 0.2;
/** Whether nothing but its time makes a key of a form. */
function isBare({ parts }: KeyForm): boolean {
  return parts.every(({ kind }) => kind === 'time' || kind === 'fact');
}

function isOwn({ tables }: SchemeEntry, text: string, part: KeyPart, { tableName }: KeyHint): boolean {
  const name = part === 'table' ? text : tableName;
  return name !== undefined && tables?.test(name) === true;
}

/** Where the time is, as readings of keys without it say. */
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

/** Adjusts a reading by the other keys of the table: random numbers make it less likely, and rounded keys give it a window. */
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

/** Whether a form says more than that a key is some text. */
function isNamed({ parts: [part, more] }: KeyForm): boolean {
  return more !== undefined || part?.kind !== 'property' || part.show !== undefined;
}

function segments({ title, forms, beside }: Compiled, text: string, part: KeyPart) {
  for (const form of forms[part]) {
    const found = isNamed(form) ? formSegments(form, title, text) : undefined;
    if (found !== undefined) return found;
  }
  return beside === undefined || part === 'table' ? undefined : segmentsBeside(beside, text, 'first');
}

/** The partitions of rows: one that is the same in all rows, the chosen one, or those that begin alike. */
function partitionsOf({ isAlike, forms }: Compiled, options: KeyRangeOptions): KeySpan {
  const [form, more] = isAlike ? [] : forms.partition;
  const [first] = form?.parts ?? [];
  const constant = form === undefined ? undefined : constantOf(forms.partition);
  if (constant !== undefined) return exactKey(constant);
  if (options.partitionKey !== undefined || first?.kind !== 'literal' || more !== undefined)
    return partitionSpan(options);
  return keysBeginningWith(first.text);
}

/** Both spans of a range, of which one is that of the time. */
function spansIn(
  all: Compiled,
  span: KeySpan,
  options: KeyRangeOptions,
): Pick<TableKeyRange, 'partition' | 'row'> {
  if (!all.isRow) return { partition: span };
  return { partition: partitionsOf(all, options), ...(span !== ALL_KEYS && { row: span }) };
}

/** Whether people type the beginning of keys up to the time, because it differs from key to key. */
function isTyped({ entry, own }: Compiled): boolean {
  const isOwn = entry.code?.ranges === undefined && rowKeyPrefixName(entry) === undefined;
  return isOwn && own.some((form) => hasTextBefore(form) && form.time?.orders.length !== 0);
}

/** The beginning of a key up to its time. */
function typedText({ own }: Compiled, text: string): string | undefined {
  for (const { match, timeIndex } of own) {
    const pieces = match(text);
    if (pieces !== undefined) return pieces.slice(0, timeIndex).join('');
  }
  return undefined;
}

/** The tables of a window; undefined if a table is for all times. */
function tablesIn(
  { forms: { table } }: Compiled,
  window: TickSpan,
  tableName: string | undefined,
): readonly TableWindow[] | undefined {
  const [form] = table;
  const names = tableNames(table, tableName);
  return form === undefined || names.length === 0
    ? undefined
    : names.flatMap((name) => tableWindows(form, name, window));
}

function rangesOf(all: Compiled, asked: TickSpan, options: KeyRangeOptions): readonly TableKeyRange[] {
  const { entry, own } = all;
  const tables = tablesIn(all, asked, options.tableName) ?? [{ tableName: options.tableName, window: asked }];
  const beforeOf = (literal: string): string | undefined => {
    if (isTyped(all)) return wholeText(options);
    const isNamed = rowKeyPrefixName(entry) !== undefined && options.rowKeyPrefix !== undefined;
    return isNamed ? options.rowKeyPrefix + literal : undefined;
  };
  const { textBefore = '' } = options;
  const begun = isTyped(all) && textBefore !== '' ? keysBeginningWith(textBefore) : ALL_KEYS;
  return tables.flatMap(({ tableName, window }) =>
    spansOf(own, all.title, window, beforeOf).map(({ span, reason }) =>
      tableRange({ tableName, ...spansIn(all, span === ALL_KEYS ? begun : span, options), reason }),
    ),
  );
}

function homes(all: Compiled, options: KeyRangeOptions): readonly TableKeyRange[] | undefined {
  const isAnywhere = all.forms.table.length > 0 || all.own.some(hasTextBefore);
  const found = isAnywhere ? [] : homesOf(all.own);
  return found.length === 0 ? undefined : found.map((home) => tableRange(spansIn(all, home, options)));
}

function isWritable(all: Compiled): boolean {
  if (isTyped(all)) return false;
  const { orders = [], isOfYears, write } = all.own[0]?.time ?? {};
  return orders.length > 0 && write !== noText && !(all.isAlike && isOfYears === true);
}

function encode(all: Compiled, ticks: Ticks, options: EncodeOptions): EncodedKeys {
  const { entry, forms, isRow, isAlike } = all;
  const [held] = tablesIn(all, { from: ticks, to: ticks + 1n }, options.tableName) ?? [];
  const isBeforeText = rowKeyPrefixName(entry) === undefined;
  const keyOf = (own: Forms): string | undefined =>
    constantOf(own) ??
    encoded(
      own.find(({ time }) => time !== undefined),
      ticks,
      isBeforeText,
    );
  const partitionKey = isAlike && isRow ? undefined : keyOf(forms.partition);
  const rowKey = isAlike && !isRow ? undefined : keyOf(forms.row);
  if (isRow && rowKey === undefined) return {};
  return {
    ...(held?.tableName !== undefined && { tableName: held.tableName }),
    ...(partitionKey !== undefined && { partitionKey }),
    ...(rowKey !== undefined && { rowKey }),
  };
}

/** Bulk path: the time of a row. Rows of another partition than that of the writer are another's. */
function rowTimeOf({ isAlike, own, forms, source, beside }: Compiled): KeyScheme['rowTime'] {
  // With a time in both keys, that of the RowKey is the finer one. A list may hold PartitionKeys alone.
  const isRow = source !== 'partition';
  const coarse = source === 'both' ? own.map(timeReader) : [];
  const others = !isAlike ? [] : forms.row.filter(({ isExtra }) => isExtra === true);
  const readers = [
    ...(source === 'both' ? timed(forms.row) : own),
    ...others.filter(({ time }) => time?.orders.length !== 0),
  ].map(timeReader);
  const constant = isRow ? constantOf(forms.partition) : undefined;
  return (partitionKey, rowKey, into: RowTime) => {
    const text = isRow ? rowKey : partitionKey;
    if (constant !== undefined && partitionKey !== constant) return false;
    if (readers.some((reader) => reader(text, into))) return true;
    if (coarse.some((reader) => reader(partitionKey, into))) return true;
    return beside !== undefined && timeBeside(beside, text, 'first', into) !== undefined;
  };
}

/** The members of a scheme whose keys hold a time. */
function timeMembers(all: Compiled): Partial<KeyScheme> {
  const { forms, isRow, source, entry } = all;
  const time = all.own[0]?.time;
  if (entry.volume !== undefined && time !== undefined)
    return prefixedMembers(entry, time, (window, tableName) => tablesIn(all, window, tableName));
  if (source === 'none' || source === 'table') {
    const constant = constantOf(forms.partition);
    return constant === undefined ? {} : { homes: () => [tableRange({ partition: exactKey(constant) })] };
  }
  return {
    ranges: (window, options) => rangesOf(all, window, options),
    homes: (options) => homes(all, options),
    rowTime: rowTimeOf(all),
    ...(isTyped(all) && { textBefore: (text: string) => typedText(all, text) }),
    ...(isWritable(all) && { encode: (ticks, options) => encode(all, ticks, options) }),
    ...(!isRow && { groupOf: () => 'all' }),
  };
}

/** How sure forms can be of a key of a shape, if no table is named. */
function sureOf(forms: Forms): (shape: KeyShape) => number {
  const general = forms
    .filter(({ isOwnOnly, confidence }) => isOwnOnly !== true && confidence !== 0)
    .map(({ shape: test, confidence, most, close }) => ({
      test,
      most: most ?? close?.[0] ?? (typeof confidence === 'number' ? confidence : 1),
    }));
  return (shape) => general.reduce((sure, { test, most }) => (most > sure && test(shape) ? most : sure), 0);
}

/** If RowKeys are read as PartitionKeys are, and in more ways, trying one of the two is enough for these. */
function shapesOf({ isAlike, forms: { partition, row, table } }: Compiled): KeyShapes {
  if (isAlike) return { both: sureOf(row) };
  const isIn = (forms: Forms) => (form: KeyForm) => forms.some(({ text }) => text === form.text);
  const shared = partition.every(isIn(row));
  const own = shared ? row.filter((form) => !isIn(partition)(form)) : row;
  return { [shared ? 'both' : 'partition']: sureOf(partition), row: sureOf(own), table: sureOf(table) };
}

function schemeOf(all: Compiled): KeyScheme {
  const { id, title, entry, own, source } = all;
  const time = own[0]?.time;
  return defineScheme({
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
  });
}

/** The scheme of a writer: each key has forms of its own. */
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
  // With a time in both keys, that of the PartitionKey is enough.
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

/** Forms of which the extra ones are the usual ones. */
function otherOrder(forms: readonly KeyFormEntry[]): readonly KeyFormEntry[] {
  const own = ({ isExtra: _extra, ...form }: KeyFormEntry): KeyFormEntry => form;
  return [
    ...forms.filter(({ isExtra }) => isExtra).map(own),
    ...forms.filter(({ isExtra }) => isExtra !== true).map((form) => ({ ...form, isExtra: true as const })),
  ];
}

/** Keys of a writer in two orders. */
function orderSchemes(entry: SchemeEntry): readonly KeyScheme[] {
  const name = { id: `${entry.id}-ascending`, title: `${entry.title}, ascending` };
  const [partition, row] = [otherOrder(formList(entry.partition)), otherOrder(formList(entry.row))];
  return [writerScheme(entry), { ...writerScheme({ ...entry, partition, row }, name), entry }];
}

/** Titles of variants: `Ticks in RowKey`, `Ticks, 20 digits, in RowKey`. */
function titleIn(title: string, part: InKey): string {
  const plain = title.replace(NOTE, '');
  return `${plain}${plain.includes(',') ? ',' : ''} in ${part === 'row' ? 'RowKey' : 'PartitionKey'}`;
}

/** A time that stands in either key: a scheme, and its variant with the time in the other key. */
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

/** The schemes of an entry: with its variants, if both keys are read alike. */
export function compileSchemes(entries: readonly SchemeEntry[]): readonly KeyScheme[] {
  return entries.flatMap((entry) => {
    if (entry.either === undefined) return [writerScheme(entry)];
    return entry.either === 'orders' ? orderSchemes(entry) : eitherSchemes(entry);
  });
}
