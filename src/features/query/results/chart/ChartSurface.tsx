import { type KeyboardEvent, type PointerEvent, type ReactNode, type Ref, useId, useState } from 'react';
import { announce } from '../../../../ui/announce.ts';
import { MarkLabels } from '../../../../ui/charts/MarkLabels.tsx';
import type { AxisLabel } from '../../../../ui/charts/axisLabels.ts';
import chartsCss from '../../../../ui/charts/charts.module.css';
import { PLOT } from '../../../../ui/charts/plotBox.ts';
import { cx } from '../../../../ui/classes.ts';
import { type BucketRange, bucketAt, movedRange } from '../rows/stripShape.ts';
import css from './chart.module.css';

/** A part of the plot's width, 0..1. */
interface PlotPart {
  readonly from: number;
  readonly to: number;
}

export interface ChartSurfaceProps {
  readonly label: string;
  readonly summary: string;
  readonly bucketCount: number;
  readonly marks: readonly AxisLabel[];
  /** Of the whole surface, CSS px. */
  readonly width: number;
  /** Not read, so nothing there is a zero; 'all': some of it, unknown which. */
  readonly hatched: readonly PlotPart[] | 'all';
  /** One bucket, or several, in words. */
  readonly words: (range: BucketRange) => string;
  readonly tip: (bucket: number) => ReactNode;
  /** Where another view points to, 0..1. */
  readonly cursor?: number | undefined;
  readonly onPoint?: ((bucket: number | undefined) => void) | undefined;
  /** Set: a stretch can be taken, with the pointer or with Enter. */
  readonly onStretch?: ((range: BucketRange, isKeyed: boolean) => void) | undefined;
  readonly stretch?: BucketRange | undefined;
  readonly onLetGo?: (() => void) | undefined;
  /** Takes the focus back when the choices for a time range close. */
  readonly focusRef?: Ref<HTMLDivElement> | undefined;
  /** The drawing. */
  readonly children: ReactNode;
}

const KEYS = 'Left and Right move.';
const STRETCH_KEYS =
  'Left and Right move, with Shift they take several, Enter chooses them, Escape clears it.';

/** The overlay of a drawn chart: the axis, the cursor with its values, and the chosen range. */
export function ChartSurface(props: ChartSurfaceProps): ReactNode {
  const { bucketCount, hatched, stretch, onStretch, focusRef } = props;
  const summaryId = useId();
  const { at, drag, handlers } = useSurface(props);
  const shown = drag ?? stretch;
  const shareOf = (bucket: number): number => bucket / Math.max(1, bucketCount);
  return (
    <div className={css.surface}>
      <div className={cx(css.under, hatched === 'all' && css.unread)} style={PLOT_STYLE}>
        {props.marks.map(({ key, share }) => (
          <div key={key} className={css.markLine} style={{ left: `${share * 100}%` }} />
        ))}
        {hatched !== 'all' &&
          hatched.map((part) => <Part key={part.from} part={part} className={css.unread} />)}
      </div>
      <div className={css.drawing}>{props.children}</div>
      <div
        className={css.over}
        ref={focusRef}
        style={PLOT_STYLE}
        role="application"
        aria-label={props.label}
        aria-describedby={summaryId}
        tabIndex={0}
        {...handlers}
      >
        <p id={summaryId} data-visually-hidden="">
          {props.summary} {onStretch === undefined ? KEYS : STRETCH_KEYS}
        </p>
        {shown !== undefined && (
          <Part
            part={{
              from: shareOf(Math.min(shown.anchor, shown.end)),
              to: shareOf(Math.max(shown.anchor, shown.end) + 1),
            }}
            className={css.stretch}
          />
        )}
        {at === undefined && props.cursor !== undefined && (
          <div className={css.cursor} style={{ left: `${props.cursor * 100}%` }} />
        )}
        {at !== undefined && (
          <>
            <Part part={{ from: shareOf(at), to: shareOf(at + 1) }} className={css.hover} />
            <div
              className={cx(chartsCss.tip, css.tip)}
              style={
                shareOf(at) > 0.5
                  ? { right: `${(1 - shareOf(at)) * 100}%` }
                  : { left: `${shareOf(at + 1) * 100}%` }
              }
            >
              {props.tip(at)}
            </div>
          </>
        )}
      </div>
      <div className={css.axis} aria-hidden="true" style={AXIS_STYLE}>
        <MarkLabels marks={props.marks} width={props.width - PLOT.left - PLOT.right} />
      </div>
    </div>
  );
}

const AXIS_STYLE = { left: PLOT.left, right: PLOT.right };
const PLOT_STYLE = { ...AXIS_STYLE, top: `calc(1.875rem + ${PLOT.top}px)`, bottom: PLOT.bottom };

function Part(props: { readonly part: PlotPart; readonly className: string | undefined }): ReactNode {
  const { from, to } = props.part;
  return (
    <div className={props.className} style={{ left: `${from * 100}%`, width: `${(to - from) * 100}%` }} />
  );
}

/** Pointer and keys. */
function useSurface({ bucketCount, words, onPoint, onStretch, onLetGo }: ChartSurfaceProps) {
  const [hover, setHover] = useState<number>();
  const [drag, setDrag] = useState<BucketRange>();
  const [keyed, setKeyed] = useState<BucketRange>();
  const placeOf = (event: PointerEvent<HTMLElement>): number => {
    const { left, width } = event.currentTarget.getBoundingClientRect();
    return bucketAt((event.clientX - left) / Math.max(1, width), bucketCount);
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const isShift = event.shiftKey && onStretch !== undefined;
    const moved = movedRange(event.key, isShift, keyed, bucketCount);
    if (moved !== undefined) {
      event.preventDefault();
      setKeyed(moved);
      onPoint?.(moved.end);
      announce(words(moved));
    } else if (event.key === 'Enter' && !event.shiftKey && keyed !== undefined && onStretch !== undefined) {
      event.preventDefault();
      onStretch(keyed, true);
    } else if (event.key === 'Escape' && keyed !== undefined) {
      event.preventDefault();
      setKeyed(undefined);
      onPoint?.(undefined);
      onLetGo?.();
    }
  };
  const isRange = keyed !== undefined && keyed.anchor !== keyed.end;
  return {
    at: drag?.end ?? hover ?? keyed?.end,
    drag: drag ?? (isRange ? keyed : undefined),
    handlers: {
      onKeyDown,
      onBlur: () => setKeyed(undefined),
      onPointerMove: (event: PointerEvent<HTMLElement>) => {
        const at = placeOf(event);
        if (at !== hover) onPoint?.(at);
        setHover(at);
        setDrag((before) => before && { anchor: before.anchor, end: at });
      },
      onPointerLeave: () => setHover(undefined),
      onPointerDown: (event: PointerEvent<HTMLElement>) => {
        if (event.button !== 0 || onStretch === undefined) return;
        event.currentTarget.setPointerCapture(event.pointerId);
        const at = placeOf(event);
        setKeyed(undefined);
        onLetGo?.();
        setDrag({ anchor: at, end: at });
      },
      onPointerUp: () => {
        setDrag(undefined);
        if (drag !== undefined) onStretch?.(drag, false);
      },
      onPointerCancel: () => setDrag(undefined),
    },
  };
}
