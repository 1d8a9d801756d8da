import { TICKS_PER_DAY, TICKS_PER_MINUTE } from '../../time/ticks.ts';
import { isDigits, numberOf, readTicksAt, ticksText } from '../base/digits.ts';
import { timeSpan } from '../base/keySpan.ts';
import { sampleWindow, showsMinutes } from '../forms/sampleFacts.ts';
import type { KeyHint, KeyReading, KeyScheme, KeySpan, TickSpan } from '../base/scheme.ts';
import { defineScheme, makeReading, plausibility, rangeInPart } from '../base/schemeSpec.ts';
import { ticksSegments } from '../base/segmentBuild.ts';
import { ticksTimeText } from '../dates/timeTexts.ts';
import { readBeside, segmentsBeside } from '../forms/timeBeside.ts';
import { truncatedSegments, truncatedTicks } from '../forms/truncatedTicks.ts';
import type { TimeForm } from '../forms/timeForm.ts';
import { isDigitsOf, type KeyShapes } from '../base/shapeTests.ts';

// Source: .NET DateTime.Ticks, zero-padded as "D19"

interface PlainTicks {
  readonly id: string;
  readonly title: string;
  readonly width: 18 | 19 | 20;
  /** First digits of the years 1585 .. 2219 in this width (18 digits: 1965 .. 2219). */
  readonly home: { readonly from: string; readonly to: string };
  readonly shapes: KeyShapes;
  readonly mostConfidence?: number;
}

/** Matches the first digits of the years 1585 .. 2219. Other short numbers are not ticks that were cut. */
const CUT_TICKS = /^0[56]\d{1,16}$/;

function readCut(scheme: PlainTicks, text: string): KeyReading | undefined {
  const cut = scheme.width === 19 && CUT_TICKS.test(text) ? truncatedTicks(text, false) : undefined;
  if (cut === undefined) return undefined;
  return makeReading(scheme, {
    window: cut.window,
    fields: [['digits', String(text.length)]],
    // A short number whose time is unlikely is none.
    confidence: plausibility(cut.window.from) ** 3 * 0.6,
    reason: `the first ${text.length} of 19 digits of ticks: an interval of ${cut.length}`,
  });
}

function readTicks(scheme: PlainTicks, text: string, hint: KeyHint): KeyReading | undefined {
  if (text.length !== scheme.width || !isDigits(text)) return undefined;
  const ticks = numberOf(text);
  const isRound =
    ticks % TICKS_PER_MINUTE === 0n && (ticks % TICKS_PER_DAY !== 0n || showsMinutes(hint.sample));
  const window = sampleWindow(ticks, hint.sample, scheme.width, false);
  return makeReading(scheme, {
    ticks,
    ...(window === undefined ? {} : { window }),
    confidence: plausibility(ticks) * (isRound ? 0.86 : 0.92),
    reason: `${scheme.width} digits are ticks (100 ns since 0001-01-01)${isRound ? ', here whole minutes' : ''}`,
  });
}

/** The first number of 19 digits, 3169-11-16T09:46:40Z: texts of 18 digits end before it. */
const END_OF_18_DIGITS = 10n ** 18n;

/** The texts of a window; undefined if none of its instants has this width. */
function ticksSpan(width: PlainTicks['width'], window: TickSpan): KeySpan | undefined {
  const time = ticksTimeText(1n, width);
  if (width !== 18 || window.to < END_OF_18_DIGITS) return timeSpan(time, window);
  // A colon follows the nine, so it is the lowest text above all digits.
  return window.from < END_OF_18_DIGITS ? { from: time.text(window.from), to: ':' } : undefined;
}

