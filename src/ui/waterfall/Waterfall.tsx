import { Maximize2, TriangleAlert, ZoomIn, ZoomOut } from 'lucide-react';
import {
  type ReactNode,
  useMemo,
  useState,
  type KeyboardEvent,
  type RefObject,
  useEffect,
  useId,
  useLayoutEffect,
  useRef,
} from 'react';
import { IconButton } from '../controls/IconButton.tsx';
import { SegmentedControl } from '../controls/SegmentedControl.tsx';
import { endOf, nextTrouble, moveSelection, type Tracks, waterfallTracks } from './tracks.ts';
import { useTimeView, type TimeViewControl } from './useTimeView.ts';
import css from './Waterfall.module.css';
import { WaterfallLegend } from './WaterfallLegend.tsx';
import type { WaterfallGrouping, WaterfallProps, TimeView } from './waterfallTypes.ts';
import { useElementSize } from '../useElementSize.ts';
import { HEAD_HEIGHT, OVERVIEW_HEIGHT, timeScale, TRACK_HEIGHT } from './geometry.ts';
import { overviewOf } from './overview.ts';
import { usePointer } from './usePointer.ts';
import { TEXT_SCALE } from '../theme/textScale.ts';
import { type ThemeLook, useThemeLook } from '../theme/themeColors.ts';
import { paintWaterfall, type WaterfallPicture } from './paintWaterfall.ts';
import { waterfallColors, type WaterfallColors } from './waterfallColors.ts';
import { announce } from '../announce.ts';

const GROUPINGS = [
  { id: 'request', label: 'Each request' },
  { id: 'group', label: 'By prefix' },
  { id: 'lane', label: 'By lane' },
] as const;

/**
 * Shows every request of a run over time. Arrow keys select requests, + and - zoom, Shift with an arrow key pans. F zooms to the
 * request, N selects the next one that was throttled or failed (Shift+N the previous one), Backspace goes back, R shows all. The
 * wheel scrolls, with Ctrl it zooms, with Shift it pans. A drag pans, a drag over the strip at the top zooms to that time.
 */
export function Waterfall(props: WaterfallProps): ReactNode {
  const [by, setBy] = useState<WaterfallGrouping>('request');
  const time = useTimeView(props.totalMs);
  const { requests, selected } = props;
  const trouble = useMemo(() => nextTrouble(requests, selected, 1), [requests, selected]);
  return (
    <div className="column fill">
      <div className={css.head}>
        <SegmentedControl
          label="Rows of the waterfall"
          hideLabel
          size="small"
          segments={GROUPINGS}
          value={by}
          onChange={setBy}
        />
        <div className={css.zoom}>
          <IconButton
            label="Zoom in"
            icon={<ZoomIn />}
            size="small"
            shortcut="+"
            onPress={() => time.zoomIn()}
          />
          <IconButton
            label="Zoom out"
            icon={<ZoomOut />}
            size="small"
            shortcut="-"
            isDisabled={time.isWhole}
            onPress={() => time.zoomOut()}
          />
          <IconButton
            label="Show the whole run"
            icon={<Maximize2 />}
            size="small"
            shortcut="R"
            isDisabled={time.isWhole}
            onPress={time.reset}
          />
          <IconButton
            label="Next that was throttled or failed"
            icon={<TriangleAlert />}
            size="small"
            shortcut="N"
            isDisabled={trouble === undefined}
            onPress={() => {
              const request = trouble === undefined ? undefined : requests[trouble];
              if (trouble === undefined || request === undefined) return;
              props.onSelect(trouble);
              time.reveal({ fromMs: request.queuedAtMs, toMs: endOf(request, props.totalMs) });
            }}
          />
        </div>
        <WaterfallLegend />
      </div>
      <WaterfallPlot {...props} by={by} time={time} />
    </div>
  );
}

interface PlotProps extends WaterfallProps {
  readonly by: WaterfallGrouping;
  readonly time: TimeViewControl;
}

/** Number of columns in the strip at the top. */
const OVERVIEW_COLUMNS = 400;

/** The strip, the time axis and the lines, with keyboard and pointer. */
function WaterfallPlot(props: PlotProps): ReactNode {
  const { requests, by, time, totalMs, selected } = props;
  const plot = useRef<HTMLDivElement>(null);
  const scroller = useRef<HTMLDivElement>(null);
  const { width, height, pixelRatio } = useElementSize(plot);
  const [scrollTop, setScrollTop] = useState(0);
  const summaryId = useId();
  const { tracks, overview } = useLines(props);
  const scale = timeScale(time.view, width);
  const pointer = usePointer({
    requests,
    tracks,
    scale,
    time,
    totalMs,
    plot,
    scroller,
    onSelect: props.onSelect,
  });

  useSelectedInSight(scroller, selected === undefined ? undefined : tracks.trackOf[selected]);
  const pageTracks = Math.max(1, Math.floor((height - HEAD_HEIGHT) / TRACK_HEIGHT) - 1);
  const onKeyDown = useWaterfallKeys(props, tracks, pageTracks);
  return (
    <div
      ref={plot}
      className={css.plot}
      role="application"
      aria-label="Waterfall"
      aria-describedby={summaryId}
      tabIndex={0}
      onKeyDown={onKeyDown}
    >
      <p id={summaryId} data-visually-hidden="">
        {props.summary}
      </p>
      <WaterfallCanvas
        requests={requests}
        by={by}
        tracks={tracks}
        overview={overview}
        scale={scale}
        totalMs={totalMs}
        selected={selected}
        hovered={pointer.hovered}
        scrollTop={scrollTop}
        width={width}
        height={height}
        pixelRatio={pixelRatio}
      />
      <div className={css.overview} style={{ height: OVERVIEW_HEIGHT }} {...pointer.overviewHandlers}>
        {pointer.stretch !== undefined && <div className={css.stretch} style={pointer.stretch} />}
      </div>
      <div
        ref={scroller}
        className={css.scroller}
        style={{ top: HEAD_HEIGHT }}
        data-pans={time.isWhole ? undefined : ''}
        data-panning={pointer.isPanning ? '' : undefined}
        // The surrounding application element takes the keyboard focus.
        tabIndex={-1}
        onScroll={(event) => setScrollTop(event.currentTarget.scrollTop)}
        {...pointer.handlers}
      >
        <div style={{ height: tracks.tracks.length * TRACK_HEIGHT }} />
      </div>
      {pointer.hovered !== undefined && pointer.tipAt !== undefined && (
        <div className={css.tip} style={pointer.tipAt} aria-hidden="true">
          {props.renderTip(pointer.hovered)}
        </div>
      )}
    </div>
  );
}

