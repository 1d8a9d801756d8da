import { type ReactNode, useMemo, useRef } from 'react';
import type { ChartValue, HistogramBin } from '../../../../core/entities/chart/chartTypes.ts';
import { pickRef, type ColumnRef } from '../../../../core/entities/columns/columnRef.ts';
import { completenessText, rowCountText } from '../../../../core/plan/completenessText.ts';
import { isNumber } from '../../../../core/rows/columnProfile.ts';
import type { RowFilter } from '../../../../core/rows/rowQuery.ts';
import type { ChartChoice } from '../../../../state/run/chartChoice.ts';
import { isProven } from '../../../../core/plan/derived.ts';
import type { RunState } from '../../../../state/run/runState.ts';
import { MARK_PX } from '../../../../ui/charts/axisLabels.ts';
import { valueText } from '../../../../ui/charts/valueAxis.ts';
import { Button } from '../../../../ui/controls/Button.tsx';
import { EmptyState } from '../../../../ui/feedback/EmptyState.tsx';
import { formatCount, formatPlural } from '../../../../ui/format.ts';
import { VisibleText } from '../../../../ui/text/VisibleText.tsx';
import { useElementSize } from '../../../../ui/useElementSize.ts';
import { LoadWords } from '../../../shared/LoadWords.tsx';
import { useSelect } from '../../../shared/selection/useSelectTime.ts';
import { useServices, useStore } from '../../../shared/services.tsx';
import { useLoaded } from '../../../shared/late.ts';
import type { BucketRange } from '../rows/stripShape.ts';
import { NoRows } from '../states/NoRows.tsx';
import { useUnread } from '../time/unreadSpans.ts';
import css from './chart.module.css';
import {
  binLabels,
  type HistogramAnswer,
  histogramModel,
  type HistogramRequest,
  stepWords,
} from './chartModel.ts';
import { type Charted, ChartSave } from './ChartSave.tsx';
import { ChartSurface } from './ChartSurface.tsx';
import { chartTitle, countedWords, leftOutWords, unitOf, valueName } from './chartWords.ts';
import { type ChartView, SeriesView } from './SeriesView.tsx';
import { ChartFrame, type ChartKindProps } from './ChartFrame.tsx';
import { useChart } from './useChart.ts';

/** recharts is half of the code of the whole app, so it loads only when a chart is shown. */
const loadChart = () => import('../../../../ui/charts/ValueChart.tsx').then((module) => module.ValueChart);

/** A number over time, or a histogram. */
export function NumbersChart({ run, choice, onChange }: ChartKindProps): ReactNode {
  const loaded = useLoaded(loadChart, true);
  const { request, answer, ofAll, isStale, fault } = useChart(run, choice);
  const unread = useUnread(run);
  const title =
    request?.kind === 'series' && answer?.kind === 'series'
      ? chartTitle(request.value, request.statistic, stepWords(answer))
      : numbersTitle(choice);
  const charted = request && answer && { request, answer };
  const shared = { run, choice, onChange, ofAll, unread };
  return (
    <ChartFrame
      {...{ title, fault }}
      save={charted !== undefined && run.rows > 0 && <ChartSave {...shared} {...charted} />}
    >
      {loaded.state === 'loaded' ? (
        <Shown {...shared} charted={charted} isStale={isStale} Chart={loaded.value} />
      ) : (
        <LoadWords of="the chart" state={loaded.state} className={css.loading} />
      )}
    </ChartFrame>
  );
}

/** The title of such a chart while the width of its buckets is not known. */
export function numbersTitle({ kind, value, statistic }: ChartChoice): string {
  return kind === 'histogram' ? `Rows by ${valueName(value)}` : chartTitle(value, statistic, undefined);
}

const HATCHED_WORDS = 'Hatched: not read in at least one query. Missing is not zero.';
const UNKNOWN_WORDS = 'Hatched: rows may be missing at any time. Missing is not zero.';
const HISTOGRAM_WORDS = 'Rows may be missing from any bar.';

