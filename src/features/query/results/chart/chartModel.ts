import type { ChartSeries } from '../../../../core/entities/chart/chartTypes.ts';
import type { TickSpan } from '../../../../core/keys/base/scheme.ts';
import type { ChartRequest, ChartResult } from '../../../../core/rows/chartRows.ts';
import { TICKS_PER_SECOND_F64 } from '../../../../core/time/ticks.ts';
import { secondsText } from '../../../../core/words.ts';
import type { ChartChoice } from '../../../../state/run/chartChoice.ts';
import { type ChartLine, type ChartShape, drawnValues, lineColor } from '../../../../ui/charts/chartLines.ts';
import type { AxisLabel } from '../../../../ui/charts/axisLabels.ts';
import { shareOf } from '../../../../ui/charts/timeAxis.ts';
import { type ValueAxis, valueAxis } from '../../../../ui/charts/valueAxis.ts';
import { valueText } from '../../../../ui/charts/valueText.ts';
import { chartTitle, lineWords, unitOf, valueName } from './chartWords.ts';
import { shapeOf } from './fitChart.ts';
import { type ColorHolders, groupKey, heldPlaces } from './heldColors.ts';

export type SeriesRequest = Extract<ChartRequest, { readonly kind: 'series' }>;
export type HistogramRequest = Extract<ChartRequest, { readonly kind: 'histogram' }>;
export type SeriesAnswer = Extract<ChartResult, { readonly kind: 'series' }>;
export type HistogramAnswer = Extract<ChartResult, { readonly kind: 'histogram' }>;

export interface ChartModel {
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
