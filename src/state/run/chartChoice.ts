import {
  type ChartValue,
  type InstantSource,
  type Statistic,
  STATISTICS,
} from '../../core/entities/chart/chartTypes.ts';
import type { RowGrouping } from '../../core/keyspace/map/grouping.ts';
import {
  columnId,
  columnOfId,
  type GroupMeasure,
  measureParam,
  propertyOfId,
  readMeasure,
} from './groupChoice.ts';
import { tryIsoToTicks } from '../../core/time/ticks.ts';

/** How a chart is drawn. `histogram` and `top` have no time axis: rows by number, and a bar for each value. */
export const CHART_KINDS = ['areas', 'lines', 'bars', 'histogram', 'top'] as const;
export type ChartKind = (typeof CHART_KINDS)[number];

/** The settings of the Chart tab. They are part of the address, so they never contain a secret. */
export interface ChartChoice {
  readonly kind: ChartKind;
  readonly value: ChartValue;
  readonly statistic: Statistic;
  /** Whole seconds; 0: automatic. */
  readonly bucketSeconds: number;
  /** Undefined: one line of all rows. */
  readonly split: RowGrouping | undefined;
  /** What the bars of `top` show; undefined: rows. */
  readonly measure: GroupMeasure | undefined;
  readonly isLog: boolean;
  /** The part of the time that is shown, as ISO times; undefined: all of it. */
  readonly zoom: { readonly from: string; readonly to: string } | undefined;
  /** Keys of the legend's entries that are not drawn. */
  readonly hidden: readonly string[];
}

export const EMPTY_CHART: ChartChoice = {
  kind: 'areas',
  value: { kind: 'rows' },
  statistic: 'count',
  bucketSeconds: 0,
  split: undefined,
  measure: undefined,
  isLog: false,
  zoom: undefined,
  hidden: [],
};

const MOST_SECONDS = 86_400;

function valueText(value: ChartValue | InstantSource): string {
  return value.kind === 'property' ? columnId(value) : value.kind;
}

function splitText(split: RowGrouping | undefined): string {
  return split?.by === 'property' ? columnId(split) : (split?.by ?? '');
}

/** The parameters of a chart. Empty ones are omitted from the address, so the default adds nothing to it. */
export function chartToParams(chart: ChartChoice): [string, string][] {
  const { kind, value, statistic, bucketSeconds, split, measure, isLog, zoom, hidden } = chart;
  const isDuration = value.kind === 'duration';
  return [
    ['chart', kind === EMPTY_CHART.kind ? '' : kind],
    ['value', value.kind === 'rows' ? '' : valueText(value)],
    ['start', isDuration ? valueText(value.from) : ''],
    ['end', isDuration ? valueText(value.to) : ''],
    ['stat', statistic === EMPTY_CHART.statistic ? '' : statistic],
    ['bucket', bucketSeconds === 0 ? '' : String(bucketSeconds)],
    ['split', splitText(split)],
    ['bars', measureParam(measure)],
    ['axis', isLog ? 'log' : ''],
    ['zoom', zoom === undefined ? '' : `${zoom.from}..${zoom.to}`],
    ['hide', hidden.length === 0 ? '' : JSON.stringify(hidden)],
  ];
}

/** Reads the parameters of a chart. Invalid values become those of the default. */
export function paramsToChart(params: ReadonlyMap<string, string>): ChartChoice {
  const text = (name: string): string => params.get(name) ?? '';
  return {
    kind: CHART_KINDS.find((kind) => kind === text('chart')) ?? EMPTY_CHART.kind,
    value: readValue(text('value'), text('start'), text('end')),
    statistic: STATISTICS.find((name) => name === text('stat')) ?? EMPTY_CHART.statistic,
    bucketSeconds: readSeconds(text('bucket')),
    split: readSplit(text('split')),
    measure: readMeasure(text('bars')),
    isLog: text('axis') === 'log',
    zoom: readZoom(text('zoom')),
    hidden: readHidden(text('hide')),
  };
}

function readValue(text: string, start: string, end: string): ChartValue {
  const column = columnOfId(text);
  if (column !== undefined) return { kind: 'property', ...column };
  if (text === 'bytes') return { kind: 'bytes' };
  const [from, to] = [readInstant(start), readInstant(end)];
  if (text === 'duration' && from !== undefined && to !== undefined) return { kind: 'duration', from, to };
  return EMPTY_CHART.value;
}

function readInstant(text: string): InstantSource | undefined {
  const name = propertyOfId(text);
  if (name !== undefined) return { kind: 'property', name };
  return text === 'key' || text === 'event' || text === 'arrival' ? { kind: text } : undefined;
}

function readSeconds(text: string): number {
  const seconds = /^\d{1,5}$/.test(text) ? Number(text) : 0;
  return seconds <= MOST_SECONDS ? seconds : 0;
}

function readSplit(text: string): RowGrouping | undefined {
  const name = propertyOfId(text);
  if (name !== undefined) return { by: 'property', name };
  return text === 'prefix' || text === 'partition' || text === 'identity' ? { by: text } : undefined;
}

function readZoom(text: string): ChartChoice['zoom'] {
  const [from = '', to = ''] = text.split('..');
  const [start, end] = [tryIsoToTicks(from), tryIsoToTicks(to)];
  return start.ok && end.ok && start.value < end.value ? { from, to } : undefined;
}

function readHidden(text: string): readonly string[] {
  try {
    const keys: unknown = JSON.parse(text);
    return Array.isArray(keys) ? keys.filter((key) => typeof key === 'string') : [];
  } catch {
    return [];
  }
}
