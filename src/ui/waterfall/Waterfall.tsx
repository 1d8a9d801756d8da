import { Maximize2, TriangleAlert, ZoomIn, ZoomOut } from 'lucide-react';
import {
  type KeyboardEvent,
  type PointerEvent,
  type ReactNode,
  type RefObject,
  useEffect,
  useEffectEvent,
  useId,
  useMemo,
  useRef,
  useState,
} from 'react';
import { announce } from '../announce.ts';
import { IconButton } from '../controls/IconButton.tsx';
import { SegmentedControl } from '../controls/SegmentedControl.tsx';
import { TEXT_SCALE } from '../theme/textScale.ts';
import { useDrag, useWheelListener } from '../gestures.ts';
import { timeMarks, LABEL_WIDTH, LINE_HEIGHT, type TimeViewControl, useTimeView } from './useTimeView.ts';
import {
  moveSelection,
  nextTrouble,
  spanOnLine,
  type Tracks,
  waterfallTracks,
  type WaterfallGrouping,
  type WaterfallProps,
} from './tracks.ts';
import css from './Waterfall.module.css';
import { WaterfallLegend } from './WaterfallLegend.tsx';
import { WaterfallLines } from './WaterfallLines.tsx';
import { WaterfallStrip } from './WaterfallStrip.tsx';

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
  const scroller = useRef<HTMLDivElement>(null);
  const time = useTimeView(scroller, props.totalMs);
  const { requests, selected } = props;
  const trouble = useMemo(() => nextTrouble(requests, selected, 1), [requests, selected]);
  return (
    <div className="column fill thin">
      <div className={css.head}>
        <SegmentedControl
          label="Rows of the waterfall"
          hideLabel
          size="small"
          segments={GROUPINGS}
          value={by}
          onChange={setBy}
        />
        <div className="row gap2">
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
            onPress={time.zoomOut}
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
              if (trouble !== undefined) props.onSelect(trouble);
            }}
          />
        </div>
        <WaterfallLegend />
      </div>
      <WaterfallPlot {...props} by={by} time={time} scroller={scroller} />
    </div>
  );
}

interface PlotProps extends WaterfallProps {
  readonly by: WaterfallGrouping;
  readonly time: TimeViewControl;
  readonly scroller: RefObject<HTMLDivElement | null>;
}

/** Minimum distance of two axis marks in CSS px. */
const MARK_WIDTH = 90 * TEXT_SCALE;
/** Turning the wheel by this many CSS px doubles or halves the visible time. */
const WHEEL_DOUBLING = 300;

/** The strip, the time axis and the lines, with keyboard and pointer. */
function WaterfallPlot(props: PlotProps): ReactNode {
  const { requests, by, groupLabels, time, totalMs, selected, scroller } = props;
  const { view, pxPerMs, isWhole } = time;
  const plot = useRef<HTMLDivElement>(null);
  const summaryId = useId();
  const tracks = useMemo(
    () => waterfallTracks(requests, by, groupLabels, totalMs),
    [requests, by, groupLabels, totalMs],
  );
  useSelectedInSight(props, tracks);
  const onKeyDown = useWaterfallKeys(props, tracks);
  const { tip, isPanning, handlers } = usePointer(props, plot);
  useWheelListener(scroller, (event) => {
    if (!event.ctrlKey && !event.metaKey) return;
    event.preventDefault();
    const x = event.clientX - (scroller.current?.getBoundingClientRect().left ?? 0) - LABEL_WIDTH;
    time.zoom(2 ** (event.deltaY / WHEEL_DOUBLING), view.fromMs + x / pxPerMs, false);
  });
  const most = ((view.toMs - view.fromMs) * pxPerMs) / MARK_WIDTH;
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
      <WaterfallStrip
        requests={requests}
        totalMs={totalMs}
        view={isWhole ? undefined : view}
        onShow={time.show}
        onReset={time.reset}
      />
      <div
        ref={scroller}
        className={css.scroller}
        data-pans={isWhole ? undefined : ''}
        data-panning={isPanning ? '' : undefined}
        aria-hidden="true"
        // The surrounding application element takes the keyboard focus.
        tabIndex={-1}
        onScroll={time.onScroll}
        onDoubleClick={time.reset}
        {...handlers}
      >
        <div style={{ width: time.fullWidth, height: (tracks.tracks.length + 1) * LINE_HEIGHT }}>
          <div className={css.axis} style={{ height: LINE_HEIGHT }} />
          {timeMarks(view, most).map(({ atMs, label }) => (
            <div key={atMs} className={css.mark} style={{ left: LABEL_WIDTH + atMs * pxPerMs }}>
              <span>{label}</span>
            </div>
          ))}
          <WaterfallLines
            {...{ requests, by, tracks, selected, totalMs, view, pxPerMs }}
            fullWidth={time.fullWidth}
            scrollTop={time.scrollTop}
            height={time.height}
          />
        </div>
      </div>
      {tip !== undefined && (
        <div className={css.tip} style={tip.place} aria-hidden="true">
          {props.renderTip(tip.position)}
        </div>
      )}
    </div>
  );
}

