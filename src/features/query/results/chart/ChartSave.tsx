import { Download } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { spanOf } from '../../../../core/entities/order/timeBuckets.ts';
import { completenessText } from '../../../../core/plan/completenessText.ts';
import type { SelectedBy } from '../../../../core/rows/rowQuery.ts';
import type { ChartRequest, ChartResult } from '../../../../core/rows/chartRows.ts';
import { exportedRows, onlyWords } from '../../../shared/selection/filterWords.ts';
import { clockOf } from '../../../../core/time/zoneClock.ts';
import { exportFileName } from '../../../../state/base/exportFile.ts';
import { holdsSecret } from '../../../../state/base/secrets.ts';
import { announce } from '../../../../ui/announce.ts';
import { timeLabels } from '../../../../ui/charts/axisLabels.ts';
import { chartPicture } from '../../../../ui/charts/chartPicture.ts';
import { type Picture, pictureBytes } from '../../../../ui/picture.ts';
import { Menu } from '../../../../ui/controls/Menu.tsx';
import { wordsOf } from '../../../../ui/text/VisibleText.tsx';
import { windowWords } from '../../../../ui/text/windowWords.ts';
import { useServices } from '../../../shared/services.tsx';
import { useZone } from '../../../shared/shownTime.ts';
import {
  binLabels,
  histogramModel,
  partsOf,
  type SeriesModel,
  seriesModel,
  colorHolders,
  bucketLack,
} from './chartModel.ts';
import css from './chart.module.css';
import { statisticText, chartTitle, exactNumber, labelWords, valueName } from './chartWords.ts';
import type { ChartView } from './SeriesView.tsx';
import { guardFormula } from '../../../../core/csv.ts';
import { clampTicks, ticksToIso } from '../../../../core/time/ticks.ts';
import type { UnreadTime } from '../time/unreadSpans.ts';

/** A chart's question and its answer. */
export interface Charted {
  readonly request: ChartRequest & SelectedBy;
  readonly answer: ChartResult;
}

type ChartSaveProps = Charted & Pick<ChartView, 'run' | 'ofAll' | 'choice' | 'unread'>;

const SIZE = { width: 1200, height: 480 } as const;
const MOST_MARKS = 10;
const ALL = [{ from: 0, to: 1 }];

const DATA = { id: 'copy', label: 'Copy data', description: 'Tab-separated, for a spreadsheet' };
const PICTURES = [
  { id: 'png', label: 'PNG' },
  { id: 'svg', label: 'SVG' },
];

/** The current colour of a design token, for a picture that has no style sheet. */
function tokenColor(token: string): string {
  const probe = document.createElement('span');
  probe.style.color = token;
  document.body.append(probe);
  const { color } = getComputedStyle(probe);
  probe.remove();
  return color;
}

/** Saves the chart as a picture, or its numbers as text. */
export function ChartSave(props: ChartSaveProps): ReactNode {
  const { run, request, answer, unread } = props;
  const { saveFile, activity } = useServices();
  const { timeZone, name } = useZone();
  const [fault, setFault] = useState<string>();
  const save = async (id: string): Promise<void> => {
    if (id === 'copy') {
      await navigator.clipboard.writeText(chartTsv(request, modelOf(props)?.answer ?? answer, unread));
      announce('Data copied');
      return;
    }
    const picture = pictureOf(props, timeZone, name);
    if (picture === undefined) return;
    const extension = id === 'svg' ? 'svg' : 'png';
    const bytes = await pictureBytes(picture, extension);
    const rows = exportedRows(request);
    const file = exportFileName(run.plan.request.tableName, run.completeness, extension, rows);
    await saveFile(file, [bytes]);
    announce(`Download started: ${file}`);
  };
  return (
    <>
      <Menu
        label="Save"
        face={
          <span className={css.icon} title="Save">
            <Download />
          </span>
        }
        look="subtle"
        entries={[...PICTURES, DATA]}
        onAction={(id) => {
          setFault(undefined);
          void activity.track(
            save(id).catch((caught: unknown) => {
              setFault(caught instanceof Error ? caught.message : 'The chart could not be saved.');
            }),
          );
        }}
      />
      {fault !== undefined && <span role="alert">{wordsOf(fault)}</span>}
    </>
  );
}

