import type { ReactNode } from 'react';
import type { Box, MapLayout } from './layout.ts';
import css from './CellMap.module.css';
import type { ExploreProps, MapView } from './cellMapProps.ts';
import { boxOf, oneCell } from './mapGeometry.ts';
import type { CellSpan, MapPoint } from './viewport.ts';
import type { TickSpan } from '../../core/keys/base/scheme.ts';
import type { ZoneClock } from '../../core/time/zoneClock.ts';
import { apart, MARK_PX, timeLabels } from '../charts/axisLabels.ts';
import { cx } from '../classes.ts';
import { TEXT_SCALE } from '../theme/textScale.ts';

export interface MapMarksProps
  extends Pick<MapView, 'viewport'>,
    Pick<MapView, 'highlights' | 'marked' | 'pinned'>,
    Partial<Pick<ExploreProps, 'selection'>> {
  readonly layout: MapLayout;
  /** The area being drawn. */
  readonly drawn: { readonly rows: CellSpan; readonly columns: CellSpan } | undefined;
  /** The cell of the keyboard cursor. */
  readonly cursor: MapPoint | undefined;
}

/** The mark left of the map for a row with a finding, in CSS px. */
const MARK = { width: 4, gap: 6, least: 6 } as const;

/** Frames over the map: findings, the selection, the pinned cell, the cursor; and marks beside the rows with a finding. */
export function MapMarks(props: MapMarksProps): ReactNode {
  const { layout, viewport, selection, drawn, pinned, cursor } = props;
  const rowHeight = layout.map.height / (viewport.rows.to - viewport.rows.from);
  const place = (cells: { rows: CellSpan; columns: CellSpan }, least = 0) =>
    boxOf(layout, viewport, cells, least);
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
      {[...distinctAreas(props.highlights ?? [])].map(([key, cells]) => (
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

/** Areas without duplicates: two frames over the same cells are drawn once. */
function distinctAreas<A extends { readonly rows: CellSpan; readonly columns: CellSpan }>(
  areas: readonly A[],
): ReadonlyMap<string, A> {
  return new Map(
    areas.map((area) => {
      const { rows, columns } = area;
      return [[rows.from, rows.to, columns.from, columns.to].join(' '), area];
    }),
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

/** A label closer than this to the left edge starts at its mark. Centred, it would overlap the row labels. */
const HALF_LABEL_PX = 16 * TEXT_SCALE;

interface TimeMarksProps {
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
