import { memo, type ReactNode, useEffect, useMemo, useRef } from 'react';
import type { Finding } from '../../../core/keyspace/diagnosis/finding.ts';
import type { TickSpan } from '../../../core/keys/base/scheme.ts';
import type { ChartRequest, ChartResult } from '../../../core/rows/chartRows.ts';
import type { RowFilter, SelectedBy } from '../../../core/rows/rowQuery.ts';
import { spanOf, type TimeBuckets } from '../../../core/entities/order/timeBuckets.ts';
import { completenessText, rowCountText } from '../../../core/plan/completenessText.ts';
import { isProven } from '../../../core/plan/derived.ts';
import { axisSpan, ticksFromUnixMs } from '../../../core/time/ticks.ts';
import { createLatest, type Versioned } from '../../../state/base/latest.ts';
import { isInLinks } from '../../../state/results/timeline.ts';
import { planFromForm } from '../../../state/run/planFromForm.ts';
import { isTimeRange } from '../../../state/run/rowListState.ts';
import type { RunState } from '../../../state/run/runState.ts';
import { cx } from '../../../ui/classes.ts';
import { Menu } from '../../../ui/controls/Menu.tsx';
import { SearchMenu } from '../../../ui/controls/SearchMenu.tsx';
import { StatusIcon } from '../../../ui/feedback/StatusLine.tsx';
import { formatCount } from '../../../ui/format.ts';
import { wordsOf } from '../../../ui/text/VisibleText.tsx';
import { useElementSize } from '../../../ui/useElementSize.ts';
import { TIMED } from '../../shared/map/findingWords.ts';
import { nameOfFinding } from '../../shared/map/findingNames.ts';
import { useDiagnosis } from '../../shared/map/useDiagnosis.ts';
import { isRead } from '../../shared/map/useRunFacts.ts';
import { useRunMap, useWhole } from '../../shared/map/useRunMap.ts';
import { useCount, useListState } from '../../shared/selection/SelectedRows.tsx';
import { ServicesOf, useServices, useStore } from '../../shared/services.tsx';
import { useLate } from '../../shared/late.ts';
import { useAnswer } from '../../shared/useAnswer.ts';
import { useSharedView } from '../form/FormNotices.tsx';
import { Part } from '../results/rows/RowStrip.tsx';
import parts from '../results/time/parts.module.css';
import { useArrangement } from '../results/rows/useRowList.ts';
import { lackWords, useUnread } from '../results/time/unreadSpans.ts';
import { rangeWindow } from '../results/rows/stripShape.ts';
import css from './timeline.module.css';
import {
  barPaths,
  figuresOf,
  linePaths,
  lookChoices,
  lookName,
  lookOf,
  lookRequest,
  scaleWords,
  placedMarks,
  type TrackData,
  trackData,
} from './trackPicture.ts';
import type { SharedTrack } from './useTimeline.ts';

export type TrackStep = 'up' | 'down' | 'zoom' | 'remove';

export interface TrackProps {
  readonly track: SharedTrack;
  readonly name: string;
  readonly isInSight: boolean;
  /** Undefined until a track knows its times. */
  readonly axis: TimeBuckets | undefined;
  readonly onSpan: (id: number, span: TickSpan | undefined) => void;
  /** Reports what the track draws, so that it can be announced to screen readers. */
  readonly onData: (id: number, data: TrackData | undefined) => void;
  readonly onShows: (id: number, shows: string) => void;
  readonly onStep: (id: number, step: TrackStep) => void;
}

/** One result over time, with its name, its completeness, and its figures at the crosshair. */
export function Track(props: TrackProps): ReactNode {
  const { activity, findings } = useServices();
  const { services } = props.track;
  // Several tracks ask for findings at once, and only the newest question is answered; so each track asks on its own.
  const own = useMemo(
    () => ({ ...services, findings: { ...findings, ...createLatest(findings.diagnose, activity) } }),
    [services, findings, activity],
  );
  return (
    <ServicesOf result={own}>
      <TrackOfResult {...props} />
    </ServicesOf>
  );
}

function TrackOfResult(props: TrackProps): ReactNode {
  const { run: runs } = useServices();
  const now = useStore(runs);
  const run = useLate(now);
  useSharedView(now);
  return run.phase === 'idle' ? (
    <UnreadTrack {...props} />
  ) : (
    <ReadTrack key={run.runId} {...props} run={run} />
  );
}

/** A track whose query has not run: a link brings the query of a result, but not its rows. */
function UnreadTrack(props: TrackProps): ReactNode {
  const { onSpan, track } = props;
  const { query, nowMs } = useServices();
  const form = useStore(query);
  const span = useMemo(() => {
    const plan = planFromForm(form, ticksFromUnixMs(nowMs()));
    return plan.ok ? axisSpan(plan.value.request.window) : undefined;
  }, [form, nowMs]);
  useEffect(() => onSpan(track.id, span), [onSpan, track.id, span]);
  return (
    <Frame {...props} facts="not read yet" look={undefined} figures={undefined}>
      <div className={cx(css.plot, parts.unread)} />
    </Frame>
  );
}