/** The chart over time as it is drawn. */
function modelOf({ run, request, answer, ofAll, choice }: ChartSaveProps): SeriesModel | undefined {
  if (request.kind !== 'series' || answer.kind !== 'series') return undefined;
  return seriesModel(request, answer, choice, colorHolders(run, request.split), ofAll);
}

function pictureOf(
  props: ChartSaveProps,
  timeZone: string | undefined,
  zoneName: string,
): Picture | undefined {
  const { run, request, answer, choice, unread } = props;
  const { tableName } = run.plan.request;
  const table = holdsSecret(tableName) ? 'table' : tableName;
  const completeness = completenessText(run.completeness);
  const { filters = [] } = request;
  const only = onlyWords(request);
  // The picture must say which rows it shows.
  const about = filters.length === 0 ? [] : [holdsSecret(only) ? 'selected rows only' : `Only ${only}`];
  const common = { ...SIZE, color: tokenColor };
  if (request.kind === 'histogram' && answer.kind === 'histogram') {
    const model = histogramModel(request, answer, choice.isLog);
    const marks = binLabels(request, answer, MOST_MARKS);
    return chartPicture({
      ...model,
      ...common,
      about: [table, ...about, completeness],
      legend: [],
      marks,
      hatched: [],
    });
  }
  const model = modelOf(props);
  if (model === undefined || request.kind !== 'series') return undefined;
  const window = spanOf(model.answer);
  const clock = clockOf(timeZone);
  return chartPicture({
    ...model,
    ...common,
    about: [`${table}, ${windowWords(window, timeZone)}`, ...about, completeness],
    legend: (model.legend.length < 2 ? [] : model.legend).flatMap(({ line, series, isHidden }) => {
      const exact = series.exact.get(model.bucketCount);
      const value = statisticText(request.value, request.statistic, { number: series.overall, exact });
      return isHidden ? [] : [{ ...line, value }];
    }),
    marks: timeLabels(window, MOST_MARKS, clock, zoneName),
    hatched: unread === 'unknown' ? ALL : partsOf(unread, window),
  });
}

/** A name as one cell: without tabs and line breaks, and without anything that a spreadsheet would run. */
function cell(text: string): string {
  return guardFormula(text.replace(/[\t\r\n]/g, ' '));
}

/**
 * What a chart shows, as tab-separated values with one line for each bucket or bin. Durations are in ticks of 100 ns. A bucket that
 * overlaps unread time has no values, because zero would mean "nothing there". If buckets cannot show that, a last line says that rows may
 * be missing.
 */
export function chartTsv(request: ChartRequest, answer: ChartResult, unread: UnreadTime): string {
  const mayLack = unread === 'unknown' || (answer.kind !== 'series' && unread.length > 0);
  return `${[...rowsOf(request, answer, unread), ...(mayLack ? [['rows may be missing']] : [])]
    .map((row) => row.join('\t'))
    .join('\n')}\n`;
}

function rowsOf(
  request: ChartRequest,
  answer: ChartResult,
  unread: UnreadTime,
): readonly (readonly string[])[] {
  if (answer.kind === 'histogram') {
    const name = cell(valueName(request.value));
    return [
      [`${name} from`, 'to below', 'rows'],
      ...answer.bins.map(({ from, to, rows }) => [String(from), String(to), String(rows)]),
    ];
  }
  const split = request.kind === 'series' ? request.split : undefined;
  const title = request.kind === 'series' ? chartTitle(request.value, request.statistic, undefined) : '';
  const isOne = answer.series.length === 1 && answer.series[0]?.label.kind === 'all';
  const timeOf = (bucket: number): string =>
    ticksToIso(clampTicks(answer.from + BigInt(bucket) * answer.bucketTicks));
  return [
    [
      'from',
      'to',
      ...(isOne ? [cell(title)] : answer.series.map(({ label }) => cell(labelWords(label, split)))),
    ],
    ...Array.from({ length: answer.bucketCount }, (_, bucket) => [
      timeOf(bucket),
      timeOf(bucket + 1),
      ...answer.series.map(({ values, exact }) =>
        unread !== 'unknown' && bucketLack(answer, bucket, unread) !== undefined
          ? ''
          : exactNumber(exact.get(bucket) ?? values[bucket]),
      ),
    ]),
  ];
}
