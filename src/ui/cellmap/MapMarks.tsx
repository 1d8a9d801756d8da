import { type ReactNode, useMemo } from 'react';
import type { Box, MapLayout } from './layout.ts';
import css from './CellMap.module.css';
import type { ExploreProps, MapView } from './cellMapProps.ts';
import { boxOf, oneCell } from './mapGeometry.ts';
import type { CellSpan, MapPoint, Viewport } from './viewport.ts';
import type { ZoneClock } from '../../core/time/zoneClock.ts';
import { besideMarked, placedLabels, shownLevels } from './labelTexts.ts';
import { Words } from '../text/VisibleText.tsx';
import { spokenText } from '../text/textParts.ts';

interface MapMarksProps
  extends Pick<MapView, 'viewport' | 'highlights' | 'marked' | 'pinned'>,
    Pick<ExploreProps, 'selection'> {
  readonly layout: MapLayout;
  /** The area being drawn. */
  readonly drawn: Viewport | undefined;
  /** The cell of the keyboard cursor. */
  readonly cursor: MapPoint | undefined;
}

/** The mark left of the map for a row with a finding, in CSS px. */
const MARK = { width: 4, gap: 6, least: 6 } as const;

/** Frames over the map: findings, the selection, the pinned cell, the cursor; and marks beside the rows with a finding. */
export function MapMarks(props: MapMarksProps): ReactNode {
  const { layout, viewport, selection, drawn, pinned, cursor } = props;
  const rowHeight = layout.map.height / (viewport.rows.to - viewport.rows.from);
  const place = (cells: Viewport, least = 0) => boxOf(layout, viewport, cells, least);
  return (
    <>
      {props.marked?.map((row) => {
        const box = place({ rows: { from: row, to: row + 1 }, columns: viewport.columns });
        return (
          box !== undefined && (
            <div
              key={row}
              className={css.marked}
              style={{
                left: box.left - MARK.gap,
                top: box.top - Math.max(0, MARK.least - rowHeight) / 2,
                width: MARK.width,
                height: Math.max(MARK.least, rowHeight - 1),
              }}
            />
          )
        );
      })}
      {/* Two frames over the same cells are drawn once. */}
      {[...new Map(props.highlights?.map((cells) => [JSON.stringify(cells), cells]))].map(([key, cells]) => (
        <Frame key={key} className={css.highlight} box={place(cells, 3)} />
      ))}
      {selection !== undefined && (
        <Frame
          className={css.selection}
          box={place(selection, 2)}
          isAll={covers(selection.rows, viewport.rows) && covers(selection.columns, viewport.columns)}
        />
      )}
      {drawn !== undefined && <Frame className={css.selection} box={place(drawn, 1)} />}
      {pinned !== undefined && <Frame className={css.cursor} box={place(pinned, 6)} mark="pinned" />}
      {cursor !== undefined && <Frame className={css.cursor} box={place(oneCell(cursor), 6)} />}
    </>
  );
}

/** Whether an area covers the whole view. Its colours are then not tinted, because there is nothing to distinguish it from. */
function covers(part: CellSpan, view: CellSpan): boolean {
  return part.from <= view.from + 0.01 && part.to >= view.to - 0.01;
}

function Frame(props: {
  readonly box: Box | undefined;
  readonly className: string | undefined;
  /** Marks the frame for tests, because frames have no role. */
  readonly mark?: 'pinned';
  readonly isAll?: boolean;
}): ReactNode {
  return (
    props.box !== undefined && (
      <div
        className={props.className}
        style={{ ...props.box }}
        data-mark={props.mark}
        data-all={props.isAll === true || undefined}
      />
    )
  );
}

interface LabelLevelsProps {
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
      className="absolute"
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
