import { exactKey, keysBeginningWith, partitionSpan } from '../base/keySpan.ts';
import type {
  EncodedKeys,
  KeyHint,
  KeyPart,
  KeyRangeOptions,
  KeyReading,
  KeyScheme,
  KeySpan,
  RowTime,
  TableKeyRange,
  TickSpan,
} from '../base/scheme.ts';
import { defineScheme, tableRange } from '../base/schemeSpec.ts';
import type { KeyShapes } from '../base/shapeTests.ts';
import {
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
import { formSegments, type KeyForm, readForm, timeReader } from './keyForm.ts';
import type { SchemeEntry } from './schemeEntry.ts';

/** The forms of both keys of a writer. */
interface Writer {
  readonly entry: SchemeEntry;
  readonly forms: Readonly<Record<KeyPart, Forms>>;
}

function isOwnTable({ tables }: SchemeEntry, { tableName }: KeyHint): boolean {
  return tableName !== undefined && tables instanceof RegExp && tables.test(tableName);
}

function readWriter(
  { entry, forms }: Writer,
  text: string,
  part: KeyPart,
  hint: KeyHint,
): KeyReading | undefined {
  const isOwn = isOwnTable(entry, hint);
  for (const form of forms[part]) {
    const reading = readForm(entry, form, text, hint, isOwn);
    if (reading !== undefined)
      return entry.refine === undefined ? reading : entry.refine(reading, text, part, hint);
  }
  return undefined;
}

function timeSourceOf({ forms }: Writer): KeyScheme['timeSource'] {
  const [left, right] = [timed(forms.partition).length > 0, timed(forms.row).length > 0];
  return left && right ? 'both' : left ? 'partition' : right ? 'row' : 'none';
}

/** The partitions of a writer: the chosen one, one that is the same in all rows, or those that begin alike. */
function partitionsOf({ forms }: Writer, options: KeyRangeOptions): KeySpan {
  const [form, more] = forms.partition;
  const [first] = form?.parts ?? [];
  if (options.partitionKey !== undefined || first?.kind !== 'literal' || more !== undefined)
    return partitionSpan(options);
  return form?.parts.length === 1 ? exactKey(first.text) : keysBeginningWith(first.text);
}

function rangesOf(writer: Writer, window: TickSpan, options: KeyRangeOptions): readonly TableKeyRange[] {
  const { entry, forms } = writer;
  const left = timed(forms.partition);
  // With a time in both keys, that of the PartitionKey is enough.
  const spans = spansOf(left.length > 0 ? left : timed(forms.row), entry.title, window);
  return spans.map(({ span, reason }) =>
    tableRange({
      ...ofTable(options),
      ...(left.length > 0 ? { partition: span } : { partition: partitionsOf(writer, options), row: span }),
      ...withReason(reason),
    }),
  );
}

function encodeOf({ forms }: Writer): NonNullable<KeyScheme['encode']> {
  const [partition, row] = [forms.partition, forms.row].map((all) =>
    all.find(({ time }) => time !== undefined),
  );
  return (ticks): EncodedKeys => {
    const partitionKey = partition === undefined ? undefined : encoded(partition, ticks);
    const rowKey = row === undefined ? undefined : encoded(row, ticks);
    return {
      ...(partitionKey !== undefined && { partitionKey }),
      ...(rowKey !== undefined && { rowKey }),
    };
  };
}

function shapesOf({ entry, forms }: Writer): KeyShapes {
  const general = (all: Forms): Forms => all.filter(({ isOwnOnly }) => isOwnOnly !== true);
  const shape = (all: Forms) => (general(all).length === 0 ? undefined : shapeOfForms(general(all)));
  const [partition, row] = [shape(forms.partition), shape(forms.row)];
  return {
    ...(partition !== undefined && { partition }),
    ...(row !== undefined && { row }),
    ...entry.code?.shapes,
  };
}

function rowTimeOf(writer: Writer, source: KeyScheme['timeSource']): KeyScheme['rowTime'] {
  const { forms } = writer;
  const readers = timed(source === 'partition' ? forms.partition : forms.row).map(timeReader);
  const isRow = source !== 'partition';
  return (partitionKey, rowKey, into: RowTime) =>
    readers.some((read) => read(isRow ? rowKey : partitionKey, into));
}

/** The members of a scheme whose keys hold a time. */
function timeMembers(writer: Writer, source: KeyScheme['timeSource']): Partial<KeyScheme> {
  if (source === 'none') return {};
  const { forms } = writer;
  const isRow = source === 'row';
  const own = isRow ? timed(forms.row) : timed(forms.partition);
  return {
    ranges: (window, options) => rangesOf(writer, window, options),
    homes: (options) => {
      const homes = homesOf(own);
      return homes.length === 0
        ? undefined
        : homes.map((span) =>
            tableRange(isRow ? { partition: partitionSpan(options), row: span } : { partition: span }),
          );
    },
    rowTime: rowTimeOf(writer, source),
    ...(homesOf(own).length > 0 && { encode: encodeOf(writer) }),
    ...(!isRow && { groupOf: () => 'all' }),
  };
}

/** Makes the scheme of a writer: each key has forms of its own. */
export function writerScheme(entry: SchemeEntry): KeyScheme {
  const writer: Writer = {
    entry,
    forms: { partition: formsOf(entry.partition), row: formsOf(entry.row), table: [] },
  };
  const { forms } = writer;
  const source = timeSourceOf(writer);
  const codec = (timed(forms.partition)[0] ?? timed(forms.row)[0])?.time;
  const grammarOf = (all: Forms): string => all.map(({ template }) => template).join(' | ');
  return defineScheme({
    id: entry.id,
    title: entry.title,
    writer: entry.writer ?? 'any',
    family: entry.family,
    timeSource: source,
    rounding: entry.rounding ?? roundingWords(codec),
    order: orderOf(codec),
    grammar: {
      ...(forms.partition.length > 0 && { partition: grammarOf(forms.partition) || 'empty' }),
      ...(forms.row.length > 0 && { row: grammarOf(forms.row) || 'empty' }),
    },
    shapes: shapesOf(writer),
    mostConfidence: mostOf([...forms.partition, ...forms.row]),
    ...(entry.tables instanceof RegExp && { tablePattern: entry.tables }),
    eventTimeProperties: entry.exactTime ?? [],
    read: (text, part, hint) => readWriter(writer, text, part, hint),
    segments: (text, part) => {
      for (const form of forms[part]) {
        const found = isNamed(form) ? formSegments(form, entry.title, text) : undefined;
        if (found !== undefined) return found;
      }
      return undefined;
    },
    ...timeMembers(writer, source),
    ...entry.code,
  });
}

/** Whether a form says more than that a key is some text. */
function isNamed({ parts: [part, more] }: KeyForm): boolean {
  return more !== undefined || part?.kind !== 'property' || part.show !== undefined;
}
