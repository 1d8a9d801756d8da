import { type ComponentType, type ReactNode, useMemo } from 'react';
import type { ChartRequest, ChartResult } from '../../../../core/rows/chartRows.ts';
import type { ChartChoice } from '../../../../state/run/chartChoice.ts';
import { MARK_PX } from '../../../../ui/charts/axisLabels.ts';
import type { ValueChartProps } from '../../../../ui/charts/ValueChart.tsx';
import { formatPlural } from '../../../../ui/format.ts';
import { valueText } from '../../../../ui/charts/valueText.ts';
import css from './chart.module.css';
import { binLabels, histogramModel } from './chartModel.ts';
import { ChartSurface } from './ChartSurface.tsx';

/** Rows by number. */
export function HistogramView(props: {
  readonly request: Extract<ChartRequest, { readonly kind: 'histogram' }>;
  readonly answer: Extract<ChartResult, { readonly kind: 'histogram' }>;
  readonly choice: ChartChoice;
  readonly summary: string;
  readonly width: number;
  readonly Chart: ComponentType<ValueChartProps>;
}): ReactNode {
  const { request, answer, choice, width, Chart } = props;
  const model = useMemo(() => histogramModel(request, answer, choice.isLog), [request, answer, choice.isLog]);
  const unit =
    request.value.kind === 'bytes' ? 'bytes' : request.value.kind === 'duration' ? 'ticks' : 'number';
  const binWords = (at: number): string => {
    const bin = answer.bins[at];
    return bin === undefined
      ? ''
      : `${valueText(bin.from, unit)} to below ${valueText(bin.to, unit)}: ${formatPlural(bin.rows, 'row')}`;
  };
  return (
    <div className={css.frame}>
      <ChartSurface
        label={model.title}
        summary={props.summary}
        bucketCount={model.bucketCount}
        marks={binLabels(request, answer, width / MARK_PX)}
        width={width}
        hatched={[]}
        words={({ end }) => binWords(end)}
        tip={binWords}
      >
        <Chart {...model} />
      </ChartSurface>
    </div>
  );
}
