import { type ReactNode, useMemo } from 'react';
import type { LabelSpan } from '../../core/keyspace/map/labelTree.ts';
import type { ZoneClock } from '../../core/time/zoneClock.ts';
import type { Box } from '../heatmap/layout.ts';
import css from './KeyMap.module.css';
import { type ShownLevel, shownLevels } from './labelTexts.ts';
import type { CellSpan } from './viewport.ts';

/** Least height of a span whose label is written, CSS px; lower ones are merged into a tick. */
const LEAST_LABEL_PX = 13;

export interface LabelLevelsProps {
  readonly box: Box;
  readonly labels: readonly string[];
  readonly separator: string;
  /** Of times in labels; undefined: UTC. */
  readonly clock: ZoneClock | undefined;
  readonly rows: CellSpan;
}

interface Placed {
  readonly span: LabelSpan;
  readonly text: string;
  readonly top: number;
  readonly height: number;
}

/** Spans in sight that are high enough for a label; where none of a level is, every so many rows get one. */
function placed({ spans, texts }: ShownLevel, rows: CellSpan, height: number): readonly Placed[] {
  const perRow = height / (rows.to - rows.from);
  const shown: Placed[] = [];
  let free = -Infinity;
  for (const [at, span] of spans.entries()) {
    if (span.rows.to <= rows.from || span.rows.from >= rows.to || span.text === '') continue;
    const top = Math.max(0, (span.rows.from - rows.from) * perRow);
    const bottom = Math.min(height, (span.rows.to - rows.from) * perRow);
    if (top < free) continue;
    const own = Math.max(LEAST_LABEL_PX, bottom - top);
    if (top + own > height + 1) continue;
    shown.push({ span, text: texts[at] ?? '', top, height: own });
    free = top + own;
  }
  return shown;
}

/** Labels beside the map, cut at the separator: the outer level at the left, as in a tree. */
export function LabelLevels({ box, labels, separator, clock, rows }: LabelLevelsProps): ReactNode {
  const levels = useMemo(
    () => shownLevels(labels, separator, clock, box.width),
    [labels, separator, clock, box.width],
  );
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
          {placed(level, rows, box.height).map(({ span, text, top, height }) => (
            <bdi
              key={span.rows.from}
              className={css.label}
              style={{ top, height, lineHeight: `${height}px` }}
              title={span.path}
            >
              {text}
            </bdi>
          ))}
        </div>
      ))}
    </div>
  );
}
