import { type ComponentType, type ReactNode, useMemo } from 'react';
import type { ChartSeries } from '../../../../core/entities/chart/chartTypes.ts';
import { spanOf } from '../../../../core/entities/order/timeBuckets.ts';
import { clockOf } from '../../../../core/time/zoneClock.ts';
import type { ChartChoice } from '../../../../state/run/chartChoice.ts';
import type { RunState } from '../../../../state/run/runState.ts';
import { MARK_PX, timeLabels } from '../../../../ui/charts/axisLabels.ts';
import { linesByValue } from '../../../../ui/charts/chartLines.ts';
import chartsCss from '../../../../ui/charts/charts.module.css';
import { windowShare } from '../../../../ui/charts/timeAxis.ts';
import type { ValueChartProps } from '../../../../ui/charts/ValueChart.tsx';
import { formatPlural } from '../../../../ui/format.ts';
import { windowWords } from '../../../../ui/text/windowWords.ts';
import { VisibleText } from '../../../../ui/text/VisibleText.tsx';
import { useServices, useStore } from '../../../shared/services.tsx';
import { useZone } from '../../../shared/shownTime.ts';
import { rangeWindow } from '../rows/stripShape.ts';
import type { UnreadTime } from '../time/unreadSpans.ts';
import { useSelectTime, useSelect } from '../../../shared/selection/useSelectTime.ts';
import css from './chart.module.css';
import { statisticText } from './chartWords.ts';
import {
  type LegendEntry,
  partsOf,
  type SeriesAnswer,
  seriesModel,
  type SeriesRequest,
  colorHolders,
  bucketLack,
  bucketValue,
  bucketWords,
  type ChartPart,
} from './chartModel.ts';
import { ChartSurface } from './ChartSurface.tsx';
import { EyeOff, Filter } from 'lucide-react';
import { cx } from '../../../../ui/classes.ts';
import { Button } from '../../../../ui/controls/Button.tsx';
import { IconButton } from '../../../../ui/controls/IconButton.tsx';
import { columnOfSplit, labelFilter } from '../../../shared/selection/filterWords.ts';

/** What the charts of all kinds need, besides a question and its answer. */
export interface ChartView {
  readonly run: RunState;
  /** The statistic of all rows, if the answer is of a selection. */
  readonly ofAll: ChartSeries | undefined;
  readonly choice: ChartChoice;
  readonly onChange: (choice: ChartChoice) => void;
  readonly unread: UnreadTime;
  readonly summary: string;
  readonly width: number;
  readonly Chart: ComponentType<ValueChartProps>;
}

/** The chart of a statistic over time. */
export function SeriesView(
  props: ChartView & { readonly request: SeriesRequest; readonly answer: SeriesAnswer },
): ReactNode {
  const { run, request, answer, ofAll, choice, unread, width, Chart } = props;
  const { timeCursor } = useServices();
  const { timeZone, name } = useZone();
  const { kind, isLog, hidden } = choice;
  const holders = colorHolders(run, request.split);
  const model = useMemo(
    () => seriesModel(request, answer, { kind, isLog, hidden }, holders, ofAll),
    [request, answer, kind, isLog, hidden, holders, ofAll],
  );
  const window = useMemo(() => spanOf(answer), [answer]);
  const marks = useMemo(
    () => timeLabels(window, Math.max(2, Math.floor(width / MARK_PX) - 1), clockOf(timeZone), name),
    [window, width, timeZone, name],
  );
  const selectTime = useSelectTime(run.runId);
  const cursor = useStore(timeCursor);
  const share = cursor === undefined ? -1 : windowShare(window, cursor);
  return (
    <div className="column low high">
      <ChartSurface
        label={model.title}
        summary={`${props.summary} ${overallWords({ request, model })}`}
        bucketCount={answer.bucketCount}
        marks={marks}
        width={width}
        hatched={unread === 'unknown' ? 'all' : partsOf(unread, window)}
        words={(range) =>
          `${windowWords(rangeWindow(answer, range), timeZone)}${bucketWords({ request, model }, range, unread)}`
        }
        tip={(bucket) => (
          <BucketTip
            request={request}
            model={model}
            bucket={bucket}
            unread={unread}
            head={windowWords(rangeWindow(answer, { anchor: bucket, end: bucket }), timeZone)}
          />
        )}
        cursor={share >= 0 && share <= 1 ? share : undefined}
        onPoint={(bucket) => timeCursor.point(rangeWindow(answer, { anchor: bucket, end: bucket }).from)}
        onChoose={(range, continues) => selectTime(rangeWindow(answer, range), continues)}
      >
        <Chart {...model} key={run.runId} />
      </ChartSurface>
      {model.legend.length > 1 && (
        <ChartLegend
          runId={run.runId}
          request={request}
          legend={model.legend}
          hidden={hidden}
          onHide={(keys) => props.onChange({ ...choice, hidden: keys })}
        />
      )}
    </div>
  );
}

