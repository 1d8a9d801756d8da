import type { ReactNode } from 'react';
import type { TickSpan } from '../../core/keys/base/scheme.ts';
import type { ZoneClock } from '../../core/time/zoneClock.ts';
import { apart, MARK_PX, timeLabels } from '../charts/axisLabels.ts';
import { cx } from '../classes.ts';
import { TEXT_SCALE } from '../theme/textScale.ts';
import css from './CellMap.module.css';
import type { Box } from './layout.ts';

/** A label closer than this to the left edge starts at its mark. Centred, it would overlap the row labels. */
const HALF_LABEL_PX = 16 * TEXT_SCALE;

export interface TimeMarksProps {
  readonly box: Box;
  readonly window: TickSpan;
  readonly clock: ZoneClock | undefined;
  readonly zoneName: string;
}

/** The time axis: exact times at whole steps, with the date below the first one and each midnight. */
export function TimeMarks({ box, window, clock, zoneName }: TimeMarksProps): ReactNode {
  const marks = timeLabels(window, Math.max(2, Math.floor(box.width / MARK_PX)), clock, zoneName);
  return (
    <div className={css.layer} style={{ ...box }} aria-hidden="true">
      {apart(marks, box.width).map(({ key, share, text, below }) => {
        const x = share * box.width;
        return (
          <span key={key} className={cx(css.mark, x < HALF_LABEL_PX && css.first)} style={{ left: x }}>
            <span className={css.markText}>{text}</span>
            {below !== undefined && <span className={css.day}>{below}</span>}
          </span>
        );
      })}
    </div>
  );
}
