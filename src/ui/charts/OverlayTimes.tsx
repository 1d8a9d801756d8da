import { type ReactNode, useMemo, useRef } from 'react';
import type { TickSpan } from '../../core/keys/base/scheme.ts';
import { zoneClock } from '../../core/time/zoneClock.ts';
import { useElementSize } from '../useElementSize.ts';
import { MarkLabels } from './MarkLabels.tsx';
import { MARK_PX, timeLabels } from './axisLabels.ts';
import css from './charts.module.css';
import { OVERLAY_AXIS_WIDTH, OVERLAY_MARGIN, OVERLAY_TIMES_GAP } from './overlayAxis.ts';

const STYLE = {
  marginTop: -OVERLAY_TIMES_GAP,
  marginLeft: OVERLAY_MARGIN.left + OVERLAY_AXIS_WIDTH,
  marginRight: OVERLAY_MARGIN.right,
};

/** The times of an overlay chart, below its plot. */
export function OverlayTimes(props: {
  readonly window: TickSpan;
  readonly timeZone: string | undefined;
  readonly zoneName: string;
}): ReactNode {
  const { window, timeZone, zoneName } = props;
  const axis = useRef<HTMLDivElement>(null);
  const { width } = useElementSize(axis);
  const marks = useMemo(
    () =>
      timeLabels(
        window,
        Math.max(2, Math.floor(width / MARK_PX)),
        timeZone === undefined ? undefined : zoneClock(timeZone),
        zoneName,
      ),
    [window, width, timeZone, zoneName],
  );
  return (
    <div ref={axis} className={css.axis} style={STYLE} aria-hidden="true">
      <MarkLabels marks={marks} width={width} />
    </div>
  );
}
