import { type ComponentType, type ReactNode, useMemo, useRef } from 'react';
import { completenessText, rowCountText } from '../../../../core/plan/completenessText.ts';
import type {
  ChartSeries,
  LeftOut,
  RowsOutside,
  HistogramBin,
} from '../../../../core/entities/chart/chartTypes.ts';
import { pickRef, type ColumnRef } from '../../../../core/entities/columns/columnRef.ts';
import type { ColumnSet } from '../../../../core/rows/columnProfile.ts';
import type { SelectedBy, RowFilter } from '../../../../core/rows/rowQuery.ts';
import type { ChartRequest, ChartResult } from '../../../../core/rows/chartRows.ts';
import type { ChartChoice } from '../../../../state/run/chartChoice.ts';
import { selectedParameters } from '../../../../state/run/groupChoice.ts';
import type { RunState } from '../../../../state/run/runState.ts';
import type { ValueChartProps } from '../../../../ui/charts/ValueChart.tsx';
import { Button } from '../../../../ui/controls/Button.tsx';
import { EmptyState } from '../../../../ui/feedback/EmptyState.tsx';
import { formatCount, formatPlural } from '../../../../ui/format.ts';
import { VisibleText, wordsOf } from '../../../../ui/text/VisibleText.tsx';
import { useElementSize } from '../../../../ui/useElementSize.ts';
import { isTimeRange } from '../../../../state/run/rowListState.ts';
import { useListState } from '../../../shared/selection/SelectedRows.tsx';
import { useSelect } from '../../../shared/selection/useSelectTime.ts';
import { NoRows } from '../states/NoRows.tsx';
import { type UnreadTime, useUnread } from '../time/unreadSpans.ts';
import css from './chart.module.css';
import { ChartSave } from './ChartSave.tsx';
import { ChartMenus } from './ChartMenus.tsx';
import { stepWords, binLabels, histogramModel } from './chartModel.ts';
import { chartTitle, leftOutWords, valueName, countedWords, unitOf } from './chartWords.ts';
import { SeriesView } from './SeriesView.tsx';
import { TopValues } from './TopValues.tsx';
import { useChart } from './useChart.ts';
import type { BucketRange } from '../rows/stripShape.ts';
import { MARK_PX } from '../../../../ui/charts/axisLabels.ts';
import { valueText } from '../../../../ui/charts/valueText.ts';
import { ChartSurface } from './ChartSurface.tsx';

export interface ValuePaneProps {
  readonly run: RunState;
  readonly columns: ColumnSet;
  readonly choice: ChartChoice;
  readonly onChange: (choice: ChartChoice) => void;
  readonly Chart: ComponentType<ValueChartProps>;
}

/** The chosen chart, with its settings in one row above it. */
export function ValuePane(props: ValuePaneProps): ReactNode {
  const { run, choice, onChange } = props;
  const filters = useListState(run.runId, ({ filters }) => filters);
  const { request, answer, ofAll, isStale, fault } = useChart(run, choice);
  const unread = useUnread(run);
  return (
    <section className={css.chart} aria-label={labelOf(choice)}>
      <div className={css.head}>
        <Title request={request} answer={answer} choice={choice} />
        <ChartMenus
          choice={choice}
          columns={props.columns}
          parameters={selectedParameters(filters)}
          onChange={onChange}
        />
        <Zoom run={run} choice={choice} onChange={onChange} />
        {request !== undefined && answer !== undefined && run.rows > 0 && (
          <span className={css.end}>
            <ChartSave {...props} request={request} answer={answer} ofAll={ofAll} unread={unread} />
          </span>
        )}
      </div>
      {fault !== undefined ? (
        <p role="alert">{wordsOf(fault)}</p>
      ) : (
        <Shown {...props} request={request} answer={answer} ofAll={ofAll} isStale={isStale} unread={unread} />
      )}
    </section>
  );
}

/** Zooms to the selected time, and back to all of it. */
function Zoom({ run, choice, onChange }: Pick<ValuePaneProps, 'run' | 'choice' | 'onChange'>): ReactNode {
  const filters = useListState(run.runId, ({ filters }) => filters);
  const time = filters.find(isTimeRange);
  const part = time !== undefined && time.from !== '' && time.to !== '' ? time : undefined;
  if (choice.zoom === undefined && part === undefined) return undefined;
  const zoom = choice.zoom === undefined ? part : undefined;
  return (
    <Button size="small" look="link" onPress={() => onChange({ ...choice, zoom })}>
      {zoom === undefined ? 'Show all time' : 'Zoom to the selected time'}
    </Button>
  );
}

function labelOf({ kind, value, statistic }: ChartChoice): string {
  if (kind === 'histogram') return `Rows by ${valueName(value)}`;
  return kind === 'top' ? `Top values of ${valueName(value)}` : chartTitle(value, statistic, undefined);
}

function Title(props: {
  readonly request: ChartRequest | undefined;
  readonly answer: ChartResult | undefined;
  readonly choice: ChartChoice;
}): ReactNode {
  const { request, answer, choice } = props;
  const title =
    request?.kind === 'series' && answer?.kind === 'series'
      ? chartTitle(request.value, request.statistic, stepWords(answer))
      : labelOf(choice);
  return (
    <h2 className={css.title} title={title}>
      <VisibleText text={title} />
    </h2>
  );
}

const HATCHED_WORDS = 'Hatched: not read in at least one query. Missing is not zero.';
const UNKNOWN_WORDS = 'Hatched: rows may be missing at any time. Missing is not zero.';

