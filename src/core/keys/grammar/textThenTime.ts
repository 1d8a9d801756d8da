import type { KeyScheme, SchemeEntry } from '../base/keyScheme.ts';
import { newRowTime } from '../base/digits.ts';
import { keysBeginningWith, partitionSpan } from '../base/keySpan.ts';
import type { KeyPart, KeyRangeOptions, KeySpan, RowTime, TableKeyRange } from '../base/scheme.ts';
import { tableRange, TEXT_FIRST } from '../base/schemeSpec.ts';
import { behind, type Forms, formsOf, orderOf } from './compileForms.ts';
import { type PartForm, readBeside, segmentsBeside, timeBeside } from './timeBeside.ts';
import { spansOfTime } from './timeSpans.ts';

/** The form among other parts, if the entry says that there may be some. */
export function partFormOf(entry: SchemeEntry, [form]: Forms): PartForm | undefined {
  const isPart = entry.either === 'parts' || typeof entry.either === 'number';
  return isPart && form?.time !== undefined ? { entry, form, codec: form.time } : undefined;
}

/** What a title says of the usual key only. */
export const NOTE = / \((?:log tail|unpadded)\)$/;

/** The typed text before the time; undefined if it may be incomplete, because digits at its end may belong to the time. */
function wholeText({ textBefore }: KeyRangeOptions): string | undefined {
  return textBefore === undefined || textBefore === '' || /\d$/.test(textBefore) ? undefined : textBefore;
}

const UNKNOWN =
  'The time follows text that differs from key to key: all keys are read. Type that text as "begins with" to narrow.';

/** A time behind text that differs from key to key. */
function textScheme(entry: SchemeEntry, form: PartForm, part: Exclude<KeyPart, 'table'>): KeyScheme {
  const isRow = part === 'row';
  const { writer: _any, ...facts } = entry;
  const base = {
    ...facts,
    id: `${TEXT_FIRST}${entry.id}`,
    title: `Text, then ${entry.title.replace(NOTE, '')}`,
  };
  const name = isRow ? { id: `${base.id}-row`, title: `${base.title}, in RowKey` } : base;
  const { codec } = form;
  const placeOf = (text: string, into: RowTime = newRowTime()) => timeBeside(form, text, 'after', into);
  const rangeOf = (span: KeySpan, options: KeyRangeOptions, reason?: string): TableKeyRange =>
    tableRange({
      tableName: options.tableName,
      ...(isRow ? { partition: partitionSpan(options), row: span } : { partition: span }),
      reason,
    });
  return {
    prefixed: false,
    id: name.id,
    title: name.title,
    entry: base,
    timeSource: part,
    order: orderOf(codec),
    time: codec,
    read: (text, asPart, hint) =>
      asPart === 'table' ? undefined : readBeside(form, base, text, 'after', hint),
    segments: (text) => segmentsBeside(form, text, 'after'),
    textBefore: (text) => {
      const found = placeOf(text);
      return found === undefined ? undefined : text.slice(0, found.from);
    },
    ranges: (window, options) => {
      const before = wholeText(options);
      return before === undefined
        ? [rangeOf(keysBeginningWith(options.textBefore ?? ''), options, UNKNOWN)]
        : spansOfTime(codec, entry.title, window).map(({ span, reason }) =>
            rangeOf(behind(before, span), options, reason),
          );
    },
    homes: (options) => {
      const before = wholeText(options);
      const [order] = codec.orders;
      if (before === undefined || order === undefined) return undefined;
      const span = behind(before, order.home);
      return [tableRange(isRow ? { partition: partitionSpan(options), row: span } : { partition: span })];
    },
    rowTime: (partitionKey, rowKey, into) => placeOf(isRow ? rowKey : partitionKey, into) !== undefined,
    groupOf: (partitionKey) => {
      if (isRow) return partitionKey;
      const found = placeOf(partitionKey);
      return found === undefined
        ? 'other'
        : partitionKey.slice(0, found.from).replace(/[^\p{L}\p{N}]+$/u, '');
    },
  };
}

/** The schemes of entries whose time may follow text, in which it does. */
export function textThenTimeSchemes(entries: readonly SchemeEntry[]): readonly KeyScheme[] {
  return entries.flatMap((entry) => {
    const form = partFormOf(entry, formsOf(entry.partition ?? entry.row));
    return form === undefined ? [] : [textScheme(entry, form, 'partition'), textScheme(entry, form, 'row')];
  });
}
