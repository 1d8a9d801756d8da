import {
  type ChartSeries,
  type ChartValue,
  type Statistic,
  STATISTICS,
  type GroupLabel,
} from '../../../../core/entities/chart/chartTypes.ts';
import type { TickSpan } from '../../../../core/keys/base/scheme.ts';
import type { ChartRequest, ChartResult } from '../../../../core/rows/chartRows.ts';
import { TICKS_PER_SECOND_F64 } from '../../../../core/time/ticks.ts';
import { secondsText } from '../../../../core/words.ts';
import type { ChartChoice, ChartKind } from '../../../../state/run/chartChoice.ts';
import {
  type ChartLine,
  type ChartShape,
  drawnValues,
  lineColor,
  linesByValue,
} from '../../../../ui/charts/chartLines.ts';
import type { AxisLabel } from '../../../../ui/charts/axisLabels.ts';
import { shareOf } from '../../../../ui/charts/timeAxis.ts';
import { type ValueAxis, valueAxis, valueText } from '../../../../ui/charts/valueAxis.ts';
import { type BucketRange, rangeWindow } from '../rows/stripShape.ts';
import { lackWords, type UnreadTime } from '../time/unreadSpans.ts';
import { chartTitle, lineWords, statisticText, unitOf, valueName } from './chartWords.ts';
import type { RowGrouping } from '../../../../core/keyspace/map/grouping.ts';
import type { RunState } from '../../../../state/run/runState.ts';

export type SeriesRequest = Extract<ChartRequest, { readonly kind: 'series' }>;
export type HistogramRequest = Extract<ChartRequest, { readonly kind: 'histogram' }>;
export type SeriesAnswer = Extract<ChartResult, { readonly kind: 'series' }>;
export type HistogramAnswer = Extract<ChartResult, { readonly kind: 'histogram' }>;

interface ChartModel {
  readonly title: string;
  readonly bucketCount: number;
  readonly lines: readonly ChartLine[];
  /** The line of all rows, drawn behind those of a selection. */
  readonly outline?: ChartLine | undefined;
  readonly shape: ChartShape;
  readonly isStacked: boolean;
  readonly axis: ValueAxis;
}

function kindOf({ label }: ChartSeries): 'all' | 'others' | 'group' {
  return label.kind === 'all' || label.kind === 'others' ? label.kind : 'group';
}

export interface LegendEntry {
  readonly key: string;
  readonly line: ChartLine;
  readonly series: ChartSeries;
  /** A hidden entry is not drawn, and does not count for the axis. */
  readonly isHidden: boolean;
}

/** What a chart over time draws. `answer` has only the series of its lines. */
export interface SeriesModel extends ChartModel {
  readonly answer: SeriesAnswer;
  readonly legend: readonly LegendEntry[];
}

/** The width of a bucket in words; undefined if there are no buckets. */
export function stepWords({ bucketCount, bucketTicks }: SeriesAnswer): string | undefined {
  return bucketCount === 0 ? undefined : secondsText(Number(bucketTicks) / TICKS_PER_SECOND_F64);
}

/** The key of the line of all rows, which is drawn behind those of a selection. */
const OUTLINE = 'outline';
const ALL_ROWS = { label: 'all rows', color: 'var(--left-out)' };

/**
 * The model of a statistic over time. Hidden entries appear only in the legend. `ofAll`: the statistic of all rows, drawn behind a
 * selection.
 */
