import { type ReactNode, useId } from 'react';
import { announce } from '../../../../ui/announce.ts';
import { MarkLabels } from '../../../../ui/charts/MarkLabels.tsx';
import { type AxisLabel, PLOT } from '../../../../ui/charts/axisLabels.ts';
import chartsCss from '../../../../ui/charts/charts.module.css';
import { cx } from '../../../../ui/classes.ts';
import type { BucketRange } from '../rows/stripShape.ts';
import parts from '../time/parts.module.css';
import css from './chart.module.css';
import { useBucketRange } from '../rows/useBucketRange.ts';

/** A part of the plot, as shares 0..1 of its width. */
interface PlotPart {
  readonly from: number;
  readonly to: number;
}

export interface ChartSurfaceProps {
  readonly label: string;
  readonly summary: string;
  readonly bucketCount: number;
  readonly marks: readonly AxisLabel[];
  /** The width of the whole surface in CSS px. */
  readonly width: number;
  /** Parts that were not read, so that a missing bar there does not mean zero. 'all': some time was not read, but it is unknown which. */
  readonly hatched: readonly PlotPart[] | 'all';
  /** Describes one bucket, or several. */
  readonly words: (range: BucketRange) => string;
  readonly tip: (bucket: number) => ReactNode;
  /** The place where another view points, as a share 0..1. */
  readonly cursor?: number | undefined;
  readonly onPoint?: ((bucket: number) => void) | undefined;
  /** Selects the rows of some buckets; undefined if no filter selects exactly these. */
  readonly onChoose: ((range: BucketRange, continues?: boolean) => void) | undefined;
  /** The drawn chart. */
  readonly children: ReactNode;
}

const KEYS = 'Left and Right move.';
const CHOOSING_KEYS = 'Left and Right move, with Shift they take several, Enter selects their rows.';

/** The overlay of a drawn chart: the axis, the cursor with its values, and the buckets that a drag selects. */
export function ChartSurface(props: ChartSurfaceProps): ReactNode {
  const { bucketCount, hatched, words, onPoint, onChoose } = props;
  const summaryId = useId();
  const { at, range, handlers } = useBucketRange({
    bucketCount,
    onMoved: (moved) => announce(words(moved)),
    onPoint,
    onChoose,
  });
  const shareOf = (bucket: number): number => bucket / Math.max(1, bucketCount);
  return (
    <div className={css.surface}>
      <div className={cx(css.under, hatched === 'all' && parts.unread)} style={PLOT_STYLE}>
        {props.marks.map(({ key, share }) => (
          <div key={key} className={css.markLine} style={{ left: `${share * 100}%` }} />
        ))}
        {hatched !== 'all' &&
          hatched.map((part) => <Part key={part.from} part={part} className={parts.unreadPart} />)}
      </div>
      <div className={css.drawing}>{props.children}</div>
      <div
        className={css.over}
        style={PLOT_STYLE}
        role="application"
        aria-label={props.label}
        aria-describedby={summaryId}
        tabIndex={0}
        {...handlers}
      >
        <p id={summaryId} data-visually-hidden="">
          {props.summary} {onChoose === undefined ? KEYS : CHOOSING_KEYS}
        </p>
        {range !== undefined && (
          <Part
            part={{
              from: shareOf(Math.min(range.anchor, range.end)),
              to: shareOf(Math.max(range.anchor, range.end) + 1),
            }}
            className={parts.chosen}
          />
        )}
        {at === undefined && props.cursor !== undefined && (
          <div className={parts.cursor} style={{ left: `${props.cursor * 100}%` }} />
        )}
        {at !== undefined && (
          <>
            <Part part={{ from: shareOf(at), to: shareOf(at + 1) }} className={parts.hover} />
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