function Shown(
  props: Omit<ChartView, 'summary' | 'width'> & {
    readonly charted: Charted | undefined;
    readonly isStale: boolean;
  },
): ReactNode {
  const { run, choice, unread, charted } = props;
  const body = useRef<HTMLDivElement>(null);
  const { width } = useElementSize(body);
  const worth = rowCountText(run.rows, run.completeness.state);
  const isWhole = unread !== 'unknown' && unread.length === 0;
  const summary = `${worth}. ${completenessText(run.completeness)}`;
  const hatched = unread === 'unknown' ? UNKNOWN_WORDS : HATCHED_WORDS;
  return (
    <>
      {!isWhole && (
        <p className={css.note}>{`${worth}. ${choice.kind === 'histogram' ? HISTOGRAM_WORDS : hatched}`}</p>
      )}
      <div className="fill dims" ref={body} aria-busy={props.isStale}>
        <Body {...props} width={width} summary={summary} />
      </div>
      {charted !== undefined && <Notes {...charted} run={run} isZoomed={choice.zoom !== undefined} />}
    </>
  );
}

function Body(props: ChartView & { readonly charted: Charted | undefined }): ReactNode {
  const { run, choice } = props;
  const select = useSelect(run.runId);
  if (props.charted === undefined) return run.rows === 0 && <NoRows run={run} none="No rows" />;
  const { request, answer } = props.charted;
  if (answer.kind === 'histogram' && request.kind === 'histogram')
    return answer.bins.length === 0 ? (
      <NoNumbers value={request.value} />
    ) : (
      <HistogramView
        {...props}
        request={request}
        answer={answer}
        onSelect={(filter, continues) => select([filter], continues)}
      />
    );
  if (answer.kind !== 'series' || request.kind !== 'series') return undefined;
  if (answer.bucketCount === 0) return <NoTimes {...props} />;
  if (choice.statistic !== 'count' && answer.series.every(({ values }) => values.every(Number.isNaN)))
    return <NoNumbers value={request.value} />;
  return <SeriesView {...props} request={request} answer={answer} />;
}

/** The rows of a table or an answer without times can still be compared. */
function NoTimes({ run, choice, onChange }: ChartView): ReactNode {
  const columns = useStore(useServices().columns).answer?.all ?? [];
  const column = columns.find((each) => !isNumber(each)) ?? columns[0];
  const number = columns.find((each) => each !== column && isNumber(each));
  if (run.rows === 0 || column === undefined) return <NoRows run={run} none="No rows with a time" />;
  const topValues: ChartChoice = {
    ...choice,
    kind: 'top',
    value: { kind: 'property', name: column.name },
    measure: number && { name: number.name, statistic: 'maximum' },
  };
  return (
    <EmptyState
      title={isProven(run.completeness) ? 'No row has a time' : 'No row read so far has a time'}
      actions={
        <Button onPress={() => onChange(topValues)}>
          <VisibleText text={`Show ${number === undefined ? 'rows' : number.name} by ${column.name}`} />
        </Button>
      }
    >
      A chart over time needs times. The values of a column need none.
    </EmptyState>
  );
}

function NoNumbers({ value }: { readonly value: ChartValue }): ReactNode {
  return (
    <EmptyState title={`No row shown has a number in ${valueName(value)}`}>
      Choose another value, or Top values to see what it holds.
    </EmptyState>
  );
}

/** What the chart leaves out, with numbers. */
function Notes(props: Charted & { readonly run: RunState; readonly isZoomed: boolean }): ReactNode {
  const { request, answer, run, isZoomed } = props;
  const { before, after, withoutTime } =
    answer.kind === 'series' ? answer.outside : { before: 0, after: 0, withoutTime: 0 };
  const notes = [
    answer.rowCount < run.rows && `the ${formatCount(run.rows - answer.rowCount)} rows that arrived last`,
    before + after > 0 &&
      `${formatPlural(before + after, 'row')} outside the ${isZoomed ? 'time shown' : 'window (keys are rounded)'}`,
    withoutTime > 0 && `${formatPlural(withoutTime, 'row')} without a time`,
    leftOutWords(request.value, answer.leftOut),
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

/** A histogram: rows by the size of a number. */
function HistogramView(
  props: Pick<ChartView, 'choice' | 'summary' | 'width' | 'Chart'> & {
    readonly request: HistogramRequest;
    readonly answer: HistogramAnswer;
    readonly onSelect: (filter: RowFilter, continues?: boolean) => void;
  },
): ReactNode {
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