/** The lines to draw, computed again only when the run has progressed. */
function useLines({ requests, by, groupLabels, totalMs }: PlotProps) {
  const tracks = useMemo(
    () => waterfallTracks(requests, by, groupLabels, totalMs),
    [requests, by, groupLabels, totalMs],
  );
  const overview = useMemo(() => overviewOf(requests, OVERVIEW_COLUMNS, totalMs), [requests, totalMs]);
  return { tracks, overview };
}

/** Scrolls to the line of the selected request, whether it was selected here or in the grid below. */
function useSelectedInSight(scroller: RefObject<HTMLElement | null>, row: number | undefined): void {
  useEffect(() => {
    if (row !== undefined) showTrack(scroller.current, row);
  }, [scroller, row]);
}

function showTrack(scroller: HTMLElement | null, row: number): void {
  if (scroller === null) return;
  const top = row * TRACK_HEIGHT;
  if (top < scroller.scrollTop) scroller.scrollTop = top;
  else if (top + TRACK_HEIGHT > scroller.scrollTop + scroller.clientHeight)
    scroller.scrollTop = top + TRACK_HEIGHT - scroller.clientHeight;
}

interface Style {
  readonly look: ThemeLook;
  readonly colors: WaterfallColors;
  readonly font: string;
}

/** Paints the waterfall. Only the visible part is drawn, so 5,000 requests cost as much as ten. */
function WaterfallCanvas(props: Omit<WaterfallPicture, 'colors' | 'font'>): ReactNode {
  const canvas = useRef<HTMLCanvasElement>(null);
  const style = useRef<Style>(undefined);
  const look = useThemeLook();
  useLayoutEffect(() => {
    const element = canvas.current;
    const context = element?.getContext('2d');
    const parent = element?.parentElement;
    if (!element || !context || !parent || props.width === 0) return;
    // Styles are read once per look, because the canvas is painted on every pointer move.
    if (style.current?.look !== look) {
      const font = `${11 * TEXT_SCALE}px ${getComputedStyle(parent).fontFamily}`;
      style.current = { look, colors: waterfallColors(parent), font };
    }
    const width = Math.round(props.width * props.pixelRatio);
    const height = Math.round(props.height * props.pixelRatio);
    // Setting the size clears the canvas and is slow even if the size does not change.
    if (element.width !== width) element.width = width;
    if (element.height !== height) element.height = height;
    paintWaterfall(context, { ...props, ...style.current });
  });
  return <canvas ref={canvas} className={css.canvas} aria-hidden="true" />;
}

interface KeysProps extends WaterfallProps {
  readonly time: TimeViewControl;
}

/** The keyboard commands; see Waterfall. */
function useWaterfallKeys(props: KeysProps, tracks: Tracks, pageTracks: number) {
  const { requests, time, totalMs, selected, onSelect, sentence } = props;
  const stretchOf = (position: number | undefined): TimeView | undefined => {
    const request = position === undefined ? undefined : requests[position];
    if (request === undefined) return undefined;
    return { fromMs: request.queuedAtMs, toMs: endOf(request, totalMs) };
  };
  const goTo = (position: number): void => {
    onSelect(position);
    const stretch = stretchOf(position);
    if (stretch !== undefined) time.reveal(stretch);
    announce(sentence(position));
  };
  const goToTrouble = (step: 1 | -1): void => {
    const next = nextTrouble(requests, selected, step);
    if (next === undefined) announce('Nothing was throttled, and nothing failed');
    else goTo(next);
  };
  const focusOn = (stretch: TimeView | undefined): void => {
    if (stretch === undefined) return;
    const margin = Math.max(1, stretch.toMs - stretch.fromMs) * 0.5;
    time.show({ fromMs: stretch.fromMs - margin, toMs: stretch.toMs + margin });
  };
  const zoomIn = (): void => time.zoomIn(selected === undefined ? undefined : requests[selected]?.sentAtMs);
  const commands: ReadonlyMap<string, () => void> = new Map([
    ['+', zoomIn],
    ['=', zoomIn],
    ['-', () => time.zoomOut()],
    ['f', () => focusOn(stretchOf(selected))],
    ['r', time.reset],
    ['0', time.reset],
    ['n', () => goToTrouble(1)],
    ['Shift+N', () => goToTrouble(-1)],
    ['Backspace', time.back],
    ['Shift+ArrowLeft', () => time.panStep(-1)],
    ['Shift+ArrowRight', () => time.panStep(1)],
  ]);
  return (event: KeyboardEvent): void => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const { key } = event;
    const command = (event.shiftKey ? commands.get(`Shift+${key}`) : undefined) ?? commands.get(key);
    if (command !== undefined) {
      event.preventDefault();
      command();
      return;
    }
    const next = moveSelection(tracks, requests, selected, key, pageTracks);
    if (next === undefined) return;
    event.preventDefault();
    goTo(next);
  };
}
