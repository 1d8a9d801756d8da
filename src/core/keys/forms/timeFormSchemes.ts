import { secondText } from '../../time/formatInstant.ts';
import { MAX_TICKS } from '../../time/ticks.ts';
import { afterPrefix } from '../base/digits.ts';
import { ALL_KEYS, partitionSpan, timeSpan } from '../base/keySpan.ts';
import type {
  KeyHint,
  KeyReading,
  KeyScheme,
  KeySegment,
  KeySpan,
  RowTime,
  SegmentKind,
  TickSpan,
} from '../base/scheme.ts';
import { defineScheme, plausibility, readingOf, tableRange } from '../base/schemeSpec.ts';
import { nonEmpty, segment } from '../base/segmentBuild.ts';
import { isSampleOfNoTimes } from './randomNumbers.ts';
import { readBeside, segmentsBeside, timeBeside } from './timeBeside.ts';
import { isNumberForm, type TimeForm } from './timeForm.ts';

/** Share of a number's confidence that is left if the other keys show that it is random. */
const RANDOM_SHARE = 0.2;

function listShare(form: TimeForm, { sample }: KeyHint): number {
  return sample !== undefined && isNumberForm(form) && isSampleOfNoTimes(sample) ? RANDOM_SHARE : 1;
}

function readTimeForm(form: TimeForm, text: string, hint: KeyHint): KeyReading | undefined {
  const time = form.parse(text, hint.sample);
  if (time === undefined) return readBeside(form, form, text, 'first', hint);
  if (time.ticks < 0n || time.ticks > MAX_TICKS) return undefined;
  const step = time.resolution ?? form.resolution;
  return readingOf(
    form,
    time.ticks,
    step > 1n ? { from: time.ticks, to: time.ticks + step } : undefined,
    time.fields,
    (time.confidence ?? form.confidence * plausibility(time.ticks)) * listShare(form, hint),
    time.note === undefined ? form.reason : `${form.reason}; ${time.note}`,
  );
}

/**
 * Moves an open end of a window to the last time whose texts have the same width. Otherwise a query without an end would read the
 * whole table, only because 10 digits of seconds end in the year 2286.
 */
function closeOpenEnds({ steady }: TimeForm, window: TickSpan): TickSpan {
  if (steady === undefined) return window;
  return {
    from: window.from === 0n && window.to > steady.from ? steady.from : window.from,
    to: window.to >= MAX_TICKS && window.from < steady.to && steady.to < window.to ? steady.to : window.to,
  };
}

/** Says what a moved end leaves out: keys of other widths, which are sorted elsewhere. */
function openEndReason({ steady }: TimeForm, asked: TickSpan, read: TickSpan): string | undefined {
  if (steady === undefined || (asked.from === read.from && asked.to === read.to)) return undefined;
  return `These numbers are not padded: an open end is read from ${secondText(steady.from)} to ${secondText(steady.to - 1n)}, where they have one width.`;
}

function timeFormSpan(form: TimeForm, window: TickSpan): { span: KeySpan; reason?: string } {
  if (form.timeText === undefined)
    return { span: ALL_KEYS, reason: form.whyAll ?? `${form.title} does not order by time.` };
  const { writable, steady } = form;
  const open = closeOpenEnds(form, window);
  const from = writable !== undefined && open.from < writable.from ? writable.from : open.from;
  const to = writable !== undefined && open.to > writable.to ? writable.to : open.to;
  if (from >= to) return { span: { from: '', to: '' } };
  if (steady !== undefined && (from < steady.from || to > steady.to)) {
    const years = `${secondText(steady.from)} to ${secondText(steady.to - 1n)}`;
    return { span: ALL_KEYS, reason: `These numbers are not padded: they order by time only from ${years}.` };
  }
  const span = timeSpan(form.timeText(form.resolution), { from, to });
  const reason = form.inexact?.({ from, to }) ?? openEndReason(form, window, open);
  return reason === undefined ? { span } : { span, reason };
}

function isWritable({ writable }: TimeForm, ticks: bigint): boolean {
  return writable === undefined || (ticks >= writable.from && ticks < writable.to);
}

/** The spans of a window, one for each form, in key order. A span without keys has an empty `from` and `to`. */
export function timeFormSpans(
  form: TimeForm,
  window: TickSpan,
): readonly { span: KeySpan; reason?: string }[] {
  const own = timeFormSpan(form, window);
  if (form.twins === undefined || own.span === ALL_KEYS) return [own];
  return [...form.twins.map((twin) => timeFormSpan({ ...form, ...twin }, window)), own];
}

