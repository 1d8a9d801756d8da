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
import { defineScheme, plausibility, readingOf, secondsIso, tableRange } from '../base/schemeSpec.ts';
import { nonEmpty, segment } from '../base/segmentBuild.ts';
import { readBeside, segmentsBeside, timeBeside } from './timeBeside.ts';
import type { TokenSpec } from './tokenSpec.ts';

function readToken(spec: TokenSpec, text: string, hint: KeyHint): KeyReading | undefined {
  const time = spec.parse(text, hint.sample);
  if (time === undefined) return readBeside(spec, spec, text, 'first', hint);
  if (time.ticks < 0n || time.ticks > MAX_TICKS) return undefined;
  const step = time.resolution ?? spec.resolution;
  return readingOf(
    spec,
    time.ticks,
    step > 1n ? { from: time.ticks, to: time.ticks + step } : undefined,
    time.fields,
    time.confidence ?? spec.confidence * plausibility(time.ticks),
    spec.reason,
  );
}

/**
 * Moves an open end of a window to the last time whose texts have the same width. Otherwise a query without an end would read the
 * whole table, only because 10 digits of seconds end in the year 2286.
 */
function closeOpenEnds({ steady }: TokenSpec, window: TickSpan): TickSpan {
  if (steady === undefined) return window;
  return {
    from: window.from === 0n && window.to > steady.from ? steady.from : window.from,
    to: window.to >= MAX_TICKS && window.from < steady.to && steady.to < window.to ? steady.to : window.to,
  };
}

/** Says what a moved end leaves out: keys of other widths, which are sorted elsewhere. */
function openEndReason({ steady }: TokenSpec, asked: TickSpan, read: TickSpan): string | undefined {
  if (steady === undefined || (asked.from === read.from && asked.to === read.to)) return undefined;
  return `These numbers are not padded: an open end is read from ${secondsIso(steady.from)} to ${secondsIso(steady.to - 1n)}, where they have one width.`;
}

function tokenSpan(spec: TokenSpec, window: TickSpan): { span: KeySpan; reason?: string } {
  if (spec.timeText === undefined) return { span: ALL_KEYS, reason: `${spec.title} does not order by time.` };
  const { writable, steady } = spec;
  const open = closeOpenEnds(spec, window);
  const from = writable !== undefined && open.from < writable.from ? writable.from : open.from;
  const to = writable !== undefined && open.to > writable.to ? writable.to : open.to;
  if (from >= to) return { span: { from: '', to: '' } };
  if (steady !== undefined && (from < steady.from || to > steady.to)) {
    const years = `${secondsIso(steady.from)} to ${secondsIso(steady.to - 1n)}`;
    return { span: ALL_KEYS, reason: `These numbers are not padded: they order by time only from ${years}.` };
  }
  const span = timeSpan(spec.timeText(spec.resolution), { from, to });
  const reason = spec.inexact ?? openEndReason(spec, window, open);
  return reason === undefined ? { span } : { span, reason };
}

function isWritable({ writable }: TokenSpec, ticks: bigint): boolean {
  return writable === undefined || (ticks >= writable.from && ticks < writable.to);
}

/** The spans of a window, one for each form, in key order. A span without keys has an empty `from` and `to`. */
export function tokenSpans(spec: TokenSpec, window: TickSpan): readonly { span: KeySpan; reason?: string }[] {
  const own = tokenSpan(spec, window);
  if (spec.twin === undefined || own.span === ALL_KEYS) return [own];
  return [tokenSpan({ ...spec, timeText: spec.twin.timeText }, window), own];
}

function tokenSegments(spec: TokenSpec, text: string): readonly KeySegment[] | undefined {
  const time = spec.parse(text);
  if (time === undefined) return segmentsBeside(spec, text, 'first');
  if (time.ticks < 0n || time.ticks > MAX_TICKS) return undefined;
  const at = spec.timeAt ?? { from: 0, to: text.length };
  const isDescending = spec.timeText?.(spec.resolution).isDescending === true;
  const kind: SegmentKind = isDescending ? 'inverted-date' : 'date';
  return nonEmpty([
    segment('text', text.slice(0, at.from), 'not time'),
    segment(kind, text.slice(at.from, at.to), `${spec.title}, time`, secondsIso(time.ticks)),
    segment('identity', text.slice(at.to), 'not time'),
  ]);
}

function tokenRowTime(spec: TokenSpec, text: string, into: RowTime): boolean {
  if (spec.rowTime(text, into)) return true;
  return spec.widths !== undefined && timeBeside(spec, text, 'first', into) !== undefined;
}

function build(spec: TokenSpec, part: 'partition' | 'row', variantOf: string | undefined): KeyScheme {
  const isRow = part === 'row';
  const { encode, home, twin } = spec;
  const isDescending = spec.timeText?.(spec.resolution).isDescending === true;
  const place = (span: KeySpan, partition: KeySpan) =>
    isRow ? { partition, row: span } : { partition: span };
  return defineScheme({
    id: spec.id,
    title: spec.title,
    writer: spec.writer,
    source: spec.source,
    ...(spec.family === undefined ? {} : { family: spec.family }),
    ...(spec.shapes === undefined ? {} : { shapes: spec.shapes }),
    ...(spec.mostConfidence === undefined ? {} : { mostConfidence: spec.mostConfidence }),
    ...(spec.isConstant === undefined ? {} : { isConstant: spec.isConstant }),
    ...(variantOf === undefined ? {} : { variantOf }),
    timeSource: part,
    rounding: spec.rounding,
    order: spec.timeText === undefined ? 'none' : isDescending ? 'descending' : 'ascending',
    ...(spec.timeText === undefined ? {} : { chosenRounding: 'floor' }),
    usualRoundingTicks: spec.resolution,
    grammar: { [part]: spec.grammar },
    ...(spec.widths === undefined ? {} : { beside: { where: 'first', widths: spec.widths } }),
    read: (text, asPart, hint) => (asPart === 'table' ? undefined : readToken(spec, text, hint)),
    segments: (text) => tokenSegments(spec, text),
    ...(encode === undefined
      ? {}
      : {
          encode: (ticks: bigint) =>
            isWritable(spec, ticks) ? { [isRow ? 'rowKey' : 'partitionKey']: encode(ticks) } : {},
        }),
    ranges: (window, options) => {
      const spans = tokenSpans(spec, window).filter(({ span }) => span.from !== '' || span.to !== '');
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
        : (twin === undefined ? [home] : [twin.home, home]).map((span) =>
            tableRange(place(span, partitionSpan(options))),
          ),
    perPartition: !isRow,
    rowTime: (partitionKey, rowKey, into) => tokenRowTime(spec, isRow ? rowKey : partitionKey, into),
    groupOf: (partitionKey) => (isRow ? partitionKey : 'all'),
  });
}

/** Two schemes: one with the time in the usual key, and a variant with the time in the other. */
export function tokenSchemes(spec: TokenSpec): readonly KeyScheme[] {
  const other = spec.part === 'row' ? 'partition' : 'row';
  const name = other === 'row' ? 'RowKey' : 'PartitionKey';
  return [
    build(spec, spec.part, undefined),
    build({ ...spec, id: `${spec.id}-${other}`, title: `${spec.title} in ${name}` }, other, spec.id),
  ];
}

/** The lowest text above every text that begins with a number. Wider numbers are sorted elsewhere. */
export function decimalAfter(value: bigint, step: bigint): string {
  const text = String(value);
  const next = String(value + step);
  return next.length === text.length ? next : (afterPrefix(text) ?? '');
}