function ReadTrack(props: TrackProps & { readonly run: RunState }): ReactNode {
  const { run, track, axis, onSpan, onData, onShows } = props;
  const span = useWhole(run, useServices());
  useEffect(() => onSpan(track.id, span), [onSpan, track.id, span]);
  const columns = useArrangement(run);
  const look = useMemo(() => lookOf(track.shows, columns), [track.shows, columns]);
  const data = useTrackData(run, look, axis);
  const drawn = data?.all;
  useEffect(() => onData(track.id, drawn), [onData, track.id, drawn]);
  const { completeness } = run;
  const isWhole = isProven(completeness);
  const isRunning = completeness.state === 'running';
  return (
    <Frame
      {...props}
      facts={
        <span className={cx(!isWhole && 'warn')} title={completenessText(completeness)}>
          {`${rowCountText(run.rows, isRunning ? 'running' : 'complete')}${isWhole || isRunning ? '' : `, ${completeness.state}`}`}
        </span>
      }
      look={
        <SearchMenu
          label={`Shown of ${props.name}`}
          face={<span className={css.look}>{wordsOf(lookName(look))}</span>}
          look="link"
          placement="bottom start"
          entries={() => lookChoices(columns)}
          selected={track.shows === '' ? look.kind : track.shows}
          onAction={(id) => onShows(track.id, id)}
        />
      }
      figures={data && <Figures run={run} data={data.all} axis={axis} />}
    >
      <div className={css.plot}>
        {axis && <Unread run={run} axis={axis} />}
        {data && <Picture all={data.all} selected={data.selected} />}
        {axis && data && <span className={css.scale}>{scaleWords(data.all, axis)}</span>}
        {axis && <Marks run={run} axis={axis} id={track.id} />}
      </div>
    </Frame>
  );
}

/** A track: name, facts and choices at the left, then the picture, and figures at the right. */
function Frame({
  track,
  name,
  isInSight,
  onStep,
  facts,
  look,
  figures,
  children,
}: TrackProps & {
  readonly facts: ReactNode;
  readonly look: ReactNode;
  readonly figures: ReactNode;
  readonly children: ReactNode;
}): ReactNode {
  const { results } = useServices();
  const run = track.result.services.run.get();
  return (
    <section className={css.track} aria-label={`Track ${name}`} aria-current={isInSight}>
      <div className={css.head}>
        {run.phase !== 'idle' && <StatusIcon state={run.completeness.state} />}
        <button type="button" className={css.name} title={name} onClick={() => results.show(track.id)}>
          {wordsOf(name)}
        </button>
        <Menu
          label={`Track ${name}: move, zoom, remove`}
          face={<span data-visually-hidden="">{`Track ${name}: move, zoom, remove`}</span>}
          look="subtle"
          placement="bottom start"
          entries={[
            { id: 'up', label: 'Move up' },
            { id: 'down', label: 'Move down' },
            { id: 'zoom', label: 'Zoom to its time' },
            { id: 'remove', label: 'Remove from the timeline' },
          ]}
          onAction={(id) => onStep(track.id, id as TrackStep)}
        />
        <span className={css.facts}>
          {facts}
          {!isInLinks(track) && ', not in links: looks like a secret'}
        </span>
        {look}
      </div>
      {children}
      <div className={css.figures}>{figures}</div>
    </section>
  );
}

/**
 * The data to draw: of all rows, and of the rows that the filters select. The selected stretch of time is not one of these filters, because
 * the overlay shows it.
 */
function useTrackData(run: RunState, look: ReturnType<typeof lookOf>, axis: TimeBuckets | undefined) {
  const { rows, activity } = useServices();
  // As text, which stays equal while a drag changes only the time, so that the track is not drawn again.
  const kept = useListState(run.runId, ({ filters }) =>
    JSON.stringify(filters.filter((filter) => !isTimeRange(filter))),
  );
  const [all, selected] = useMemo(() => {
    const charts = () =>
      createLatest(
        ({ question }: Versioned<ChartRequest & SelectedBy>): Promise<ChartResult> => rows.chart(question),
        activity,
      );
    return [charts(), charts()] as const;
  }, [rows, activity]);
  const request = useMemo(() => axis && lookRequest(look, axis), [look, axis]);
  const ofKept = useMemo(
    () => (request && kept !== '[]' ? { ...request, filters: JSON.parse(kept) as RowFilter[] } : undefined),
    [request, kept],
  );
  const { answer: ofAll } = useAnswer(all, run, request);
  const { answer: ofSelected } = useAnswer(selected, run, ofKept);
  return useMemo(() => {
    const dataOf = (answer: ChartResult | undefined): TrackData | undefined =>
      axis !== undefined && answer?.kind === 'series' ? trackData(answer, look, axis) : undefined;
    const drawn = dataOf(ofAll);
    return drawn && { all: drawn, selected: kept === '[]' ? drawn : dataOf(ofSelected) };
  }, [ofAll, ofSelected, look, axis, kept]);
}

