import { newRowTime } from '../base/digits.ts';
import { ALL_KEYS, keysBeginningWith, partitionSpan } from '../base/keySpan.ts';
import type { KeyRangeOptions, KeyScheme, KeySpan, TableKeyRange, TickSpan } from '../base/scheme.ts';
import { defineScheme, tableRange } from '../base/schemeSpec.ts';
import { readBeside, segmentsBeside, TEXT_FIRST, timeBeside } from './timeBeside.ts';
import { timeFormSpans } from './timeFormSchemes.ts';
import { isNumberForm, type TimeForm } from './timeForm.ts';

/** The typed text before the time; undefined if it may be incomplete, because digits at its end may belong to the time. */
function wholeText({ textBefore }: KeyRangeOptions): string | undefined {
  return textBefore === undefined || textBefore === '' || /\d$/.test(textBefore) ? undefined : textBefore;
}

function behind(before: string, span: KeySpan): KeySpan {
  if (span === ALL_KEYS) return keysBeginningWith(before);
  const { from = '', to } = span;
  const end = to === undefined ? keysBeginningWith(before).to : before + to;
  return { from: before + from, ...(end === undefined ? {} : { to: end }) };
}

const UNKNOWN =
  'The time follows text that differs from key to key: all keys are read. Type that text as "begins with" to narrow.';

function rangesOf(
  form: TimeForm,
  place: (span: KeySpan) => Pick<TableKeyRange, 'partition' | 'row'>,
  window: TickSpan,
  options: KeyRangeOptions,
): readonly TableKeyRange[] {
  const table = options.tableName === undefined ? {} : { tableName: options.tableName };
  const before = wholeText(options);
  if (before === undefined) {
    return [tableRange({ ...table, ...place(keysBeginningWith(options.textBefore ?? '')), reason: UNKNOWN })];
  }
  return timeFormSpans(form, window)
    .filter(({ span }) => span.from !== '' || span.to !== '')
    .map(({ span, reason }) =>
      tableRange({ ...table, ...place(behind(before, span)), ...(reason === undefined ? {} : { reason }) }),
    );
}

/** The text before the time, without the separator. It names a row of the map. */
function groupName(form: TimeForm, key: string): string {
  const place = timeBeside(form, key, 'after', newRowTime());
  return place === undefined ? 'other' : key.slice(0, place.from).replace(/[^\p{L}\p{N}]+$/u, '');
}

function build(form: TimeForm, part: 'partition' | 'row'): KeyScheme {
  const isRow = part === 'row';
  const base = { id: `${TEXT_FIRST}${form.id}`, title: `Text, then ${form.title}` };
  const scheme = isRow ? { id: `${base.id}-row`, title: `${base.title}, in RowKey` } : base;
  const { home } = form;
  const isDescending = form.timeText?.(form.resolution).isDescending === true;
  return defineScheme({
    ...scheme,
    ...(isRow ? { variantOf: base.id } : {}),
    writer: 'any',
    family: 'textThenTime',
    timeSource: part,
    rounding: form.rounding,
    order: form.isUnordered === true ? 'none' : isDescending ? 'descending' : 'ascending',
    chosenRounding: 'floor',
    usualRoundingTicks: form.resolution,
    takesTextBefore: true,
    ...(isNumberForm(form) ? { isNumber: true } : {}),
    ...(form.misses === undefined ? {} : { misses: form.misses }),
    ...(form.widths === undefined ? {} : { beside: { where: 'after', widths: form.widths } }),
    grammar: { [part]: `text separator ${form.grammar}[separator text]` },
    read: (text, asPart, hint) =>
      asPart === 'table' ? undefined : readBeside(form, base, text, 'after', hint),
    segments: (text) => segmentsBeside(form, text, 'after'),
    textBefore: (text) => {
      const place = timeBeside(form, text, 'after', newRowTime());
      return place === undefined ? undefined : text.slice(0, place.from);
    },
    ranges: (window, options) =>
      rangesOf(
        form,
        (span) => (isRow ? { partition: partitionSpan(options), row: span } : { partition: span }),
        window,
        options,
      ),
    homes: (options) => {
      const before = wholeText(options);
      if (before === undefined || home === undefined) return undefined;
      const span = behind(before, home);
      return [tableRange(isRow ? { partition: partitionSpan(options), row: span } : { partition: span })];
    },
    perPartition: !isRow,
    rowTime: (partitionKey, rowKey, into) =>
      timeBeside(form, isRow ? rowKey : partitionKey, 'after', into) !== undefined,
    groupOf: (partitionKey) => (isRow ? partitionKey : groupName(form, partitionKey)),
  });
}

/** Schemes for keys with text before a time: one for the PartitionKey, one for the RowKey. */
export function textThenTimeSchemes(form: TimeForm): readonly KeyScheme[] {
  return [build(form, 'partition'), build(form, 'row')];
}
