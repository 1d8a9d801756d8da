import { type ChartValue, type Statistic, STATISTICS } from '../../../../core/entities/chart/chartTypes.ts';
import type { ChartChoice, ChartKind } from '../../../../state/run/chartChoice.ts';
import type { ChartShape } from '../../../../ui/charts/chartLines.ts';

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
