import { type ReactNode, useCallback, useMemo, useRef, useState } from 'react';
import { larger, smaller } from '../../../core/bigints.ts';
import { spanOf, type TimeBuckets, timeBuckets } from '../../../core/entities/order/timeBuckets.ts';
import type { TickSpan } from '../../../core/keys/base/scheme.ts';
import { clampTicks, isoToTicks, MAX_TICKS, MIN_TICKS, TICKS_PER_DAY } from '../../../core/time/ticks.ts';
import { namedResults, type OpenResult, type TimelineTrack } from '../../../state/results/resultTabs.ts';
import { stretchOf } from '../../../state/results/timeline.ts';
import charts from '../../../ui/charts/charts.module.css';
import { shareOf } from '../../../ui/charts/timeAxis.ts';
import { cx } from '../../../ui/classes.ts';
import { formatPlural } from '../../../ui/format.ts';
import { InstantText } from '../../../ui/keys/InstantText.tsx';
import { useElementSize } from '../../../ui/useElementSize.ts';
import { ServicesOf, useServices, useStore } from '../../shared/services.tsx';
import { useZone } from '../../shared/shownTime.ts';
import { Axis } from '../results/rows/RowStrip.tsx';
import strip from '../results/rows/strip.module.css';
import { TimelineTools } from './TimelineTools.tsx';
import { type PlaneProps, TimeOverlay } from './TimeOverlay.tsx';
import css from './timeline.module.css';
import { Track, type TrackStep } from './Track.tsx';
import type { BucketRange } from '../results/rows/stripShape.ts';
import { figuresOf, stepWords, type TrackData } from './trackPicture.ts';
import type { SharedTrack } from './useTimeline.ts';

/** Few enough for a bar to be several px wide. */
const BUCKETS = 240;
const NO_OUTSIDE = { before: 0, after: 0, withoutTime: 0 };

/** Results one above the other on one time axis. A stretch of time that is selected in one is selected in all. */
export function Timeline({ tracks }: { readonly tracks: readonly SharedTrack[] }): ReactNode {
  const { results } = useServices();
  const { inSight, all } = useStore(results);
  const names = trackNames(tracks, all);
  const [spans, setSpans] = useState<ReadonlyMap<number, TickSpan | undefined>>(new Map());
  const onSpan = useCallback((id: number, span: TickSpan | undefined): void => {
    setSpans((before) => (before.get(id) === span ? before : new Map([...before, [id, span]])));
  }, []);
  const drawnData = useRef(new Map<number, TrackData | undefined>());
  const onData = useCallback((id: number, data: TrackData | undefined): void => {
    drawnData.current.set(id, data);
  }, []);
  const wordsOf = (range: BucketRange): string =>
    tracks
      .flatMap(({ id }, at) => {
        const data = drawnData.current.get(id);
        return data === undefined ? [] : `${names[at] ?? ''} ${figuresOf(data, range).join(' ')}`;
      })
      .join('; ');
  const whole = useMemo(() => {
    const known = tracks.flatMap(({ id }) => spans.get(id) ?? []);
    const [first, ...rest] = known;
    return first && rest.reduce((a, b) => ({ from: smaller(a.from, b.from), to: larger(a.to, b.to) }), first);
  }, [tracks, spans]);
  const { zoom, zoomTo, zoomBack } = useZoom(whole);
  const axis = useMemo(() => {
    // A link may zoom to a time that no track covers.
    const shown = within(zoom, whole) ?? whole;
    return shown && timeBuckets(shown, BUCKETS);
  }, [zoom, whole]);
  const setTracks = (change: (before: readonly TimelineTrack[]) => readonly TimelineTrack[]): void => {
    const { timeline: now } = results.get();
    results.arrange({ timeline: { ...now, tracks: change(now?.tracks ?? []) } });
  };
  const onShows = (id: number, shows: string): void =>
    setTracks((before) => before.map((track) => (track.id === id ? { ...track, shows } : track)));
  const onStep = (id: number, step: TrackStep): void => {
    if (step === 'zoom') zoomTo(spans.get(id));
    else setTracks((before) => stepped(before, id, step));
  };
  const read = tracks.filter(({ services }) => services.run.get().phase !== 'idle');
  const lead = read.find(({ id }) => id === inSight.id) ?? read[0] ?? tracks[0];
  const drawn = (
    <div className={css.tracks}>
      {tracks.map((track, at) => (
        <Track
          key={track.id}
          {...{ track, axis, onSpan, onData, onShows, onStep }}
          name={names[at] ?? ''}
          isInSight={track.id === inSight.id}
        />
      ))}
    </div>
  );
  return (
    <section className={css.timeline} aria-label="Timeline">
      {lead && (
        <ServicesOf result={lead.services}>
          <Plane {...{ tracks, axis, whole, zoomTo, zoomBack, wordsOf }} isZoomed={zoom !== undefined}>
            {drawn}
          </Plane>
        </ServicesOf>
      )}
    </section>
  );
}

