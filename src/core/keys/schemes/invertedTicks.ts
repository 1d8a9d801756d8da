import { MAX_TICKS } from '../../time/ticks.ts';
import { isDigits, numberOf, readInvertedTicksAt, ticksText } from '../base/digits.ts';
import { timeSpan } from '../base/keySpan.ts';
import { sampleWindow } from '../forms/sampleFacts.ts';
import type { KeyHint, KeyReading, KeyScheme, KeySegment } from '../base/scheme.ts';
import { defineScheme, makeReading, plausibility, rangeInPart } from '../base/schemeSpec.ts';
import { nonEmpty, segment, ticksSegments } from '../base/segmentBuild.ts';
import { invertedTimeText } from '../dates/timeTexts.ts';
import { truncatedSegments, truncatedTicks } from '../forms/truncatedTicks.ts';
import type { TimeForm } from '../forms/timeForm.ts';
import { beginsWithDigits, either, isDigitsOf, type KeyShapes } from '../base/shapeTests.ts';

interface InvertedTicks {
  readonly id: string;
  readonly title: string;
  readonly width: 19 | 20;
  /** First digits of the years 1760 .. 2394, newest first. */
  readonly home: { readonly from: string; readonly to: string };
  readonly shapes: KeyShapes;
  readonly mostConfidence?: number;
}

// Source: Microsoft table design guide, log tail pattern: DateTime.MaxValue.Ticks - t, "D19"

/** What follows the number in a log tail: a separator and free text, usually a GUID. */
const TAIL = /^(?:_{1,3}|[-.+:|~!,;@*=$^& ])/;

function separatorOf(tail: string): string | undefined {
  return tail === '' ? '' : TAIL.exec(tail)?.[0];
}

function tailSegments(tail: string): readonly KeySegment[] | undefined {
  const separator = separatorOf(tail);
  if (separator === undefined) return undefined;
  return [
    segment('separator', separator, 'separator'),
    segment('identity', tail.slice(separator.length), 'tie breaker'),
  ];
}

function readInverted(scheme: InvertedTicks, text: string, hint: KeyHint): KeyReading | undefined {
  const { width } = scheme;
  if (!isDigits(text, 0, width)) return undefined;
  const tail = text.slice(width);
  const separator = separatorOf(tail);
  if (separator === undefined) return undefined;
  const ticks = MAX_TICKS - numberOf(tail === '' ? text : text.slice(0, width));
  const likely = plausibility(ticks);
  const fields: [string, string][] = tail === '' ? [] : [['tail', tail.slice(separator.length)]];
  const window = sampleWindow(ticks, hint.sample, width, true);
  return makeReading(scheme, {
    ticks,
    ...(window === undefined ? {} : { window }),
    fields,
    confidence: likely * (tail === '' ? 0.9 : 0.93),
    reason: `${width} digits are DateTime.MaxValue.Ticks minus ticks, newest first${tail === '' ? '' : ', with a tail'}`,
  });
}

/** Matches the first digits of the years 1760 .. 2394. */
const CUT_INVERTED = /^2[45]\d{1,16}$/;

function readCut(scheme: InvertedTicks, text: string): KeyReading | undefined {
  const cut = scheme.width === 19 && CUT_INVERTED.test(text) ? truncatedTicks(text, true) : undefined;
  if (cut === undefined) return undefined;
  return makeReading(scheme, {
    window: cut.window,
    fields: [['digits', String(text.length)]],
    confidence: plausibility(cut.window.from) * 0.45,
    reason: `the first ${text.length} of 19 digits of inverted ticks: an interval of ${cut.length}`,
  });
}

function invertedSegments(text: string, width: number): readonly KeySegment[] | undefined {
  if (width === 19 && CUT_INVERTED.test(text)) return truncatedSegments(text, true);
  const head = isDigits(text, 0, width) ? ticksSegments(text, 0, width, true) : undefined;
  const tail = tailSegments(text.slice(width));
  return head === undefined || tail === undefined ? undefined : nonEmpty([...head, ...tail]);
}

function invertedTicks(spec: InvertedTicks, part: 'partition' | 'row', variantOf?: string): KeyScheme {
  const { width, home } = spec;
  const isRow = part === 'row';
  return defineScheme({
    ...spec,
    ...(variantOf === undefined ? {} : { variantOf }),
    writer: 'any',
    family: 'invertedTicks',
    timeSource: part,
    rounding: 'exact',
    order: 'descending',
    chosenRounding: 'floor',
    grammar: { [part]: `inverted ticks(D${width})[separator tail]` },
    read: (text, asPart, hint) =>
      asPart === 'table' ? undefined : (readInverted(spec, text, hint) ?? readCut(spec, text)),
    segments: (text) => invertedSegments(text, width),
    encode: (ticks) => ({ [isRow ? 'rowKey' : 'partitionKey']: ticksText(ticks, width, true) }),
    ranges: (window, options) => [rangeInPart(part, timeSpan(invertedTimeText(1n, width), window), options)],
    homes: (options) => [rangeInPart(part, home, options)],
    perPartition: !isRow,
    rowTime: (partitionKey, rowKey, into) =>
      readInvertedTicksAt(isRow ? rowKey : partitionKey, 0, width, into),
    groupOf: (partitionKey) => (isRow ? partitionKey : 'all'),
  });
}

const INVERTED19: InvertedTicks = {
  id: 'inverted-ticks19',
  title: 'Inverted ticks (log tail)',
  width: 19,
  home: { from: '24', to: '26' },
  shapes: { both: either(beginsWithDigits(19), isDigitsOf(3, 18)) },
  mostConfidence: 0.93,
};
const INVERTED20: InvertedTicks = {
  id: 'inverted-ticks20',
  title: 'Inverted ticks, 20 digits',
  width: 20,
  home: { from: '024', to: '026' },
  shapes: { both: beginsWithDigits(20) },
};

/** Inverted ticks as one part of a key. */
function formOf(spec: InvertedTicks): TimeForm {
  const { id, width, home } = spec;
  return {
    id,
    title: width === 19 ? 'Inverted ticks' : 'Inverted ticks, 20 digits',
    writer: 'any',
    family: 'invertedTicks',
    rounding: 'exact',
    grammar: `inverted ticks(D${width})`,
    confidence: 0.92,
    reason: `${width} digits of DateTime.MaxValue.Ticks minus ticks, newest first`,
    part: 'row',
    parse: (text) =>
      text.length === width && isDigits(text) ? { ticks: MAX_TICKS - numberOf(text) } : undefined,
    resolution: 1n,
    timeText: (step) => invertedTimeText(step, width),
    home,
    rowTime: (text, into) => text.length === width && readInvertedTicksAt(text, 0, width, into),
    widths: [width],
  };
}

/** Forms of inverted ticks that are also read after text. */
export const invertedTicksForms: readonly TimeForm[] = [INVERTED19, INVERTED20].map(formOf);

/** The log tail pattern: newest rows first, in the RowKeys of one partition or in the PartitionKey. */
export const invertedTicksSchemes: readonly KeyScheme[] = [
  invertedTicks(INVERTED19, 'row'),
  invertedTicks(
    { ...INVERTED19, id: 'inverted-ticks19-partition', title: 'Inverted ticks in PartitionKey' },
    'partition',
    'inverted-ticks19',
  ),
  invertedTicks(INVERTED20, 'row'),
  invertedTicks(
    { ...INVERTED20, id: 'inverted-ticks20-partition', title: 'Inverted ticks, 20 digits, in PartitionKey' },
    'partition',
    'inverted-ticks20',
  ),
];