function timeFormSegments(form: TimeForm, text: string): readonly KeySegment[] | undefined {
  const time = form.parse(text);
  if (time === undefined) return segmentsBeside(form, text, 'first');
  if (time.ticks < 0n || time.ticks > MAX_TICKS) return undefined;
  const at = form.timeAt ?? { from: 0, to: text.length };
  const isDescending = form.timeText?.(form.resolution).isDescending === true;
  const kind: SegmentKind = isDescending ? 'inverted-date' : 'date';
  return nonEmpty([
    segment('text', text.slice(0, at.from), 'not time'),
    segment(kind, text.slice(at.from, at.to), `${form.title}, time`, secondText(time.ticks)),
    segment('identity', text.slice(at.to), 'not time'),
  ]);
}

function timeFormRowTime(form: TimeForm, text: string, into: RowTime): boolean {
  if (form.rowTime(text, into)) return true;
  return form.widths !== undefined && timeBeside(form, text, 'first', into) !== undefined;
}

/** What a scheme has from its form unchanged. */
function sameFields(form: TimeForm): Partial<KeyScheme> {
  return {
    ...(form.family === undefined ? {} : { family: form.family }),
    ...(isNumberForm(form) ? { isNumber: true } : {}),
    ...(form.shapes === undefined ? {} : { shapes: form.shapes }),
    ...(form.mostConfidence === undefined ? {} : { mostConfidence: form.mostConfidence }),
    ...(form.misses === undefined ? {} : { misses: form.misses }),
    ...(form.isAlone === undefined ? {} : { isAlone: form.isAlone }),
    ...(form.isConstant === undefined ? {} : { isConstant: form.isConstant }),
  };
}

function build(form: TimeForm, part: 'partition' | 'row', variantOf: string | undefined): KeyScheme {
  const isRow = part === 'row';
  const { encode, home, twins = [] } = form;
  const isDescending = form.timeText?.(form.resolution).isDescending === true;
  const place = (span: KeySpan, partition: KeySpan) =>
    isRow ? { partition, row: span } : { partition: span };
  return defineScheme({
    id: form.id,
    title: form.title,
    writer: form.writer,
    ...sameFields(form),
    ...(variantOf === undefined ? {} : { variantOf }),
    timeSource: part,
    rounding: form.rounding,
    order:
      form.timeText === undefined || form.isUnordered === true
        ? 'none'
        : isDescending
          ? 'descending'
          : 'ascending',
    ...(form.timeText === undefined ? {} : { chosenRounding: 'floor' }),
    usualRoundingTicks: form.resolution,
    grammar: { [part]: form.grammar },
    ...(form.widths === undefined ? {} : { beside: { where: 'first', widths: form.widths } }),
    read: (text, asPart, hint) => (asPart === 'table' ? undefined : readTimeForm(form, text, hint)),
    segments: (text) => timeFormSegments(form, text),
    ...(encode === undefined
      ? {}
      : {
          encode: (ticks: bigint) =>
            isWritable(form, ticks) ? { [isRow ? 'rowKey' : 'partitionKey']: encode(ticks) } : {},
        }),
    ranges: (window, options) => {
      const spans = timeFormSpans(form, window).filter(({ span }) => span.from !== '' || span.to !== '');
      const table = options.tableName === undefined ? {} : { tableName: options.tableName };
      return spans.map(({ span, reason }) =>
        tableRange({
          ...table,
          ...place(span, partitionSpan(options)),
          ...(reason === undefined ? {} : { reason }),
        }),
      );
    },
    homes: (options) =>
      home === undefined
        ? undefined
        : [...twins.map((twin) => twin.home), home].map((span) =>
            tableRange(place(span, partitionSpan(options))),
          ),
    perPartition: !isRow,
    rowTime: (partitionKey, rowKey, into) => timeFormRowTime(form, isRow ? rowKey : partitionKey, into),
    groupOf: (partitionKey) => (isRow ? partitionKey : 'all'),
  });
}

/** Two schemes: one with the time in the usual key, and a variant with the time in the other. */
export function timeFormSchemes(form: TimeForm): readonly KeyScheme[] {
  const other = form.part === 'row' ? 'partition' : 'row';
  const name = other === 'row' ? 'RowKey' : 'PartitionKey';
  return [
    build(form, form.part, undefined),
    build({ ...form, id: `${form.id}-${other}`, title: `${form.title} in ${name}` }, other, form.id),
  ];
}

/** The lowest text above every text that begins with a number. Wider numbers are sorted elsewhere. */
export function decimalAfter(value: bigint, step: bigint): string {
  const text = String(value);
  const next = String(value + step);
  return next.length === text.length ? next : (afterPrefix(text) ?? '');
}