export function seriesModel(
  { value, statistic, split }: SeriesRequest,
  answer: SeriesAnswer,
  { kind, isLog, hidden }: Pick<ChartChoice, 'kind' | 'isLog' | 'hidden'>,
  holders: ColorHolders,
  ofAll?: ChartSeries,
): SeriesModel {
  // Each group keeps the colour that it has.
  const groups = answer.series.filter((each) => kindOf(each) === 'group');
  const places = heldPlaces(
    groups.map(({ label }) => label),
    holders,
  );
  const entries = answer.series.map((series) => ({
    key: groupKey(series.label),
    line: {
      label:
        ofAll !== undefined && series.label.kind === 'all' ? 'selected rows' : lineWords(series.label, split),
      color: lineColor(places[groups.indexOf(series)] ?? 0, kindOf(series)),
      values: series.values,
    },
    series,
  }));
  if (ofAll !== undefined)
    entries.push({ key: OUTLINE, line: { ...ALL_ROWS, values: ofAll.values }, series: ofAll });
  // A single entry has no legend, so once hidden it could not be shown again.
  const legend = entries.map((entry) => ({
    ...entry,
    isHidden: entries.length > 1 && hidden.includes(entry.key),
  }));
  const shown = legend.filter(({ isHidden }) => !isHidden);
  const own = shown.filter(({ key }) => key !== OUTLINE);
  const outline = shown.find(({ key }) => key === OUTLINE)?.line;
  const drawn = shapeOf({ kind, statistic, isLog }, answer.series.length);
  const drawnLines = own.map(({ line }) => line);
  return {
    title: chartTitle(value, statistic, stepWords(answer)),
    bucketCount: answer.bucketCount,
    answer: { ...answer, series: own.map(({ series }) => series) },
    legend,
    lines: drawnLines,
    outline,
    ...drawn,
    axis: valueAxis(
      [...drawnValues(drawnLines, answer.bucketCount, drawn.isStacked), ...(outline?.values ?? [])],
      unitOf(value, statistic),
      isLog,
    ),
  };
}

/** The model of a histogram: rows by the size of a number. */
export function histogramModel(
  { value }: HistogramRequest,
  { bins }: HistogramAnswer,
  isLog: boolean,
): ChartModel {
  const values = Float64Array.from(bins, ({ rows }) => rows);
  const ofAll = Float64Array.from(bins, ({ all }) => all);
  return {
    title: `Rows by ${valueName(value)}`,
    bucketCount: bins.length,
    lines: [{ label: 'rows', color: 'var(--bar)', values }],
    outline: bins.some(({ rows, all }) => rows < all) ? { ...ALL_ROWS, values: ofAll } : undefined,
    shape: 'bars',
    isStacked: false,
    axis: valueAxis(ofAll, 'rows', isLog),
  };
}

/** Labels at the edges of bins, as many as there is room for. */
export function binLabels(
  { value }: HistogramRequest,
  { bins }: HistogramAnswer,
  most: number,
): readonly AxisLabel[] {
  const every = Math.max(1, Math.ceil(bins.length / Math.max(1, most)));
  return bins
    .map(({ from }, at) => ({
      key: String(at),
      share: at / bins.length,
      text: valueText(from, unitOf(value, 'sum')),
    }))
    .filter((_, at) => at % every === 0);
}

/** Where time spans are in a window, as shares 0..1. Parts outside the window are cut off. */
export function partsOf(
  spans: readonly TickSpan[],
  window: TickSpan,
): readonly { readonly from: number; readonly to: number }[] {
  return spans
    .map(({ from, to }) => ({ from: shareOf(window, from), to: shareOf(window, to) }))
    .filter(({ from, to }) => to > from);
}

export function statisticsOf(value: ChartValue): readonly Statistic[] {
  if (value.kind === 'rows') return ['count', 'rate'];
  if (value.kind !== 'bytes') return STATISTICS;
  // Every row has a size, so a count would only be that of the rows.
  return STATISTICS.filter((statistic) => statistic !== 'count' && statistic !== 'distinct');
}

export function firstStatistic(value: ChartValue, isNumber: boolean): Statistic {
  if (value.kind === 'rows') return 'count';
  if (value.kind === 'bytes') return 'sum';
  if (value.kind === 'duration') return 'p95';
  return isNumber ? 'average' : 'distinct';
}

export function kindsOf(value: ChartValue): readonly ChartKind[] {
  const overTime: readonly ChartKind[] = ['areas', 'lines', 'bars'];
  if (value.kind === 'rows') return overTime;
  return value.kind === 'property' ? [...overTime, 'histogram', 'top'] : [...overTime, 'histogram'];
}

/** The choice, with what does not fit together replaced, because an address may hold anything. */
export function fitChart(choice: ChartChoice): ChartChoice {
  const { value, statistic, kind } = choice;
  return {
    ...choice,
    statistic: statisticsOf(value).includes(statistic) ? statistic : firstStatistic(value, true),
    kind: kindsOf(value).includes(kind) ? kind : 'areas',
  };
}