/**
 * If there are filters, all rows in grey and over them, in colour, those selected. The overlay makes the time outside the selected stretch
 * pale.
 */
const Picture = memo(function Picture({
  all,
  selected,
}: {
  readonly all: TrackData;
  readonly selected: TrackData | undefined;
}): ReactNode {
  return (
    <>
      {selected !== all && <Layer data={all} of={all} className={css.grey} />}
      {selected && <Layer data={selected} of={all} className={css.lit} />}
    </>
  );
});

function Layer(props: {
  readonly data: TrackData;
  /** The data that sets the scale: its highest bar has the full height. */
  readonly of: TrackData;
  readonly className: string | undefined;
}): ReactNode {
  const { data, of } = props;
  const width = data.kind === 'bars' ? data.totals.length : data.values.length;
  return (
    <svg
      className={cx(css.layer, props.className)}
      viewBox={`0 0 ${width} 100`}
      preserveAspectRatio="none"
      aria-hidden="true"
    >
      {data.kind === 'bars' ? (
        barPaths(data, of.max).map(({ rank, path }) => <path key={rank} d={path} data-rank={rank} />)
      ) : (
        <Curve data={of.kind === 'line' ? { ...data, min: of.min, max: of.max } : data} />
      )}
    </svg>
  );
}

function Curve({ data }: { readonly data: Extract<TrackData, { kind: 'line' }> }): ReactNode {
  const { line, area } = linePaths(data);
  return (
    <>
      <path d={area} className={css.area} />
      <path d={line} className={css.curve} vectorEffect="non-scaling-stroke" />
    </>
  );
}

/** The time that was not read, hatched. */
function Unread({ run, axis }: { readonly run: RunState; readonly axis: TimeBuckets }): ReactNode {
  const unread = useUnread(run, axis);
  const all = spanOf(axis);
  const spans = unread === 'unknown' ? [all] : unread;
  return spans.map((span) => (
    <Part key={String(span.from)} all={all} part={span} className={parts.unreadPart} />
  ));
}

/** The figures at the crosshair, and how many rows are selected. */
function Figures({
  run,
  data,
  axis,
}: {
  readonly run: RunState;
  readonly data: TrackData;
  readonly axis: TimeBuckets | undefined;
}): ReactNode {
  const cursor = useStore(useServices().timeCursor);
  const filters = useListState(run.runId, (list) => list.filters);
  const { answer, isStale } = useCount(run, filters);
  const at = axis && cursor !== undefined ? Number((cursor - axis.from) / axis.bucketTicks) : -1;
  const isAt = axis !== undefined && cursor !== undefined && cursor >= axis.from && at < axis.bucketCount;
  const unread = useUnread(run, axis);
  const bucket = { anchor: at, end: at };
  const [figure, unit] = isAt ? figuresOf(data, bucket) : ['', ''];
  const isWhole = !isAt || lackWords(rangeWindow(axis, bucket), unread) === undefined;
  return (
    <>
      <b>{figure}</b>
      <span>{unit}</span>
      {!isWhole && <span className="warn">not all read</span>}
      {answer !== undefined && !isStale && (
        <span className={css.selected}>{`${formatCount(answer.total)} selected`}</span>
      )}
    </>
  );
}

/** Findings about a stretch of time, named where there is room. Pressing one shows it on the map of its result. */
function Marks({
  run,
  axis,
  id,
}: {
  readonly run: RunState;
  readonly axis: TimeBuckets;
  readonly id: number;
}): ReactNode {
  const { results, query, rowList } = useServices();
  const data = useRunMap(run, undefined, undefined, NO_FILTERS, isRead(run));
  const { findings } = useDiagnosis(data);
  const place = useRef<HTMLDivElement>(null);
  const { width } = useElementSize(place);
  const show = (finding: Finding): void => {
    rowList.change(run.runId, { finding: nameOfFinding(finding) });
    query.change({ tab: 'map' });
    results.show(id);
  };
  const timed = typeof findings === 'string' ? [] : findings.filter((finding) => TIMED.has(finding.id));
  return (
    <div ref={place} className={css.marks}>
      {placedMarks(timed, spanOf(axis), width).map(({ finding, left, right, isNamed }) => (
        <button
          key={nameOfFinding(finding)}
          type="button"
          className={cx(css.mark, finding.severity === 'fault' && 'warn')}
          style={{ left, width: right - left }}
          title={finding.title}
          aria-label={finding.title}
          onClick={() => show(finding)}
        >
          {isNamed && <span>{wordsOf(finding.title)}</span>}
        </button>
      ))}
    </div>
  );
}

const NO_FILTERS: readonly [] = [];
