import { type ComponentType, type ReactNode, useMemo } from 'react';
import type { ChartRequest, ChartResult } from '../../../../core/rows/chartRows.ts';
import type { HistogramBin } from '../../../../core/entities/chart/chartTypes.ts';
import { type ColumnRef, pickRef } from '../../../../core/entities/columns/columnRef.ts';
import type { RowFilter } from '../../../../core/rows/rowQuery.ts';
import type { BucketRange } from '../rows/stripShape.ts';
import type { ChartChoice } from '../../../../state/run/chartChoice.ts';
import { MARK_PX } from '../../../../ui/charts/axisLabels.ts';
import type { ValueChartProps } from '../../../../ui/charts/ValueChart.tsx';

import { valueText } from '../../../../ui/charts/valueText.ts';
import css from './chart.module.css';
import { binLabels, histogramModel } from './chartModel.ts';
import { countedWords, unitOf } from './chartWords.ts';
import { ChartSurface } from './ChartSurface.tsx';

/** Rows by number. */
export function HistogramView(props: {
  readonly request: Extract<ChartRequest, { readonly kind: 'histogram' }>;
  readonly answer: Extract<ChartResult, { readonly kind: 'histogram' }>;
  readonly choice: ChartChoice;
  readonly summary: string;
  readonly width: number;
  readonly Chart: ComponentType<ValueChartProps>;
  readonly onSelect: (filter: RowFilter, continues?: boolean) => void;
}): ReactNode {
  const { request, answer, choice, width, Chart, onSelect } = props;
  const { value } = request;
  const model = useMemo(() => histogramModel(request, answer, choice.isLog), [request, answer, choice.isLog]);
  const unit = unitOf(value, 'sum');
  const binWords = (at: number): string => {
    const bin = answer.bins[at];
    return bin === undefined
      ? ''
      : `${valueText(bin.from, unit)} to below ${valueText(bin.to, unit)}: ${countedWords(bin)}`;
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
        // Other numbers than those of a property are in no column.
        onChoose={
          value.kind === 'property'
            ? (bins, continues) => onSelect(binsFilter(value, answer.bins, bins), continues)
            : undefined
        }
      >
        <Chart {...model} />
      </ChartSurface>
    </div>
  );
}

/** The rows of some bins: their numbers are below the end of the last one. */
function binsFilter(ref: ColumnRef, bins: readonly HistogramBin[], { anchor, end }: BucketRange): RowFilter {
  const from = bins[Math.min(anchor, end)]?.from ?? 0;
  const to = bins[Math.max(anchor, end)]?.to ?? 0;
  return { ...pickRef(ref), kind: 'range', as: 'number', from: String(from), to: String(to), isBelow: true };
}
