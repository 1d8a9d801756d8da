import { type ReactNode, useMemo } from 'react';
import type { ZoneClock } from '../../core/time/zoneClock.ts';
import type { Box } from './layout.ts';
import css from './CellMap.module.css';
import { besideMarked, placedLabels, shownLevels } from './labelTexts.ts';
import type { CellSpan } from './viewport.ts';
import { Words } from '../text/VisibleText.tsx';
import { spokenText } from '../text/textParts.ts';

export interface LabelLevelsProps {
  readonly box: Box;
  readonly labels: readonly string[];
  readonly separator: string;
  /** The zone for times in labels; undefined: UTC. */
  readonly clock: ZoneClock | undefined;
  readonly rows: CellSpan;
  /** A row whose label is drawn over these; undefined: none. */
  readonly marked?: number | undefined;
}

/** Row labels, split at the separator: the outermost level on the left, as in a tree. */
export function LabelLevels({ box, labels, separator, clock, rows, marked }: LabelLevelsProps): ReactNode {
  const levels = useMemo(
    () => shownLevels(labels, separator, clock, box.width),
    [labels, separator, clock, box.width],
  );
  const middle =
    marked === undefined ? undefined : ((marked + 0.5 - rows.from) / (rows.to - rows.from)) * box.height;
  return (
    <div
      className={css.labels}
      style={{ left: box.left, top: box.top, width: box.width, height: box.height }}
      aria-hidden="true"
    >
      {levels.map((level) => (
        <div
          key={level.left}
          className={css.level}
          style={{ left: level.left, width: level.width }}
          data-lined={levels.length > 1 || undefined}
        >
          {besideMarked(placedLabels(level, rows, box.height), middle).map(({ span, text, top, height }) => (
            <bdi
              key={span.rows.from}
              className={css.label}
              style={{ top, height, lineHeight: `${height}px` }}
              title={spokenText(span.path)}
            >
              <Words text={text} />
            </bdi>
          ))}
        </div>
      ))}
    </div>
  );
}
