import type { ReactNode } from 'react';
import type { TickSpan } from '../../core/keys/base/scheme.ts';
import type { ZoneClock } from '../../core/time/zoneClock.ts';
import { type AxisMark, axisMarks, windowShare } from '../charts/timeAxis.ts';
import { cx } from '../classes.ts';
import { TEXT_SCALE } from '../theme/textScale.ts';
import css from './CellMap.module.css';
import type { Box } from './layout.ts';

/** Width of a label with its spacing, in px. */
const MARK_PX = 76 * TEXT_SCALE;
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
  const marks = axisMarks(window, Math.max(2, Math.floor(box.width / MARK_PX)), clock);
  return (
    <div className={css.layer} style={{ ...box }} aria-hidden="true">
      {marks.map((mark) => {
        const x = windowShare(window, mark.ticks) * box.width;
        return (
          <span
            key={String(mark.ticks)}
            className={cx(css.mark, x < HALF_LABEL_PX && css.first)}
            style={{ left: x }}
          >
            <span className={css.markText}>{mark.label}</span>
            {(mark.day ?? mark.zone) !== undefined && (
              <span className={css.day}>{belowMark(mark, mark === marks[0] ? zoneName : undefined)}</span>
            )}
          </span>
        );
      })}
    </div>
  );
}

/** The second line of a mark: the day if one begins, and the zone if it is named or has changed. */
export function belowMark({ day, zone }: AxisMark, zoneName: string | undefined): string {
  return [day, zoneName, zone].filter((text) => text !== undefined).join(' ');
}