function Shown(
  props: ValuePaneProps & {
    readonly request: (ChartRequest & SelectedBy) | undefined;
    readonly answer: ChartResult | undefined;
    readonly ofAll: ChartSeries | undefined;
    readonly isStale: boolean;
    readonly unread: UnreadTime;
  },
): ReactNode {
  const { run, choice, request, answer, unread } = props;
  const body = useRef<HTMLDivElement>(null);
  const { width } = useElementSize(body);
  const worth = rowCountText(run.rows, run.completeness.state);
  const isWhole = unread !== 'unknown' && unread.length === 0;
  const summary = `${worth}. ${completenessText(run.completeness)}`;
  return (
    <>
      {!isWhole && (
        <p className={css.note}>{`${worth}. ${unread === 'unknown' ? UNKNOWN_WORDS : HATCHED_WORDS}`}</p>
      )}
      <div className="fill dims" ref={body} aria-busy={props.isStale}>
        <Body {...props} width={width} summary={summary} />
      </div>
      {answer !== undefined && request !== undefined && (
        <Notes request={request} answer={answer} run={run} choice={choice} />
      )}
    </>
  );
}

function Body(
  props: Parameters<typeof Shown>[0] & {
    readonly width: number;
    readonly summary: string;
  },
): ReactNode {
  const { run, request, answer, choice } = props;
  const select = useSelect(run.runId);
  if (answer === undefined || request === undefined) return <NoRows run={run} none="No rows with a time" />;
  if (answer.kind === 'top' && request.kind === 'top')
    return answer.values.length === 0 ? (
      <NoRows run={run} none="No rows with a time" />
    ) : (
      <TopValues column={pickRef(request)} answer={answer} onSelect={(filter) => select([filter])} />
    );
  if (answer.kind === 'histogram' && request.kind === 'histogram')
    return answer.bins.length === 0 ? (
      <NoNumbers request={request} />
    ) : (
      <HistogramView
        {...props}
        request={request}
        answer={answer}
        onSelect={(filter, continues) => select([filter], continues)}
      />
    );
  if (answer.kind !== 'series' || request.kind !== 'series') return undefined;
  if (answer.bucketCount === 0) return <NoRows run={run} none="No rows with a time" />;
  if (choice.statistic !== 'count' && answer.series.every(({ values }) => values.every(Number.isNaN)))
    return <NoNumbers request={request} />;
  return <SeriesView {...props} request={request} answer={answer} />;
}

function NoNumbers({ request }: { readonly request: Exclude<ChartRequest, { kind: 'top' }> }): ReactNode {
  return (
    <EmptyState title={`No row shown has a number in ${valueName(request.value)}`}>
      Choose another value, or Top values to see what it holds.
    </EmptyState>
  );
}

/** What the chart leaves out, with numbers. */
function Notes(props: {
  readonly request: ChartRequest;
  readonly answer: ChartResult;
  readonly run: RunState;
  readonly choice: ChartChoice;
}): ReactNode {
  const { request, answer, run, choice } = props;
  const notes = [
    answer.rowCount < run.rows && `the ${formatCount(run.rows - answer.rowCount)} rows that arrived last`,
    ...outsideWords(answer.outside, choice.zoom !== undefined),
    leftOutOf(request, answer),
  ].filter((words) => typeof words === 'string');
  const isWidened = answer.kind === 'series' && answer.isWidened;
  if (notes.length === 0 && !isWidened) return undefined;
  return (
    <p className="third small">
      {isWidened &&
        'The bucket is wider than chosen: a chart has at most 600 points. Zoom in for finer ones. '}
      {notes.length > 0 && (
        <>
          Not in the chart: <VisibleText text={notes.join(', ')} />.
        </>
      )}
    </p>
  );
}

function outsideWords({ before, after, withoutTime }: RowsOutside, isZoomed: boolean): readonly string[] {
  const outside = before + after;
  return [
    ...(outside === 0
      ? []
      : [
          `${formatPlural(outside, 'row')} outside the ${isZoomed ? 'time shown' : 'window (keys are rounded)'}`,
        ]),
    ...(withoutTime === 0 ? [] : [`${formatPlural(withoutTime, 'row')} without a time`]),
  ];
}

function leftOutOf(request: ChartRequest, answer: ChartResult): string | undefined {
  if (answer.kind === 'top' || request.kind === 'top') return undefined;
  const leftOut: readonly LeftOut[] = answer.leftOut;
  return leftOutWords(request.value, leftOut);
}

/** A histogram: rows by the size of a number. */
function HistogramView(props: {
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
    <div className="column low high">
      <ChartSurface
        label={model.title}
        summary={props.summary}
        bucketCount={model.bucketCount}
        marks={binLabels(request, answer, width / MARK_PX)}
        width={width}
        hatched={[]}
        words={({ end }) => binWords(end)}
        tip={binWords}
        // Durations and sizes are not columns, so no filter can select their rows.
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

/** The filter for the rows of some bins. The end of the last bin is exclusive. */
function binsFilter(ref: ColumnRef, bins: readonly HistogramBin[], { anchor, end }: BucketRange): RowFilter {
  const from = bins[Math.min(anchor, end)]?.from ?? 0;
  const to = bins[Math.max(anchor, end)]?.to ?? 0;
  return { ...pickRef(ref), kind: 'range', as: 'number', from: String(from), to: String(to), isBelow: true };
}
