import { type ReactNode, useMemo } from 'react';
import { labelLevels, type LabelSpan } from '../../core/keyspace/map/labelTree.ts';
import type { Box } from '../heatmap/layout.ts';
import css from './KeyMap.module.css';
import type { CellSpan } from './viewport.ts';

/** Least height of a span whose label is written, CSS px; lower ones are merged into a tick. */
const LEAST_LABEL_PX = 13;

export interface LabelLevelsProps {
  readonly box: Box;
  readonly labels: readonly string[];
  readonly separator: string;
  readonly rows: CellSpan;
}

interface Placed {
  readonly span: LabelSpan;
  readonly top: number;
  readonly height: number;
}

/** Spans in sight that are high enough for a label; where none of a level is, every so many rows get one. */
function placed(spans: readonly LabelSpan[], rows: CellSpan, height: number): readonly Placed[] {
  const perRow = height / (rows.to - rows.from);
  const shown: Placed[] = [];
  let free = -Infinity;
  for (const span of spans) {
    if (span.rows.to <= rows.from || span.rows.from >= rows.to || span.text === '') continue;
    const top = Math.max(0, (span.rows.from - rows.from) * perRow);
    const bottom = Math.min(height, (span.rows.to - rows.from) * perRow);
    if (top < free) continue;
    const own = Math.max(LEAST_LABEL_PX, bottom - top);
    if (top + own > height + 1) continue;
    shown.push({ span, top, height: own });
    free = top + own;
  }
  return shown;
}

/** Labels beside the map, cut at the separator: the outer level at the left, as in a tree. */
export function LabelLevels({ box, labels, separator, rows }: LabelLevelsProps): ReactNode {
  const levels = useMemo(() => labelLevels(labels, separator), [labels, separator]);
  return (
    <div
      className={css.labels}
      style={{ left: box.left, top: box.top, width: box.width, height: box.height }}
      aria-hidden="true"
    >
      {levels.map((spans, level) => (
        <div
          // Levels have no identity but their depth.
          // oxlint-disable-next-line react/no-array-index-key
          key={level}
          className={css.level}
          data-lined={levels.length > 1 || undefined}
        >
          {placed(spans, rows, box.height).map(({ span, top, height }) => (
            <bdi
              key={span.rows.from}
              className={css.label}
              style={{ top, height, lineHeight: `${height}px` }}
              title={span.path}
            >
              {span.text}
            </bdi>
          ))}
        </div>
      ))}
    </div>
  );
}