/** Ticks as one part of a key. */
function formOf(spec: PlainTicks): TimeForm {
  const { id, width, home } = spec;
  return {
    id,
    title: id === 'ticks19' ? 'Ticks' : `Ticks, ${width} digits`,
    writer: 'any',
    family: 'ticks',
    rounding: 'exact',
    grammar: `ticks(D${width})`,
    confidence: 0.92,
    reason: `${width} digits of ticks (100 ns since 0001-01-01)`,
    part: 'partition',
    parse: (text) => (text.length === width && isDigits(text) ? { ticks: numberOf(text) } : undefined),
    resolution: 1n,
    timeText: (step) => ticksTimeText(step, width),
    home,
    rowTime: (text, into) => text.length === width && readTicksAt(text, 0, width, into),
    widths: [width],
    ...(width === 18 ? { steady: { from: END_OF_18_DIGITS / 10n, to: END_OF_18_DIGITS } } : {}),
  };
}

/** Ticks as the whole key, exact. In the PartitionKey, or as a variant in the RowKey. */
function plainTicks(spec: PlainTicks, part: 'partition' | 'row', variantOf?: string): KeyScheme {
  const { width, home } = spec;
  const isRow = part === 'row';
  const form = formOf(spec);
  return defineScheme({
    ...spec,
    ...(variantOf === undefined ? {} : { variantOf }),
    writer: 'any',
    family: 'ticks',
    timeSource: part,
    rounding: 'exact',
    order: 'ascending',
    chosenRounding: 'floor',
    grammar: { [part]: `ticks(D${width})` },
    beside: { where: 'first', widths: [width] },
    read: (text, asPart, hint) =>
      asPart === 'table'
        ? undefined
        : (readTicks(spec, text, hint) ?? readCut(spec, text) ?? readBeside(form, spec, text, 'first', hint)),
    segments: (text) =>
      text.length === width
        ? ticksSegments(text, 0, width, false)
        : width === 19 && CUT_TICKS.test(text)
          ? truncatedSegments(text, false)
          : segmentsBeside(form, text, 'first'),
    encode: (ticks) =>
      width === 18 && ticks >= END_OF_18_DIGITS
        ? {}
        : { [isRow ? 'rowKey' : 'partitionKey']: ticksText(ticks, width, false) },
    ranges: (window, options) => {
      const span = ticksSpan(width, window);
      if (span === undefined) return [];
      return [rangeInPart(part, span, options)];
    },
    homes: (options) => [rangeInPart(part, home, options)],
    perPartition: !isRow,
    rowTime: (partitionKey, rowKey, into) => readTicksAt(isRow ? rowKey : partitionKey, 0, width, into),
    groupOf: (partitionKey) => (isRow ? partitionKey : 'all'),
  });
}

const TICKS19: PlainTicks = {
  id: 'ticks19',
  title: 'Ticks',
  width: 19,
  home: { from: '05', to: '07' },
  shapes: { both: isDigitsOf(3, 19) },
  mostConfidence: 0.92,
};
const TICKS20: PlainTicks = {
  id: 'ticks20',
  title: 'Ticks, 20 digits',
  width: 20,
  home: { from: '005', to: '007' },
  shapes: { both: isDigitsOf(20) },
};
const TICKS18: PlainTicks = {
  id: 'ticks18',
  title: 'Ticks, 18 digits (unpadded)',
  width: 18,
  home: { from: '5', to: '7' },
  shapes: { both: isDigitsOf(18) },
};

/** Forms of ticks that are also read as one of several parts of a key. */
export const ticksForms: readonly TimeForm[] = [TICKS19, TICKS18, TICKS20].map(formOf);

/** .NET ticks in 18, 19 and 20 digits. */
export const plainTicksSchemes: readonly KeyScheme[] = [
  plainTicks(TICKS19, 'partition'),
  plainTicks({ ...TICKS19, id: 'ticks19-row', title: 'Ticks in RowKey' }, 'row', 'ticks19'),
  plainTicks(TICKS20, 'partition'),
  plainTicks({ ...TICKS20, id: 'ticks20-row', title: 'Ticks, 20 digits, in RowKey' }, 'row', 'ticks20'),
  plainTicks(TICKS18, 'partition'),
  plainTicks({ ...TICKS18, id: 'ticks18-row', title: 'Ticks, 18 digits, in RowKey' }, 'row', 'ticks18'),
];