/** The name of each track: its table, or the full name of its result if several tracks have the same table. */
function trackNames(tracks: readonly SharedTrack[], all: readonly OpenResult[]): readonly string[] {
  const whole = new Map(namedResults(all).map(({ id, name }) => [id, name]));
  const long = tracks.map(({ id, result }) => whole.get(id) ?? result.services.query.get().table);
  const short = long.map((name) => name.split(', ', 1)[0] ?? name);
  return short.map((name, at) =>
    short.indexOf(name) === short.lastIndexOf(name) ? name : (long[at] ?? name),
  );
}

function isSameSpan(a: TickSpan | undefined, b: TickSpan | undefined): boolean {
  return a?.from === b?.from && a?.to === b?.to;
}

/** A span moved into `all`, and shortened if it is longer. Undefined if it does not overlap `all`, or is shorter than two ticks. */
function within(span: TickSpan | undefined, all: TickSpan | undefined): TickSpan | undefined {
  if (span === undefined || all === undefined) return undefined;
  if (span.to - span.from < 2n || span.to <= all.from || span.from >= all.to) return undefined;
  const length = smaller(span.to - span.from, all.to - all.from);
  const from = larger(all.from, smaller(span.from, all.to - length));
  return { from, to: from + length };
}

/** The tracks after one is moved or removed. */
function stepped(
  before: readonly TimelineTrack[],
  id: number,
  step: Exclude<TrackStep, 'zoom'>,
): readonly TimelineTrack[] {
  const at = before.findIndex((track) => track.id === id);
  const [moved] = before.slice(at, at + 1);
  const others = before.filter((track) => track.id !== id);
  if (step === 'remove' || moved === undefined) return others;
  return others.toSpliced(Math.max(0, at + (step === 'up' ? -1 : 1)), 0, moved);
}

/** The part of the time that is shown, and the way back to the parts shown before. */
function useZoom(whole: TickSpan | undefined) {
  const { results } = useServices();
  const { timeline } = useStore(results);
  const set = (zoom: TickSpan | undefined, zoomedFrom: readonly (TickSpan | undefined)[]): void => {
    const { tracks = [] } = results.get().timeline ?? {};
    results.arrange({ timeline: { tracks, zoom, zoomedFrom } });
  };
  const zoomTo = (asked: TickSpan | undefined, isStep = true): void => {
    const part = within(asked, whole);
    const next = isSameSpan(part, whole) ? undefined : part;
    const { zoom: now, zoomedFrom = [] } = results.get().timeline ?? {};
    if (!isSameSpan(next, now)) set(next, isStep ? [...zoomedFrom, now] : zoomedFrom);
  };
  const zoomBack = (): void => {
    const { zoomedFrom = [] } = results.get().timeline ?? {};
    set(zoomedFrom.at(-1), zoomedFrom.slice(0, -1));
  };
  return { zoom: timeline?.zoom, zoomTo, zoomBack };
}

/** The tools, the axis, and the layer over all tracks with the crosshair and the selected stretch. */
function Plane({
  children,
  axis,
  whole,
  ...props
}: PlaneProps & {
  readonly axis: TimeBuckets | undefined;
  readonly whole: TickSpan | undefined;
  readonly children: ReactNode;
}): ReactNode {
  const { name: zone } = useZone();
  useStore(useServices().rowList);
  const stretch = stretchIn(props.tracks);
  const all = axis && spanOf(axis);
  const step = axis === undefined ? '' : `, per ${stepWords(axis)}`;
  return (
    <>
      <TimelineTools {...props} whole={whole} stretch={stretch} />
      <div className={css.scroll}>
        <div className={css.ruler}>
          <span
            className={css.corner}
          >{`${formatPlural(props.tracks.length, 'track')}${step}, ${zone}`}</span>
          <div>{all && <Ruler all={all} />}</div>
          <span className={css.corner}>crosshair</span>
        </div>
        <div className={css.stack}>
          {children}
          {axis && <TimeOverlay {...props} axis={axis} stretch={stretch} />}
        </div>
      </div>
    </>
  );
}

/** The axis, and the instant at the crosshair. */
function Ruler({ all }: { readonly all: TickSpan }): ReactNode {
  const { timeZone } = useZone();
  const cursor = useStore(useServices().timeCursor);
  const place = useRef<HTMLDivElement>(null);
  const { width } = useElementSize(place);
  const isIn = cursor !== undefined && cursor >= all.from && cursor < all.to;
  const at = isIn ? shareOf(all, cursor) : 0;
  return (
    <div ref={place} className={cx(strip.axis, charts.ticks)} aria-hidden="true">
      <Axis window={all} timeZone={timeZone} width={width} outside={NO_OUTSIDE} />
      {isIn && (
        <span className={css.instant} style={{ left: `${at * 100}%` }} data-late={at > 0.5}>
          <InstantText
            instant={clampTicks(cursor)}
            timeZone={timeZone}
            showDate={all.to - all.from > TICKS_PER_DAY}
            showZone={false}
          />
        </span>
      )}
    </div>
  );
}

/** The stretch of time that is selected in the tracks. An open end becomes the least or the greatest possible time. */
function stretchIn(tracks: readonly SharedTrack[]): TickSpan | undefined {
  const filter = tracks.map(({ result }) => stretchOf(result)).find((each) => each !== undefined);
  if (filter === undefined) return undefined;
  const { from, to } = filter;
  return { from: from === '' ? MIN_TICKS : isoToTicks(from), to: to === '' ? MAX_TICKS : isoToTicks(to) };
}