const ADDITIVE: ReadonlySet<Statistic> = new Set(['count', 'rate', 'sum']);

/**
 * How the series are drawn. Only statistics that add up are stacked, and not on a log axis: a stack of averages or of logarithms says
 * nothing. Otherwise, several series are drawn as lines.
 */
export function shapeOf(
  { kind, statistic, isLog }: Pick<ChartChoice, 'kind' | 'statistic' | 'isLog'>,
  series: number,
): { readonly shape: ChartShape; readonly isStacked: boolean } {
  const shape = kind === 'lines' || kind === 'bars' ? kind : 'areas';
  if (series <= 1 || shape === 'lines') return { shape, isStacked: false };
  return ADDITIVE.has(statistic) && !isLog
    ? { shape, isStacked: true }
    : { shape: 'lines', isStacked: false };
}

/** The number of colours that groups can have. */
const MOST = 7;

/** The key of the group that has each colour, by the index of the colour. */
type ColorHolders = string[];

const holdersOfPlan = new WeakMap<RunState['plan'], Map<string, ColorHolders>>();

/** The holders of colours for a result and a split. They are kept as long as the result, even while no chart is visible. */
export function colorHolders({ plan }: RunState, split: RowGrouping | undefined): ColorHolders {
  const bySplit = holdersOfPlan.get(plan) ?? new Map<string, ColorHolders>();
  holdersOfPlan.set(plan, bySplit);
  const key = JSON.stringify(split ?? null);
  const holders = bySplit.get(key) ?? [];
  bySplit.set(key, holders);
  return holders;
}

/**
 * Identifies a group within a result and a split. The group of all others has no number in its key, because that changes as rows arrive.
 */
function groupKey(label: GroupLabel): string {
  return label.kind === 'others' ? label.kind : JSON.stringify(label);
}

/**
 * The index of each group's colour. A group keeps its colour when others appear or the order changes. Only a group that is no longer in the
 * chart loses its colour to a new one, and only if no colour is free. Adds to `holders`.
 */
export function heldPlaces(labels: readonly GroupLabel[], holders: ColorHolders): readonly number[] {
  const keys = labels.map(groupKey);
  return keys.map((key, position) => {
    const held = holders.indexOf(key);
    if (held >= 0) return held;
    const free = holders.length < MOST ? holders.length : holders.findIndex((each) => !keys.includes(each));
    if (free < 0) return position;
    holders[free] = key;
    return free;
  });
}

/** A chart over time, with its request. */
export interface ChartPart {
  readonly request: SeriesRequest;
  readonly model: SeriesModel;
}

/** Why the numbers of a bucket may differ from those of the table; undefined if all of its time was read. */
export function bucketLack(answer: SeriesAnswer, bucket: number, unread: UnreadTime): string | undefined {
  return lackWords(rangeWindow(answer, { anchor: bucket, end: bucket }), unread);
}

/** A value in words. Missing rows can only increase a count, so counts are lower limits; other statistics are of what was read. */
export function bucketValue(
  { value, statistic }: SeriesRequest,
  answer: SeriesAnswer,
  line: number,
  bucket: number,
  unread: UnreadTime,
): string {
  const { values, exact } = answer.series[line] ?? {};
  const number = values?.[bucket] ?? Number.NaN;
  const text = statisticText(value, statistic, { number, exact: exact?.get(bucket) });
  if (statistic !== 'count' || bucketLack(answer, bucket, unread) === undefined) return text;
  return number === 0 ? 'none read' : `at least ${text}`;
}

/** What a bucket holds, or what is missing in several, for screen readers. */
export function bucketWords(
  { request, model: { answer, lines } }: ChartPart,
  range: BucketRange,
  unread: UnreadTime,
): string {
  const { anchor, end } = range;
  const lack = lackWords(rangeWindow(answer, range), unread);
  const note = lack === undefined ? '' : `; ${lack}`;
  if (anchor !== end) return note;
  const values = linesByValue(lines, end).map(
    ({ line }) => `${line.label} ${bucketValue(request, answer, lines.indexOf(line), end, unread)}`,
  );
  return `: ${values.join(', ')}${note}`;
}