/** The statistic over the whole time, for screen readers. */
function overallWords({ request, model: { answer, lines, title } }: ChartPart): string {
  const all = answer.series.map(
    ({ overall, exact }, at) =>
      `${lines[at]?.label ?? ''} ${statisticText(request.value, request.statistic, { number: overall, exact: exact.get(answer.bucketCount) })}`,
  );
  return `${title}. Over the whole time: ${all.join(', ')}.`;
}

/** The values of all series in one bucket, highest first, with the number of rows if that says more. */
function BucketTip(
  props: ChartPart & { readonly bucket: number; readonly head: string; readonly unread: UnreadTime },
): ReactNode {
  const { request, model, bucket, unread } = props;
  const { answer } = model;
  const lack = bucketLack(answer, bucket, unread);
  const isCount = request.value.kind === 'rows' && request.statistic === 'count';
  const rows = answer.series.reduce((sum, { counts }) => sum + (counts[bucket] ?? 0), 0);
  return (
    <>
      <p>{props.head}</p>
      {lack !== undefined && <div>{lack}</div>}
      {(!isCount || model.lines.length > 1) && (
        <div>
          {lack !== undefined && rows > 0 && 'at least '}
          {formatPlural(rows, isCount || request.value.kind === 'rows' ? 'row' : 'value')}
        </div>
      )}
      {linesByValue(model.lines, bucket).map(({ line }) => {
        const at = model.lines.indexOf(line);
        return (
          <div key={at} className="row gap6">
            <span className={chartsCss.swatch} style={{ background: line.color }} />
            <span className={css.lineName}>
              <VisibleText text={line.label} />
            </span>
            <span className={css.lineValue}>{bucketValue(request, answer, at, bucket, unread)}</span>
          </div>
        );
      })}
    </>
  );
}

/** Names and colours of the series, each with its statistic over the whole time. Pressing an entry hides or isolates what is drawn. */
function ChartLegend(props: {
  readonly runId: number;
  readonly request: SeriesRequest;
  readonly legend: readonly LegendEntry[];
  /** Keys of hidden entries, including entries that are not in the legend now. */
  readonly hidden: readonly string[];
  readonly onHide: (hidden: readonly string[]) => void;
}): ReactNode {
  const { request, legend, hidden, onHide } = props;
  const select = useSelect(props.runId);
  const column = columnOfSplit(request.split);
  const hiddenCount = legend.filter(({ isHidden }) => isHidden).length;
  const toggle = (key: string): void =>
    onHide(hidden.includes(key) ? hidden.filter((each) => each !== key) : [...hidden, key]);
  const isolate = ({ key, isHidden }: LegendEntry): void => {
    const isAlone = !isHidden && hiddenCount === legend.length - 1;
    onHide(isAlone ? [] : legend.flatMap((entry) => (entry.key === key ? [] : [entry.key])));
  };
  return (
    <div className={css.legend}>
      <ul className={chartsCss.legend}>
        {legend.map((entry) => {
          const { key, line, series, isHidden } = entry;
          const filter = column && labelFilter(column, series.label);
          return (
            <li key={key} className={cx(isHidden && css.hidden)}>
              {/* A double click first presses the button twice, and the second press undoes the first. */}
              <span className={css.entry} onDoubleClick={() => isolate(entry)}>
                <IconButton
                  size="small"
                  label={`${isHidden ? 'Show' : 'Hide'} ${line.label}. Double-click or Shift+Space shows it alone`}
                  icon={
                    <>
                      {isHidden ? (
                        <EyeOff />
                      ) : (
                        <span className={chartsCss.swatch} style={{ background: line.color }} />
                      )}
                      <span className={css.lineName}>
                        <VisibleText text={line.label} />
                      </span>
                    </>
                  }
                  onPress={({ altKey, shiftKey }) => (altKey || shiftKey ? isolate(entry) : toggle(key))}
                />
              </span>
              <span className={css.legendValue}>
                {statisticText(request.value, request.statistic, {
                  number: series.overall,
                  exact: series.exact.get(series.values.length),
                })}
              </span>
              {filter !== undefined && (
                <IconButton
                  size="small"
                  label={`Select rows: ${line.label}`}
                  icon={<Filter />}
                  onPress={() => select([filter])}
                />
              )}
            </li>
          );
        })}
      </ul>
      {/* It always takes its room, so that nothing moves between two clicks. */}
      <span className={cx(css.hiddenCount, hiddenCount === 0 && css.none)}>
        {hiddenCount} hidden{' '}
        <Button look="link" size="small" onPress={() => onHide([])}>
          Show all
        </Button>
      </span>
    </div>
  );
}