/** Scrolls to the selected request, whether it was selected here or in the grid below. */
function useSelectedInSight({ selected, requests, totalMs, time }: PlotProps, { trackOf }: Tracks): void {
  const row = selected === undefined ? undefined : trackOf[selected];
  const reveal = useEffectEvent((position: number | undefined, line: number | undefined) => {
    const request = requests[position ?? -1];
    if (request !== undefined && line !== undefined) time.reveal(line, spanOnLine(request, false, totalMs));
  });
  useEffect(() => reveal(selected, row), [selected, row]);
}

const TIP_WIDTH = 380;
const TIP_HEIGHT = 150;

/** The pointer over the lines: a tip, a click, and a drag that pans. */
function usePointer({ time, onSelect }: PlotProps, plot: RefObject<HTMLElement | null>) {
  const [tip, setTip] = useState<{ readonly position: number; readonly place: Record<string, number> }>();
  const pan = useDrag<{ readonly lastX: number; readonly position: number | undefined }>({
    begin: (event) => ({ lastX: event.clientX, position: requestUnder(event) }),
    move: ({ lastX, position }, event) => {
      time.pan(lastX - event.clientX);
      return { lastX: event.clientX, position };
    },
    end: ({ position }, hasMoved) => {
      if (!hasMoved && position !== undefined) onSelect(position);
    },
  });
  return {
    tip: pan.hasMoved ? undefined : tip,
    isPanning: pan.hasMoved,
    handlers: {
      ...pan.handlers,
      onPointerMove: (event: PointerEvent<HTMLElement>): void => {
        pan.handlers.onPointerMove(event);
        const position = requestUnder(event);
        setTip(position === undefined ? undefined : { position, place: tipPlace(event, plot.current) });
      },
      onPointerLeave: (): void => setTip(undefined),
    },
  };
}

function requestUnder({ target }: PointerEvent): number | undefined {
  const at = (target as Element).closest<HTMLElement>('[data-at]')?.dataset['at'];
  return at === undefined ? undefined : Number(at);
}

/** Position of the tip next to the pointer, on the side with room. */
function tipPlace(event: PointerEvent, plot: HTMLElement | null): Record<string, number> {
  const { left = 0, top = 0, width = 0, height = 0 } = plot?.getBoundingClientRect() ?? {};
  const [x, y] = [event.clientX - left, event.clientY - top];
  return {
    ...(x + TIP_WIDTH + 20 > width ? { right: width - x + 14 } : { left: x + 14 }),
    ...(y + TIP_HEIGHT > height ? { bottom: Math.max(0, height - y + 10) } : { top: y + 14 }),
  };
}

/** The keyboard commands; see Waterfall. */
function useWaterfallKeys(props: PlotProps, tracks: Tracks) {
  const { requests, time, totalMs, selected, onSelect, sentence } = props;
  const chosen = requests[selected ?? -1];
  const pageTracks = Math.max(1, Math.floor(time.height / LINE_HEIGHT) - 2);
  const goTo = (position: number): void => {
    onSelect(position);
    announce(sentence(position));
  };
  const goToTrouble = (step: 1 | -1): void => {
    const next = nextTrouble(requests, selected, step);
    if (next === undefined) announce('Nothing was throttled, and nothing failed');
    else goTo(next);
  };
  const focusOnChosen = (): void => {
    if (chosen === undefined) return;
    const [fromMs, toMs] = spanOnLine(chosen, false, totalMs);
    const margin = Math.max(1, toMs - fromMs) * 0.5;
    time.show({ fromMs: fromMs - margin, toMs: toMs + margin });
  };
  const zoomIn = (): void => time.zoomIn(chosen?.sentAtMs);
  const commands: ReadonlyMap<string, () => void> = new Map([
    ['+', zoomIn],
    ['=', zoomIn],
    ['-', time.zoomOut],
    ['f', focusOnChosen],
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
